//! A job: a task, and all else that decides the bytes of its files.

use super::{Dialect, InputForm, Request, RequestedTask, Task, TaskNumber};
use crate::{
    files::LineEnding,
    game::Depth,
    games::reversi::{Color, Position, text::Alphabet},
    log::Spelling,
    search::Algorithm,
};

/// What a year's assignment asks for.
#[derive(Clone, Debug)]
pub struct Job {
    /// The year.
    pub dialect: Dialect,
    /// What is searched.
    pub task: Task,
    /// Whether there is a log; greedy (task 1 of `usc2014`) has none.
    pub is_logged: bool,
    /// The cut-off depth that was asked for: that of the task, but for greedy, which searches one ply whatever is asked.
    pub named_depth: Depth,
    /// How the log is spelled: as the dialect has it, unless another is asked for.
    pub spelling: Spelling,
    /// How lines end.
    pub line_ending: LineEnding,
}

impl Job {
    /// A task of a year, logged and spelled as that year has it.
    #[must_use]
    pub fn new(dialect: Dialect, task: Task) -> Self {
        Self {
            dialect,
            is_logged: true,
            named_depth: task.depth,
            task,
            spelling: dialect.spelling,
            line_ending: LineEnding::default(),
        }
    }

    /// A job of 2013: a game from a board, and the log of its first search.
    #[must_use]
    pub fn batch(start: Position, number: TaskNumber, depth: Depth) -> Self {
        let dialect = Dialect::USC2013;
        Self::new(dialect, Task::new(start, dialect.rules, number.algorithm(), number.evaluation(), depth))
    }

    /// A job of a later year: the best move, and the log of its search.
    #[must_use]
    pub fn next(dialect: Dialect, request: &Request) -> Self {
        Self {
            is_logged: request.task != RequestedTask::Greedy,
            named_depth: request.depth,
            ..Self::new(dialect, request.task(dialect.rules))
        }
    }

    /// The text of an input that asks for this job; task and depth of 2013 are no part of it.
    #[must_use]
    pub fn input(&self) -> String {
        let task = match (self.is_logged, self.task.algorithm) {
            (false, _) => "1",
            (true, Algorithm::Minimax) => "2",
            (true, Algorithm::AlphaBeta) => "3",
        };
        let player = match self.task.start.side_to_move() {
            Color::Black => "X",
            Color::White => "O",
        };
        let depth = self.named_depth.to_string();
        let heading = match self.dialect.input {
            InputForm::Board => vec![],
            InputForm::PlayerDepth => vec![player, &depth],
            InputForm::TaskPlayerDepth => vec![task, player, &depth],
        };
        let lines = heading.into_iter().map(str::to_owned).chain(Alphabet::STARS.rows(&self.task.start));
        lines.map(|line| line + "\n").collect()
    }

    /// The player whose side values are from, and who is max in the first search.
    #[must_use]
    pub fn side(&self) -> Color {
        if self.dialect == Dialect::USC2013 { Color::Black } else { self.task.start.side_to_move() }
    }
}
