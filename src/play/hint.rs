//! Gives hints: the best move and, near the end of the game, the result with its line of play.

use std::{fmt, iter};

use crate::{
    agents::{DepthLimited, Endgame, Positional, RESULT, Thinking, Thought},
    game::{Depth, Game as _},
    games::reversi::{
        Color, Move, Pass, Position, Size, Weights,
        sides::{self, SideMove},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    side_to_move: Color,
    best: Move,
    ground: Ground,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Ground {
    /// The value of a search with a depth limit, for the player to move.
    Search { depth: Depth, value: i32 },
    /// The result of the game, proved to its end.
    Proof {
        /// The lead of the player to move at the end of the game, in discs.
        lead: i32,
        /// The line of best play after the best move.
        line: Vec<Move>,
    },
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
            Thought::Line { line, depth, value } => {
                let value = value.finite()? * if side_to_move == Color::Black { 1 } else { -1 };
                Some(Hint { side_to_move, best: *line.first()?, ground: Ground::Search { depth, value } })
            }
            Thought::Proof { best, value: lead } => {
                let best = best?;
                let after = Pass(*position).after(best).0;
                let rest =
                    thinking.with_solver(&mut self.0.solver, Depth::UNLIMITED, |solver| Some(solver.line(&after)));
                // If the player stops the proof of the line, the line is empty.
                Some(Hint { side_to_move, best, ground: Ground::Proof { lead, line: rest.unwrap_or_default() } })
            }
        }
    }
}

/// Writes `x:b1 (LIGHT wins by 8), then o:c1, x:d4`; if the end of the game is too far away, `x:b1 (depth 6, value 12 for
/// DARK)`.
impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side_to_move, best, ref ground } = *self;
        let opponent = side_to_move.opponent();
        let winner = |lead: i32| sides::name(if lead > 0 { side_to_move } else { opponent });
        write!(formatter, "{}", SideMove(side_to_move, best))?;
        let (lead, line) = match *ground {
            // The best play that the search sees ends the game.
            Ground::Search { depth, value } if value.abs() >= RESULT => {
                return write!(formatter, " (depth {depth}: {} wins)", winner(value));
            }
            Ground::Search { depth, value } => {
                return write!(formatter, " (depth {depth}, value {value} for {})", sides::name(side_to_move));
            }
            Ground::Proof { lead, ref line } => (lead, line),
        };
        match lead {
            0 => formatter.write_str(" (draw)")?,
            lead => write!(formatter, " ({} wins by {})", winner(lead), lead.abs())?,
        }
        let movers = iter::successors(Some(opponent), |side| Some(side.opponent()));
        match sides::list(movers.zip(line).map(|(side, &played)| SideMove(side, played))).as_str() {
            "" => Ok(()),
            rest => write!(formatter, ", then {rest}"),
        }
    }
}
