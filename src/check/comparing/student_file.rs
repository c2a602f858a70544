//! Reads a student's file line by line in little memory, with any content and any line length.

use std::{borrow::Cow, io, mem, path::Path};

use crate::lines::{Follows, Part, trimmed};
use reversi_core::games::reversi::Size;
use reversi_course::log::RowFormat;
use reversi_io::files::{
    LineEnding,
    stream::{Encoding, ReadTextError, TextStream},
};

/// The lines of a file. Empty lines at the end of the file do not count, unless there are too many.
pub(crate) struct StudentFile {
    stream: TextStream,
    most_kept: usize,
    kept: TextPrefix,
    /// The text that was read after the kept part.
    buffer: Vec<u8>,
    /// The start of the next line: an index in the kept text or, after the kept text, in the buffer.
    place: usize,
    is_after_kept: bool,
    is_over: bool,
    /// The number of lines that `next` has returned.
    lines: u64,
    /// The line number at which another part of the file begins.
    end: Option<u64>,
    /// Empty lines that were read but not returned, because they may be at the end of the file.
    empty: Empty,
    /// The line that follows the unreturned empty lines.
    ahead: Option<StudentLine>,
    /// A line that was returned and then put back.
    again: Option<StudentLine>,
    traits: LineTraits,
    /// True if the last returned line had a line ending.
    pub(crate) last_has_end: bool,
    /// The reason why `check` did not read the rest of the file.
    unread: Option<Unread>,
}

#[derive(Default)]
struct Empty {
    lines: u64,
    bytes: usize,
    traits: LineTraits,
    /// True if empty lines at the end count, because every byte counts or there are too many.
    are_lines: bool,
}

/// The ignored differences at the ends of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineTraits {
    pub(crate) lf: bool,
    pub(crate) crlf: bool,
    /// Some lines end in spaces.
    pub(crate) trailing_blanks: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct StudentLine {
    /// The line number in the file, from 1.
    pub(crate) number: u64,
    /// The whole line with its line ending, cut at a limit.
    raw: Vec<u8>,
    /// The length of the line without its line ending and without the spaces before the line ending.
    length: usize,
    pub(crate) is_long: bool,
}

/// The reason why the rest of a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The file is damaged compressed data; the text names the compression.
    Damaged(&'static str),
    /// A line does not end within 1 MiB.
    Endless,
}

/// The beginning of a student's file, kept for the diagnosis.
#[derive(Clone, Debug, Default)]
pub struct TextPrefix {
    /// The text after decoding: valid text is UTF-8, and lines end in LF or CR LF.
    text: Vec<u8>,
    pub is_whole: bool,
    /// The number of the line at which the log of an output begins, from 1. The log begins at the column names or, if they
    /// are missing, after the rows of the board.
    pub log_line: Option<u64>,
    /// The moves file in the assignment's format, if it has another format and can be read.
    pub(crate) reformatted: Option<String>,
}

impl TextPrefix {
    /// The largest number of bytes that `check` keeps of a log or an output.
    pub const LIMIT: usize = 32 << 20;

    /// Keeps only the first `most` bytes of the text.
    pub(crate) fn shorten(&mut self, most: usize) {
        self.is_whole &= self.text.len() <= most;
        self.text.truncate(most);
        self.text.shrink_to_fit();
    }

    /// The kept text.
    pub(crate) fn part(&self) -> Part<'_> {
        let follows = if self.is_whole { Follows::Nothing } else { Follows::Unknown };
        Part { follows, ..Part::whole(&self.text) }
    }

    /// The two parts of an output: the next board and the log.
    pub(crate) fn parts(&self) -> [Part<'_>; 2] {
        let first_line = self.log_line.unwrap_or(1);
        let lines = usize::try_from(first_line - 1).unwrap_or(usize::MAX);
        let lengths = self.text.split_inclusive(|&byte| byte == b'\n').take(lines).map(<[u8]>::len);
        let (first, second) = self.text.split_at(lengths.sum());
        let follows = if second.is_empty() { self.part().follows } else { Follows::AnotherPart };
        [Part { follows, ..Part::whole(first) }, Part { text: second, first_line, ..self.part() }]
    }

    /// The lines of the text without line endings, spaces at the ends of lines, and empty lines at the end of the file.
    pub fn lines(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.part().lines().trimmed().map(|(_, line)| String::from_utf8_lossy(line))
    }
}

impl StudentLine {
    /// The largest number of bytes of a line to compare: ten times the longest row of any assignment.
    const LIMIT: usize = 1 << 12;

    /// The text without the line ending and the spaces before it.
    pub(crate) fn text(&self) -> &[u8] {
        &self.raw[..self.length]
    }

    /// The text of the line with its line ending.
    pub(crate) fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// True if the line is exactly this text.
    pub(crate) fn is(&self, text: &[u8]) -> bool {
        self.text() == text && !self.is_long
    }

    /// True if the line has a line ending.
    pub(crate) fn has_end(&self) -> bool {
        self.raw.ends_with(b"\n")
    }

    fn new(raw: &[u8]) -> Self {
        let shown = &raw[..raw.len().min(Self::LIMIT)];
        Self { number: 0, raw: shown.to_vec(), length: trimmed(shown).len(), is_long: trimmed(raw).len() > shown.len() }
    }

    fn traits(&self) -> LineTraits {
        let (lf, crlf) = (self.raw.ends_with(b"\n"), self.raw.ends_with(b"\r\n"));
        // A file can end between CR and LF.
        let half = self.raw.ends_with(b"\r");
        let ending = usize::from(lf) + usize::from(crlf) + usize::from(half);
        LineTraits {
            lf: lf && !crlf,
            crlf: crlf || half,
            trailing_blanks: !self.is_long && self.length + ending < self.raw.len(),
        }
    }
}

impl LineTraits {
    fn add(&mut self, other: Self) {
        self.lf |= other.lf;
        self.crlf |= other.crlf;
        self.trailing_blanks |= other.trailing_blanks;
    }
}

impl StudentFile {
    /// Up to this number of bytes, empty lines at the end of a file are ignored. No editor or program adds more by accident.
    const MOST_EMPTY: usize = 1 << 20;

    /// If a line is longer than this number of bytes, the rest of the file is not read.
    const ENDLESS: usize = 1 << 20;

    /// Opens a student's file, and keeps the first `most_kept` bytes for the diagnosis. If every byte counts, empty
    /// lines at the end of the file count, too.
    pub(crate) fn open(path: &Path, is_exact: bool, most_kept: usize) -> io::Result<Self> {
        Ok(Self {
            stream: TextStream::open(path)?,
            most_kept,
            kept: TextPrefix::default(),
            buffer: Vec::new(),
            place: 0,
            is_after_kept: false,
            is_over: false,
            lines: 0,
            end: None,
            empty: Empty { are_lines: is_exact, ..Empty::default() },
            ahead: None,
            again: None,
            traits: LineTraits::default(),
            last_has_end: true,
            unread: None,
        })
    }

    pub(crate) const fn encoding(&self) -> Encoding {
        self.stream.encoding()
    }

    pub(crate) const fn next_number(&self) -> u64 {
        self.lines + 1
    }

    /// The ignored differences at the line endings since the last call.
    pub(crate) fn take_traits(&mut self) -> LineTraits {
        mem::take(&mut self.traits)
    }

    pub(crate) const fn has_empty_lines_left(&self) -> bool {
        self.empty.lines > 0
    }

    /// The line ending of the first line and, in most files, of all other lines.
    pub(crate) fn line_ending(&mut self) -> Result<LineEnding, ReadTextError> {
        let mut searched = 0;
        let first = loop {
            match self.available()[searched..].iter().position(|&byte| byte == b'\n') {
                Some(end) => break &self.available()[..searched + end],
                None => searched = self.available().len(),
            }
            if searched > Self::ENDLESS || !self.read()? {
                break &[];
            }
        };
        Ok(if first.ends_with(b"\r") { LineEnding::Crlf } else { LineEnding::Lf })
    }

    /// Finds the column names in the kept part of the file. The first part [ends](StudentFile::next) before the column
    /// names or, if they are missing, after the rows of the board.
    pub(crate) fn split(&mut self, row_format: &RowFormat, size: Size) -> Result<(), ReadTextError> {
        self.read_all_kept()?;
        let lines = self.kept.text.split(|&byte| byte == b'\n');
        let column_names = (1..).zip(lines).find(|(_, line)| row_format.is_column_names(line));
        self.kept.log_line = Some(column_names.map_or(u64::from(size.rows()) + 1, |(number, _)| number));
        self.end = self.kept.log_line;
        Ok(())
    }

    fn read_all_kept(&mut self) -> Result<(), ReadTextError> {
        while !self.is_after_kept && self.kept.text.len() < self.most_kept && self.read()? {}
        Ok(())
    }

    pub(crate) fn second_part(&mut self) -> Result<(), ReadTextError> {
        while self.next()?.is_some() {}
        self.end = None;
        self.take_traits();
        Ok(())
    }

    /// Skips the lines at the beginning of `text` that have the same bytes in the file. Returns the number of skipped
    /// lines and their length in bytes.
    pub(crate) fn skip(&mut self, text: &[u8]) -> Result<(u64, usize), ReadTextError> {
        if self.again.is_some() || self.ahead.is_some() || self.empty.lines > 0 {
            return Ok((0, 0));
        }
        let (mut lines, mut length) = (0, 0);
        loop {
            let (expected, found) = (&text[length..], self.available());
            let common = common_prefix(expected, found);
            let whole = expected[..common].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            let ends = line_ends(&expected[..whole]);
            let is_found_out = common == found.len() && common < expected.len();
            self.place += whole;
            lines += ends;
            length += whole;
            if !is_found_out || self.available().len() >= StudentLine::LIMIT || !self.read()? {
                break;
            }
        }
        self.lines += lines;
        self.last_has_end |= lines > 0;
        let is_crlf = text[..length].ends_with(b"\r\n");
        self.traits.add(LineTraits { lf: lines > 0 && !is_crlf, crlf: is_crlf, trailing_blanks: false });
        Ok((lines, length))
    }

    /// Returns the next line of this part of the file.
    pub(crate) fn next(&mut self) -> Result<Option<StudentLine>, ReadTextError> {
        if self.end.is_some_and(|end| self.next_number() >= end) {
            return Ok(None);
        }
        if let Some(line) = self.again.take() {
            return Ok(Some(self.numbered(line)));
        }
        while self.ahead.is_none() && !self.empty.are_lines {
            let Some(line) = self.read_line()? else { return Ok(None) };
            if line.length > 0 {
                self.ahead = Some(line);
            } else {
                self.empty.add(&line);
            }
        }
        if self.empty.lines == 0 && self.ahead.is_none() {
            self.ahead = self.read_line()?;
        }
        let line = if self.empty.lines > 0 {
            self.empty.lines -= 1;
            self.empty.bytes = 0;
            self.traits.add(self.empty.traits);
            Some(StudentLine::new(b"\n"))
        } else {
            self.ahead.take().inspect(|line| self.traits.add(line.traits()))
        };
        Ok(line.map(|line| self.numbered(line)))
    }

    /// Puts back the last returned line, so that `next` returns the line again.
    pub(crate) fn put_back(&mut self, line: StudentLine) {
        self.lines -= 1;
        self.again = Some(line);
    }

    fn numbered(&mut self, line: StudentLine) -> StudentLine {
        self.lines += 1;
        self.last_has_end = line.has_end();
        StudentLine { number: self.lines, ..line }
    }

    /// Reads the file up to the end of the kept text.
    pub(crate) fn finish(mut self) -> (TextPrefix, Option<Unread>) {
        // If text cannot be read, the text is not kept.
        let _ = self.read_all_kept();
        self.kept.is_whole = self.unread.is_none() && self.is_over && !self.is_after_kept;
        (self.kept, self.unread)
    }

    /// The text that was read from the file but not yet returned.
    fn available(&self) -> &[u8] {
        if self.is_after_kept { &self.buffer[self.place..] } else { &self.kept.text[self.place..] }
    }

    /// Reads more text after the [available](StudentFile::available) text. Returns false at the end of the file.
    fn read(&mut self) -> Result<bool, ReadTextError> {
        if self.is_over {
            return Ok(false);
        }
        if !self.is_after_kept && self.kept.text.len() >= self.most_kept {
            self.buffer = self.kept.text[self.place..].to_vec();
            (self.place, self.is_after_kept) = (0, true);
        }
        let into = if self.is_after_kept {
            self.buffer.drain(..mem::take(&mut self.place));
            &mut self.buffer
        } else {
            &mut self.kept.text
        };
        let read = match self.stream.read_into(into) {
            Ok(read) => read,
            Err(ReadTextError::Damaged(compression)) => {
                self.unread = Some(Unread::Damaged(compression));
                0
            }
            Err(error) => return Err(error),
        };
        self.is_over = read == 0;
        Ok(read > 0)
    }

    fn read_line(&mut self) -> Result<Option<StudentLine>, ReadTextError> {
        let mut searched = 0;
        loop {
            let found = self.available();
            if let Some(end) = found[searched..].iter().position(|&byte| byte == b'\n') {
                let length = searched + end + 1;
                let line = StudentLine::new(&found[..length]);
                self.place += length;
                return Ok(Some(line));
            }
            searched = found.len();
            if searched > Self::ENDLESS {
                let line = StudentLine { is_long: true, ..StudentLine::new(found) };
                self.unread = Some(Unread::Endless);
                self.place += searched;
                self.is_over = true;
                return Ok(Some(line));
            }
            if !self.read()? {
                let line = (searched > 0).then(|| StudentLine::new(self.available()));
                self.place += searched;
                return Ok(line);
            }
        }
    }
}

impl Empty {
    fn add(&mut self, line: &StudentLine) {
        self.lines += 1;
        self.bytes += line.raw.len();
        self.traits.add(line.traits());
        self.are_lines |= self.bytes > StudentFile::MOST_EMPTY;
    }
}

/// Counts the line endings in a text. The text is counted in parts whose counts fit into a byte, so that the compiler can
/// use vector instructions.
fn line_ends(text: &[u8]) -> u64 {
    let few = |text: &[u8]| text.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    text.chunks(u8::MAX.into()).map(|part| u64::from(few(part))).sum()
}

/// The length of the longest common beginning of two texts.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let length = one.len().min(other.len());
    let (one, other) = (&one[..length], &other[..length]);
    if one == other {
        return length;
    }
    one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(length)
}
