//! The record of a match: its moves, and how it ends.

use std::{collections::HashSet, fmt};

use super::{House, Player, Position, Verdict};
use crate::game::Game as _;

/// How a match ended. The larger score wins, whatever the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The position ended it.
    Over(Verdict),
    /// The same player stood before the same position once already.
    Repeat,
}

/// `majority`, `no-moves` or `repeat`.
impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Over(Verdict::Majority) => "majority",
            Self::Over(Verdict::NoMoves) => "no-moves",
            Self::Repeat => "repeat",
        })
    }
}

/// A match as far as it has been played.
#[derive(Clone, Debug)]
pub struct Record {
    position: Position,
    moves: Vec<(Player, House)>,
    /// All positions before the present one.
    earlier: HashSet<Position>,
}

impl Record {
    /// A match that begins with a position.
    pub fn new(position: Position) -> Self {
        Self { position, moves: Vec::new(), earlier: HashSet::new() }
    }

    /// The position reached.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far and who played them.
    pub fn moves(&self) -> &[(Player, House)] {
        &self.moves
    }

    /// Plays a legal move of the player to move.
    pub fn play(&mut self, house: House) {
        self.moves.push((self.position.side_to_move(), house));
        self.earlier.insert(self.position);
        self.position = self.position.after(house);
    }

    /// How the match has ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let repeat = self.earlier.contains(&self.position).then_some(Ending::Repeat);
        self.position.verdict().map(Ending::Over).or(repeat)
    }
}
