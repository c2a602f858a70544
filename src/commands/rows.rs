//! `reversi rows`: prints selected rows of a log without writing the log.

use std::{
    io::{self, BufWriter, Write as _},
    ops::ControlFlow,
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};

use super::job_arguments::{JobArguments, LineEnds};
use crate::{
    explain::node_path,
    log::{RowNumbers, RowRange},
    terminal::progress::Progress,
};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("which").args(["numbers", "path", "last"]).required(true),
    after_help = "\
Row 1 is the first row of the root, on the line after the column names. More: `reversi help large-logs`

Examples:
  reversi rows 1000000..1000020 -t 1 -d 11 -i opening.txt
  reversi rows --path 'd3 c3' -t 2 -d 9 -i opening.txt"
)]
pub struct Arguments {
    /// Rows to print, counted from 1: 17, 17..20 or 17..
    #[arg(value_name = "RANGE")]
    numbers: Option<RowNumbers>,
    /// Print the rows of the node after these moves
    #[arg(long, value_name = "MOVES")]
    path: Option<String>,
    /// Print the last row
    #[arg(long)]
    last: bool,
    #[command(flatten)]
    job: JobArguments,
    #[command(flatten)]
    line_ends: LineEnds,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let job = arguments.line_ends.of(arguments.job.job()?);
    job.ensure_logged()?;
    let search = job.task.search();
    let progress = Progress::start("finding the rows");
    let range = match (arguments.numbers, &arguments.path) {
        (Some(numbers), _) => RowRange::Numbers(numbers),
        (None, Some(path)) => RowRange::Path(node_path::read(&job, path, "--path")?),
        // The last row of the log belongs to the root.
        (None, None) => RowRange::Path(Vec::new()),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut shown, mut last, mut written) = (0_u64, String::new(), Ok(()));
    search.each_row_of(&range, &mut |row| {
        shown += 1;
        last = job.row_format().write(&job.row_format().line(row)) + job.line_ending.text();
        if !arguments.last {
            written = out.write_all(last.as_bytes());
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    if arguments.last {
        out.write_all(last.as_bytes())?;
    }
    out.flush()?;
    drop(progress);
    if shown == 0
        && let RowRange::Numbers(numbers) = range
    {
        bail!("row {} does not exist: the log has {} rows", numbers.first, job.task.count().1.rows())
    }
    Ok(ExitCode::SUCCESS)
}
