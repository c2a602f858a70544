//! Arguments, progress and summary that `reversi` and `reversi next` share.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use indicatif::HumanBytes;

use super::{job_arguments::LineEnds, print};
use crate::{
    assignment::Job,
    files::output::{Output, Written},
    names::{count, rounded},
    terminal::{progress::Progress, say},
};

#[derive(Debug, Args)]
pub struct Writing {
    /// Print the size of the log, and write no file
    #[arg(help_heading = "Output", long, conflicts_with = "stats")]
    pub dry_run: bool,
    /// Write the log even if it does not fit on the disk
    #[arg(help_heading = "Output", long, conflicts_with = "dry_run")]
    pub force: bool,
    #[command(flatten)]
    pub line_ends: LineEnds,
    /// Print no progress and no summary
    #[arg(help_heading = "Output", short, long)]
    pub quiet: bool,
}

/// A log of more rows is not counted, because counting takes some minutes.
const MOST_ROWS: f64 = 2e10;

/// Counting a log of more rows takes more than a second.
const ROWS_OF_A_SECOND: f64 = 8e7;

/// Prints the size that the log of a job would have.
///
/// If counting takes more than a second, first prints an estimate. If the log has too many rows to count, only prints
/// the estimate.
pub fn print_size(job: &Job, quiet: bool) -> Result<ExitCode> {
    job.ensure_logged()?;
    let search = job.task.search();
    let estimate = search.estimated_rows();
    if estimate.rows() > MOST_ROWS {
        return print(format_args!("{estimate}: an estimate; there are too many rows to count\n"));
    }
    if !quiet && estimate.rows() > ROWS_OF_A_SECOND {
        say(format_args!("{estimate}: an estimate; counting the rows now"));
    }
    let progress = progress("counting the rows of the log", quiet, []);
    let mut counted =
        |rows| progress.say(format!("counting the rows of the log: {} of {estimate}", rounded(rows as f64)));
    let size = search.log_size(&job.format, job.line_ending, &mut counted)?;
    drop(progress);
    print(format_args!("{} and a header, {} bytes\n", count(size.rows, "row"), size.bytes))
}

/// Shows the progress of a job, unless `quiet` is set or an output goes to the same screen.
pub fn progress<'a>(what: &str, quiet: bool, outputs: impl IntoIterator<Item = &'a Output>) -> Progress {
    let on_screen = outputs.into_iter().any(Output::is_terminal);
    if quiet || on_screen { Progress::hidden() } else { Progress::start(what) }
}

/// Summarises the written files: names, the size of the log, and the sizes of compressed files.
pub fn summary(written: &[Written], log: &str) -> String {
    let names: Vec<String> = written
        .iter()
        .map(|Written { name, compressed }| match compressed {
            Some(bytes) => format!("{name} (compressed: {})", HumanBytes(*bytes)),
            None => name.clone(),
        })
        .collect();
    format!("wrote {}: {log}", names.join(", "))
}
