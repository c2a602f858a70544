//! Styles, wrapped lines and safe characters for all parts of a report.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

pub(super) const RIGHT: Style = AnsiColor::Green.on_default();
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
pub(super) const STRONG: Style = Style::new().bold();

/// The number of columns of a line of text.
const WIDTH: usize = 80;

/// Writes a text in lines of at most [`WIDTH`] columns.
pub(super) fn write_wrapped(text: &str, sink: &mut impl Write) -> io::Result<()> {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column == 0 {
            write!(sink, "  {word}")?;
            column = 2 + length;
        } else if column + 1 + length > WIDTH {
            write!(sink, "\n  {word}")?;
            column = 2 + length;
        } else {
            write!(sink, " {word}")?;
            column += 1 + length;
        }
    }
    writeln!(sink)
}

/// A text without control characters, which could move the cursor.
pub(super) fn escaped(text: &str) -> String {
    text.chars().map(escaped_character).collect()
}

/// One character of an escaped text.
pub(super) fn escaped_character(character: char) -> String {
    match character {
        ' '..='~' => character.to_string(),
        character if character.is_alphanumeric() => character.to_string(),
        character if character.is_ascii() => format!("\\x{:02x}", u32::from(character)),
        // An assignment can also use symbols as words.
        character => character.escape_debug().to_string(),
    }
}
