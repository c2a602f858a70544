//! The weights file: a row of whole numbers for each row of the board, as CSV.

use super::{Size, spread};
use reversi_io::{
    files::{
        diagnostic::Problem,
        table::{CsvRow, CsvTable},
    },
    names::count,
};

/// Reads a table of positional weights for boards of a size, row by row from `a1`, as a [`spread`] table. Semicolons may
/// replace the commas, because spreadsheets write them in countries with decimal commas.
pub fn parse_weights(text: &str, size: Size) -> Result<[[i16; 8]; 8], Problem> {
    let (table, expected) = (CsvTable::read(text), usize::from(size.rows()));
    let mut weights = Vec::new();
    for CsvRow { line, fields } in &table.rows {
        if weights.len() == expected {
            let message = format!("something follows row {expected}; expected the end of the file");
            return Err(table.at(*line, 0, message));
        }
        if fields.len() != expected {
            let number = weights.len() + 1;
            let message = format!("row {number} has {}; expected {expected}", count(fields.len(), "field"));
            return Err(table.at(*line, 0, message));
        }
        let weight = |(field, found): (usize, &str)| {
            let message = |_| format!("{found:?} is not a weight; expected a whole number from -32768 to 32767");
            found.parse().map_err(message).map_err(|message| table.at(*line, field, message))
        };
        weights.push(fields.iter().enumerate().map(weight).collect::<Result<Vec<i16>, _>>()?);
    }
    if weights.len() < expected {
        let row = weights.len() + 1;
        return Err(table.at_end(format!("row {row} is missing; expected {expected} rows of {expected} whole numbers")));
    }
    Ok(spread(&weights))
}
