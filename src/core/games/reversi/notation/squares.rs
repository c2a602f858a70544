//! Reads and writes boards as squares: in one line, in separate rows, and in rows with slashes between them.

use super::{
    Result, Scanner, one_line,
    text::{Alphabet, position},
};
use crate::games::reversi::{Color, Position, Size};
use reversi_io::files::diagnostic::{Line, Problem};

/// Writes all squares in one line, then a space and the player to move: `---OX---... X`.
pub fn line(position: &Position) -> String {
    let squares: String = Alphabet::DASHES.rows(position).collect();
    format!("{squares} {}", Alphabet::DASHES.letter(Some(position.side_to_move())))
}

/// The content of a square, from the letter that stands for it: `Some(None)` for an empty square, and `None` if the
/// letter does not stand for a square.
#[allow(clippy::option_option)] // whether it is a square, and whether that has a disc
pub const fn state(letter: char) -> Option<Option<Color>> {
    match letter {
        'X' | 'x' | 'B' | 'b' | '*' => Some(Some(Color::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Color::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads the squares of a board in one line, and then the player to move. Spaces between squares are ignored.
pub fn parse_line(line: &Line) -> Result<Position> {
    let mut scanner = Scanner::of_line(line);
    // Programs use `*` for a black disc or for an empty square.
    let is_star_clear = line.text.contains(['-', '.']);
    let mut discs = Vec::new();
    let mut first_star = None;
    loop {
        scanner.skip_blanks();
        let place = scanner.clone();
        let Some(letter) = scanner.next() else { break };
        if letter == '*' && !is_star_clear {
            first_star = first_star.or(Some(place));
            discs.push(None);
        } else if letter.is_ascii_digit() {
            return Err(digit(&place, letter));
        } else {
            discs.push(state(letter).ok_or_else(|| {
                let suggestion = matches!(letter, '_' | '+' | ' ').then(|| "did you mean `-`?".to_owned());
                let message = format!("{letter:?} is not a square; expected `X` black, `O` white or `-` empty");
                place.here(message).suggesting(suggestion)
            })?);
        }
    }
    let size_of = |count| (4..=8_u8).find(|&rows| usize::from(rows).pow(2) == count).and_then(Size::new);
    let count = discs.len();
    let (size, side_to_move) = match (size_of(count), discs.last()) {
        (Some(_), _) | (_, None) => (size_of(count), None),
        (None, Some(&side_to_move)) => (size_of(count - 1), side_to_move),
    };
    let size = size.ok_or_else(|| {
        let squares = if count == 1 { "is 1 square" } else { &format!("are {count} squares") };
        scanner.here(format!("there {squares}; expected 16, 25, 36, 49 or 64 and the player to move"))
    })?;
    if let Some(star) = first_star {
        let message = "`*` is a black disc in some programs and an empty square in others, and here it could be either";
        let suggestion = "write the empty squares as `-`, and black as `X`".to_owned();
        return Err(star.here(message).suggesting(Some(suggestion)));
    }
    let missing = "the player to move is missing; expected `X` (black) or `O` (white) after the squares";
    let side_to_move = side_to_move.ok_or_else(|| scanner.here(missing))?;
    Ok(position(size, side_to_move, &discs))
}

/// Reads rows on separate lines. The player to move may follow on a separate line. `*` means an empty square, unless
/// the text uses another character for empty squares.
pub fn parse_rows(lines: &[Line]) -> Result<Position> {
    let (rows, side_to_move) = match lines.split_last() {
        Some((last, rows)) if last.text.trim().chars().count() == 1 => (rows, side_to_move(Scanner::of_line(last))?),
        _ => (lines, Color::Black),
    };
    let columns = rows.first().map_or(0, |row| row.text.chars().count());
    let size = u8::try_from(columns.clamp(4, 8)).ok().and_then(Size::new).unwrap_or(Size::EIGHT);
    if rows.iter().any(|row| row.text.contains(['-', '.'])) {
        Alphabet::DASHES.parse_lines(rows, size, side_to_move, state)
    } else {
        Alphabet::STARS.parse(rows, size, side_to_move)
    }
}

/// Reads rows with slashes between them, then the player to move [default: black]. `*` means an empty square, unless the
/// text uses another character for empty squares.
pub fn parse_slashes(line: &Line) -> Result<Position> {
    let mut rest = Scanner::of_line(line);
    rest.skip_blanks();
    let start = rest.clone();
    let board = start.within(rest.read_while(|letter| !matches!(letter, ' ' | '\t')));
    if let Some((place, letter)) = board.clone().placed().find(|(_, letter)| letter.is_ascii_digit()) {
        return Err(digit(&place, letter));
    }
    rest.skip_blanks();
    let side_to_move = if rest.peek().is_some() { side_to_move(rest)? } else { Color::Black };
    let is_star_empty = !line.text.contains(['-', '.']);
    let square = |letter| if letter == '*' && is_star_empty { Some(None) } else { state(letter) };
    let position = one_line::parse_slashes(board, square)?;
    if position.size() < Size::FOUR {
        return Err(start.here(format!("the board is {}; expected 4x4 to 8x8", position.size())));
    }
    Ok(position.with_side_to_move(side_to_move))
}

/// Reads the player to move at the end of a text.
fn side_to_move(mut scanner: Scanner) -> Result<Color> {
    scanner.skip_blanks();
    let place = scanner.clone();
    let found: String = scanner.collect();
    let mut letters = found.trim_end().chars();
    let (Some(Some(color)), None) = (letters.next().and_then(state), letters.next()) else {
        let found = found.trim_end();
        return Err(place.here(format!("{found:?} does not say who is to move; expected `X` (black) or `O` (white)")));
    };
    Ok(color)
}

fn digit(place: &Scanner, digit: char) -> Problem {
    let message = format!("the digit {digit} is not a square: programs disagree on which disc it means");
    place.here(message).suggesting(Some("write `X` black, `O` white, `-` empty".to_owned()))
}
