//! Reasons: what a row of a search, a leaf's value or a step of a game says, in the words of the assignment.

mod scene;

pub use scene::{LeafReason, Scene, position_after, scenes};
