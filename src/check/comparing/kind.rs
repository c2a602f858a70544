//! The kind of a difference: the field that differs, or another reason.

use serde::{Deserialize, Serialize};

use reversi_core::games::reversi::{Size, text::Alphabet};
use reversi_course::{
    assignment::Job,
    log::{LineField, LogColumn, RowFormat},
};
use reversi_io::names::names;

names! {
    /// The kind of file, or the part of an output, that a line belongs to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Role {
        Moves => "moves",
        /// The next board at the beginning of an output.
        Board => "board",
        Log => "log",
        /// The text that a program prints.
        Answer => "answer",
    }
}

impl Role {
    /// The name of the file in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Moves => "moves file",
            Self::Board => "next board",
            Self::Log => "log",
            Self::Answer => "printed answer",
        }
    }

    /// True if the last line of the expected file has a line ending.
    pub(crate) fn has_last_line_end(self, job: &Job) -> bool {
        self == Self::Moves || job.row_format().last_line_end
    }
}

names! {
    /// The kind of a difference.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Kind {
        /// The file ends before the expected file.
        MissingRow => "missing-row",
        ExtraRow => "extra-row",
        /// A line outside a log that is not a board row.
        Step => "step",
        /// A board row outside a log.
        Board => "board",
        /// The line of the column names.
        Header => "header",
        /// A line that is not a log row, even in another format.
        Unreadable => "unreadable",
        /// A row with the right content in another format.
        Format => "spelling",
        Columns => "columns",
        Node => "node",
        Depth => "depth",
        Value => "value",
        Window => "window",
        /// The marker of a cut-off is missing or surplus.
        CutOff => "cut-off",
    }
}

impl Kind {
    /// Finds the kind of the difference between two different lines of a job. `found` is `None` if the line is too long
    /// for a log row.
    pub(crate) fn of(role: Role, job: &Job, expected: &[u8], found: Option<&[u8]>) -> Self {
        let row_format = job.row_format();
        match role {
            Role::Moves | Role::Board if is_board_row(expected, job.assignment.squares, job.assignment.size) => {
                Self::Board
            }
            Role::Moves | Role::Board | Role::Answer => Self::Step,
            Role::Log if row_format.is_column_names(expected) => Self::Header,
            Role::Log => match found {
                Some(found) if row_format.is_column_names(found) => Self::Header,
                Some(found) if row_format.is_row(found) => Self::between(row_format, expected, found),
                _ => Self::Unreadable,
            },
        }
    }

    /// Finds the kind of the difference between two rows of a log.
    fn between(row_format: &RowFormat, expected: &[u8], found: &[u8]) -> Self {
        let (Ok(expected), Ok(found)) = (row_format.read(expected), row_format.read(found)) else {
            return Self::Columns;
        };
        let columns = row_format.columns(true);
        if columns.iter().any(|&column| expected.number(column).is_some() != found.number(column).is_some()) {
            return Self::Columns;
        }
        match expected.differences(&found, columns).next() {
            None => Self::Format,
            Some(LineField::Column(LogColumn::Node)) => Self::Node,
            Some(LineField::Column(LogColumn::Depth)) => Self::Depth,
            Some(LineField::Column(LogColumn::Value)) => Self::Value,
            Some(LineField::Column(LogColumn::Alpha | LogColumn::Beta)) => Self::Window,
            Some(LineField::Marker) => Self::CutOff,
        }
    }

    /// The field in which two rows of this kind differ.
    pub(crate) fn field(self, row_format: &RowFormat, expected: &str, found: &str) -> Option<LineField> {
        let [expected, found] = [expected, found].map(|line| row_format.read(line.as_bytes()).ok());
        match self {
            Self::Node | Self::Depth | Self::Value | Self::Window | Self::CutOff => {
                expected?.differences(&found?, row_format.columns(true)).next()
            }
            Self::MissingRow
            | Self::ExtraRow
            | Self::Step
            | Self::Board
            | Self::Header
            | Self::Unreadable
            | Self::Format
            | Self::Columns => None,
        }
    }
}

pub(crate) fn is_board_row(line: &[u8], squares: Alphabet, size: Size) -> bool {
    let is_square = |letter| squares.square(letter).is_some();
    str::from_utf8(line)
        .is_ok_and(|line| line.chars().count() == usize::from(size.rows()) && line.chars().all(is_square))
}

/// True if two lines of a moves file or a board have the same content, even in another format. Letter case is ignored,
/// unless it distinguishes squares. Outside a board, text around and between the words is ignored, too.
pub(crate) fn says_the_same(job: &Job, expected: &[u8], found: &[u8]) -> bool {
    let squares = job.assignment.squares;
    if !is_board_row(expected, squares, job.assignment.size) {
        return job.row_format().says_the_same(expected, found);
    }
    let letters = [squares.empty, squares.black, squares.white].map(|letter| letter.to_ascii_lowercase());
    let found = &squares_of(found, squares)[..];
    let are_apart = letters[0] != letters[1] && letters[1] != letters[2] && letters[0] != letters[2];
    found == expected || are_apart && found.eq_ignore_ascii_case(expected)
}

/// A board row without the characters around and between the squares. Characters that the assignment uses for squares
/// stay in the row.
pub(crate) fn squares_of(line: &[u8], squares: Alphabet) -> Vec<u8> {
    let is_between = |byte: &u8| b" \t|,[]".contains(byte) && squares.square(char::from(*byte)).is_none();
    line.iter().copied().filter(|byte| !is_between(byte)).collect()
}
