//! The weights file: eight rows of eight whole numbers, as CSV.

use reversi_io::{
    files::{
        diagnostic::Problem,
        table::{CsvRow, CsvTable},
    },
    names::count,
};

/// Reads a table of positional weights, row by row from `a1`. Semicolons may replace the commas, because spreadsheets
/// write them in countries with decimal commas.
pub fn parse_weights(text: &str) -> Result<[[i16; 8]; 8], Problem> {
    let table = CsvTable::read(text);
    let mut weights = [[0; 8]; 8];
    for (index, CsvRow { line, fields }) in table.rows.iter().enumerate() {
        let Some(row) = weights.get_mut(index) else {
            return Err(table.at(*line, 0, "something follows row 8; expected the end of the file"));
        };
        if fields.len() != row.len() {
            let message = format!("row {} has {}; expected 8", index + 1, count(fields.len(), "field"));
            return Err(table.at(*line, 0, message));
        }
        for (field, (weight, found)) in row.iter_mut().zip(fields).enumerate() {
            let message = |_| format!("{found:?} is not a weight; expected a whole number from -32768 to 32767");
            *weight = found.parse().map_err(message).map_err(|message| table.at(*line, field, message))?;
        }
    }
    if table.rows.len() < weights.len() {
        let row = table.rows.len() + 1;
        return Err(table.at_end(format!("row {row} is missing; expected 8 rows of 8 whole numbers")));
    }
    Ok(weights)
}
