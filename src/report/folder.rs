//! The folder of a report, and its files.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Result;

use super::{
    Memory, Plan, Results, Sample, data_file,
    document::{Block, markdown, page, plain},
    games_file,
    memory::{DATA, GAMES, PLAN},
    sections,
};
use crate::files::output::{self, Output};

/// Where a report is written.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at a path, which is made with the first file.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is known: the plan that was asked for, and the searches and games of the part of it that is measured
    /// here.
    ///
    /// # Errors
    /// Whatever the file system has against it; then the old files are intact.
    pub fn keep(&self, plan: &Plan, part: &Plan, samples: &[Sample], memory: &Memory) -> Result<()> {
        let [mut plan_file, mut data, mut games] = [Vec::new(), Vec::new(), Vec::new()];
        plan.write(&mut plan_file)?;
        data_file::write(part, samples, memory, &mut data)?;
        games_file::write(part, memory, &mut games)?;
        // The plan comes first: what it asks for may be missing, but nothing else may be there.
        self.write([(PLAN, plan_file), (DATA, data), (GAMES, games)])
    }

    /// Writes the report itself; `with_text` as plain text, too.
    ///
    /// # Errors
    /// Whatever the file system has against it; then the old files are intact.
    pub fn report(&self, results: &Results, with_text: bool) -> Result<()> {
        let document = sections::document(results);
        let mut files = vec![
            ("columns.md".to_owned(), include_str!("columns.md").to_owned()),
            ("report.md".to_owned(), markdown(&document)),
            ("report.html".to_owned(), page(&document)),
        ];
        if with_text {
            files.push(("report.txt".to_owned(), plain(&document)));
        }
        files.extend(document.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some((plot.file(), plot.document())),
            _ => None,
        }));
        self.write(files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())))
    }

    /// Writes some files.
    ///
    /// # Errors
    /// Whatever the file system has against one of them.
    pub(super) fn write<'a, T: AsRef<[u8]>>(&self, files: impl IntoIterator<Item = (&'a str, T)>) -> Result<()> {
        let folder = &self.path;
        output::create_folder(folder)?;
        let mut outputs = Vec::new();
        for (name, bytes) in files {
            let mut output = Output::create(&folder.join(name))?;
            output.write_all(bytes.as_ref())?;
            outputs.push(output);
        }
        output::commit_all(outputs)?;
        Ok(())
    }
}
