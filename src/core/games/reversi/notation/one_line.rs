//! Reads and writes boards in one argument: sixteen digits, rows between slashes, or a Python list of lists.

use super::{
    Result,
    text::{Alphabet, PlacedRow, position},
};
use crate::games::reversi::{Color, Position, Size, sides};
use reversi_io::{
    files::{diagnostic::Problem, scanner::Scanner},
    names::count,
};

/// Reads the 4x4 board of Reversi Tiny, row by row: `0` empty, `1` black (dark), `2` white (light). Black is to move.
pub fn parse_digits(text: &str) -> Result<Position> {
    let PlacedRow { letters, end } = PlacedRow::of(Scanner::new(text));
    if letters.len() != 16 {
        let found = count(letters.len(), "square");
        return Err(end.here(format!("the board has {found}; expected the 16 of a 4x4 board")));
    }
    let rows = letters.chunks(4).map(|row| PlacedRow { letters: row.to_vec(), end: end.clone() });
    parse(&rows.collect::<Vec<_>>(), Alphabet::DIGITS, |letter| Alphabet::DIGITS.square(letter))
}

/// The sixteen digits of a 4x4 board.
pub fn digits(position: &Position) -> String {
    Alphabet::DIGITS.rows(position).collect()
}

/// Reads a board of up to 8x8 in one of the two forms of n x n Reversi. The forms are rows joined by slashes,
/// `..../.BW./.WB./....`, and a Python list of lists, `[[' ', 'B', ...], ...]`. Black is to move.
pub fn parse_rows(text: &str) -> Result<Position> {
    let scanner = Scanner::new(text);
    if text.trim_start().starts_with('[') {
        return parse(&Python(scanner).board()?, Alphabet::BLANKS, |letter| Alphabet::BLANKS.square(letter));
    }
    parse_slashes(scanner, |letter| Alphabet::DOTS.square(letter))
}

/// Reads the rows of a board with slashes between them. `square` returns the content of a square for each character.
pub(super) fn parse_slashes(mut scanner: Scanner, square: impl Fn(char) -> Option<Option<Color>>) -> Result<Position> {
    let mut rows = Vec::new();
    loop {
        let start = scanner.clone();
        let row = scanner.read_while(|letter| letter != '/');
        rows.push(PlacedRow::of(start.within(row)));
        // Skips the slash after a board row.
        if scanner.next().is_none() {
            return parse(&rows, Alphabet::DOTS, square);
        }
    }
}

/// The rows of a board joined by slashes: `..../.BW./.WB./....`.
pub fn slashes(position: &Position) -> String {
    Alphabet::DOTS.rows(position).collect::<Vec<_>>().join("/")
}

/// The rows of a board joined by slashes, and the player to move: `..../.BW./.WB./.... x`.
pub fn slashes_with_side(position: &Position) -> String {
    format!("{} {}", slashes(position), sides::letter(position.side_to_move()))
}

/// Reads a square board; the number of its rows, at least one, is the size.
fn parse(rows: &[PlacedRow], alphabet: Alphabet, square: impl Fn(char) -> Option<Option<Color>>) -> Result<Position> {
    let larger = rows.len().max(rows[0].letters.len());
    let size = u8::try_from(larger).ok().and_then(Size::new);
    let too_large = || format!("the board has {larger} rows or columns; expected at most 8");
    let size = size.ok_or_else(|| rows[0].place(0).here(too_large()))?;
    // If a row is missing, the place of the problem is the end of the last row.
    let end = &rows[rows.len() - 1].end;
    Ok(position(size, Color::Black, &alphabet.cells(rows, end, size, square)?))
}

/// Reads a list of lists of letters, as written in Python.
struct Python<'a>(Scanner<'a>);

impl<'a> Python<'a> {
    /// Reads the whole text as a list of rows.
    fn board(mut self) -> Result<Vec<PlacedRow<'a>>> {
        let (rows, _) = self.list(Self::row)?;
        self.0.skip_blanks();
        if self.0.peek().is_none() { Ok(rows) } else { Err(self.expected("nothing behind the list")) }
    }

    fn row(&mut self) -> Result<PlacedRow<'a>> {
        let (letters, end) = self.list(Self::letter)?;
        Ok(PlacedRow { letters, end })
    }

    /// Reads a letter between quotes, and returns it with its place.
    fn letter(&mut self) -> Result<(Scanner<'a>, char)> {
        self.0.skip_blanks();
        let mut ahead = self.0.clone();
        let open = ahead.next().filter(|quote| ['\'', '"'].contains(quote));
        let place = ahead.clone();
        match (open, ahead.next(), ahead.next()) {
            (Some(open), Some(letter), Some(close)) if open == close => {
                self.0 = ahead;
                Ok((place, letter))
            }
            _ => Err(self.expected("a letter between quotes: 'B', 'W' or ' '")),
        }
    }

    /// Reads a list of items; also returns the place of the closing bracket.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<(Vec<T>, Scanner<'a>)> {
        if !self.skip("[") {
            return Err(self.expected("`[`"));
        }
        let mut items = vec![item(self)?];
        while self.skip(",") {
            items.push(item(self)?);
        }
        let bracket = self.0.clone();
        if self.skip("]") { Ok((items, bracket)) } else { Err(self.expected("`,` or `]`")) }
    }

    /// Skips spaces, and then reads the mark if the mark comes next. Returns true if the mark was read.
    fn skip(&mut self, mark: &str) -> bool {
        self.0.skip_blanks();
        self.0.read_word(mark)
    }

    /// Makes a problem at the next character, with the text that was expected.
    fn expected(&self, expected: &str) -> Problem {
        self.0.here(format!("expected {expected}"))
    }
}
