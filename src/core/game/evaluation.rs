//! Evaluations: values of positions without a search.

use crate::game::{Game, Value};

/// Evaluates positions as they stand, from MAX's point of view.
pub trait Evaluation<G: Game> {
    /// The value of a position. Always finite.
    fn evaluate(&self, game: &G) -> Value;

    /// A function that values the children of `parent`, each by the move that leads to it.
    ///
    /// The search calls it for the last ply before the cut-off, where nearly all nodes are. Implement it where a
    /// child's value follows from the parent's, so that the child need not be built; the result must be that of
    /// [`evaluate`](Evaluation::evaluate).
    fn of_children<'a>(&'a self, parent: &'a G) -> impl Fn(G::Move) -> Value + 'a {
        |played| self.evaluate(&parent.after(played))
    }

    /// A number that no value exceeds, whatever its sign. It need not be tight: it says how long numbers can get.
    fn largest(&self) -> i32 {
        i32::MAX
    }
}
