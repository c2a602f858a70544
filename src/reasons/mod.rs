//! Reasons: what a row of a search, a leaf's value or a step of a game says, in the words of the assignment.
//!
//! A [`Scene`] is a row with its surroundings; [`Words`] say in [sentences](Sentence) what it does and why. The
//! sentences are [templates](SENTENCES) in a file of their own, for whoever fills them elsewhere.

mod scene;
mod sentence;
mod words;
mod worth;

pub use scene::{LeafReason, Scene, moves_after, position_after, scenes};
pub use sentence::{SENTENCES, Sentence, list};
pub use words::{Words, name, plies};
pub use worth::Worth;
