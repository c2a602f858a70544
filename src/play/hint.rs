//! Gives hints: the best move and, near the end of the game, the result with its line of play.

use std::{fmt, iter};

use crate::{
    agents::{DepthLimited, Endgame, Positional, Thinking, Thought},
    endgame::{Choice, Solver},
    game::{Depth, Game as _},
    games::reversi::{
        Color, Move, Pass, Position, Size, Weights,
        sides::{self, SideMove},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    side_to_move: Color,
    /// The best move, and the expected moves after the best move.
    line: Vec<Move>,
    outcome: Prediction,
}

/// The expected lead of the player to move at the end of the game, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prediction {
    Proved(i32),
    /// A probable result, by the solver's evaluation.
    About(i32),
    /// The result is unknown because the end of the game is too far away.
    Open,
}

/// One solver computes all hints of a game.
#[derive(Debug)]
pub struct Adviser(DepthLimited<Positional<Weights>>);

impl Adviser {
    /// Searches for hints go this deep if the end of the game is too far to solve.
    const PLIES: u32 = 8;

    /// A hint proves the result if at most this many squares are empty: a proof takes a second.
    pub const NEAR_END: u32 = 20;

    pub fn new(size: Size) -> Self {
        let evaluation = Positional::of_size(size, &Weights::ASSIGNMENT);
        Self(DepthLimited::new(size, Depth::new(Self::PLIES), Endgame::AtMost(Self::NEAR_END), evaluation))
    }

    /// Returns `None` if the game is over or `thinking` was stopped during the first search.
    pub fn hint(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Hint> {
        let is_near_end = position.empty().len() <= Self::NEAR_END;
        let expected = self.expected(position, thinking);
        let is_enough = expected.is_some() && !is_near_end;
        let thought = if is_enough { None } else { self.0.think(position, thinking) };
        let (line, outcome) = match (thought, expected) {
            (Some(Thought::Proof { best, value }), _) => {
                (self.best_line(position, best?, value, thinking), Prediction::Proved(value))
            }
            (_, Some((line, lead))) if is_near_end => (line, Prediction::About(lead)),
            (_, Some((line, _))) | (Some(Thought::Line(line)), None) => (line, Prediction::Open),
            (None, None) => return None,
        };
        (!line.is_empty()).then_some(Hint { side_to_move: position.side_to_move(), line, outcome })
    }

    /// Returns the line of play that the solver expects, and the expected lead of the player to move. The solver
    /// searches deeper and deeper until `thinking` is stopped. `None` if the solver has no evaluation for the board.
    fn expected(&mut self, position: &Position, thinking: &mut Thinking) -> Option<(Vec<Move>, i32)> {
        let mut expected = None;
        for plies in (2..=Self::PLIES).step_by(2) {
            let look = |solver: &mut Solver| solver.expected_line(position, plies as usize);
            let Ok(found) = thinking.with_solver(&mut self.0.solver, Depth::new(plies), look) else { break };
            expected = Some(found);
        }
        let (line, discs) = expected?;
        let squares = f64::from(position.playable().len());
        #[allow(clippy::cast_possible_truncation)] // at most 64
        let lead = discs.clamp(-squares, squares).round() as i32;
        Some((line, lead))
    }

    /// The line of best play after a proved best move. If `thinking` is stopped, the line of play may end early.
    fn best_line(&mut self, position: &Position, best: Move, value: i32, thinking: &mut Thinking) -> Vec<Move> {
        let after = Pass(*position).after(best).0;
        let rest = |solver: &mut Solver| Some(solver.line(&after, -value, Choice::MostPromising));
        let rest = thinking.with_solver(&mut self.0.solver, Depth::UNLIMITED, rest);
        iter::once(best).chain(rest.into_iter().flatten()).collect()
    }
}

/// Writes `x:b1 (LIGHT wins by 8), then o:c1, x:d4`; if the end of the game is too far away, writes only the move.
impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side_to_move, line, outcome } = self;
        let movers = iter::successors(Some(*side_to_move), |side| Some(side.opponent()));
        let line = movers.zip(line).map(|(side, &played)| SideMove(side, played));
        write!(formatter, "{}", sides::list(line.clone().take(1)))?;
        let winner = |lead: i32| sides::name(if lead > 0 { *side_to_move } else { side_to_move.opponent() });
        match *outcome {
            Prediction::Proved(0) => formatter.write_str(" (a tie)")?,
            Prediction::Proved(lead) => write!(formatter, " ({} wins by {})", winner(lead), lead.abs())?,
            Prediction::About(0) => formatter.write_str(" (about a tie)")?,
            Prediction::About(lead) => write!(formatter, " ({} wins by about {})", winner(lead), lead.abs())?,
            Prediction::Open => return Ok(()),
        }
        match sides::list(line.skip(1)).as_str() {
            "" => Ok(()),
            rest => write!(formatter, ", then {rest}"),
        }
    }
}
