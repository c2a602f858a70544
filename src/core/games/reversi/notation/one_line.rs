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
        return parse(&python(scanner)?, Alphabet::BLANKS, |letter| Alphabet::BLANKS.square(letter));
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
fn python(mut scanner: Scanner) -> Result<Vec<PlacedRow>> {
    let mut rows = Vec::new();
    items(&mut scanner, |scanner| {
        let mut letters = Vec::new();
        let end = items(scanner, |scanner| {
            letters.push(quoted(scanner)?);
            Ok(())
        })?;
        rows.push(PlacedRow { letters, end });
        Ok(())
    })?;
    scanner.skip_blanks();
    if scanner.peek().is_none() { Ok(rows) } else { Err(expected(&scanner, "nothing behind the list")) }
}

/// Reads a list of items, and returns the place of the closing bracket.
fn items<'a>(scanner: &mut Scanner<'a>, mut item: impl FnMut(&mut Scanner<'a>) -> Result<()>) -> Result<Scanner<'a>> {
    let skip = |scanner: &mut Scanner, mark| {
        scanner.skip_blanks();
        scanner.read_word(mark)
    };
    if !skip(scanner, "[") {
        return Err(expected(scanner, "`[`"));
    }
    item(scanner)?;
    while skip(scanner, ",") {
        item(scanner)?;
    }
    let bracket = scanner.clone();
    if skip(scanner, "]") { Ok(bracket) } else { Err(expected(scanner, "`,` or `]`")) }
}

/// Reads a letter between quotes, and returns it with its place.
fn quoted<'a>(scanner: &mut Scanner<'a>) -> Result<(Scanner<'a>, char)> {
    scanner.skip_blanks();
    let start = scanner.clone();
    let open = scanner.next().filter(|quote| ['\'', '"'].contains(quote));
    let place = scanner.clone();
    match (open, scanner.next(), scanner.next()) {
        (Some(open), Some(letter), Some(close)) if open == close => Ok((place, letter)),
        _ => Err(expected(&start, "a letter between quotes: 'B', 'W' or ' '")),
    }
}

fn expected(place: &Scanner, expected: &str) -> Problem {
    place.here(format!("expected {expected}"))
}
