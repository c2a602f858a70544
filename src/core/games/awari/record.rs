//! The record of a match: its moves and its end.

use std::collections::HashSet;

use super::{Ending, House, Player, Position};
use crate::game::Game as _;

/// A match so far.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    position: Position,
    moves: Vec<(Player, House)>,
    /// All positions of the match before the current position.
    earlier: HashSet<Position>,
}

impl MatchRecord {
    /// A match that starts from a position.
    pub fn new(position: Position) -> Self {
        Self { position, moves: Vec::new(), earlier: HashSet::new() }
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, each with the player who made the move.
    pub fn moves(&self) -> &[(Player, House)] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, house: House) {
        self.moves.push((self.position.side_to_move(), house));
        self.earlier.insert(self.position);
        self.position = self.position.after(house);
    }

    /// The reason why the match ended; `None` while the match continues.
    pub fn ending(&self) -> Option<Ending> {
        self.position.ending().or_else(|| self.earlier.contains(&self.position).then_some(Ending::Repeat))
    }
}
