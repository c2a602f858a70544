//! `reversi report`: compares the strength of evaluations and the cost of their searches.
//!
//! A `Plan` lists everything to compare. Threads measure all searches and games separately. The module `sections` makes
//! a document from the `Results`. The program writes the document as Markdown, as plain text and as a page with plots.
//! The program also writes the data files.

mod board;
mod column;
mod data;
mod depths;
mod document;
mod forecast;
mod measurement;
mod plan;
mod plots;
mod processor_time;
mod results;
mod sample;
mod search_kind;
mod sections;

use std::path::Path;

use anyhow::Result;

pub use depths::Depths;
pub use forecast::Work;

pub(crate) use board::{NamedBoard, balanced_openings, read_boards};
pub(crate) use forecast::forecast;
pub(crate) use plan::Plan;
pub(crate) use results::Results;
pub(crate) use search_kind::SearchKind;

use document::{Block, Document, markdown, page, plain};
use measurement::{Measurement, Query};
use plan::{Pairing, PlannedAgent};
use processor_time::ProcessorTime;
use sample::Sample;

use crate::files::output::{self, Output};

/// Writes the files of a report into a new or existing folder; `with_text` adds a plain text. Returns the first section
/// as plain text: the answers in short. If writing fails, the old files stay intact. The report's text contains the
/// command line `command`.
pub(crate) fn write(results: &Results, command: &str, folder: &Path, with_text: bool) -> Result<String> {
    let document = sections::document(results, command);
    let mut files = vec![
        ("data.csv".to_owned(), data::searches(results)?),
        ("games.csv".to_owned(), data::games(results)?),
        ("columns.md".to_owned(), include_bytes!("columns.md").to_vec()),
        ("report.md".to_owned(), markdown(&document).into_bytes()),
        ("report.html".to_owned(), page(&document).into_bytes()),
    ];
    if !results.times.is_empty() {
        files.push(("times.csv".to_owned(), data::times(results)?));
    }
    if with_text {
        files.push(("report.txt".to_owned(), plain(&document).into_bytes()));
    }
    files.extend(document.blocks.iter().filter_map(|block| match block {
        Block::Plot(plot) => Some((plot.file(), plot.document().into_bytes())),
        _ => None,
    }));
    output::create_folder(folder)?;
    let outputs = files.into_iter().map(|(name, bytes)| Output::containing(&folder.join(name), bytes));
    output::commit_all(outputs.collect::<Result<Vec<_>>>()?)?;
    Ok(plain(&Document { title: document.title, blocks: document.blocks.into_iter().take(2).collect() }))
}
