//! Move ordering: gives each child of a node a score before the child is searched.
//!
//! Children after which the opponent has few replies come first. The search of such children takes little time, and the
//! opponent seldom has a good reply (*fastest first*). With many empty squares, the score comes from a search of some
//! plies. The numbers in this file were tuned by counting the nodes of whole searches.

use super::{
    evaluation::{Evaluation, PatternIndices, UNITS_PER_DISC},
    geometry::index,
    instructions::{Instructions, compiled},
    search::Search,
    split::Child,
};
use reversi_core::{
    game::take_best,
    games::reversi::{Bitboard, Board, Square},
};

/// The value of each legal move of the player to move. A move to a corner counts twice.
pub const MOVE: i32 = 64;

/// The cost of each legal move that the opponent has.
const LATER_MOVE: i32 = 48;

/// The value of a square on which a player may capture later: an empty square next to a disc of the other player.
const FRONTIER: i32 = 16;

/// The value of each disc on a corner, and of each disc on an edge square next to a corner.
const CORNER: i32 = 128;

/// The value of a move to a quarter with an odd number of empty squares, because the same player can also move last
/// there.
const ODD: i32 = 24;

/// The value of each point of a [square's score](super::geometry::Geometry::square_scores).
const SQUARE: i32 = 2;

/// The value of a disc at the end of the game, and of a disc in the [evaluation](super::evaluation).
pub const DISC: i32 = 64;

/// The cost of each reply to a move, if the child has an evaluation. The cost of replies is the largest of all costs,
/// because each reply takes search time.
const REPLY: i32 = 180;

/// The cost of each reply to a move, if the child has no evaluation; mobility adds another cost.
const REPLY_AGAIN: i32 = 40;

/// The cost of each empty square on which a reply may become possible later, if the child has an evaluation.
const LATER_REPLY: i32 = 32;

/// A number larger than every score; `-LIMIT` is smaller than every score.
pub const LIMIT: i32 = 1 << 24;

/// The smallest numbers of empty squares with which looking 0, 1, 2 ... plies ahead from a child saves time.
const LOOK_AHEAD_FROM: &[u32] = &[11, 14, 17, 20];

/// The same numbers without an evaluation. Mobility takes less time than an evaluation, but is less exact.
const LOOK_AHEAD_FROM_WITHOUT: &[u32] = &[12, 14, 16, 18, 20];

/// The method to evaluate a board without a search.
pub enum Evaluator {
    /// The evaluation, with the pattern indices of the board.
    Patterns(&'static Evaluation, PatternIndices),
    /// Evaluates a board only by mobility, frontiers and corners.
    Mobility,
}

impl Evaluator {
    /// The evaluator of the board after a move.
    #[inline(always)]
    fn after(&self, square: Square, flips: Bitboard) -> Self {
        match self {
            Self::Patterns(evaluation, indices) => Self::Patterns(evaluation, indices.after(square, flips)),
            Self::Mobility => Self::Mobility,
        }
    }

    /// The evaluator of the same board for the opponent.
    #[inline(always)]
    fn passed(&self) -> Self {
        match self {
            Self::Patterns(evaluation, indices) => Self::Patterns(evaluation, indices.passed()),
            Self::Mobility => Self::Mobility,
        }
    }
}

impl<I: Instructions> Search<'_, I> {
    /// Sets the ordering scores of the children of a board, from an index on. `empty` has the empty squares, and `odd`
    /// the squares of the [quarters with an odd number](super::geometry::Geometry::odd) of empty squares.
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
            let ordering_score = self.score_of_square(square, odd) - replies;
            let evaluator = evaluator.after(square, after.own ^ board.other);
            // If a child has a lower score than another child, a bound of the lower score is enough.
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

    /// The ordering score of a child by the opponent's mobility after the move.
    #[inline(always)]
    fn ordering_score(&self, after: Board, square: Square, odd: Bitboard) -> i32 {
        self.score_of_square(square, odd) - MOVE * self.mobility(after)
    }

    /// The part of an ordering score that depends only on the square of the move.
    #[inline(always)]
    pub fn score_of_square(&self, square: Square, odd: Bitboard) -> i32 {
        let parity = if odd.contains(square) { ODD } else { 0 };
        SQUARE * self.shared.geometry.square_scores[index(square)] + parity
    }

    /// The number of plies to look ahead from a child of a node with `empties` empty squares; `None` to count only the
    /// replies.
    #[inline(always)]
    fn plies_ahead(&self, empties: u32) -> Option<usize> {
        let from = if self.shared.evaluation.is_some() { LOOK_AHEAD_FROM } else { LOOK_AHEAD_FROM_WITHOUT };
        let mut depths = from.len();
        while depths > 0 && empties < from[depths - 1] {
            depths -= 1;
        }
        depths.checked_sub(1)
    }

    /// The evaluator of a board.
    #[inline(always)]
    pub fn evaluator(&self, board: Board) -> Evaluator {
        match self.shared.evaluation {
            Some(evaluation) => Evaluator::Patterns(evaluation, PatternIndices::of(board)),
            None => Evaluator::Mobility,
        }
    }

    /// The value of a board for the player to move. The value comes from a fail-soft search of at least one ply, with
    /// the window of alpha and beta.
    #[inline(always)]
    pub fn look_ahead(&mut self, board: Board, evaluator: &Evaluator, plies: usize, window: (i32, i32)) -> i32 {
        compiled!(self.visit_look_ahead(board: Board, evaluator: &Evaluator, plies: usize, window: (i32, i32)) -> i32)
    }

    #[inline(always)]
    fn visit_look_ahead(
        &mut self,
        board: Board,
        evaluator: &Evaluator,
        plies: usize,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        self.nodes += 1;
        let empty = self.empty(board);
        let moves = self.move_candidates(board) & empty;
        if moves.is_empty() {
            // A pass does not count as a ply.
            return match self.after_pass(board, empty) {
                Some((passed, _)) => -self.look_ahead(passed, &evaluator.passed(), plies, (-beta, -alpha)),
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
            // Without a search, the child's value is the ordering score, which is the result of a search of one ply.
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

    /// The value of a board for the player to move, by its evaluator.
    #[inline(always)]
    fn evaluate(&self, evaluator: &Evaluator, board: Board) -> i32 {
        if let Evaluator::Patterns(evaluation, indices) = evaluator {
            return DISC * evaluation.value(indices) / UNITS_PER_DISC;
        }
        let passed = board.passed();
        MOVE * self.mobility(board) - LATER_MOVE * self.mobility(passed)
            + FRONTIER * (frontier(board) - frontier(passed))
            + CORNER * (self.corners(board.own) - self.corners(board.other))
    }

    /// The number of moves of the player to move; moves to corners count twice.
    #[inline(always)]
    fn mobility(&self, board: Board) -> i32 {
        self.weighed(self.move_candidates(board) & self.empty(board))
    }

    /// The number of moves; moves to corners count twice.
    #[inline(always)]
    pub fn weighed(&self, moves: Bitboard) -> i32 {
        (moves.len() + (moves & self.shared.geometry.corners).len()) as i32
    }

    /// The number of a player's discs on corners and on the edge squares next to corners.
    #[inline]
    fn corners(&self, discs: Bitboard) -> i32 {
        let corners = discs & self.shared.geometry.corners;
        let beside = Bitboard(corners.0 << 1 | corners.0 >> 1 | corners.0 << 8 | corners.0 >> 8);
        (corners.len() + (discs & beside).len()) as i32
    }
}

/// The number of empty squares next to the opponent's discs. On 8x8, a disc on an edge counts only for its neighbours
/// along the edge.
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
