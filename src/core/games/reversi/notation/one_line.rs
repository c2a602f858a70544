//! Boards in one line of text, as an argument of a command: sixteen digits (Reversi Tiny), and rows between slashes or
//! a Python list of lists (n x n Reversi).

use super::text::Alphabet;
use crate::games::reversi::{Color, Position, Size, sides};
use reversi_io::{
    files::{
        diagnostic::{Line, Problem},
        scanner::Scanner,
    },
    names::count,
};

/// Reads the board of Reversi Tiny, 4x4 in reading order: `0` empty, `1` black (dark), `2` white (light). Black is to
/// move.
///
/// # Errors
/// The first place where the text is no such board.
pub fn parse_digits(text: &str) -> Result<Position, Problem> {
    let mut end = Scanner::new(text);
    let squares = end.by_ref().count();
    if squares != 16 {
        let found = count(squares, "square");
        return Err(end.here(format!("the board has {found}; expected the 16 of a 4x4 board")));
    }
    let letters: Vec<_> = Scanner::new(text).placed().collect();
    let rows: Vec<_> = letters.chunks(4).map(|row| PlacedRow { letters: row.to_vec(), end: end.clone() }).collect();
    parse(&rows, Alphabet::DIGITS)
}

/// The sixteen digits of a 4x4 board.
pub fn digits(position: &Position) -> String {
    Alphabet::DIGITS.rows(position).collect()
}

/// Reads a board of up to 8x8 in either form of n x n Reversi: rows joined by slashes, `..../.BW./.WB./....`, or a
/// Python list of lists, `[[' ', 'B', ...], ...]`. Black is to move.
///
/// # Errors
/// The first place where the text is no such board.
pub fn parse_rows(text: &str) -> Result<Position, Problem> {
    if text.trim_start().starts_with('[') {
        return parse(&Python(Scanner::new(text)).board()?, Alphabet::BLANKS);
    }
    let mut scanner = Scanner::new(text);
    let mut rows = Vec::new();
    loop {
        let start = scanner.clone();
        let row = scanner.read_while(|letter| letter != '/');
        rows.push(PlacedRow { letters: start.within(row).placed().collect(), end: scanner.clone() });
        // The slash after the row.
        if scanner.next().is_none() {
            return parse(&rows, Alphabet::DOTS);
        }
    }
}

/// The rows of a board joined by slashes: `..../.BW./.WB./....`.
pub fn slashes(position: &Position) -> String {
    Alphabet::DOTS.rows(position).collect::<Vec<_>>().join("/")
}

/// The rows of a board joined by slashes, and who is to move: `..../.BW./.WB./.... x`.
pub fn slashes_with_side(position: &Position) -> String {
    format!("{} {}", slashes(position), sides::letter(position.side_to_move()))
}

/// A row of letters, each with its place in the text, and the place after the last.
struct PlacedRow<'a> {
    letters: Vec<(Scanner<'a>, char)>,
    end: Scanner<'a>,
}

/// Reads the rows. A problem of a square of a row becomes one of the square's place in the text.
fn parse(rows: &[PlacedRow], alphabet: Alphabet) -> Result<Position, Problem> {
    let columns = rows.first().map_or(0, |row| row.letters.len());
    let larger = rows.len().max(columns);
    let size = u8::try_from(larger).ok().and_then(Size::new);
    let too_large = || Problem::new(1, 1, format!("the board has {larger} rows or columns; expected at most 8"));
    let size = size.ok_or_else(too_large)?;
    let texts: Vec<String> = rows.iter().map(|row| row.letters.iter().map(|&(_, letter)| letter).collect()).collect();
    let lines: Vec<_> = (1..).zip(&texts).map(|(number, text)| Line { number, text }).collect();
    alphabet.parse(&lines, size, Color::Black).map_err(|problem| {
        // A row that is missing would begin after the end of the last one.
        let row = rows.get(problem.line - 1);
        let letter = row.and_then(|row| row.letters.get(problem.column - 1)).map(|(place, _)| place);
        let place = letter.or(row.or(rows.last()).map(|row| &row.end));
        let (line, column) = place.map_or((1, 1), Scanner::place);
        Problem { line, column, ..problem }
    })
}

/// Reads a Python list of lists of letters.
struct Python<'a>(Scanner<'a>);

impl<'a> Python<'a> {
    /// The whole text: a list of rows.
    fn board(mut self) -> Result<Vec<PlacedRow<'a>>, Problem> {
        let (rows, _) = self.list(Self::row)?;
        self.0.skip_blanks();
        if self.0.peek().is_none() { Ok(rows) } else { Err(self.expected("nothing behind the list")) }
    }

    fn row(&mut self) -> Result<PlacedRow<'a>, Problem> {
        let (letters, end) = self.list(Self::letter)?;
        Ok(PlacedRow { letters, end })
    }

    /// A letter between quotes, and its place.
    fn letter(&mut self) -> Result<(Scanner<'a>, char), Problem> {
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

    /// A list of items, and the place of its closing bracket.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Problem>,
    ) -> Result<(Vec<T>, Scanner<'a>), Problem> {
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

    /// Reads blanks, and after them a mark if it comes next; tells whether it does.
    fn skip(&mut self, mark: &str) -> bool {
        self.0.skip_blanks();
        self.0.read_word(mark)
    }

    /// A problem at the next character: something else should stand there.
    fn expected(&self, expected: &str) -> Problem {
        self.0.here(format!("expected {expected}"))
    }
}
