//! The agents that search the whole game, by minimax and by alpha-beta.

use super::{Agent, Thinking};
use crate::endgame::Solver;
use reversi_core::{
    game::Depth,
    games::reversi::{Move, Pass, Pieces, Position},
    search::{Algorithm, AlphaBeta, NoWindow, PrincipalVariation, Search},
};

/// Searches the whole game by an algorithm. Both algorithms choose the same move: the first move, in positional order,
/// with the best final difference of discs.
#[derive(Debug)]
pub struct Full {
    pub algorithm: Algorithm,
    /// The solver, which the agent uses if its own algorithm would take too long.
    pub solver: Solver,
}

impl Full {
    /// The largest number of empty squares with which the agent answers within some seconds.
    pub const MOST_EMPTIES: u32 = 22;
    /// The largest number of empty squares with which the agent runs its own algorithm: 12, as in the 4x4 opening. With
    /// more empty squares, the agent uses the solver, which finds the same move faster.
    const MOST_SEARCHED: u32 = 12;
}

impl Agent for Full {
    fn method(&self) -> &'static str {
        match self.algorithm {
            Algorithm::Minimax => "using MINIMAX",
            Algorithm::AlphaBeta => "using MINIMAX with alpha-beta pruning",
        }
    }

    fn best(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Move> {
        if position.empty().len() > Self::MOST_SEARCHED {
            return thinking.solve(&mut self.solver, position).ok()?.1;
        }
        let (root, depth, evaluation) = (Pass(*position), Depth::UNLIMITED, &Pieces);
        let mut line = PrincipalVariation::new();
        thinking.depth = depth;
        let mut observer = (thinking, &mut line);
        // Even after an interrupt, the line begins with the best move so far.
        let _ = match self.algorithm {
            Algorithm::Minimax => Search { root, depth, window: NoWindow, evaluation }.run(&mut observer),
            Algorithm::AlphaBeta => Search { root, depth, window: AlphaBeta::FULL, evaluation }.run(&mut observer),
        };
        line.moves().first().copied()
    }
}
