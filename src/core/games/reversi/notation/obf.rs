//! Othello Board Files (OBF): positions with known scores, as in endgame test sets.

use std::fmt;

use super::{Result, Scanner, squares, transcript};
use crate::games::reversi::{Move, Position, Record};
use reversi_io::files::diagnostic::Line;

/// A position with known scores. A score is the final difference of discs after perfect play, from -64 to 64, for the
/// player to move. If squares stay empty, the winner gets them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    pub position: Position,
    /// The score of the position itself, before any move.
    pub score: Option<i32>,
    /// The moves with their scores, in the order of the text; the best move is usually the first.
    pub moves: Vec<(Move, i32)>,
}

impl ScoredPosition {
    /// A position without scores.
    pub const fn without_scores(position: Position) -> Self {
        Self { position, score: None, moves: Vec::new() }
    }

    /// The best score of the position; `None` if no score is known.
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|&(_, score)| score).chain(self.score).max()
    }
}

/// Writes `BOARD X; A2:+38; H4:+0;` or `BOARD X; +38;`.
impl fmt::Display for ScoredPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{};", squares::line(&self.position))?;
        if let Some(score) = self.score {
            write!(formatter, " {score:+};")?;
        }
        self.moves.iter().try_for_each(|&(played, score)| {
            write!(formatter, " {}:{score:+};", transcript::name(played).to_ascii_uppercase())
        })
    }
}

/// Reads one line of a file.
pub fn parse(line: &Line) -> Result<ScoredPosition> {
    let mut parts = line.text.split(';');
    let board = parts.next().unwrap_or_default();
    let mut scored = ScoredPosition::without_scores(squares::parse_line(&Line { number: line.number, text: board })?);
    let legal = Record::new(scored.position);
    let mut scanner = Scanner::of_line(line);
    scanner.read_while(|letter| letter != ';');
    while scanner.next().is_some() {
        scanner.skip_blanks();
        let place = scanner.clone();
        let part = scanner.read_while(|letter| letter != ';').trim_end();
        let score = |text: &str| {
            let score = text.trim().parse().ok().filter(|score| (-64..=64).contains(score));
            let expected = "expected one from -64 to +64, alone or after a move: `+4` or `D3:+4`";
            score.ok_or_else(|| place.here(format!("{part:?} is not a score; {expected}")))
        };
        match part.split_once(':') {
            None if part.is_empty() => {}
            None => scored.score = Some(score(part)?),
            Some((name, text)) => {
                let played = transcript::read_move(&place, name.trim())?;
                legal.check(played).map_err(|illegal| place.here(illegal))?;
                scored.moves.push((played, score(text)?));
            }
        }
    }
    Ok(scored)
}
