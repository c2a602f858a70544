//! The input of the sibling dialects: task, player, depth and board in one file.

use std::fmt;

use thiserror::Error;

use super::{SearchRules, Task};
use crate::{
    files::diagnostic::{Line, Located, Problem},
    game::Depth,
    games::reversi::{
        Color, EvaluationName, Position, Size,
        text::{Alphabet, ParseBoardError},
    },
    search::Algorithm,
};

/// What is done with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedTask {
    /// Takes the move whose position is worth most. Nothing is logged.
    Greedy,
    /// Searches by minimax.
    Minimax,
    /// Searches by alpha-beta.
    AlphaBeta,
}

/// One input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to do.
    pub task: RequestedTask,
    /// The cut-off depth, at least one ply.
    pub depth: Depth,
    /// The board, with the named player to move.
    pub position: Position,
}

/// The lines above the board, in the words of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The first line of `usc2014`.
    Task,
    /// Who is to move, and max.
    Player,
    /// The cut-off depth.
    Depth,
}

impl Heading {
    /// What the line must hold.
    const fn expected(self) -> &'static str {
        match self {
            Self::Task => "1 (greedy), 2 (minimax) or 3 (alpha-beta)",
            Self::Player => "`X` or `O`",
            Self::Depth => "a whole number of plies, at least 1",
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Task => "task",
            Self::Player => "player",
            Self::Depth => "depth",
        })
    }
}

impl Request {
    /// Reads an input: task, player and depth, a line each, and the eight rows of the board. A dialect with only one
    /// task gives it here, and its input has no line for it.
    ///
    /// # Errors
    /// The first place where the lines are no such input.
    pub fn parse(lines: &[Line], task: Option<RequestedTask>) -> Result<Self, Located<ParseRequestError>> {
        let mut rest = lines.iter();
        let mut number = 1;
        let mut heading = |heading| {
            let line = rest.next().copied().unwrap_or(Line { number, text: "" });
            number = line.number + 1;
            let located = |problem| Located { line: line.number, column: 1, problem };
            (line.text, located(ParseRequestError::Heading { heading, found: line.text.to_owned() }))
        };
        let task = match task {
            Some(task) => task,
            None => match heading(Heading::Task) {
                ("1", _) => RequestedTask::Greedy,
                ("2", _) => RequestedTask::Minimax,
                ("3", _) => RequestedTask::AlphaBeta,
                (_, problem) => return Err(problem),
            },
        };
        let player = match heading(Heading::Player) {
            ("X", _) => Color::Black,
            ("O", _) => Color::White,
            (_, problem) => return Err(problem),
        };
        let (depth, problem) = heading(Heading::Depth);
        let depth = depth.parse().map_err(|_| problem)?;
        let position = Alphabet::STARS.parse(rest.as_slice(), Size::EIGHT, player).map_err(|located| Located {
            line: located.line.max(number),
            column: located.column,
            problem: ParseRequestError::Board(located.problem),
        })?;
        Ok(Self { task, depth, position })
    }
}

impl Request {
    /// What is searched, under the rules of a year: by the weights, from the side of the player to move.
    #[must_use]
    pub fn task(&self, rules: SearchRules) -> Task {
        let (algorithm, depth) = match self.task {
            RequestedTask::Greedy => (Algorithm::Minimax, Depth::new(1)),
            RequestedTask::Minimax => (Algorithm::Minimax, self.depth),
            RequestedTask::AlphaBeta => (Algorithm::AlphaBeta, self.depth),
        };
        Task::new(self.position, rules, algorithm, EvaluationName::Weights, depth)
    }
}

/// Why a text is no input of the sibling dialects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRequestError {
    /// A line above the board that does not hold what it must.
    #[error("{found:?} is not a {heading}; expected {}", .heading.expected())]
    Heading {
        /// What the line must hold.
        heading: Heading,
        /// What it holds.
        found: String,
    },
    /// A fault of the board.
    #[error(transparent)]
    Board(ParseBoardError),
}

impl Problem for ParseRequestError {
    fn suggestion(&self) -> Option<String> {
        match self {
            Self::Heading { heading: Heading::Task, found } if found == "X" || found == "O" => {
                Some("usc2017 and usc2017a have no line for the task".to_owned())
            }
            Self::Heading { heading: Heading::Player, found } => match found.to_ascii_lowercase().as_str() {
                "x" | "black" => Some("did you mean `X`?".to_owned()),
                "o" | "0" | "white" => Some("did you mean `O`?".to_owned()),
                "1" | "2" | "3" => Some("a line for the task is part of usc2014 only".to_owned()),
                _ => None,
            },
            Self::Heading { .. } => None,
            Self::Board(problem) => problem.suggestion(),
        }
    }
}
