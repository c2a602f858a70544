//! The nodes below the root: principal variation search from the point of view of the player to move.
//!
//! | empty squares | method |
//! | --- | --- |
//! | more than [`SMALL`] | a transposition table; children with few replies come first (*fastest first*) |
//! | up to [`SMALL`] | no table; moves to regions with an odd number of empty squares come first (*parity*) |
//!
//! All results are fail-soft: a value between alpha and beta is exact. A value of at most alpha is an upper bound, and a
//! value of at least beta is a lower bound.

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use super::Score;
use reversi_core::{
    game::{Bounds, take_best},
    games::reversi::{Bitboard, Board, BoardTable, Size, Square, lines},
};

/// A number larger than every value; `-INFINITY` is smaller than every value.
pub const INFINITY: i32 = 100;

/// The largest number of slots of the table, at 32 bytes each.
const SLOTS: usize = 1 << 21;

/// A number larger than every score of a child.
pub const LIMIT: i32 = 1 << 20;

/// The largest number of empty squares of nodes without a table. With 7 empty squares, the table saves as much time as
/// its look-ups take.
const SMALL: u32 = 6;

/// With more empty squares, a short search orders the children: one ply, and one more for every two empty squares, up
/// to [`ROOT_PLIES`].
const WITHOUT_LOOK_AHEAD: u32 = 10;

/// The number of plies of the search that orders the moves at the root.
pub const ROOT_PLIES: u32 = 4;

/// The weights of the scores that order children. They were tuned by the nodes of FFO 40 to 44.
const COST_OF_REPLY: i32 = 16;
const CORNER: i32 = 16;
const PARITY: i32 = 6;

/// An entry of the table: bounds of a board's value, and the move that was best or caused a cut-off.
#[derive(Clone, Copy, Debug)]
struct Known {
    bounds: Bounds,
    best: Option<Square>,
}

const NOTHING: Known = Known { bounds: Bounds { lower: -INFINITY, upper: INFINITY }, best: None };

#[derive(Clone, Copy, Debug)]
struct Child {
    square: Square,
    board: Board,
    replies: Bitboard,
    score: i32,
}

/// The state of a search, and the table, which is kept from one search to the next.
#[derive(Debug)]
pub struct Search {
    pub size: Size,
    squares: Bitboard,
    corners: Bitboard,
    score: Score,
    table: BoardTable<Known>,
    /// The four quarters of the board, the regions for parity.
    quarters: [Bitboard; 4],
    /// The unsearched children of all nodes on the path from the root.
    children: Vec<Child>,
    /// The nodes that are not yet in `counted`.
    pub nodes: u64,
    pub counted: Arc<AtomicU64>,
    pub stop: Arc<AtomicBool>,
}

impl Search {
    /// A search with an empty table.
    pub fn new(size: Size, score: Score) -> Self {
        let table = BoardTable::new(1 << 12, SLOTS, NOTHING);
        let half = size.rows() / 2;
        let is_in = |quarter, square: &Square| {
            quarter == usize::from(square.row() < half) * 2 + usize::from(square.column() < half)
        };
        let quarter = |quarter| size.squares().into_iter().filter(|square| is_in(quarter, square)).collect();
        let quarters = [0, 1, 2, 3].map(quarter);
        let (counted, stop) = (Arc::default(), Arc::default());
        Self {
            size,
            squares: size.squares(),
            corners: size.corners(),
            score,
            table,
            quarters,
            children: Vec::new(),
            nodes: 0,
            counted,
            stop,
        }
    }

    /// Adds the nodes to the common counter.
    pub fn count(&mut self) {
        self.counted.fetch_add(mem::take(&mut self.nodes), Ordering::Relaxed);
    }

    /// The value of a board without moves for either player.
    pub fn final_value(&self, board: Board) -> i32 {
        self.score.of(board, self.squares.len() as i32)
    }

    /// The value of a board for the player to move, who has these legal moves; `None` if the search was stopped.
    pub fn value(&mut self, board: Board, moves: Bitboard, mut alpha: i32, beta: i32) -> Option<i32> {
        let empty = self.empty(board);
        if empty.len() <= SMALL {
            return Some(self.small(board, empty, alpha, beta));
        }
        self.nodes += 1;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if moves.is_empty() {
            let replies = self.moves(board.passed());
            if replies.is_empty() {
                return Some(self.final_value(board));
            }
            return Some(-self.value(board.passed(), replies, -beta, -alpha)?);
        }
        let Known { mut bounds, best } = self.table.probe(board).copied().unwrap_or(NOTHING);
        if bounds.lower >= beta || bounds.lower == bounds.upper {
            return Some(bounds.lower);
        }
        if bounds.upper <= alpha {
            return Some(bounds.upper);
        }
        let first = self.children.len();
        if let Some(bound) = self.push_children(board, moves, best, beta) {
            self.children.truncate(first);
            return Some(bound);
        }
        let (window, mut value, mut best) = (alpha, -INFINITY, None);
        while let Some(child) = take_best(&mut self.children, first, |child| child.score) {
            let mut found = -INFINITY;
            if best.is_some() {
                found = -self.value(child.board, child.replies, -alpha - 1, -alpha)?;
            }
            if best.is_none() || alpha < found && found < beta {
                found = -self.value(child.board, child.replies, -beta, -alpha.max(found))?;
            }
            if found > value {
                (value, best) = (found, Some(child.square));
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        self.children.truncate(first);
        bounds.learn(value, window, beta);
        self.table.store(board, Known { bounds, best });
        Some(value)
    }

    /// Adds the children of a node, with scores for their order. If the table shows that a child is at least `beta`,
    /// returns the child's bound (enhanced transposition cut-off).
    fn push_children(&mut self, board: Board, moves: Bitboard, best: Option<Square>, beta: i32) -> Option<i32> {
        let odd = self.odd(self.empty(board));
        let plies = self.empty(board).len().saturating_sub(WITHOUT_LOOK_AHEAD - 1).min(2 * ROOT_PLIES) / 2;
        for square in moves {
            let after = board.after(square, flips(board, square));
            if let Some(known) = self.table.probe(after)
                && -known.bounds.upper >= beta
            {
                return Some(-known.bounds.upper);
            }
            let replies = self.moves(after);
            let mut score = -COST_OF_REPLY * self.mobility(replies);
            if plies > 0 {
                score = score / 2 - self.promise(after, replies, plies - 1, -LIMIT, LIMIT);
            }
            score += if odd.contains(square) { PARITY } else { 0 };
            score += if self.corners.contains(square) { CORNER } else { 0 };
            score += if best == Some(square) { LIMIT } else { 0 };
            self.children.push(Child { square, board: after, replies, score });
        }
        None
    }

    /// Estimates a board by the mobility of both players after some plies.
    pub fn promise(&mut self, board: Board, moves: Bitboard, plies: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if plies == 0 || moves.is_empty() {
            let replies = self.moves(board.passed());
            let corners = |discs: Bitboard| (discs & self.corners).len() as i32;
            return COST_OF_REPLY * (self.mobility(moves) - self.mobility(replies))
                + CORNER * (corners(board.own) - corners(board.other));
        }
        let mut best = -LIMIT;
        for square in moves {
            let after = board.after(square, flips(board, square));
            best = best.max(-self.promise(after, self.moves(after), plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The value of a board with at most [`SMALL`] empty squares.
    fn small(&mut self, board: Board, empty: Bitboard, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        // A move captures only next to an opponent's disc.
        let near = empty & board.other.with_neighbours();
        let odd = self.odd(empty);
        let mut value = -INFINITY;
        for set in [near & odd, near - odd] {
            for square in set {
                let flips = flips(board, square);
                if flips.is_empty() {
                    continue;
                }
                let (after, empty) = (board.after(square, flips), empty - Bitboard::of(square));
                let found = match (empty.len(), empty.first()) {
                    (1, Some(last)) => self.last(after, last),
                    (0, _) => self.final_value(after),
                    _ => self.small(after, empty, -beta, -alpha),
                };
                value = value.max(-found);
                alpha = alpha.max(value);
                if value >= beta {
                    return value;
                }
            }
        }
        if value == -INFINITY {
            let passed = board.passed();
            let is_over = self.moves(passed).is_empty();
            return if is_over { self.final_value(board) } else { -self.small(passed, empty, -beta, -alpha) };
        }
        value
    }

    /// The value of a board with one empty square.
    fn last(&self, board: Board, square: Square) -> i32 {
        let count = |own: Bitboard| lines::flip_count_of_last(square.index(), own.0) as i32;
        let difference = board.own.len() as i32 - board.other.len() as i32;
        match (count(board.own), count(board.other)) {
            (0, 0) => self.final_value(board),
            (0, flips) => difference - 2 * flips - 1,
            (flips, _) => difference + 2 * flips + 1,
        }
    }

    fn empty(&self, board: Board) -> Bitboard {
        self.squares - board.occupied()
    }

    /// The legal moves of the player to move.
    pub fn moves(&self, board: Board) -> Bitboard {
        Bitboard(lines::move_candidates(board.own.0, board.other.0)) & self.empty(board)
    }

    /// The number of moves, where a move to a corner counts twice.
    fn mobility(&self, moves: Bitboard) -> i32 {
        (moves.len() + (moves & self.corners).len()) as i32
    }

    /// The squares of all quarters with an odd number of empty squares: who moves there first can also move last.
    fn odd(&self, empty: Bitboard) -> Bitboard {
        let is_odd = |quarter: &Bitboard| (empty & *quarter).len() % 2 == 1;
        self.quarters.into_iter().filter(is_odd).fold(Bitboard::EMPTY, |odd, quarter| odd | quarter)
    }
}

#[inline]
fn flips(board: Board, square: Square) -> Bitboard {
    Bitboard(lines::flips(square.index(), board.own.0, board.other.0))
}
