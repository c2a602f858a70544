//! `reversi grade`: submissions, run and judged.

use std::{
    io::{self, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::grade::{
    class::{Class, Outcome, Round},
    configuration::{Configuration, EXAMPLE},
    confine::{self, Level, Room, Settings},
    execution::Desk,
    grader::Grader,
    outputs,
    records::Records,
    shard::Shard,
};

/// What is graded.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A folder or a .zip archive for each student
    submissions: Option<PathBuf>,
    /// How they are built, run and judged
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// The folder for the results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many programs run side by side; as many as there are processors if it is not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Grade this student again, and no other
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Grade everybody again, those too of whom nothing has changed
    #[arg(long)]
    again: bool,
    /// Grade one part of the students only: the K-th of N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Run nothing: the submissions hold the files that were written elsewhere, CASE-moves.txt, CASE-log.txt, CASE-output.txt
    #[arg(long)]
    collected: bool,
    /// Keep the limits alone where this machine cannot contain programs, and say so in every result
    #[arg(long)]
    unconfined: bool,
    /// Numbers in place of names in grades.csv
    #[arg(long)]
    anonymous: bool,
    /// Print a commented grade.toml for the assignment of 2013
    #[arg(long, exclusive = true)]
    example: bool,
    /// Say what this machine can contain, and what not
    #[arg(long, exclusive = true)]
    doctor: bool,
}

impl Arguments {
    fn desk(&self, configuration: &Configuration) -> Result<Option<Desk>> {
        if self.collected {
            return Ok(None);
        }
        let level = self.unconfined.then_some(Level::Unconfined);
        let settings = Settings { readable: configuration.readable.clone(), level, ..Settings::default() };
        Ok(Some(Desk::new(Room::open(settings)?)))
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// Runs `reversi grade`.
///
/// # Errors
/// Wrong usage, a configuration, cases or submissions that are of no use, and results that cannot be written.
#[cfg(target_os = "linux")]
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.example {
        io::stdout().lock().write_all(EXAMPLE.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.doctor {
        io::stdout().lock().write_all(confine::diagnose(&Settings::default()).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(submissions) = &arguments.submissions else {
        bail!("the folder of the submissions is missing; expected reversi grade submissions/ --config grade.toml --out results/")
    };
    let out = arguments.out.as_deref().context("the folder for the results is missing; expected --out DIR")?;
    class(arguments, submissions, out)
}

fn configuration(arguments: &Arguments) -> Result<Configuration> {
    let missing = "the configuration is missing; expected --config grade.toml (--example prints one)";
    Configuration::read(arguments.config.as_deref().context(missing)?)
}

fn class(arguments: &Arguments, submissions: &Path, out: &Path) -> Result<ExitCode> {
    let configuration = configuration(arguments)?;
    let desk = arguments.desk(&configuration)?;
    let class = Class::find(Grader::new(configuration, desk)?, submissions, say)?;
    let round = Round {
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        jobs: arguments.jobs(),
        again: arguments.again,
        only: arguments.only.clone(),
    };
    let records = Records::open(out)?;
    let Outcome { results, failures } = class.grade(&round, &records)?;
    outputs::write_all(&results, out, outputs::Options { is_anonymous: arguments.anonymous })?;
    failures.into_iter().for_each(|failure| say(format!("not graded: {failure}")));
    Ok(ExitCode::SUCCESS)
}

/// Says something that is no result. Whoever has closed standard error does not want to know.
fn say(text: String) {
    let _ = writeln!(io::stderr(), "reversi: {text}");
}

/// Refuses to grade.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anyhow::bail!("cannot contain programs on this system: expected Linux")
}
