//! How an evaluation plays: its choice of moves, its corners, its discs over the course of the game.

use std::collections::BTreeMap;

use crate::{
    game::Depth,
    games::reversi::{Color, Move, Position, Size},
    matches::{Contestant, PlayedGame},
    report::{Entrant, Results},
};

/// The play of one evaluation at a depth, in all its games against other evaluations at that depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The depth.
    pub depth: Depth,
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
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
    /// The styles of all evaluations at each depth, depth by depth; nothing where no evaluation plays against another.
    pub fn all(results: &Results) -> Vec<Self> {
        let all = results.plan.depths_and_evaluations().into_iter();
        let styles = all.map(|(depth, evaluation)| Self::of(results, evaluation, depth));
        styles.filter(|style| style.games > 0).collect()
    }

    /// The style of an evaluation at a depth.
    fn of(results: &Results, evaluation: usize, depth: Depth) -> Self {
        let mut style = Self { depth, evaluation, ..Self::default() };
        for pairing in results.plan.pairings() {
            if !pairing.is_of_evaluations() {
                continue;
            }
            let contestant = match (Entrant { evaluation, depth }) {
                entrant if entrant == pairing.first => Contestant::First,
                entrant if entrant == pairing.second => Contestant::Second,
                _ => continue,
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
}
