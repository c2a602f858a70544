//! Shows a search as a page, step by step: one file that a browser opens without a network.
//!
//! A [`Page`] is the data of a search, and the page's own document, style and scripts (`page/`), which show it.
//! The scripts know no rules of any game: boards, flipped discs, moves, rows and their [sentences](crate::reasons) are
//! data.

mod html;
mod index;
mod reversi;
mod rows;
mod student;
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
pub use student::{StudentLog, beside_student, with_report};

/// The most rows of a page, unless more are asked for.
pub const MOST_ROWS: u64 = 200_000;

/// The most rows that may be asked for: the lines of a longer list would be higher than what browsers can scroll.
pub const LARGEST_PAGE: u64 = 700_000;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    first_row: FirstRow,
    /// The numbers of the rows on the page.
    numbers: Range<u64>,
    /// The data; the type `PageData` in `page/search.js` describes them.
    data: Json,
}

/// The first row as text, which a page shows if scripts are disabled.
#[derive(Clone, Debug)]
struct FirstRow {
    row: String,
    sentences: Vec<Sentence>,
    /// Empty if there is no board.
    board: String,
}

/// An algorithm at the beginning of a title.
const fn capital_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "Minimax",
        Algorithm::AlphaBeta => "Alpha-beta",
    }
}
