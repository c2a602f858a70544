//! How an evaluation plays: its choice of moves, its corners, its discs over the course of the game.

use std::collections::BTreeMap;

use super::cost::ratio;
use crate::{
    game::Depth,
    games::reversi::{Color, Move, Position, Size},
    matches::{Contestant, PlayedGame},
    report::Results,
};

/// The play of one evaluation at a depth, in all its games against other evaluations at that depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Its games.
    pub games: u64,
    /// Its moves, passes apart.
    pub moves: u64,
    /// The legal moves it had to choose from.
    pub legal_moves: u64,
    /// The positions in which one of them was a corner.
    pub corners_offered: u64,
    /// The corners it took.
    pub corners_taken: u64,
    /// The nodes it searched.
    pub nodes: u64,
    /// The corners it held at the end.
    pub corners_held: u64,
    /// By the number of discs on the board, the games that have come to it, and its discs less those of the opponent.
    pub lead: BTreeMap<u32, (u64, i64)>,
}

impl Style {
    /// The style of an evaluation at a depth.
    #[must_use]
    pub fn of(results: &Results, evaluation: usize, depth: Depth) -> Self {
        let mut style = Self::default();
        for pairing in results.plan.pairings() {
            let players = [(Contestant::First, pairing.first), (Contestant::Second, pairing.second)];
            let is_meant = pairing.is_of_evaluations() && pairing.first.depth == depth;
            let Some((contestant, _)) =
                players.into_iter().find(|(_, player)| is_meant && player.evaluation == evaluation)
            else {
                continue;
            };
            let (_, pairs) = results.pairs(&pairing);
            let counted = pairs.iter().filter(|pair| pair.repeats.is_none());
            for game in counted.flat_map(|pair| &pair.games) {
                style.add(game, game.side_of(contestant));
            }
        }
        style
    }

    fn add(&mut self, game: &PlayedGame, side: Color) {
        let corners = Size::EIGHT.corners();
        for (position, played) in game.record.plies() {
            // After a pass the discs are the same once more.
            let Move::Place(square) = played else { continue };
            self.add_lead(&position, side);
            if position.side_to_move() == side {
                let legal_moves = position.legal_moves();
                self.moves += 1;
                self.legal_moves += u64::from(legal_moves.len());
                self.corners_offered += u64::from(!(legal_moves & corners).is_empty());
                self.corners_taken += u64::from(corners.contains(square));
            }
        }
        let end = game.record.position();
        self.add_lead(end, side);
        self.games += 1;
        self.nodes += game.nodes[side];
        self.corners_held += u64::from((end.discs(side) & corners).len());
    }

    fn add_lead(&mut self, position: &Position, side: Color) {
        let [own, other] = [side, side.opponent()].map(|side| position.discs(side).len());
        let (games, lead) = self.lead.entry(own + other).or_default();
        *games += 1;
        *lead += i64::from(own) - i64::from(other);
    }

    /// Its legal moves a move.
    #[must_use]
    pub fn legal_moves_per_move(&self) -> f64 {
        ratio(self.legal_moves, self.moves)
    }

    /// The nodes it searched for a move.
    #[must_use]
    pub fn nodes_per_move(&self) -> f64 {
        ratio(self.nodes, self.moves)
    }

    /// The part of its positions in which a corner was offered.
    #[must_use]
    pub fn offered_per_move(&self) -> f64 {
        ratio(self.corners_offered, self.moves)
    }

    /// Of the positions in which a corner was offered, the part in which it took one.
    #[must_use]
    pub fn taken_of_offered(&self) -> f64 {
        ratio(self.corners_taken, self.corners_offered)
    }

    /// The corners it held at the end of a game.
    #[must_use]
    pub fn held_per_game(&self) -> f64 {
        ratio(self.corners_held, self.games)
    }
}
