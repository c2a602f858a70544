//! `reversi report`: compares the strength of evaluations and the cost of their searches.
//!
//! A `Plan` lists everything to compare. Threads measure all searches and games separately. The module `sections` makes
//! a document from the `Results`. The program writes the document as Markdown and as a page with plots, writes the data
//! files, and prints the document as plain text.

mod board;
mod column;
mod data;
mod depths;
mod document;
mod measurement;
mod plan;
mod plots;
mod results;
mod sample;
mod sections;

use std::path::Path;

use anyhow::Result;

pub use depths::Depths;

pub(crate) use board::{NamedBoard, balanced_openings, read_boards};
pub(crate) use plan::Plan;
pub(crate) use results::Results;

use document::{Block, markdown, page, plain};
use measurement::{Measurement, Query};
use plan::{Pairing, PlannedAgent};
use sample::Sample;

use crate::files::output::{self, Output};

/// Writes the files of a report into a new or existing folder, and returns the report as plain text. If writing fails,
/// the old files stay intact. The report's text contains the command line `command`.
pub(crate) fn write(results: &Results, command: &str, folder: &Path) -> Result<String> {
    let document = sections::document(results, command);
    let mut files = vec![
        ("data.csv".to_owned(), data::searches(results)?),
        ("games.csv".to_owned(), data::games(results)?),
        ("columns.md".to_owned(), include_bytes!("columns.md").to_vec()),
        ("report.md".to_owned(), markdown(&document).into_bytes()),
        ("report.html".to_owned(), page(&document).into_bytes()),
    ];
    files.extend(document.blocks.iter().filter_map(|block| match block {
        Block::Plot(plot) => Some((plot.file(), plot.document().into_bytes())),
        _ => None,
    }));
    output::create_folder(folder)?;
    let outputs = files.into_iter().map(|(name, bytes)| Output::containing(&folder.join(name), bytes));
    output::commit_all(outputs.collect::<Result<Vec<_>>>()?)?;
    Ok(plain(&document))
}
