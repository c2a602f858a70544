//! Reads and writes the moves of a game in sequence: `f5d6c3`, `1. F5 2. D6`.

use super::{NOTHING, Result, Scanner};
use crate::games::reversi::{Move, Position, Record};
use reversi_io::files::diagnostic::{Line, Problem};

/// The name of a move in transcripts: `f5`, `--`.
pub fn name(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "--".to_owned(),
    }
}

/// Reads a move from a name: a square or a pass (`--`, `ps`, `pa`, `pass`), in upper or lower case.
fn named(name: &str) -> Option<Move> {
    if ["--", "ps", "pa"].iter().any(|pass| pass.eq_ignore_ascii_case(name)) {
        return Some(Move::Pass);
    }
    name.parse().ok()
}

/// Reads the name of a move; errors name the given place.
pub fn read_move(place: &Scanner, name: &str) -> Result<Move> {
    let message = || format!("{name:?} is not a move; expected a square such as d3, or a pass: --, ps or pa");
    named(name).ok_or_else(|| place.here(message()))
}

/// True if a line looks like moves: the name of a square comes first, apart from numbers and passes.
pub fn begins(line: &str) -> bool {
    let mut scanner = Scanner::new(line);
    loop {
        skip_number(&mut scanner);
        match take_name(&mut scanner).as_deref().map(named) {
            Some(Some(Move::Place(_))) => return true,
            Some(Some(Move::Pass)) => {}
            Some(None) | None => return false,
        }
    }
}

/// True if names of moves in a transcript can contain this letter.
pub const fn is_letter(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, 'a'..='h' | 'A'..='H' | '0'..='9' | 'p' | 'P' | 's' | 'S' | '-' | '.' | ',')
}

/// Reads the moves of one game.
pub fn parse(lines: &[Line], start: &Position) -> Result<Record> {
    let mut record = Record::new(*start);
    for line in lines {
        let mut scanner = Scanner::of_line(line);
        loop {
            skip_number(&mut scanner);
            let place = scanner.clone();
            let Some(name) = take_name(&mut scanner) else { break };
            record.play_given(read_move(&place, &name)?).map_err(|illegal| place.here(illegal))?;
        }
    }
    match lines.first() {
        // If the text has only numbers, it is not a game.
        Some(line) if record.moves().next().is_none() => Err(Problem::new(line.number, 1, NOTHING)),
        _ => Ok(record),
    }
}

/// Skips spaces, and the number of a move with the point that follows.
fn skip_number(scanner: &mut Scanner) {
    scanner.read_while(|letter| letter.is_whitespace() || letter.is_ascii_digit() || matches!(letter, '.' | ','));
}

/// Reads the next word, which should be the name of a move; `None` at the end of the text.
fn take_name(scanner: &mut Scanner) -> Option<String> {
    for pass in ["pass", "Pass", "PASS"] {
        if scanner.read_word(pass) {
            return Some(pass.to_owned());
        }
    }
    let name: String = scanner.by_ref().take(2).collect();
    if name.is_empty() { None } else { Some(name) }
}
