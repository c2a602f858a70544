//! Reasons: what a row of a search, a leaf's value or a step of a game says, in the words of the assignment.
//!
//! A [`Scene`] is a row of Reversi with its surroundings; [`Words`] say in [sentences](Sentence) what it does and why, by
//! way of a [`Telling`], which knows no game. The sentences are [templates](SENTENCES) in a file of their own, for whoever fills them elsewhere.

mod history;
mod scene;
mod sentence;
mod telling;
mod tree;
mod words;
mod worth;

pub use history::{Before, History, Source, Sources};
pub use scene::{LeafReason, Scene, moves_after, position_after, scenes};
pub use sentence::{SENTENCES, Sentence, list};
pub use telling::{Elsewhere, Telling};
pub use tree::{TREE_SPELLING, node_names, player, tell_of_tree};
pub use words::{Words, name, plies};
pub use worth::Worth;
