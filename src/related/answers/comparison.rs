//! Compares a printed text with the expected text, line by line.

use std::{borrow::Cow, fmt, iter};

use super::System;
use reversi_core::games::reversi::one_line;
use reversi_course::log::Equality;
use reversi_io::names::count;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    Same,
    /// The text is right apart from its format.
    OtherFormat(Deviation),
    Wrong(WrongLine),
}

/// A difference in the format of a right text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// The text has the same lines, but not the same bytes.
    LineEnds,
    /// Spaces, upper and lower case, or the form of numbers, tuples and boards.
    Form,
    LinesBefore(usize),
    /// The numbers are right, and words or spaces are around them.
    OtherText,
}

/// The first wrong line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// The expected line; `None` if the text should end before it.
    pub expected: Option<String>,
    /// The printed line; `None` if the text ends before it.
    pub found: Option<String>,
    pub all: usize,
}

impl fmt::Display for Deviation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineEnds => {
                formatter.write_str("line endings, spaces at the end of a line, or empty lines at the end")
            }
            Self::Form => formatter.write_str("spaces, upper and lower case, or the form of numbers, tuples or boards"),
            Self::OtherText => formatter.write_str("the numbers are right, but other text is around them"),
            Self::LinesBefore(lines) => write!(formatter, "{} before the answer", count(*lines, "line")),
        }
    }
}

/// The lines of a text without the differences that the default comparison ignores.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// Compares a printed text with the expected text.
pub fn compare(system: System, expected: &str, found: &str, strictness: Equality) -> Compared {
    if expected == found {
        return Compared::Same;
    }
    let (right, printed) = (lines(expected), lines(found));
    if right == printed {
        return match strictness {
            Equality::Exact => Compared::OtherFormat(Deviation::LineEnds),
            Equality::Lines | Equality::Lenient => Compared::Same,
        };
    }
    let (right_content, content) = (content(system, &right), content(system, &printed));
    let before = content.len().saturating_sub(right_content.len());
    let deviation = match () {
        () if right_content == content => Some(Deviation::Form),
        // A text without any expected line would be the end of every text.
        () if !right_content.is_empty() && content[before..] == right_content => Some(Deviation::LinesBefore(before)),
        () if is_all_numbers(&right_content) && numbers(&right_content) == numbers(&content) => {
            Some(Deviation::OtherText)
        }
        () => None,
    };
    match deviation {
        Some(Deviation::LineEnds | Deviation::Form | Deviation::LinesBefore(_)) if strictness == Equality::Lenient => {
            Compared::Same
        }
        Some(deviation) => Compared::OtherFormat(deviation),
        None => {
            let (right, printed) = if strictness == Equality::Lenient {
                (right_content, content)
            } else {
                let owned = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
                (owned(right), owned(printed))
            };
            let first = right.iter().zip(&printed).take_while(|(right, printed)| right == printed).count();
            let line = |lines: &[String]| lines.get(first).cloned();
            let (expected, found) = (line(&right), line(&printed));
            Compared::Wrong(WrongLine { number: first + 1, expected, found, all: right.len() })
        }
    }
}

/// The lines of a text in one form for all spaces, letters, numbers, tuples and boards. Empty lines are left out.
fn content(system: System, lines: &[&str]) -> Vec<String> {
    let whole = lines.join("\n");
    if system == System::Nxn {
        let board = |text: &str| one_line::parse_rows(text).ok().map(|board| one_line::slashes(&board));
        if let Some(board) = board(&whole).or_else(|| board(&lines.join("/"))) {
            return vec![board];
        }
    }
    let is_of_tuple = |letter: char| "()[],'\"".contains(letter);
    let line = |line: &&str| {
        let line: Cow<str> = if system == System::Nxn { line.replace(is_of_tuple, " ").into() } else { (*line).into() };
        joined(line.split_whitespace().map(|text| word(system, text)))
    };
    lines.iter().map(line).filter(|line| !line.is_empty()).collect()
}

/// True if spaces beside a character do not matter.
fn is_mark(letter: char) -> bool {
    ",:;=()[]{}".contains(letter)
}

/// Words with one space between them, and without spaces beside punctuation.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.fold(String::new(), |line, word| {
        let is_apart = !line.is_empty() && !line.ends_with(is_mark) && !word.starts_with(is_mark);
        line + if is_apart { " " } else { "" } + &word
    })
}

/// A printed text with the expected number in place of each number that differs from it by at most `tolerance`.
pub fn within<'a>(expected: &str, found: &'a str, tolerance: f64) -> Cow<'a, str> {
    if tolerance <= 0.0 {
        return found.into();
    }
    // The computed difference of two decimal numbers may be slightly larger than the difference.
    let is_near = |one: &str, other: &str| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) => (one - other).abs() <= tolerance * (1.0 + 1e-9),
        _ => false,
    };
    let line = |(expected, found): (&str, &str)| {
        let mut wanted = pieces(expected).into_iter().filter(|piece| piece.parse::<f64>().is_ok());
        let near = pieces(found).into_iter().map(|piece| match piece.parse::<f64>() {
            Ok(_) => wanted.next().filter(|wanted| is_near(wanted, piece)).unwrap_or(piece),
            Err(_) => piece,
        });
        near.collect::<String>()
    };
    let expected = expected.split_inclusive('\n').chain(iter::repeat(""));
    expected.zip(found.split_inclusive('\n')).map(line).collect::<String>().into()
}

/// The numbers of a line, and the texts between them.
fn pieces(line: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut is_number) = (Vec::new(), 0, false);
    for (place, letter) in line.char_indices() {
        let before = line[..place].chars().next_back().unwrap_or(' ');
        let next = line[place + letter.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        let starts =
            !before.is_alphanumeric() && before != '.' && (letter.is_ascii_digit() || "+-.".contains(letter) && next);
        let continues = letter.is_ascii_digit() || letter == '.';
        if if is_number { !continues } else { starts } {
            pieces.push(&line[start..place]);
            (start, is_number) = (place, starts);
        }
    }
    pieces.push(&line[start..]);
    pieces
}

fn numbers(lines: &[String]) -> Vec<&str> {
    let words = lines.iter().flat_map(|line| line.split(|letter| letter == ' ' || is_mark(letter)));
    words.filter(|word| word.parse::<f64>().is_ok()).collect()
}

/// True if lines contain numbers alone, and at least one.
fn is_all_numbers(lines: &[String]) -> bool {
    !lines.is_empty() && lines.iter().flat_map(|line| line.split(' ')).all(|word| word.parse::<f64>().is_ok())
}

/// A word in lower case, and a number without zeros that do not change it. A row of digits is a board, not a number, and
/// nodes of a tree can have names that differ only in their case.
fn word(system: System, word: &str) -> String {
    let is_short = word.len() < 10 || system == System::Tree;
    match word.parse::<f64>().ok().filter(|number| is_short && number.is_finite()) {
        Some(number) => format!("{}", number + 0.0),
        None if system == System::Tree => word.to_owned(),
        None => word.to_lowercase(),
    }
}

impl Compared {
    /// True if the text is right without a deviation in its format.
    pub const fn is_same(&self) -> bool {
        matches!(self, Self::Same)
    }

    /// True if the content is right, in any format.
    pub const fn is_right(&self) -> bool {
        !matches!(self, Self::Wrong(_))
    }

    /// The number of right lines before the first wrong line, and the number of expected lines. A text with lines after
    /// the answer has one expected line more.
    pub fn right_lines(&self) -> (u64, u64) {
        match self {
            Self::Wrong(WrongLine { number, expected, all, .. }) => {
                let all = all + usize::from(expected.is_none());
                (*number as u64 - 1, all as u64)
            }
            Self::Same => (1, 1),
            Self::OtherFormat(_) => (0, 1),
        }
    }
}
