//! Shows a search as a page, step by step: one file that a browser opens without a network.
//!
//! A [`Page`] has the data of a search, and the document, style and scripts (`page/`) that show the data. The scripts
//! do not know the rules of any game: boards, flipped discs, moves, rows and their [sentences](crate::reasons) are
//! data.

mod html;
mod index;
pub mod node_path;
mod reversi;
mod rows;
mod student;
mod submission;
mod subtree;
mod tree;

use std::ops::Range;

use serde_json::Value as Json;

use crate::reasons::Sentence;
use reversi_core::search::Algorithm;

pub use reversi::of_job;
pub use tree::of_tree;

pub use index::index;
pub use reversi::subtree_around;
pub use student::{StudentLog, beside_student, with_diagnosis};
pub use submission::of_submission;

/// The default limit of rows on a page.
pub const MOST_ROWS: u64 = 200_000;

/// The largest limit of rows on a page: browsers cannot scroll longer lists.
pub const LARGEST_PAGE: u64 = 700_000;

/// A page of a search.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    first_row: FirstRow,
    numbers: Range<u64>,
    /// The page's data; the type `PageData` in `page/search.js` describes them.
    data: Json,
}

/// The first row as text, for browsers with scripts disabled.
#[derive(Clone, Debug)]
struct FirstRow {
    row: String,
    sentences: Vec<Sentence>,
    /// The first board as text; empty if the page has no board.
    board: String,
}

/// The name of an algorithm as the first word of a title.
const fn capital_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "Minimax",
        Algorithm::AlphaBeta => "Alpha-beta",
    }
}
