//! The weights file: eight rows of eight whole numbers, as CSV.

use thiserror::Error;

use crate::files::{
    diagnostic::{Located, Problem},
    table::{Row, Table},
};

/// Reads a table of positional weights, row by row from `a1`. Semicolons may stand in place of the commas, as
/// spreadsheets write them where a comma begins the decimals.
///
/// # Errors
/// The first place where the text is no such table.
pub fn parse_weights(text: &str) -> Result<[[i16; 8]; 8], Located<ParseWeightsError>> {
    let table = Table::read(text);
    let mut weights = [[0; 8]; 8];
    for (index, Row { line, fields }) in table.rows.iter().enumerate() {
        let Some(row) = weights.get_mut(index) else {
            return Err(table.at(*line, 0, ParseWeightsError::ExtraRow));
        };
        if fields.len() != row.len() {
            return Err(table.at(*line, 0, ParseWeightsError::RowLength { row: index + 1, found: fields.len() }));
        }
        for (field, (weight, found)) in row.iter_mut().zip(fields).enumerate() {
            let wrong = |_| table.at(*line, field, ParseWeightsError::Number { found: found.to_owned() });
            *weight = found.parse().map_err(wrong)?;
        }
    }
    if table.rows.len() < weights.len() {
        return Err(table.at_end(ParseWeightsError::MissingRow { row: table.rows.len() + 1 }));
    }
    Ok(weights)
}

/// Why a text is no table of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseWeightsError {
    /// A field that is no weight.
    #[error("{found:?} is not a weight; expected a whole number from -32768 to 32767")]
    Number {
        /// The field.
        found: String,
    },
    /// A row of the wrong length.
    #[error("row {row} has {found} field{}; expected 8", if *.found == 1 { "" } else { "s" })]
    RowLength {
        /// The row, from 1.
        row: usize,
        /// The number of its fields.
        found: usize,
    },
    /// The text ends too soon.
    #[error("row {row} is missing; expected 8 rows of 8 whole numbers")]
    MissingRow {
        /// The first row that is not there, from 1.
        row: usize,
    },
    /// The text goes on after the last row.
    #[error("something follows row 8; expected the end of the file")]
    ExtraRow,
}

impl Problem for ParseWeightsError {}
