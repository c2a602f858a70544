//! One step of a game: a board, and what the player to move does.

use std::ops::ControlFlow;

use crate::games::reversi::{Position, Square};

/// One step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the step, from 1.
    pub number: u32,
    /// The board before it, and the player to move.
    pub position: Position,
    /// What the player does.
    pub action: Action,
}

/// What the player to move does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lays a disc.
    Place(Square),
    /// Has no legal move, but the opponent has.
    Pass,
    /// Nothing: the game is over.
    End,
}

impl Step {
    /// The step from a position in which the search has found `best`.
    pub fn new(number: u32, position: Position, best: Option<Square>) -> Self {
        let action = match best {
            Some(square) => Action::Place(square),
            None if position.is_over() => Action::End,
            None => Action::Pass,
        };
        Self { number, position, action }
    }

    /// The position that this step leads to; `None` at the end of the game.
    pub fn result(&self) -> Option<Position> {
        match self.action {
            Action::Place(square) => Some(self.position.after(square)),
            Action::Pass => Some(self.position.passed()),
            Action::End => None,
        }
    }
}

/// The steps of a game in which `choose` finds the move of each, and whatever else it has to say of it. Where it breaks,
/// the game ends.
#[derive(Debug)]
pub(super) struct Steps<F> {
    number: u32,
    next: Option<Position>,
    choose: F,
}

impl<F> Steps<F> {
    /// A game from a position.
    pub(super) const fn new(start: Position, choose: F) -> Self {
        Self { number: 1, next: Some(start), choose }
    }
}

impl<T, F> Iterator for Steps<F>
where
    F: FnMut(&Position) -> ControlFlow<(), (Option<Square>, T)>,
{
    type Item = (Step, T);

    fn next(&mut self) -> Option<(Step, T)> {
        let position = self.next?;
        let ControlFlow::Continue((best, more)) = (self.choose)(&position) else { return None };
        let step = Step::new(self.number, position, best);
        self.number += 1;
        self.next = step.result();
        Some((step, more))
    }
}
