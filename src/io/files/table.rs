//! Tables as people and spreadsheets write them: CSV, in which the place of each field in the text is known.

use super::diagnostic::Problem;

/// The rows of a table, each with the line it stands on.
#[derive(Clone, Debug)]
pub struct CsvTable<'t> {
    text: &'t str,
    /// The separator of fields: a comma, or the semicolon that spreadsheets write where a comma begins the decimals.
    pub delimiter: char,
    /// The rows in which something stands, without the blanks around the fields. The first may be a header. Their
    /// lengths may differ.
    pub rows: Vec<CsvRow>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct CsvRow {
    /// The line, from 1.
    pub line: usize,
    pub fields: csv::StringRecord,
}

impl<'t> CsvTable<'t> {
    /// Splits a text into rows and fields; any text can be split.
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
        // The reader splits text that is known to be UTF-8, with any number of fields: it has nothing to complain of.
        let (mut line, mut seen) = (1, 0);
        let rows = reader.records().map_while(Result::ok).map(|fields| {
            // To the reader, the empty lines before a row are part of it.
            let start = fields.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(usize::MAX));
            let empty = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            line += text[seen..start + empty].matches('\n').count();
            seen = start + empty;
            CsvRow { line, fields }
        });
        let rows = rows.filter(|row| row.fields.iter().any(|field| !field.is_empty())).collect();
        Self { text, delimiter, rows }
    }

    /// A problem of one of a row's fields, counted from 0, at its place in the text.
    pub fn at(&self, line: usize, field: usize, message: impl Into<String>) -> Problem {
        let text = self.text.lines().nth(line - 1).unwrap_or_default();
        let before: usize = text.split(self.delimiter).take(field).map(|field| field.chars().count() + 1).sum();
        // A quotation may hold delimiters and line ends: then the field begins elsewhere, perhaps on another line.
        let before = before.min(text.chars().count());
        let blanks = text.chars().skip(before).take_while(|&letter| letter == ' ').count();
        Problem::new(line, before + blanks + 1, message)
    }

    /// A problem after the last line, where something is missing.
    pub fn at_end(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.text.lines().count() + 1, 1, message)
    }
}
