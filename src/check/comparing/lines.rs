//! The lines of a text in memory, without spaces at their ends.

/// A line without its line ending and the spaces before it.
pub(crate) fn trimmed(line: &[u8]) -> &[u8] {
    let last = line.iter().rposition(|byte| !b" \t\r\n".contains(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// A part of a student's file: the whole file, the board of an output, or the log of an output.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The text of the part, or the beginning of the text.
    pub text: &'a [u8],
    /// The line number of the part's first line in the file, from 1.
    pub first_line: u64,
    pub follows: Follows,
}

/// The text that follows the part in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    Nothing,
    /// Replaces the part by another part of the file.
    AnotherPart,
    /// This text was not kept.
    Unknown,
}

impl<'a> Part<'a> {
    /// The whole file as one part.
    pub const fn whole(text: &'a [u8]) -> Self {
        Self { text, first_line: 1, follows: Follows::Nothing }
    }

    /// The lines to compare, without empty lines at the end of the file and without an incomplete last line.
    pub fn lines(&self) -> TextLines<'a> {
        let text = match self.follows {
            Follows::Nothing => trimmed(self.text),
            Follows::AnotherPart => self.text.strip_suffix(b"\n").unwrap_or(self.text),
            Follows::Unknown => {
                self.text.iter().rposition(|&byte| byte == b'\n').map_or(&[][..], |end| &self.text[..end])
            }
        };
        TextLines { next: self.first_line, ..TextLines::new(text) }
    }
}

/// The lines of a text with their numbers.
#[derive(Clone, Debug)]
pub struct TextLines<'a> {
    rest: Option<&'a [u8]>,
    next: u64,
}

impl<'a> TextLines<'a> {
    /// The lines of a text whose last line does not need a line ending; an empty text has no lines.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { rest: Some(text).filter(|text| !text.is_empty()), next: 1 }
    }

    /// The number of the line after the last line.
    pub(crate) fn end(&self) -> u64 {
        self.next + self.rest.map_or(0, |rest| 1 + rest.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>())
    }

    /// The line numbers and the texts, without spaces at the ends of lines.
    pub fn trimmed(self) -> impl Iterator<Item = (u64, &'a [u8])> + Clone {
        self.map(|(number, line)| (number, trimmed(line)))
    }
}

impl<'a> Iterator for TextLines<'a> {
    type Item = (u64, &'a [u8]);

    fn next(&mut self) -> Option<(u64, &'a [u8])> {
        let rest = self.rest?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.rest = end.map(|end| &rest[end + 1..]);
        self.next += 1;
        Some((self.next - 1, &rest[..end.unwrap_or(rest.len())]))
    }
}
