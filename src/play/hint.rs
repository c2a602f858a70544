//! A hint: the best move, what it is worth, and the line it expects.

use std::{fmt, iter};

use crate::{
    agents::{Analysis, DepthLimited, Positional, Thinking},
    endgame::{Choice, Solver},
    game::{Depth, Game as _, Value},
    games::reversi::{
        Color, Move, Pass, Position, Size, Weights,
        sides::{self, Played},
    },
};

/// What to do in a position, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    side_to_move: Color,
    line: Vec<Move>,
    worth: Worth,
}

/// What a line is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// The final difference of discs, dark's less light's.
    Proved(i32),
    /// What the solver's evaluation makes of that difference.
    About(i32),
    /// What the evaluation of an agent says after a search of so many plies.
    Evaluation(Value, Depth),
}

/// Gives the hints of a game, with one solver.
#[derive(Debug)]
pub struct Adviser(DepthLimited<Positional<Weights>>);

impl Adviser {
    /// How many plies a hint looks ahead where the end of the game is out of sight.
    const PLIES: u32 = 8;

    /// The most empty squares with which a hint looks ahead to the end of the game: that takes a second.
    const ENDING: u32 = 20;

    /// An adviser for a game on a board of a size.
    pub fn new(size: Size) -> Self {
        let evaluation = Positional::of_size(size, &Weights::ASSIGNMENT);
        Self(DepthLimited::new(Depth::new(Self::PLIES), Self::ENDING, evaluation))
    }

    /// The hint for a position; none where the game is over, or where the first search is stopped.
    pub fn hint(&mut self, position: &Position, thinking: &mut Thinking) -> Option<Hint> {
        let (line, worth) = if position.size() == Size::EIGHT && position.empty().len() > Self::ENDING {
            self.expected(position, thinking)?
        } else {
            let thought = self.0.think(position, thinking)?;
            match thought.final_difference() {
                Some(dark) => (self.best_line(position, thought, thinking), Worth::Proved(dark)),
                None => (thought.line, Worth::Evaluation(thought.value, thought.depth)),
            }
        };
        (!line.is_empty()).then_some(Hint { side_to_move: position.side_to_move(), line, worth })
    }

    /// The line that the solver's evaluation expects, searched ever deeper until the thinking is stopped.
    fn expected(&mut self, position: &Position, thinking: &mut Thinking) -> Option<(Vec<Move>, Worth)> {
        let mut expected = None;
        for plies in (2..=Self::PLIES).step_by(2) {
            let look = |solver: &mut Solver| solver.expected_line(position, plies as usize);
            let Ok((line, discs)) = thinking.with_solver(&mut self.0.solver, position, Depth::new(plies), look) else {
                break;
            };
            let of_dark = if position.side_to_move() == Color::Black { discs } else { -discs };
            #[allow(clippy::cast_possible_truncation)] // at most 64
            let about = Worth::About(of_dark.round() as i32);
            expected = Some((line, about));
        }
        expected
    }

    /// The line of best play that begins with the best move of a search; where the thinking is stopped, what the search
    /// found of it.
    fn best_line(&mut self, position: &Position, thought: Analysis, thinking: &mut Thinking) -> Vec<Move> {
        let mut line = thought.line;
        if let (Depth::UNLIMITED, &[best], Some(dark)) = (thought.depth, &*line, thought.value.finite()) {
            let after = Pass(*position).after(best).0;
            let value = if after.side_to_move() == Color::Black { dark } else { -dark };
            let rest = |solver: &mut Solver| Some(solver.line(&after, value, Choice::MostPromising));
            line.extend(thinking.with_solver(&mut self.0.solver, &after, Depth::UNLIMITED, rest).into_iter().flatten());
        }
        line
    }
}

/// `x:b1 (LIGHT wins by 8), then o:c1, x:d4`.
impl fmt::Display for Hint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side_to_move, line, worth } = self;
        let movers = iter::successors(Some(*side_to_move), |side| Some(side.opponent()));
        let line = movers.zip(line).map(|(side, &played)| Played(side, played));
        write!(formatter, "{}", sides::list(line.clone().take(1)))?;
        let winner = |dark: i32| sides::name(if dark > 0 { Color::Black } else { Color::White });
        match *worth {
            Worth::Proved(0) => formatter.write_str(" (a tie)")?,
            Worth::Proved(dark) => write!(formatter, " ({} wins by {})", winner(dark), dark.abs())?,
            Worth::About(0) => formatter.write_str(" (about a tie)")?,
            Worth::About(dark) => write!(formatter, " ({} wins by about {})", winner(dark), dark.abs())?,
            Worth::Evaluation(value, depth) => write!(formatter, " (worth {value} to DARK, {depth} plies ahead)")?,
        }
        match sides::list(line.skip(1)).as_str() {
            "" => Ok(()),
            rest => write!(formatter, ", then {rest}"),
        }
    }
}
