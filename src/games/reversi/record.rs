//! The record of a game: the positions it went through, and the moves between them, as text and back.

use std::fmt;

use thiserror::Error;

use crate::{
    files::diagnostic::{Line, Located, Problem},
    game::Game,
    games::reversi::{
        Color, Move, Pass, Position, Square,
        sides::{self, Played},
    },
};

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves made, each with the position before it.
    played: Vec<(Position, Move)>,
    /// The position that the last of them led to.
    position: Position,
}

impl Record {
    /// A game that starts from a position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self { played: Vec::new(), position: start }
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, each with its side.
    pub fn moves(&self) -> impl Iterator<Item = Played> {
        self.played.iter().map(|&(before, played)| Played(before.mover(), played))
    }

    /// The square of the last move, unless that was a pass.
    #[must_use]
    pub fn last_square(&self) -> Option<Square> {
        match self.played.last()?.1 {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }

    /// The moves that are legal now: none at the end of the game, a pass alone where there is no other.
    #[must_use]
    pub fn legal(&self) -> Vec<Move> {
        Pass(self.position).moves().collect()
    }

    /// The same, as a list with the side.
    #[must_use]
    pub fn legal_list(&self) -> String {
        sides::list(self.legal().into_iter().map(|played| Played(self.position.mover(), played)))
    }

    /// Makes one of the legal moves.
    pub fn play(&mut self, played: Move) {
        self.played.push((self.position, played));
        self.position = Pass(self.position).after(played).0;
    }

    /// Goes back to the latest position, before this one, in which a side is to move that `chooses`. Returns the moves
    /// taken back; none where there is no such position.
    pub fn undo(&mut self, chooses: impl Fn(Color) -> bool) -> Vec<Played> {
        let Some(kept) = self.played.iter().rposition(|(before, _)| chooses(before.mover())) else { return Vec::new() };
        let taken = self.moves().skip(kept).collect();
        self.position = self.played[kept].0;
        self.played.truncate(kept);
        taken
    }

    /// Plays on from text, the squares one after the other as in `d3c5`. Blanks and line ends may stand between them;
    /// passes are not written, for a player without a move can do nothing else.
    ///
    /// # Errors
    /// The first place where the text is no legal move.
    pub fn play_text(&mut self, lines: &[Line]) -> Result<(), Located<ParseRecordError>> {
        for line in lines {
            let mut letters = line.text.chars().zip(1..).filter(|(letter, _)| !letter.is_whitespace());
            while let Some((first, column)) = letters.next() {
                let name: String =
                    [Some(first), letters.next().map(|(letter, _)| letter)].into_iter().flatten().collect();
                let legal = self.play_named(&name);
                legal.map_err(|problem| Located { line: line.number, column, problem })?;
            }
        }
        Ok(())
    }

    fn play_named(&mut self, name: &str) -> Result<(), ParseRecordError> {
        let found = || name.to_owned();
        let square = name.parse().map_err(|_| ParseRecordError::Name { found: found() })?;
        if self.legal() == [Move::Pass] {
            self.play(Move::Pass);
        }
        if self.position.is_over() {
            return Err(ParseRecordError::Over { found: found() });
        }
        if !self.position.legal_moves().contains(square) {
            let mover = self.position.mover();
            return Err(ParseRecordError::Illegal { found: found(), side: mover, legal: self.legal_list() });
        }
        self.play(Move::Place(square));
        Ok(())
    }
}

/// The squares in order, without passes: `d3c5`.
impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.played.iter().try_for_each(|(_, played)| match played {
            Move::Place(square) => square.fmt(formatter),
            Move::Pass => Ok(()),
        })
    }
}

/// Why a text does not go on with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRecordError {
    /// Two letters that name no square.
    #[error("{found:?} is not a square; expected a column and a row, such as d3")]
    Name {
        /// The letters.
        found: String,
    },
    /// A square on which the player to move captures nothing.
    #[error("{found} is not a legal move of {}; expected one of {legal}", sides::name(*.side))]
    Illegal {
        /// The square.
        found: String,
        /// Who is to move.
        side: Color,
        /// What would be legal.
        legal: String,
    },
    /// A move after the last.
    #[error("{found} comes after the end of the game; expected the end of the file")]
    Over {
        /// The move.
        found: String,
    },
}

impl Problem for ParseRecordError {}
