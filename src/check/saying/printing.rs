//! Styles and wrapped lines for all parts of a report.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use reversi_io::terminal::screen;

pub(crate) const RIGHT: Style = AnsiColor::Green.on_default();
pub(crate) const WRONG: Style = AnsiColor::Red.on_default();
pub(crate) const STRONG: Style = Style::new().bold();

/// The number of columns of a line of text.
pub(crate) const WIDTH: usize = 80;

/// Writes a text in lines of at most [`WIDTH`] columns.
pub(crate) fn write_wrapped(text: &str, sink: &mut impl Write) -> io::Result<()> {
    writeln!(sink, "{}", screen::fit(&format!("  {text}"), Some(WIDTH)))
}
