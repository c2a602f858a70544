//! Colors for terminals, and lines that fit the width of a screen.

use std::borrow::Cow;

use anstream::{AutoStream, ColorChoice, stream::RawStream};
#[cfg(any(unix, windows))]
use terminal_size::{Width, terminal_size_of};

/// Turns colors off if `TERM` is `dumb`. Without this call, the program would still use colors if `CI` is set.
pub fn heed_dumb_terminal() {
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        ColorChoice::Never.write_global();
    }
}

/// True if a stream gets colors: on a terminal, unless `NO_COLOR` or `TERM=dumb` forbids them.
pub fn is_colored(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// The number of columns of a terminal; `None` if the stream is not a terminal or the width is unknown.
#[cfg(unix)]
pub fn width(stream: impl std::os::fd::AsFd) -> Option<usize> {
    terminal_size_of(stream).map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0)
}

/// The number of columns of a console; `None` if the stream is not a console or the width is unknown.
#[cfg(windows)]
pub fn width(stream: impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size_of(stream).map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0)
}

/// The width is unknown on this system.
#[cfg(not(any(unix, windows)))]
pub fn width<T>(_: T) -> Option<usize> {
    None
}

/// Breaks long lines at spaces to fit a width. Further lines are indented like the text of the first line. A word that
/// is too long for a line stays whole. Without a width, the text does not change.
pub fn fit(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let is_short = |width: usize| text.lines().all(|line| columns(line) <= width);
    let Some(width) = width.filter(|&width| !is_short(width)) else { return Cow::Borrowed(text) };
    let lines: Vec<String> = text.split('\n').map(|line| fit_line(line, width)).collect();
    Cow::Owned(lines.join("\n"))
}

fn fit_line(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (mut fitted, mut column) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let length = columns(word.trim_end_matches(' '));
        if column + length > width && column > indent {
            fitted.truncate(fitted.trim_end_matches(' ').len());
            fitted += "\n";
            fitted += &" ".repeat(indent);
            column = indent;
        }
        fitted += word;
        column += columns(word);
    }
    fitted
}

/// The number of columns of a text, without codes that change colors.
fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}
