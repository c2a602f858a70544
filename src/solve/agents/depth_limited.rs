//! An agent that searches some plies ahead, and searches to the end of the game if few squares are empty.

use super::{Agent, Interrupted, Thinking};
use crate::endgame::{Score, Solver};
use reversi_core::{
    game::{Depth, Evaluation, Value},
    games::reversi::{Move, Pass, Position, Size},
    search::{AlphaBeta, PrincipalVariation, Search},
};

/// The largest number of empty squares with which a search to the end is not slower than a search to a usual depth.
pub const ENDING: u32 = 16;

/// The largest number of empty squares with which a depth-limited agent searches to the end, whatever its depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endgame {
    /// The number [`ENDING`], for an agent that plays against a person. On 4x4, the agent keeps its depth limit.
    /// Without this limit, the agent would search the whole game on 4x4, and nobody could win.
    Usual,
    AtMost(u32),
}

impl Endgame {
    pub const NONE: Self = Self::AtMost(0);

    fn empties(self, size: Size) -> u32 {
        match self {
            Self::Usual if size == Size::FOUR => 0,
            Self::Usual => ENDING,
            Self::AtMost(empties) => empties,
        }
    }
}

/// Searches to a depth limit, and to the end of the game if few squares are empty.
#[derive(Debug)]
pub struct DepthLimited<E> {
    depth: Depth,
    /// The largest number of empty squares with which the agent searches to the end of the game.
    ending: u32,
    evaluation: E,
    pub solver: Solver,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    Line {
        /// The line of best play; empty if the game is over.
        line: Vec<Move>,
        depth: Depth,
        /// The value from black's point of view.
        value: Value,
    },
    Proof {
        /// The first best move; `None` if the game is over.
        best: Option<Move>,
        /// The final difference of discs, from the point of view of the player to move.
        value: i32,
    },
}

impl Thought {
    /// The best move; `None` if the game is over.
    pub fn best(&self) -> Option<Move> {
        match self {
            Self::Line { line, .. } => line.first().copied(),
            Self::Proof { best, .. } => *best,
        }
    }
}

impl<E: Evaluation<Pass>> DepthLimited<E> {
    /// The depth of the searches before a search to the end of the game. Searches before the last search take little
    /// time; their result is used if the last search is stopped.
    const BEFORE_THE_END: u32 = 4;

    /// An agent for games on a board of this size.
    pub fn new(size: Size, depth: Depth, endgame: Endgame, evaluation: E) -> Self {
        Self { depth, ending: endgame.empties(size), evaluation, solver: Solver::new(size, Score::Discs) }
    }

    /// Searches a position. If the search may be stopped, the agent searches to each depth in turn. If a search is
    /// stopped, the result of the previous search is returned. The result is `None` if the first search is stopped.
    pub fn think(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Thought> {
        let game = Pass(*position);
        let may_be_stopped = thinking.may_be_stopped();
        let mut best = None;
        let mut look = |depth| -> Result<(), Interrupted> {
            best = Some(if depth == Depth::UNLIMITED {
                let (value, best) = thinking.solve(&mut self.solver, position)?;
                Thought::Proof { best, value }
            } else {
                let mut line = PrincipalVariation::new();
                thinking.depth = depth;
                let mut observer = (&mut *thinking, &mut line);
                let search = Search { root: game, depth, window: AlphaBeta::FULL, evaluation: &self.evaluation };
                let value = search.run(&mut observer)?.value;
                Thought::Line { line: line.moves().to_vec(), depth, value }
            });
            Ok(())
        };
        let empties = position.empty().len();
        let to_the_end = empties <= self.ending;
        // At most one pass follows each disc, so a game has at most twice as many plies as empty squares.
        let plies = self.depth.plies().min(if to_the_end { Self::BEFORE_THE_END } else { 2 * empties });
        let last = if to_the_end { Depth::UNLIMITED } else { Depth::new(plies) };
        let shallower = (1..=plies).map(Depth::new).filter(|&depth| may_be_stopped && depth < last);
        let _ = shallower.chain([last]).try_for_each(&mut look);
        best
    }
}

impl<E: Evaluation<Pass>> Agent for DepthLimited<E> {
    fn method(&self) -> &'static str {
        "using H-MINIMAX with a fixed depth cutoff and a-b pruning"
    }

    fn best(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Move> {
        self.think(position, thinking)?.best()
    }
}
