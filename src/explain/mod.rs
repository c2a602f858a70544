//! A search as a page on which it can be watched, step by step: one file that a browser opens, without a network.
//!
//! A [`Page`] is the data of a search, and the page's own document, style and scripts (`page/`), which show it.
//! The scripts know no rules of any game: boards, turned discs, moves and rows are data. Which
//! [sentences](crate::reasons) a row has is data, too: the scripts fill in its numbers.

mod data;
mod html;
mod reversi;
mod student;
mod subtree;
mod tree;

use std::io::{self, Write};

use thiserror::Error;

use self::data::PageData;
use crate::{reasons::Sentence, search::Algorithm};

pub use reversi::{of_task, subtree_around};
pub use student::{StudentLog, beside_student};
pub use tree::of_tree;

/// The most rows of a page, unless more are asked for.
pub const MOST_ROWS: u64 = 200_000;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    data: PageData,
    first_row: FirstRow,
}

/// The first row as text, which a page shows where no script runs.
#[derive(Clone, Debug)]
struct FirstRow {
    row: String,
    sentences: String,
    /// Empty where there is no board.
    board: String,
}

impl FirstRow {
    fn new(row: String, sentences: &[Sentence], board: String) -> Self {
        let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
        Self { row, sentences: sentences.join(" "), board }
    }
}

/// An algorithm at the beginning of a title.
const fn capital_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "Minimax",
        Algorithm::AlphaBeta => "Alpha-beta",
    }
}

impl Page {
    /// Writes the document.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        html::write(self, sink)
    }
}

/// Why there is no page of a search, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// More rows than wanted.
    #[error("{what} {}; a page shows at most {most} (--most-rows){}", counted(*.rows), hint(.subtree.as_ref()))]
    TooManyRows {
        /// The search, or the subtree.
        what: String,
        /// How many there are; none where they have not been counted to the end.
        rows: Option<u64>,
        /// How many are wanted.
        most: u64,
        /// The path to a subtree that has fewer.
        subtree: Option<String>,
    },
    /// A move that cannot be played.
    #[error("--at: {played} is no move at {node}; expected {expected}")]
    NoMove {
        /// The move.
        played: String,
        /// Where.
        node: String,
        /// What can be played there.
        expected: String,
    },
    /// A node that the search does not come to.
    #[error("--at: the search does not come to {path}: it is cut off, or too deep")]
    NotSearched {
        /// The path.
        path: String,
    },
}

fn counted(rows: Option<u64>) -> String {
    rows.map_or("has far more rows than a page can show".to_owned(), |rows| format!("has {rows} rows"))
}

fn hint(subtree: Option<&String>) -> String {
    subtree.map_or(String::new(), |path| format!(": explain --at \"{path}\" shows a subtree"))
}
