//! A hint: the best move, what it is worth, and the line it expects.

use std::{fmt, iter};

use crate::{
    agents::{Analysis, DepthLimited, Positional, Thinking},
    game::Depth,
    games::reversi::{
        Color, Position, Weights,
        sides::{self, Played},
    },
};

/// What to do in a position, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    side_to_move: Color,
    thought: Analysis,
}

impl Hint {
    /// How far a hint looks ahead where the end of the game is out of sight.
    const DEPTH: Depth = Depth::new(8);

    /// The most empty squares with which a hint looks ahead to the end of the game: that takes a second.
    const ENDING: u32 = 20;

    /// The hint for a position; none where the game is over, or where the first search is stopped.
    pub fn of(position: &Position, thinking: &mut Thinking) -> Option<Self> {
        let evaluation = Positional::of_size(position.size(), &Weights::ASSIGNMENT);
        let thought =
            DepthLimited { depth: Self::DEPTH, ending: Self::ENDING, evaluation }.think(position, thinking)?;
        Some(Self { side_to_move: position.side_to_move(), thought })
    }
}

/// `x:b1 (LIGHT wins by 8), then o:c1, x:d4`.
impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side_to_move, thought } = self;
        let Analysis { line, value, depth } = thought;
        let movers = iter::successors(Some(*side_to_move), |side| Some(side.opponent()));
        let line = movers.zip(line).map(|(side, &played)| Played(side, played));
        write!(formatter, "{}", sides::list(line.clone().take(1)))?;
        match thought.final_difference() {
            Some(0) => formatter.write_str(" (a tie)")?,
            Some(dark) => {
                let winner = if dark > 0 { Color::Black } else { Color::White };
                write!(formatter, " ({} wins by {})", sides::name(winner), dark.abs())?;
            }
            None => write!(formatter, " (worth {value} to DARK, {depth} plies ahead)")?,
        }
        match sides::list(line.skip(1)).as_str() {
            "" => Ok(()),
            rest => write!(formatter, ", then {rest}"),
        }
    }
}
