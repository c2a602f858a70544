//! The folder of a report, and its files.

use std::{io::Write as _, path::Path};

use anyhow::Result;

use super::{
    Results, data,
    document::{Block, Document, markdown, page, plain},
    sections,
};
use crate::files::output::{self, Output};

/// Writes the files of a report into a folder, which is made where it is missing; `with_text` as plain text, too. Returns
/// its first section, the answers in short, as plain text. Where anything fails the old files are intact.
pub fn write(results: &Results, folder: &Path, with_text: bool) -> Result<String> {
    let document = sections::document(results);
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
    let outputs = files.into_iter().map(|(name, bytes)| {
        let mut output = Output::create(&folder.join(name))?;
        output.write_all(&bytes)?;
        Ok(output)
    });
    output::commit_all(outputs.collect::<Result<Vec<_>>>()?)?;
    Ok(plain(&Document { title: document.title, blocks: document.blocks.into_iter().take(2).collect() }))
}
