//! Gives hints: the best move and, near the end of the game, the result with its line of play.

use std::{fmt, iter};

use crate::{
    agents::{DepthLimited, Endgame, Positional, Thinking, Thought},
    game::{Depth, Game as _},
    games::reversi::{
        Color, Move, Pass, Position, Size, Weights,
        sides::{self, SideMove},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    side_to_move: Color,
    /// The best move, and the line of best play after a proved best move.
    line: Vec<Move>,
    /// The proved lead of the player to move at the end of the game, in discs; `None` far from the end.
    lead: Option<i32>,
}

/// One solver computes all hints of a game.
#[derive(Debug)]
pub struct Adviser(DepthLimited<Positional<Weights>>);

impl Adviser {
    /// Searches for hints go this deep if the end of the game is too far to solve.
    const PLIES: u32 = 6;

    /// A hint proves the result if at most this many squares are empty: a proof takes some seconds.
    pub const NEAR_END: u32 = 20;

    pub fn new(size: Size) -> Self {
        let evaluation = Positional::of_size(size, &Weights::ASSIGNMENT);
        Self(DepthLimited::new(size, Depth::new(Self::PLIES), Endgame::AtMost(Self::NEAR_END), evaluation))
    }

    /// Returns `None` if the game is over or `thinking` was stopped during the first search.
    pub fn hint(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Hint> {
        let side_to_move = position.side_to_move();
        match self.0.think(position, thinking)? {
            Thought::Line(line) if line.is_empty() => None,
            Thought::Line(line) => Some(Hint { side_to_move, line, lead: None }),
            Thought::Proof { best, value } => {
                let after = Pass(*position).after(best?).0;
                let rest =
                    thinking.with_solver(&mut self.0.solver, Depth::UNLIMITED, |solver| Some(solver.line(&after)));
                // If the player stops the proof of the line, the line has only the best move.
                let line = best.into_iter().chain(rest.into_iter().flatten()).collect();
                Some(Hint { side_to_move, line, lead: Some(value) })
            }
        }
    }
}

/// Writes `x:b1 (LIGHT wins by 8), then o:c1, x:d4`; if the end of the game is too far away, writes only the move.
impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side_to_move, line, lead } = self;
        let movers = iter::successors(Some(*side_to_move), |side| Some(side.opponent()));
        let line = movers.zip(line).map(|(side, &played)| SideMove(side, played));
        write!(formatter, "{}", sides::list(line.clone().take(1)))?;
        match *lead {
            None => return Ok(()),
            Some(0) => formatter.write_str(" (a tie)")?,
            Some(lead) => {
                let winner = if lead > 0 { *side_to_move } else { side_to_move.opponent() };
                write!(formatter, " ({} wins by {})", sides::name(winner), lead.abs())?;
            }
        }
        match sides::list(line.skip(1)).as_str() {
            "" => Ok(()),
            rest => write!(formatter, ", then {rest}"),
        }
    }
}
