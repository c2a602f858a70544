//! `reversi check`: is this log right and, if not, where and why not?

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};

use super::{durability::Durability, job_arguments::JobArguments};
use crate::{
    assignment::{Job, OutputForm},
    check::{self, Checked, Equality, Role, Subject, diagnosis},
    explain::{self, Page},
    files::output,
    log::Event,
    terminal::progress::Progress,
    threads,
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
    /// Also make a page that shows the log beside the true one, step by step
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// With --html: the most rows of the page; of a longer log it shows the part around the first difference
    #[arg(long, value_name = "ROWS", default_value_t = explain::MOST_ROWS, requires = "html")]
    most_rows: u64,
    #[command(flatten)]
    durability: Durability,
}

/// Checks the files.
///
/// # Errors
/// Wrong usage, an input that cannot be read or is none, a file that cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.durability.apply();
    let Arguments { job, moves, log, output, .. } = arguments;
    let mut inputs = job.inputs();
    let files = [("-op", moves), ("-ol", log), ("-o", output)];
    inputs.extend(files.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))));
    let outputs: Vec<_> = arguments.html.iter().map(|path| ("--html", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;

    let equality = match (arguments.exact, arguments.lenient) {
        (true, _) => Equality::Exact,
        (_, true) => Equality::Lenient,
        _ => Equality::Lines,
    };
    if arguments.html.as_deref() == Some(Path::new("-")) {
        bail!("--html - is standard output, where the report goes; expected a file");
    }
    let job = job.spelled_job()?;
    let progress = Progress::start("checking");
    let mut checked = match output {
        Some(output) => check::output(&job, output, equality)?,
        None if job.assignment.output == OutputForm::Game => {
            check::batch(&job, moves.as_deref(), log.as_deref(), equality)?
        }
        None => bail!("{} has one output; expected -o FILE in place of -op and -ol", job.assignment),
    };
    drop(progress);
    let mut out = anstream::stdout().lock();
    if !arguments.json {
        check::write_differences(&checked.report, &job, &mut out)?;
        out.flush()?;
    }
    if arguments.effort > 0 && !checked.report.is_same() {
        threads::start_common_pool()?;
        // Whoever does not want to wait has seen the differences.
        let _progress = Progress::start("looking for mistakes that write this (--effort sets how long)");
        checked.diagnose(&job, arguments.effort);
    }
    if arguments.json {
        check::write_json(&checked.report, &mut out)?;
    } else {
        check::write_diagnosis(&checked.report, &job, &mut out)?;
    }
    if let Some(html) = &arguments.html {
        output::write(html, page(&job, &checked, arguments.most_rows)?.html().as_bytes())?;
    }
    Ok(if checked.report.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The page of a log beside the true one. Where that is too long, it is the subtree of the first difference.
fn page(job: &Job, checked: &Checked, most_rows: u64) -> Result<Page> {
    let Some(log) = checked.report.files.iter().find(|file| file.role == Role::Log) else {
        bail!("--html shows a log; expected -ol, or the output of a search");
    };
    let mut first_difference = None;
    let at =
        match log.first_non_spelling_difference.as_ref().or(log.first.as_ref()).map(|difference| &difference.subject) {
            Some(Subject::Row(context)) => {
                first_difference = (!log.is_right_otherwise).then_some(context.number);
                let child = if let Event::Update { child, .. } = context.event { Some(child) } else { None };
                context.path.iter().copied().chain(child).collect()
            }
            _ => Vec::new(),
        };
    let at = explain::subtree_around(&job.task, &at, most_rows);
    let page = explain::of_task(&job.task, job.spelling(), &at, most_rows)?;
    let mut report = Vec::new();
    check::write_report(&checked.report, job, anstream::StripStream::new(&mut report))?;
    // The log's text is the last, after that of the moves file.
    let kept = checked.texts.last().cloned().unwrap_or_default();
    let before = kept
        .column_names
        .map_or(if log.is_part { 8 } else { 0 }, |line| usize::try_from(line).unwrap_or(usize::MAX) - 1);
    let lines = explain::StudentLog {
        name: log.path.file_name().unwrap_or(log.path.as_os_str()).to_string_lossy().into_owned(),
        lines: kept.lines().skip(before).map(std::borrow::Cow::into_owned).collect(),
        are_all: kept.is_whole,
        first_difference,
        report: String::from_utf8_lossy(&report).into_owned(),
    };
    Ok(explain::beside_student(page, &lines, &job.task, job.spelling()))
}
