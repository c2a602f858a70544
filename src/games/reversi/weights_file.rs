//! The weights file: eight rows of eight whole numbers, as CSV.

use thiserror::Error;

use crate::files::diagnostic::{Located, Problem};

/// Reads a table of positional weights, row by row from `a1`. Semicolons may stand in place of the commas, as
/// spreadsheets write them where a comma begins the decimals.
///
/// # Errors
/// The first place where the text is no such table.
pub fn parse_weights(text: &str) -> Result<[[i16; 8]; 8], Located<ParseWeightsError>> {
    let separator = if text.contains(';') { ';' } else { ',' };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator as u8)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let mut weights = [[0; 8]; 8];
    let mut rows = 0;
    let mut line = 1;
    for record in reader.records() {
        // The reader splits text that is known to be UTF-8, with any number of fields: it has nothing to complain of.
        let Ok(record) = record else { break };
        line = record.position().map_or(line, |position| usize::try_from(position.line()).unwrap_or(usize::MAX));
        let Some(row) = weights.get_mut(rows) else {
            return Err(Located { line, column: 1, problem: ParseWeightsError::ExtraRow });
        };
        if record.len() != row.len() {
            let problem = ParseWeightsError::RowLength { row: rows + 1, found: record.len() };
            return Err(Located { line, column: 1, problem });
        }
        *row = record.deserialize(None).map_err(|error| {
            let field = match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.field().and_then(|field| usize::try_from(field).ok()),
                _ => None,
            };
            let field = field.unwrap_or_default();
            let found = record.get(field).unwrap_or_default().to_owned();
            let source = text.lines().nth(line - 1).unwrap_or_default();
            Located { line, column: column_of(source, separator, field), problem: ParseWeightsError::Number { found } }
        })?;
        rows += 1;
    }
    if rows < weights.len() {
        return Err(Located { line: line + 1, column: 1, problem: ParseWeightsError::MissingRow { row: rows + 1 } });
    }
    Ok(weights)
}

/// The column, from 1, at which a field of a row begins.
fn column_of(line: &str, separator: char, field: usize) -> usize {
    let before: usize = line.split(separator).take(field).map(|field| field.chars().count() + 1).sum();
    let blanks = line.split(separator).nth(field).map_or(0, |field| field.chars().take_while(|&c| c == ' ').count());
    before + blanks + 1
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
