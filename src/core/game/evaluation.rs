//! Evaluations: values of positions without a search.

use crate::game::{Game, Value};

/// Evaluates positions without a search, from MAX's point of view.
pub trait Evaluation<G: Game> {
    /// The value of a position, which is always finite.
    fn evaluate(&self, game: &G) -> Value;

    /// Returns a function from a move to the value of the child that it leads to.
    ///
    /// The search uses this function for the last ply before the depth limit, where nearly all nodes are. If a child's
    /// value follows from the parent's value, implement this method to avoid building the child. The result must equal
    /// [`evaluate`](Evaluation::evaluate) of the child.
    fn of_children<'a>(&'a self, parent: &'a G) -> impl Fn(G::Move) -> Value + 'a {
        |played| self.evaluate(&parent.after(played))
    }

    /// An upper bound of all absolute values of the evaluation. A larger bound is allowed, because the bound only
    /// decides how many digits a value can have.
    fn largest(&self) -> i32 {
        i32::MAX
    }
}
