//! `reversi check`: is this log right and, if not, where and why not?

use std::{io, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};

use super::job_arguments::JobArguments;
use crate::{
    check::{self, Equality, diagnosis},
    files::output,
};

/// The arguments.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("files").args(["moves", "log", "output"]).multiple(true).required(true),
    after_help = "\
The batch job's own command line: its two files are read, not written; one may be left out.
Exit code: 0 right, 1 different, 2 the check could not be made.

Example, on a log with a mistake:
  reversi check -t 2 -d 3 -i fixtures/opening.txt -ol fixtures/check/wrong-log.txt"
)]
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// (-op) The moves file; - is standard input
    #[arg(long, alias = "op", value_name = "FILE")]
    moves: Option<PathBuf>,
    /// (-ol) The traverse log; - is standard input
    #[arg(long, alias = "ol", value_name = "FILE")]
    log: Option<PathBuf>,
    /// The output of `reversi next`: the next board and the log; - is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["moves", "log"])]
    output: Option<PathBuf>,
    /// Every byte counts: line ends, blanks at the end of a line, empty lines at the end
    #[arg(long)]
    exact: bool,
    /// Another spelling of a row is the same row: 25 for 25.0, commas for blanks, inf for Infinity, letter case
    #[arg(long, conflicts_with = "exact")]
    lenient: bool,
    /// How many nodes the diagnosis may visit, which tries what mistakes write these files; 0 for none
    #[arg(long, value_name = "NODES", default_value_t = diagnosis::EFFORT)]
    effort: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Checks the files.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, a file that cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { job, moves, log, output, .. } = arguments;
    let mut inputs = vec![("-i", job.input.as_path())];
    let files = [("--weights", &job.weights), ("-op", moves), ("-ol", log), ("-o", output)];
    inputs.extend(files.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))));
    output::distinct(&inputs, &[])?;

    let equality = match (arguments.exact, arguments.lenient) {
        (true, _) => Equality::Exact,
        (_, true) => Equality::Lenient,
        _ => Equality::Lines,
    };
    let job = job.job()?;
    let mut checked = match output {
        Some(output) => check::output(&job, output, equality)?,
        None if job.dialect.input == crate::assignment::InputForm::Board => {
            check::batch(&job, moves.as_deref(), log.as_deref(), equality)?
        }
        None => bail!("{} has one output; expected -o FILE in place of -op and -ol", job.dialect),
    };
    if arguments.effort > 0 {
        checked.diagnose(&job, arguments.effort);
    }
    if arguments.json {
        check::write_json(&checked.report, io::stdout().lock())?;
    } else {
        check::write_report(&checked.report, &job, anstream::stdout().lock())?;
    }
    Ok(if checked.report.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
