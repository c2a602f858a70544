//! What the two jobs of the assignment have in common at the command line.

use std::{
    io::{self, ErrorKind, Write as _},
    path::Path,
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail};
use indicatif::HumanBytes;

use crate::{
    files::{
        LineEnding,
        input::{self, Input},
        output::{Output, Written},
    },
    games::reversi::{EvaluationName, parse_weights},
    log::{LogFormat, LoggedSearch},
    terminal::progress::Progress,
};

/// The evaluation, with the weights of a file where one is given.
///
/// # Errors
/// A file that cannot be read or holds no weights, and one that the evaluation has no use for.
pub fn evaluation_with(evaluation: EvaluationName, weights: Option<&Path>) -> Result<EvaluationName> {
    let Some(path) = weights else { return Ok(evaluation) };
    if evaluation == EvaluationName::Pieces {
        bail!(
            "--weights {}: this evaluation counts pieces and has no weights; expected -t 3 or --eval weights",
            path.display()
        );
    }
    let input = Input::read(path, input::LIMIT)?;
    let weights = parse_weights(&input.text).map_err(|problem| input.explain(&problem))?;
    Ok(EvaluationName::Table { name: input.name, weights: weights.into() })
}

/// Prints the size that a log would have.
///
/// # Errors
/// A size beyond all numbers, a thread that cannot be had, and a standard output that cannot be written.
pub fn print_size(
    search: &(impl LoggedSearch + ?Sized),
    format: LogFormat,
    line_ending: LineEnding,
    quiet: bool,
) -> Result<ExitCode> {
    let progress = if quiet { Progress::hidden() } else { Progress::start("counting the rows of the log") };
    let size = search.log_size(format, line_ending, u64::MAX);
    drop(progress);
    let size = size?.context("the log would have more bytes than a number can say")?;
    let header = if format.has_header() { " and a header" } else { "" };
    let plural = if size.rows == 1 { "" } else { "s" };
    writeln!(io::stdout(), "{} row{plural}{header}, {} bytes", size.rows, size.bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// The progress line of a job: none where it is not wanted, or where an output is on the same screen.
pub fn progress<'a>(what: &str, quiet: bool, outputs: impl IntoIterator<Item = &'a Output>) -> Progress {
    let on_screen = outputs.into_iter().any(Output::is_terminal);
    if quiet || on_screen { Progress::hidden() } else { Progress::start(what) }
}

/// What was written: the files, the size of the log, and that of compressed files.
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

/// `None` where a pipe has been closed: whoever reads that output has seen enough, which is no reason to withhold the
/// others.
///
/// # Errors
/// All others.
pub fn unless_closed<T>(written: io::Result<T>) -> io::Result<Option<T>> {
    match written {
        Ok(written) => Ok(Some(written)),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(None),
        Err(error) => Err(error),
    }
}
