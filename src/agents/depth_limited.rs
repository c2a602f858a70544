//! The agent that looks some plies ahead: alpha-beta with a cut-off and an evaluation, and the whole game near its end.

use super::{Agent, Interrupted, Thinking, positional};
use crate::{
    endgame::Solver,
    game::{Depth, Evaluation, Value},
    games::reversi::{Color, Move, Pass, Position, Size},
    search::{AlphaBeta, PrincipalVariation, Search},
};

/// The most empty squares with which a search to the end takes no longer than one to a usual depth.
pub const ENDING: u32 = 16;

/// The number of empty squares with which a depth-limited agent begins to search to the end of the game, whatever its
/// depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endgame {
    /// [`ENDING`], for the opponent of a person. On 4x4 the agent keeps to its depth: with the whole game in sight it could
    /// not be beaten.
    Usual,
    /// So many.
    AtMost(u32),
}

impl Endgame {
    /// None: the agent keeps to its depth.
    pub const NONE: Self = Self::AtMost(0);

    /// The most empty squares with which the agent searches to the end, on a board of a size.
    pub fn empties(self, size: Size) -> u32 {
        match self {
            Self::Usual if size == Size::FOUR => 0,
            Self::Usual => ENDING,
            Self::AtMost(empties) => empties,
        }
    }
}

/// Searches to a depth, and to the end of the game once that is near.
#[derive(Debug)]
pub struct DepthLimited<E> {
    /// The cut-off.
    pub depth: Depth,
    /// The most empty squares with which it searches to the end whatever the depth.
    pub ending: u32,
    /// What a position is worth there.
    pub evaluation: E,
    /// What it searches to the end with.
    pub solver: Option<Solver>,
}

/// What a search found, and its depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The line of best play; its first move alone where the search went to the end; none where the game is over.
    pub line: Vec<Move>,
    /// Its value.
    pub value: Value,
    /// The depth at which that holds; [`Depth::UNLIMITED`] where it is the final difference of discs.
    pub depth: Depth,
}

impl Analysis {
    /// The final difference of discs, dark's less light's, where the value is one.
    pub fn final_difference(&self) -> Option<i32> {
        if self.depth == Depth::UNLIMITED { self.value.finite() } else { positional::final_difference(self.value) }
    }
}

impl<E: Evaluation<Pass>> DepthLimited<E> {
    /// The most plies of searches before one to the end, in case that is stopped: they take no time beside it.
    const BEFORE_THE_END: u32 = 4;

    /// An agent that has not played yet.
    pub fn new(depth: Depth, ending: u32, evaluation: E) -> Self {
        Self { depth, ending, evaluation, solver: None }
    }

    /// Searches a position. Where `thinking` may be stopped, the depth grows ply by ply, and a search that is stopped
    /// leaves the result of the one before it; none where the first is stopped.
    pub fn think(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Analysis> {
        let game = Pass(*position);
        let may_be_stopped = thinking.may_be_stopped();
        let mut best = None;
        let mut look = |depth| -> Result<(), Interrupted> {
            let (value, line) = if depth == Depth::UNLIMITED {
                let (value, best) = thinking.solve(&mut self.solver, position)?;
                let of_dark = if position.side_to_move() == Color::Black { value } else { -value };
                (Value::new(of_dark), best.into_iter().collect())
            } else {
                let mut line = PrincipalVariation::new();
                thinking.depth = depth;
                let mut observer = (&mut *thinking, &mut line);
                let outcome = Search { root: game, depth, window: AlphaBeta::FULL, evaluation: &self.evaluation }
                    .run(&mut observer)?;
                (outcome.value, line.moves().to_vec())
            };
            best = Some(Analysis { line, value, depth });
            Ok(())
        };
        let empties = position.empty().len();
        let to_the_end = empties <= self.ending;
        // A pass at most follows each disc, so the game is over by then.
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
        self.think(position, thinking)?.line.first().copied()
    }
}
