//! One step of a game: a board, and the action of the player to move.

use std::iter;

use super::{Assignment, Job};
use reversi_core::games::reversi::{Position, Size, Square};
use reversi_io::files::LineEnding;

/// A step of a game: a board and the player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the step, from 1.
    pub number: u32,
    pub position: Position,
    pub action: Action,
}

/// The action of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Place(Square),
    /// The player has no legal move, but the opponent has.
    Pass,
    End,
}

impl Step {
    /// The number of lines for each step in the moves file: the number, the player, the rows, and an empty line.
    pub const fn lines_on(size: Size) -> u64 {
        size.rows() as u64 + 3
    }

    /// The step from a position, given the best move `best` of the search.
    pub fn new(number: u32, position: Position, best: Option<Square>) -> Self {
        let action = match best {
            Some(square) => Action::Place(square),
            None if position.is_over() => Action::End,
            None => Action::Pass,
        };
        Self { number, position, action }
    }

    /// The position after the step; `None` at the end of the game.
    pub fn result(&self) -> Option<Position> {
        match self.action {
            Action::Place(square) => Some(self.position.after(square)),
            Action::Pass => Some(self.position.passed()),
            Action::End => None,
        }
    }

    /// The text of the step in the moves file: the position before the step, and the last line if the game is over.
    pub fn text(&self, job: &Job, line_ending: LineEnding) -> String {
        let Assignment { squares, moves, .. } = &*job.assignment;
        let player = moves.player(self.position.side_to_move(), self.action == Action::Pass);
        let end = (self.action == Action::End).then(|| moves.end.clone());
        let lines = [moves.step(self.number), player].into_iter().chain(squares.rows(&self.position));
        lines.chain([String::new()]).chain(end).map(|line| line + line_ending.text()).collect()
    }

    /// The lines of the step, without line endings.
    pub fn lines(&self, job: &Job) -> Vec<String> {
        self.text(job, LineEnding::Lf).lines().map(str::to_owned).collect()
    }
}

/// Plays a game and returns its steps. `choose` returns the best move of a position.
pub(super) fn steps(
    start: Position,
    mut choose: impl FnMut(&Position) -> Option<Square>,
) -> impl Iterator<Item = Step> {
    let (mut number, mut next) = (0, Some(start));
    iter::from_fn(move || {
        let position = next?;
        number += 1;
        let step = Step::new(number, position, choose(&position));
        next = step.result();
        Some(step)
    })
}
