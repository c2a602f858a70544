//! `reversi cases`: which mistakes a set of test cases catches, sets that catch all, and their expected files.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::{self, Write as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Result, bail, ensure};
use clap::{Args, Subcommand};

use super::{arguments, print};
use crate::{
    assignment::{Assignment, AssignmentName, SourceFile, TaskNumber},
    cases::{
        Audit, Boards, Case, CaseList, CaseSelection, DepthRange, MOST_BOARDS, Need, NewCase, TaskPoints, Visibility,
        Wanted, expected_files, left_out,
    },
    files::{
        LineEnding,
        output::{self, Output},
    },
    mistakes::{Mistake, Mistakes},
    names::count,
    terminal::{interrupt, progress::Progress, say, tell},
    threads,
};

#[derive(Debug, Args)]
#[command(after_help = "\
A list of cases is a CSV file with one row per case. Input paths are relative to the file:
  name,assignment,task,depth,input,points,visibility
  opening-t2,usc2013,2,3,input1.txt,5,
  midgame,usc2014,,,input7.txt,10,hidden
More: `reversi help test-cases`

Example, on a list that comes with the program:
  reversi cases audit fixtures/cases/cases.csv")]
pub struct Arguments {
    #[command(subcommand)]
    action: CasesCommand,
}

#[derive(Debug, Subcommand)]
enum CasesCommand {
    /// Show which mistakes the set catches and what it does not cover; exit code 1 if it misses anything
    Audit(AuditArguments),
    /// Create a set that covers the assignment and catches every mistake that a case can catch
    New(NewArguments),
    /// Write the expected files of every case, for use with another grader
    #[command(after_help = "Example:\n  reversi cases expected fixtures/cases/cases.csv --out expected")]
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
#[command(after_help = "Example:\n  reversi cases audit fixtures/cases/cases.csv")]
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
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Properties of the set, and how to choose the options: `reversi help test-cases`

Examples:
  reversi cases new --assignment usc2013 --out cases --seed 1
  reversi cases new --assignment usc2013 --out cases --points 1:30,2:25,3:25")]
struct NewArguments {
    /// Follow this assignment: a built-in name or a TOML file
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: AssignmentName,
    /// Write the list, the inputs and the expected files to this folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Create this many cases [default: as few as needed]
    #[arg(long, value_name = "N", value_parser = arguments::number::<NonZeroUsize>("a number of cases, from 1", ..))]
    count: Option<NonZeroUsize>,
    /// Cover these tasks, such as 1,3 [default: all]
    #[arg(long, value_name = "TASKS", value_delimiter = ',')]
    tasks: Vec<TaskNumber>,
    /// Divide these points equally among the cases of a task [default: 10 for each]
    #[arg(long, value_name = "TASK:POINTS", value_delimiter = ',')]
    points: Vec<TaskPoints>,
    /// Search to depths in this range
    #[arg(long, value_name = "FROM-TO", default_value = "1-4")]
    depths: DepthRange,
    /// Repeat the set of this seed
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = arguments::number::<u64>("a whole number, from 0", ..),
        default_value_t = 0
    )]
    seed: u64,
    /// Limit the rows of each log, so that people can read it
    #[arg(
        long,
        value_name = "ROWS",
        value_parser = arguments::number::<u64>("a number of rows, from 1", 1..),
        default_value_t = 400
    )]
    longest_log: u64,
    /// Use only boards that can occur in a game from the opening
    #[arg(long)]
    reachable: bool,
    /// Add a case for each open reading of the assignment
    #[arg(long)]
    open_readings: bool,
    /// Write to a folder that is not empty, replacing files of the same name
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    threads::start_common_pool()?;
    match &arguments.action {
        CasesCommand::Audit(arguments) => audit(arguments),
        CasesCommand::New(arguments) => new(arguments),
        CasesCommand::Expected { list, out } => {
            let list = CaseList::read(list)?;
            output::create_folder(out)?;
            let outputs = expected(&list.cases, out)?.into_iter().chain(copies(list.assignments(), out)?);
            let written = output::commit_all(outputs)?;
            tell(format_args!("wrote {} files to {}", written.len(), out.display()));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn audit(arguments: &AuditArguments) -> Result<ExitCode> {
    let mut list = CaseList::read(&arguments.list)?;
    let mut audit = Audit::new(&list.cases);
    if let Some(folder) = arguments.add.as_ref().filter(|_| !audit.is_complete()) {
        add(&list, &audit, folder)?;
        list = CaseList::read(&arguments.list)?;
        audit = Audit::new(&list.cases);
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &audit)?;
        writeln!(out)?;
    } else if arguments.csv {
        audit.write_csv(out)?;
    } else {
        write!(out, "{audit}")?;
    }
    Ok(if audit.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Looks for cases that bring what an audit has missed, writes their inputs and adds them to the list.
fn add(list: &CaseList, audit: &Audit, folder: &Path) -> Result<()> {
    let mut missed: Vec<Mistake> =
        Mistake::ALL.iter().copied().filter(|mistake| audit.missed.contains(&mistake.name())).collect();
    let mut cases = Vec::new();
    for assignment in list.assignments() {
        let mistakes: Mistakes = missed.iter().copied().filter(|mistake| mistake.is_possible_in(assignment)).collect();
        let needs = left_out(assignment, list.cases.iter().map(|case| &case.job));
        if mistakes.is_empty() && needs.is_empty() {
            continue;
        }
        let found = find(&Wanted { mistakes, times: 1, needs, ..Wanted::new(assignment) });
        tell(format_args!("{assignment}: {} found in {} boards tried", count(found.cases.len(), "case"), found.tried));
        missed.retain(|&mistake| !found.cases.iter().any(|case| case.catches.contains(mistake)));
        cases.extend(found.cases);
    }
    output::create_folder(folder)?;
    let cases = named(cases, folder, |name| list.cases.iter().all(|case| case.name != *name));
    let mut outputs = inputs(&cases)?;
    outputs.push(text_file(list.path(), &list.with(&cases)?)?);
    output::commit_all(outputs)?;
    Ok(())
}

fn find(wanted: &Wanted) -> CaseSelection {
    let progress = Progress::start("trying boards");
    wanted.find(&|tried, left| {
        progress.say(format!("trying boards: {tried} of {MOST_BOARDS} at most, {left} still to be brought out"));
    })
}

fn new(arguments: &NewArguments) -> Result<ExitCode> {
    let NewArguments { assignment, tasks, points, out, .. } = arguments;
    let mut assignment = assignment.read(Path::new(""))?;
    let is_new = !out.exists();
    output::create_folder(out)?;
    let folder = out.clone();
    let _message = interrupt::on_end(move || {
        // Only an empty folder is removed.
        let _ = is_new.then(|| fs::remove_dir(&folder));
        say(format_args!("interrupted: no case was written to {}", folder.display()));
    });
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    // What an earlier set leaves there would look like a part of this one.
    ensure!(
        is_empty || arguments.force,
        "{} is not empty; expected a new folder, or --force to replace files of the same name",
        out.display()
    );
    // The list names the copy that lies beside it.
    let copies = copies([&assignment], out)?;
    for SourceFile { path, .. } in &mut Arc::make_mut(&mut assignment).files {
        *path = out.join(path.file_name().unwrap_or_default());
    }
    let usual = Wanted::new(&assignment);
    for number in tasks.iter().copied().chain(points.iter().map(|points| points.task)) {
        assignment.task(number)?;
    }
    let tasks = if tasks.is_empty() { usual.tasks.clone() } else { tasks.clone() };
    let wanted = Wanted {
        needs: Need::of(&assignment, &tasks),
        tasks,
        depths: arguments.depths,
        longest_log: arguments.longest_log,
        boards: Boards { seed: arguments.seed, reachable: arguments.reachable },
        count: arguments.count.map(NonZeroUsize::get),
        is_whole_set: true,
        has_open_readings: arguments.open_readings,
        ..usual
    };
    let found = find(&wanted);
    let report = found.to_string();
    let mut cases = named(found.cases, out, |_| true);
    divide(&mut cases, points);
    let mut outputs = inputs(&cases)?;
    let list = out.join("cases.csv");
    outputs.push(text_file(&list, &CaseList::text_of(&cases, &list)?)?);
    outputs.extend(expected(&cases, out)?);
    outputs.extend(copies);
    output::commit_all(outputs)?;
    print(report)
}

/// Gives each case its part of the points of its task.
fn divide(cases: &mut [Case], points: &[TaskPoints]) {
    let numbers: BTreeSet<TaskNumber> = cases.iter().filter_map(|case| case.job.number).collect();
    for task in numbers {
        let share = points.iter().find(|points| points.task == task).copied().unwrap_or(TaskPoints::usual(task));
        let is_of_task = |case: &&mut Case| case.job.number == Some(task);
        let parts = share.divided(cases.iter().filter(|case| case.job.number == Some(task)).count());
        cases.iter_mut().filter(is_of_task).zip(parts).for_each(|(case, points)| case.points = points);
    }
}

/// Gives cases names, those of them that are free, and inputs in a folder.
fn named(cases: Vec<NewCase>, folder: &Path, is_free: impl Fn(&String) -> bool) -> Vec<Case> {
    let names = (1..).map(|number: u32| format!("case{number}")).filter(is_free);
    let case = |(name, case): (String, NewCase)| Case {
        input: folder.join(format!("{name}.txt")),
        name,
        covers: case.covers(),
        job: case.job,
        points: 1.0,
        visibility: Visibility::Visible,
        line_ends: LineEnding::default(),
    };
    names.zip(cases).map(case).collect()
}

/// The input files of some cases.
fn inputs(cases: &[Case]) -> Result<Vec<Output>> {
    cases.iter().map(|case| text_file(&case.input, &case.job.input())).collect()
}

/// The expected files of some cases.
fn expected(cases: &[Case], folder: &Path) -> Result<Vec<Output>> {
    let mut outputs = Vec::new();
    for case in cases {
        for file in expected_files(&case.job) {
            let mut output = Output::create(&folder.join(format!("{}{}", case.name, file.suffix())))?;
            file.write(&case.job, &mut output)?;
            outputs.push(output);
        }
    }
    Ok(outputs)
}

/// Copies of the files of described assignments: who gets the expected files needs what they were made by.
fn copies<'a>(assignments: impl IntoIterator<Item = &'a Arc<Assignment>>, folder: &Path) -> Result<Vec<Output>> {
    let (mut outputs, mut names) = (Vec::new(), HashMap::new());
    for SourceFile { path, name, text } in assignments.into_iter().flat_map(|assignment| &assignment.files) {
        let copy = folder.join(name);
        let is_there = copy.canonicalize().is_ok_and(|copy| path.canonicalize().is_ok_and(|path| path == copy));
        match names.insert(copy.clone(), text) {
            None if !is_there => {
                fs::create_dir_all(copy.parent().unwrap_or(folder))?;
                outputs.push(text_file(&copy, text)?);
            }
            Some(other) if other != text => {
                bail!("two files of assignments are called {}; expected different names", copy.display())
            }
            _ => {}
        }
    }
    Ok(outputs)
}

fn text_file(path: &Path, text: &str) -> Result<Output> {
    let mut output = Output::create(path)?;
    output.write_all(text.as_bytes())?;
    Ok(output)
}
