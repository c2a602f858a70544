//! Colours where they are wanted, and lines that fit the width of a screen.

use std::borrow::Cow;

use anstream::{AutoStream, ColorChoice, stream::RawStream};
#[cfg(any(unix, windows))]
use terminal_size::{Width, terminal_size_of};

/// Forbids colours where `TERM` is `dumb`: without this they would still be written where `CI` is set.
pub fn heed_dumb_terminal() {
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        ColorChoice::Never.write_global();
    }
}

/// True if a stream gets colours: on a terminal, unless `NO_COLOR` or `TERM=dumb` forbids them.
pub fn is_colored(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// The columns of a terminal; none where a stream is no terminal, or its width is unknown.
#[cfg(unix)]
pub fn width(stream: impl std::os::fd::AsFd) -> Option<usize> {
    terminal_size_of(stream).map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0)
}

/// The columns of a console; none where a stream is no console, or its width is unknown.
#[cfg(windows)]
pub fn width(stream: impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size_of(stream).map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0)
}

/// The columns of a terminal, which is unknown on this system.
#[cfg(not(any(unix, windows)))]
pub fn width<T>(_: T) -> Option<usize> {
    None
}

/// A text for a terminal of some columns: a longer line goes on in the next one at a blank, below where its text begins.
/// A word that has no room in any line stays whole. Without a width the text is as it was.
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

/// The columns that a text takes: its letters, without those that only change colours.
fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}
