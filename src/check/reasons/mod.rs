//! Explains rows of a search, values of leaves and steps of a game in the words of the assignment.
//!
//! A [`RowContext`] is a row of Reversi with its board. [`Words`] explains the row in [sentences](Sentence), with the
//! help of [`RowFacts`], which do not depend on the game. All texts are [templates](Template) in one file.

mod history;
mod row_context;
mod row_facts;
mod sentence;
mod static_value;
mod templates;
mod tree;
mod words;

pub use history::{Before, BoundRow, History, Sources};
pub use row_context::{RowContext, moves_after, position_after, row_contexts};
pub use row_facts::{Elsewhere, RowFacts};
pub use sentence::{Sentence, list};
pub use static_value::StaticValue;
pub use templates::Template;
pub use tree::{tree_format, tree_row_facts};
pub use words::{Words, plies};
