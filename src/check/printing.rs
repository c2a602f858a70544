//! Styles, wrapped lines and safe characters for all parts of a report.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use reversi_io::terminal::screen;

pub(super) const RIGHT: Style = AnsiColor::Green.on_default();
pub(super) const WRONG: Style = AnsiColor::Red.on_default();
pub(super) const STRONG: Style = Style::new().bold();

/// The number of columns of a line of text.
pub(super) const WIDTH: usize = 80;

/// Writes a text in lines of at most [`WIDTH`] columns.
pub(super) fn write_wrapped(text: &str, sink: &mut impl Write) -> io::Result<()> {
    writeln!(sink, "{}", screen::fit(&format!("  {text}"), Some(WIDTH)))
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
