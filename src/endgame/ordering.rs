//! Move ordering: what a child promises before it is searched.
//!
//! Few replies are soon searched, and few good ones among them (*fastest first*); with many empty squares it pays to
//! look some plies ahead for that, and for discs. All numbers here were found by counting the nodes of whole searches.

use super::{
    evaluation::{Evaluation, PatternIndices, UNITS_PER_DISC},
    geometry::index,
    null_window::{Child, Search, compiled},
};
use crate::{
    games::reversi::{Bitboard, Board, Function, Instructions, Square},
    search::take_best,
};

/// What each of a player's moves is worth to the player who is to move. A move to a corner counts twice.
const MOVE: i32 = 64;

/// The same to the opponent of the player to move.
const LATER_MOVE: i32 = 48;

/// What a square is worth on which a player may come to capture: an empty one next to the other's discs.
const FRONTIER: i32 = 16;

/// What each disc on a corner is worth, and each on an edge next to it.
const CORNER: i32 = 128;

/// What a move to a quarter with an odd number of empty squares is worth: there one plays last.
const ODD: i32 = 24;

/// What the place of a square is worth, for each of its points.
const PLACE: i32 = 2;

/// What a disc is worth, at the end of a game as where it is [expected](super::evaluation).
pub const DISC: i32 = 64;

/// What each reply is worth beside the discs expected: most of all, few replies are soon searched.
const REPLY: i32 = 180;

/// The same beside what a board is worth without an evaluation, where replies are counted already.
const REPLY_AGAIN: i32 = 40;

/// What a square is worth beside the discs expected on which there may be a reply later.
const LATER_REPLY: i32 = 32;

/// Above the worth of anything.
pub const LIMIT: i32 = 1 << 24;

/// The fewest empty squares of nodes from whose children it pays to look 0, 1, 2 plies ahead and so on, by an
/// evaluation.
const LOOK_AHEAD_FROM: &[u32] = &[11, 14, 17, 20];

/// The same without an evaluation: what is looked at instead costs less, and tells less.
const LOOK_AHEAD_FROM_WITHOUT: &[u32] = &[12, 14, 16, 18, 20];

/// What judges a board without a look at what comes after.
pub enum Evaluator {
    /// The evaluation, and the numbers of the board.
    Patterns(&'static Evaluation, PatternIndices),
    /// Nothing but mobility, frontiers and corners.
    Mobility,
}

impl Evaluator {
    /// The judge of the board after a move.
    #[inline(always)]
    fn after(&self, square: Square, flips: Bitboard) -> Self {
        match self {
            Self::Patterns(evaluation, numbers) => Self::Patterns(evaluation, numbers.after(square, flips)),
            Self::Mobility => Self::Mobility,
        }
    }

    /// The judge of the same board for the opponent.
    #[inline(always)]
    fn passed(&self) -> Self {
        match self {
            Self::Patterns(evaluation, numbers) => Self::Patterns(evaluation, numbers.passed()),
            Self::Mobility => Self::Mobility,
        }
    }
}

impl<I: Instructions> Search<'_, I> {
    /// Says of each child from an index on, those of a board, what it promises. `empty` are the empty squares of the board,
    /// `odd` those of the [quarters with an odd number](super::geometry::Geometry::odd) of them.
    #[inline(always)]
    pub fn order(&mut self, board: Board, first: usize, empty: Bitboard, odd: Bitboard) {
        let Some(plies) = self.plies_ahead(empty.len()) else {
            for child in first..self.children.len() {
                let Child { square, board: after, .. } = self.children[child];
                self.children[child].ordering_score = self.ordering_score(after, square, odd);
            }
            return;
        };
        let evaluator = self.evaluator(board);
        let mut most = -LIMIT;
        for child in first..self.children.len() {
            let Child { square, board: after, .. } = self.children[child];
            let replies = if self.shared.evaluation.is_some() {
                REPLY * self.mobility(after) + LATER_REPLY * frontier(after)
            } else {
                REPLY_AGAIN * self.mobility(after)
            };
            let ordering_score = self.score_of_place(square, odd) - replies;
            let evaluator = evaluator.after(square, after.own ^ board.other);
            // Of those that promise less than another it suffices to know that.
            let beta = ordering_score - most;
            let value = if plies == 0 {
                self.evaluate(&evaluator, after)
            } else {
                self.look_ahead(after, &evaluator, plies, (-LIMIT, beta))
            };
            self.children[child].ordering_score = ordering_score - value;
            most = most.max(ordering_score - value);
        }
    }

    /// What the child promises that a move leads to, by its mobility.
    #[inline(always)]
    pub fn ordering_score(&self, after: Board, square: Square, odd: Bitboard) -> i32 {
        self.score_of_place(square, odd) - MOVE * self.mobility(after)
    }

    /// What a move promises by its square.
    #[inline(always)]
    fn score_of_place(&self, square: Square, odd: Bitboard) -> i32 {
        let parity = if odd.contains(square) { ODD } else { 0 };
        PLACE * self.shared.geometry.square_scores[index(square)] + parity
    }

    /// How many plies to look ahead from a child of a node with so many empty squares; none where only the replies are
    /// counted.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // a few
    fn plies_ahead(&self, empties: u32) -> Option<u32> {
        let from = if self.shared.evaluation.is_some() { LOOK_AHEAD_FROM } else { LOOK_AHEAD_FROM_WITHOUT };
        if empties < from[0] {
            return None;
        }
        let mut plies = 0;
        while plies + 1 < from.len() && empties >= from[plies + 1] {
            plies += 1;
        }
        Some(plies as u32)
    }

    /// The judge of a board.
    #[inline(always)]
    pub fn evaluator(&self, board: Board) -> Evaluator {
        match self.shared.evaluation {
            Some(evaluation) => Evaluator::Patterns(evaluation, PatternIndices::of(board)),
            None => Evaluator::Mobility,
        }
    }

    /// What a board is worth to the player to move, one ply ahead and more, by its judge, within a window.
    #[inline(always)]
    pub fn look_ahead(&mut self, board: Board, evaluator: &Evaluator, plies: u32, window: (i32, i32)) -> i32 {
        compiled!(self.visit_look_ahead(board: Board, evaluator: &Evaluator, plies: u32, window: (i32, i32)) -> i32)
    }

    #[inline(always)]
    fn visit_look_ahead(
        &mut self,
        board: Board,
        evaluator: &Evaluator,
        plies: u32,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        self.nodes += 1;
        let empty = self.empty(board);
        let moves = self.move_candidates(board) & empty;
        if moves.is_empty() {
            // A pass is no step ahead.
            return match self.after_pass(board, empty) {
                Some(passed) => -self.look_ahead(passed, &evaluator.passed(), plies, (-beta, -alpha)),
                None => DISC * self.final_value(board),
            };
        }
        let below = plies - 1;
        let mut best = -LIMIT;
        let first = self.children.len();
        for square in moves {
            let flips = self.flips(board, square);
            let after = board.after(square, flips);
            let ordering_score = -self.evaluate(&evaluator.after(square, flips), after);
            // What it promises is what it is worth one ply ahead.
            if below == 0 {
                best = best.max(ordering_score);
                if best >= beta {
                    return best;
                }
            } else {
                self.children.push(Child { square, board: after, ordering_score });
            }
        }
        while let Some(Child { square, board: after, .. }) =
            take_best(&mut self.children, first, |child| child.ordering_score)
        {
            let evaluator = evaluator.after(square, after.own ^ board.other);
            best = best.max(-self.look_ahead(after, &evaluator, below, (-beta, -alpha)));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        self.children.truncate(first);
        best
    }

    /// What a board is worth to the player to move, by its judge.
    #[inline(always)]
    fn evaluate(&self, evaluator: &Evaluator, board: Board) -> i32 {
        if let Evaluator::Patterns(evaluation, numbers) = evaluator {
            return DISC * evaluation.value(numbers, self.empty(board).len()) / UNITS_PER_DISC;
        }
        let passed = board.passed();
        MOVE * self.mobility(board) - LATER_MOVE * self.mobility(passed)
            + FRONTIER * (frontier(board) - frontier(passed))
            + CORNER * (self.corners(board.own) - self.corners(board.other))
    }

    /// The number of moves of the player to move, where those to corners count twice.
    #[inline(always)]
    fn mobility(&self, board: Board) -> i32 {
        let moves = self.move_candidates(board) & self.empty(board);
        (moves.len() + (moves & self.shared.geometry.corners).len()) as i32
    }

    /// The number of a player's discs on corners, and on edges next to those.
    #[inline]
    fn corners(&self, discs: Bitboard) -> i32 {
        let corners = discs & self.shared.geometry.corners;
        let beside = Bitboard(corners.0 << 1 | corners.0 >> 1 | corners.0 << 8 | corners.0 >> 8);
        (corners.len() + (discs & beside).len()) as i32
    }
}

/// The number of empty squares next to the opponent's discs, but for those that only discs on an edge of 8x8 are next to.
#[inline]
const fn frontier(board: Board) -> i32 {
    const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;
    let across = board.other.0 & INNER_COLUMNS;
    let upright = board.other.0 & INNER_ROWS;
    let slanting = across & upright;
    let neighbours = across << 1
        | across >> 1
        | upright << 8
        | upright >> 8
        | slanting << 7
        | slanting >> 7
        | slanting << 9
        | slanting >> 9;
    (neighbours & !(board.own.0 | board.other.0)).count_ones() as i32
}
