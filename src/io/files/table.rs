//! Reads tables in CSV as people and spreadsheets write them; each field knows its place.

use super::diagnostic::Problem;

/// The rows of a table, each with its line number.
#[derive(Clone, Debug)]
pub struct CsvTable<'t> {
    text: &'t str,
    /// The separator of fields: a comma, or a semicolon as in spreadsheets of countries with decimal commas.
    pub delimiter: char,
    /// The rows that are not empty, with trimmed fields. The first row may be a header, and rows may have different
    /// lengths.
    pub rows: Vec<CsvRow>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct CsvRow {
    pub line: usize,
    pub fields: csv::StringRecord,
}

impl<'t> CsvTable<'t> {
    /// Splits a text into rows and fields; never fails.
    pub fn read(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = text.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let delimiter = if first.contains(';') && !first.contains(',') { ';' } else { ',' };
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .delimiter(delimiter as u8)
            .from_reader(text.as_bytes());
        // The reader cannot fail: the text is UTF-8, and any number of fields is allowed.
        let (mut line, mut seen) = (1, 0);
        let rows = reader.records().map_while(Result::ok).map(|fields| {
            // The reader counts empty lines as part of the next row.
            let start = fields.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(usize::MAX));
            let empty = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            line += text[seen..start + empty].matches('\n').count();
            seen = start + empty;
            CsvRow { line, fields }
        });
        let rows = rows.filter(|row| row.fields.iter().any(|field| !field.is_empty())).collect();
        Self { text, delimiter, rows }
    }

    /// A problem at a field of the row on line `line`; fields count from 0.
    pub fn at(&self, line: usize, field: usize, message: impl Into<String>) -> Problem {
        let text = self.text.lines().nth(line - 1).unwrap_or_default();
        let before: usize = text.split(self.delimiter).take(field).map(|field| field.chars().count() + 1).sum();
        // A quoted field may hold delimiters and line endings. A quoted field with a line ending may begin at another place,
        // perhaps on another line.
        let before = before.min(text.chars().count());
        let blanks = text.chars().skip(before).take_while(|&letter| letter == ' ').count();
        Problem::new(line, before + blanks + 1, message)
    }

    /// A problem after the last line, for a missing row.
    pub fn at_end(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.text.lines().count() + 1, 1, message)
    }
}
