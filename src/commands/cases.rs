//! `reversi cases`: audits sets of test cases, makes complete sets, and writes expected files.

use std::{
    fs,
    io::{self, Write as _},
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::{Args, Subcommand};

use super::{
    answers,
    arguments::{self, AnyAssignment},
    print,
};
use crate::{
    assignment::TaskNumber,
    cases::{
        Audit, Boards, CaseList, CaseSelection, DepthRange, MOST_BOARDS, Need, TaskPoints, Wanted, begin_set, write_set,
    },
    files::output,
    names::count,
    terminal::{UntilClosed, interrupt, progress::Progress, say, tell},
    threads,
};

#[derive(Debug, Args)]
#[command(after_help = "\
A list of cases is a CSV file with one row per case. Input paths are relative to the list:
  name,assignment,task,depth,input,points,visibility
  opening-t2,usc2013,2,3,input1.txt,5,
  midgame,usc2014,,,input7.txt,10,hidden
More: `reversi help test-cases`

Example:
  reversi cases audit cases/cases.csv")]
pub struct Arguments {
    #[command(subcommand)]
    action: CasesCommand,
}

#[derive(Debug, Subcommand)]
enum CasesCommand {
    /// Create a small set of cases that uses every task and catches every known mistake twice
    New(NewArguments),
    /// Show which mistakes the set catches and what it does not cover; exit code 1 if it misses anything
    Audit(AuditArguments),
    /// Write the expected files of every case, for use with another grader
    #[command(after_help = "Example:\n  reversi cases expected cases/cases.csv --out expected")]
    Expected {
        /// List of cases
        #[arg(value_name = "CASES.csv")]
        list: PathBuf,
        /// Write the files to this folder
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  reversi cases audit cases/cases.csv")]
struct AuditArguments {
    /// List of cases
    #[arg(value_name = "CASES.csv")]
    list: PathBuf,
    /// Search for boards that catch the missed mistakes, write them to DIR and add them to the list
    #[arg(long, value_name = "DIR")]
    add: Option<PathBuf>,
    /// Print the table as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    output: arguments::Json,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Properties of the set, and how to choose the options: `reversi help test-cases`

Examples:
  reversi cases new --assignment usc2013 --out my-cases --seed 1
  reversi cases new --assignment usc2013 --out new-cases --points 1:30,2:25,3:25
  reversi cases new --assignment tiny --out tiny-cases --points 300:20,500:10")]
struct NewArguments {
    /// Follow this assignment: a name, such as tiny, or a TOML file
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: AnyAssignment,
    /// Write the list, the inputs and the expected files to this folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Create this many cases [default: as few as needed]
    #[arg(long, value_name = "N", value_parser = arguments::number::<NonZeroUsize>("a number of cases, from 1", ..))]
    count: Option<NonZeroUsize>,
    /// Cover these tasks, such as 1,3 [default: all]
    #[arg(help_heading = "Choice of cases", long, value_name = "TASKS", value_delimiter = ',')]
    tasks: Vec<TaskNumber>,
    /// Divide these points equally among the cases of a task or a question [default: 10, or 1 for printed answers, for each]
    #[arg(long, value_name = "TASK:POINTS", value_delimiter = ',')]
    points: Vec<String>,
    /// Search to depths in this range [default: 1-4]
    #[arg(help_heading = "Choice of cases", long, value_name = "FROM-TO")]
    depths: Option<DepthRange>,
    #[command(flatten)]
    random: arguments::Seed,
    /// Limit the rows of each log, so that people can read it [default: 400]
    #[arg(
        help_heading = "Choice of cases",
        long,
        value_name = "ROWS",
        value_parser = arguments::number::<u64>("a number of rows, from 1", 1..)
    )]
    longest_log: Option<u64>,
    /// Use only boards that can occur in a game from the opening
    #[arg(help_heading = "Choice of cases", long)]
    reachable: bool,
    /// Add a case for each open reading of the assignment
    #[arg(help_heading = "Choice of cases", long)]
    open_readings: bool,
    /// Write to a folder that is not empty, replacing files of the same name
    #[arg(long)]
    force: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    threads::start_common_pool()?;
    match &arguments.action {
        CasesCommand::Audit(arguments) => audit(arguments),
        CasesCommand::New(arguments) => new(arguments),
        CasesCommand::Expected { list, out } => {
            let list = CaseList::read(list)?;
            if let Some(cases) = answers::printed_cases(&list)? {
                return answers::write_expected(&cases, out);
            }
            let written = list.write_expected(out)?;
            tell(format_args!("wrote {} files to {}", written.len(), out.display()));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn audit(arguments: &AuditArguments) -> Result<ExitCode> {
    let mut list = CaseList::read(&arguments.list)?;
    let mut audit = match answers::printed_cases(&list)? {
        None => Audit::new(&list.cases),
        Some(cases) => {
            ensure!(arguments.add.is_none(), "--add is for lists of jobs, not of printed answers");
            crate::answers::audit(&cases).context("a list of text: no mistakes are known")?
        }
    };
    if let Some(folder) = arguments.add.as_ref().filter(|_| !audit.is_complete()) {
        let cases = audit.find_missing(&list, |wanted| {
            let found = find(wanted);
            let cases = count(found.cases.len(), "case");
            tell(format_args!("{}: {cases} found in {} boards tried", wanted.assignment, found.tried));
            found
        });
        list.add(cases, folder)?;
        list = CaseList::read(&arguments.list)?;
        audit = Audit::new(&list.cases);
    }
    let mut out = UntilClosed(io::stdout().lock());
    if arguments.output.json {
        serde_json::to_writer(&mut out, &audit)?;
        writeln!(out)?;
    } else if arguments.csv {
        audit.write_csv(out)?;
    } else {
        write!(out, "{audit}")?;
    }
    Ok(if audit.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn find(wanted: &Wanted) -> CaseSelection {
    let progress = Progress::start("trying boards");
    wanted.find(&|tried, left| {
        progress.say(format!("trying boards: {tried} of {MOST_BOARDS} at most, {left} mistakes or needs left"));
    })
}

fn new(arguments: &NewArguments) -> Result<ExitCode> {
    let NewArguments { assignment, tasks, points, out, .. } = arguments;
    let seed = arguments.random.seed.unwrap_or_default();
    let (is_new, is_empty) = (!out.exists(), fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none()));
    ensure!(!out.is_file(), "{} is a file; expected a folder", out.display());
    // Files of an earlier set would look like a part of the new set.
    ensure!(
        is_new || is_empty || arguments.force,
        "{} is not empty; expected a new folder, or --force to replace files of the same name",
        out.display()
    );
    if let AnyAssignment::Printed(system) = assignment {
        let of_logs = [
            ("--count", arguments.count.is_some()),
            ("--tasks", !tasks.is_empty()),
            ("--depths", arguments.depths.is_some()),
            ("--longest-log", arguments.longest_log.is_some()),
            ("--reachable", arguments.reachable),
            ("--open-readings", arguments.open_readings),
        ];
        let of_logs = of_logs.into_iter().find(|(_, is_given)| *is_given);
        ensure!(
            of_logs.is_none(),
            "{} is for sets of logs; {system} has printed answers",
            of_logs.unwrap_or_default().0
        );
        return answers::new(*system, out, seed, points);
    }
    let mut assignment = assignment.read()?;
    let share = |given: &String| given.parse().map_err(|problem| anyhow!("--points {given}: {problem}"));
    let points = points.iter().map(share).collect::<Result<Vec<TaskPoints>>>()?;
    for number in tasks.iter().copied().chain(points.iter().map(|points| points.task)) {
        assignment.task(number)?;
    }
    output::create_folder(out)?;
    let folder = out.clone();
    let _message = interrupt::on_end(move || {
        // This call removes the folder only if it is empty.
        let _ = is_new.then(|| fs::remove_dir(&folder));
        say(format_args!("interrupted: no case was written to {}", folder.display()));
    });
    let begun = begin_set(&mut assignment, out)?;
    let usual = Wanted::new(&assignment);
    let tasks = if tasks.is_empty() { usual.tasks.clone() } else { tasks.clone() };
    let wanted = Wanted {
        needs: Need::of(&assignment, &tasks),
        tasks,
        depths: arguments.depths.unwrap_or(usual.depths),
        longest_log: arguments.longest_log.unwrap_or(usual.longest_log),
        boards: Boards { seed, reachable: arguments.reachable, size: assignment.size },
        count: arguments.count.map(NonZeroUsize::get),
        is_whole_set: true,
        has_open_readings: arguments.open_readings,
        ..usual
    };
    let found = find(&wanted);
    let tried = found.tried;
    let audit = Audit::new(&write_set(found.cases, &points, out, begun)?);
    let hint = format!("None of {tried} tried boards shows the rest; larger --depths may help.\n");
    print(format_args!("{audit}{}", if audit.is_complete() { "" } else { &hint }))
}
