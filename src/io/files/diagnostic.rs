//! Texts with line numbers, and messages with a place in a text: `board.txt:4:5: problem`, the line, a caret.

use crate::visible;

/// A line of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

/// The lines of a text. Leaves out a byte order mark, CR before LF, trailing white space and trailing empty lines.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<Line> = (1..)
        .zip(text.split('\n'))
        .map(|(number, line)| {
            let line = line.strip_suffix('\r').unwrap_or(line);
            Line { number, text: line.trim_end_matches([' ', '\t']) }
        })
        .collect();
    let kept = lines.iter().rposition(|line| !line.text.is_empty()).map_or(0, |last| last + 1);
    lines.truncate(kept);
    lines
}

/// A problem at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: usize,
    pub column: usize,
    /// The problem and the expected text, in one line of text. If the problem is in another file, the text is the
    /// complete message about the other file.
    pub message: String,
    /// The text that the user probably meant, for `did you mean ...?` under the line.
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem without a suggestion.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line, column, message: message.into(), suggestion: None }
    }

    /// A problem at a byte of a text.
    pub fn at_byte(text: &str, byte: usize, message: impl Into<String>) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self::new(before.matches('\n').count() + 1, before[line_start..].chars().count() + 1, message)
    }

    /// Adds a suggestion to the problem, if there is a suggestion.
    pub fn suggesting(self, suggestion: Option<String>) -> Self {
        Self { suggestion, ..self }
    }

    /// The message for people: place and problem, then the line of `text` with a caret under the column.
    pub fn explain(&self, name: &str, text: &str) -> String {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let place = format!("{name}:{}:{}: {}", self.line, self.column, self.message);
        let line = text.lines().nth(self.line - 1).filter(|_| !self.message.contains('\n'));
        let Some(line) = line else { return place };
        let (excerpt, caret) = excerpt(line, self.column);
        let (margin, blanks) = (" ".repeat(self.line.to_string().len()), " ".repeat(caret));
        let suggestion = self.suggestion.as_ref().map_or(String::new(), |suggestion| format!(" {suggestion}"));
        format!("{place}\n{} | {excerpt}\n{margin} | {blanks}^{suggestion}", self.line)
    }
}

const WIDTH: usize = 72;

/// The part of a line around a column that fits on a screen. Also returns the number of the excerpt's characters before
/// the column.
fn excerpt(line: &str, column: usize) -> (String, usize) {
    let line = line.trim_end();
    // Half of the width is for the text before the column.
    let skipped = if line.chars().nth(WIDTH).is_some() { column.saturating_sub(WIDTH / 2) } else { 0 };
    // A control character would move the cursor; a space instead keeps the caret in place.
    let shown = |letter: char| if visible::is_special(letter) { ' ' } else { letter };
    (line.chars().skip(skipped).take(WIDTH).map(shown).collect(), column - 1 - skipped)
}
