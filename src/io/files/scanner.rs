//! A cursor for all parsers: reads a text from the left and knows its place.

use std::iter;

use super::diagnostic::{Line, Problem};

/// The rest of a text, with the place of the rest.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// A whole text, without its byte order mark.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, column: 1 }
    }

    /// A scanner of one line.
    pub const fn of_line(line: &Line<'a>) -> Self {
        Self { rest: line.text, line: line.number, column: 1 }
    }

    /// A scanner of a part of the text; the part begins at the scanner's place.
    pub const fn within(&self, text: &'a str) -> Self {
        Self { rest: text, ..*self }
    }

    /// The rest of the text.
    pub const fn text(&self) -> &'a str {
        self.rest
    }

    /// The line and the column of the next character, from 1.
    pub const fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// The next character, which stays unread.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// If the text continues with `word`, reads the word and returns true. The word contains no line ending.
    pub fn read_word(&mut self, word: &str) -> bool {
        let comes_next = self.rest.starts_with(word);
        if comes_next {
            self.by_ref().take(word.chars().count()).for_each(drop);
        }
        comes_next
    }

    /// Reads characters as long as `wanted` returns true.
    pub fn read_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&mut wanted) {
            self.next();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Skips white space and line endings.
    pub fn skip_blanks(&mut self) {
        self.read_while(char::is_whitespace);
    }

    /// Reads the characters to the end, each with its place.
    pub fn placed(mut self) -> impl Iterator<Item = (Self, char)> {
        iter::from_fn(move || {
            let place = self.clone();
            self.next().map(|letter| (place, letter))
        })
    }

    /// A problem at the next character.
    pub fn here(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.line, self.column, message)
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
