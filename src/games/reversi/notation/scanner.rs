//! A text read from the left, which knows its place.

use super::ParseNotationError;
use crate::files::diagnostic::{Line, Located};

/// What is still to be read of a text.
#[derive(Clone)]
pub struct Scanner<'a> {
    rest: &'a str,
    /// The line of the next character, from 1.
    line: usize,
    /// Its column, from 1.
    column: usize,
}

impl<'a> Scanner<'a> {
    /// A whole text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, column: 1 }
    }

    /// One line of a text.
    pub const fn of_line(line: &Line<'a>) -> Self {
        Self { rest: line.text, line: line.number, column: 1 }
    }

    /// A part of the text that begins here.
    pub const fn within(&self, text: &'a str) -> Self {
        Self { rest: text, ..*self }
    }

    /// All that is still to be read.
    pub const fn text(&self) -> &'a str {
        self.rest
    }

    /// The line of the next character, from 1.
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The next character, which is still to be read.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads a word of one line, where it comes next; tells whether it does.
    pub fn skip(&mut self, word: &str) -> bool {
        let comes_next = self.rest.starts_with(word);
        if comes_next {
            self.by_ref().take(word.chars().count()).for_each(drop);
        }
        comes_next
    }

    /// Reads characters as long as they are wanted.
    pub fn read_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&mut wanted) {
            self.next();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Reads blanks and line ends; what is left begins with something else.
    pub fn skip_blanks(&mut self) {
        self.read_while(char::is_whitespace);
    }

    /// A problem at the next character.
    pub const fn here(&self, problem: ParseNotationError) -> Located<ParseNotationError> {
        Located { line: self.line, column: self.column, problem }
    }
}

impl Iterator for Scanner<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next()?;
        self.rest = letters.as_str();
        if letter == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(letter)
    }
}
