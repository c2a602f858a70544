//! `reversi grade`: grades submissions.

use std::{
    collections::BTreeMap,
    env,
    io::{self, IsTerminal as _},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    thread,
};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{ArgGroup, Args};

use super::arguments;
use crate::{
    assignment::{Assignment, AssignmentName},
    examples::Course,
    grade::{
        class::{Class, GradedClass, GradingOptions},
        configuration::{Configuration, example},
        escape,
        feedback::feedback,
        grader::Grader,
        outputs::{self, CourseSystem, Summary},
        people::anonymity::AnonymousKey,
        recipes::{Undecided, execution::Runner},
        results::{
            ClassResults, MissedMistakes, RESULTS,
            records::{self, Records},
        },
        submissions::Submission,
    },
    names::{count, list},
    sandbox::{self, Level, Settings},
    shard::Shard,
    terminal::{interrupt, say},
    threads,
};

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
#[command(
    override_usage = "reversi grade <SUBMISSIONS> --config <FILE.toml> --out <DIR> [OPTIONS]\n       \
        reversi grade --one <PATH> --config <FILE.toml> [--gradescope <FILE>]\n       \
        reversi grade --example [--assignment <NAME>]\n       \
        reversi grade --doctor",
    group = several("of a class", ["submissions", "only", "again", "shard"]),
    group = several("results", ["out", "anonymous", "lms"]),
    group = several("running", ["config", "jobs", "collected", "unconfined"]),
    group = several("of one", ["one", "gradescope", "timeout"])
        .conflicts_with_all(["of a class", "results", "of an example"]),
    group = several("of an example", ["example", "assignment"])
        .conflicts_with_all(["of a class", "results", "running"]),
    group = several("of this machine", ["doctor"])
        .conflicts_with_all(["of a class", "results", "running", "of one", "of an example"]),
    after_help = "\
More: `reversi help grading`, and the guides submissions, people and platforms

Examples:
  reversi grade --example > grade.toml
  reversi grade class --config grade.toml --out results"
)]
pub struct Arguments {
    /// Folder with one subfolder or archive per student
    submissions: Option<PathBuf>,
    /// Build, run and grade by this configuration
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Write the results to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run N programs in parallel [default: one per processor]
    #[arg(help_heading = "Running", long, value_name = "N", value_parser = arguments::number::<NonZeroUsize>("a number of programs, from 1", ..))]
    jobs: Option<NonZeroUsize>,
    /// Grade only this student, again
    #[arg(help_heading = "Running", long, value_name = "NAME")]
    only: Vec<String>,
    /// Grade all students again, even if nothing changed
    #[arg(help_heading = "Running", long)]
    again: bool,
    /// Grade only part K of N of the students
    #[arg(help_heading = "Running", long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Grade submitted output files, and run nothing
    #[arg(help_heading = "Running", long)]
    collected: bool,
    /// Run programs without a sandbox, with limits only
    #[arg(help_heading = "Running", long, conflicts_with = "collected")]
    unconfined: bool,
    /// Write numbers instead of names
    #[arg(help_heading = "Output", long, conflicts_with = "lms")]
    anonymous: bool,
    /// Write the grades for canvas or moodle, too
    #[arg(help_heading = "Output", long, value_name = "SYSTEM", value_parser = arguments::named(CourseSystem::ALL, CourseSystem::name), hide_possible_values = true)]
    lms: Option<CourseSystem>,
    /// Grade one submission; exit code 0 for full points
    #[arg(help_heading = "One submission", long, value_name = "PATH")]
    one: Option<PathBuf>,
    /// Write the results for Gradescope (with --one)
    #[arg(help_heading = "One submission", long, value_name = "FILE", requires = "one")]
    gradescope: Option<PathBuf>,
    /// Warn if all cases can take longer
    #[arg(
        help_heading = "One submission",
        long,
        value_name = "SECONDS",
        value_parser = arguments::number::<u64>("a number of seconds, from 0", ..),
        requires = "one",
        default_value_t = 600
    )]
    timeout: u64,
    /// Print a commented configuration
    #[arg(long)]
    example: bool,
    /// Set the assignment or course of --example [default: usc2013]
    #[arg(long, value_name = "NAME", requires = "example", value_parser = exemplary, hide_possible_values = true)]
    assignment: Option<Exemplary>,
    /// Report how well this machine can sandbox programs
    #[arg(long)]
    doctor: bool,
}

/// The assignment of an example configuration.
#[derive(Clone, Debug)]
enum Exemplary {
    Course(Course),
    Assignment(AssignmentName),
}

fn exemplary(name: &str) -> Result<Exemplary, String> {
    let course = name.parse().map(Exemplary::Course);
    course.or_else(|_| name.parse().map(Exemplary::Assignment)).map_err(|problem| {
        format!("{problem}; or a course of `reversi example`: {}", list(Course::ALL.map(Course::name), "or"))
    })
}

/// A group of arguments that can be used in the same usage lines.
fn several<const N: usize>(name: &'static str, arguments: [&'static str; N]) -> ArgGroup {
    ArgGroup::new(name).args(arguments).multiple(true)
}

impl Arguments {
    fn grader(&self) -> Result<Grader> {
        let missing = "the configuration is missing; expected --config grade.toml (--example prints one)";
        let configuration = Configuration::read(self.config.as_deref().context(missing)?)?;
        let runner = if self.collected {
            None
        } else {
            let level = self.unconfined.then_some(Level::Unconfined);
            let private = [&self.submissions, &self.out, &self.one].into_iter().flatten().cloned();
            let private = private.chain(configuration.private()).collect();
            let settings = Settings { private, level, ..Settings::default() };
            Some(Runner::open(configuration.programs.clone(), settings)?)
        };
        threads::start_common_pool()?;
        Grader::new(configuration, runner)
    }

    fn jobs(&self) -> usize {
        let wanted = self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let jobs = sandbox::side_by_side(wanted);
        if jobs < wanted {
            say(format_args!("{jobs} programs run side by side, not {wanted}: this process may not open more files"));
        }
        jobs
    }

    fn out(&self) -> Result<&Path> {
        self.out.as_deref().context("the folder for the results is missing; expected --out DIR")
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if arguments.example {
        return super::print(match &arguments.assignment {
            None => example(&Assignment::usual()),
            Some(Exemplary::Assignment(name)) => example(&*name.read(Path::new(""))?),
            Some(Exemplary::Course(Course::Csc242)) => {
                bail!("csc242 has games; expected `reversi tournament --example csc242`")
            }
            Some(Exemplary::Course(course)) => course.configuration(),
        });
    }
    if arguments.doctor {
        return super::print(sandbox::examine(&Settings::default()));
    }
    match (&arguments.one, &arguments.submissions) {
        (Some(path), _) => one(arguments, path),
        (None, Some(submissions)) => class(arguments, submissions),
        (None, None) => {
            bail!("the submissions folder is missing; expected `reversi grade DIR --config FILE --out DIR`")
        }
    }
}

/// Grades a class or a part of it.
fn class(arguments: &Arguments, submissions: &Path) -> Result<ExitCode> {
    let out = arguments.out()?;
    outputs::check_outside(out, submissions)?;
    outputs::check_folder(out, outputs::Kind::Grade)?;
    let before = ClassResults::read(out)?;
    let class = Class::find(arguments.grader()?, submissions, say)?;
    class.check_names(&arguments.only)?;
    if let Some(system) = arguments.lms {
        system.check(&class.gradebook)?;
    }
    let names = class.submissions.iter().map(|submission| submission.name.as_str());
    outputs::check_class(out, (records::FOLDER, ""), names)?;
    let key = arguments.anonymous.then(|| AnonymousKey::of_folder(class.folder())).transpose()?;
    let options = GradingOptions {
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        jobs: arguments.jobs(),
        again: arguments.again,
        only: arguments.only.clone(),
    };
    outputs::Kind::Grade.claim(out, class.submissions.iter().map(|submission| submission.name.as_str()))?;
    let records = Arc::new(Records::open(out)?);
    let (kept, folder, all) = (Arc::clone(&records), out.display().to_string(), class.submissions.len());
    let message_at_end = interrupt::on_end(move || {
        let count = kept.count();
        let are = if count == 1 { "is" } else { "are" };
        let kept = format!("{count} of {all} students {are} graded and kept in {folder}");
        say(format_args!("interrupted: {kept}; run the same command to continue"));
    });
    let GradedClass { mut results, unchanged, outdated } = class.grade(&options, &records)?;
    results.numbers = key.map(|key| key.numbers(&results.class));
    results.gradebook = class.gradebook.clone();
    let known =
        before.as_ref().filter(|before| before.inputs == results.inputs).and_then(|before| before.missed.clone());
    results.missed = Some(known.unwrap_or_else(|| MissedMistakes::of(class.cases())));
    results.compare_with(before);
    drop(message_at_end);
    if let Some(shard) = arguments.shard {
        let graded = count(results.students.len(), "student");
        say(format_args!("part {shard}: {graded} graded; the same command without --shard writes the results"));
        return Ok(not_graded(&results));
    }
    let code = finish(arguments, &results, &records, out)?;
    if unchanged > 0 {
        let all = results.students.len();
        let have = if unchanged == 1 { "has" } else { "have" };
        say(format_args!("{unchanged} of {all} students {have} not changed: they keep their earlier results"));
    }
    if !outdated.is_empty() {
        say(format_args!("changed, and not graded again because of --only: {}", outdated.join(", ")));
    }
    Ok(code)
}

/// Writes the results, and prints a summary of the class.
fn finish(arguments: &Arguments, results: &ClassResults, records: &Records, out: &Path) -> Result<ExitCode> {
    let shown = |name: &String| results.numbers.as_ref().and_then(|numbers| numbers.get(name)).unwrap_or(name).clone();
    let mut names: Vec<(&str, String)> =
        results.students.iter().map(|student| (student.name.as_str(), shown(&student.name))).collect();
    names.sort_by(|(_, one), (_, other)| one.cmp(other));
    let times = records.times(names.iter().map(|(name, shown)| (*name, shown.as_str())))?;
    outputs::write_all(results, &times, out, arguments.lms)?;
    let (graded, all) = (results.students.len(), results.class.len());
    if graded < all {
        let are = if graded == 1 { "is" } else { "are" };
        say(format_args!("{graded} of {all} students {are} graded"));
    }
    print(&Summary::of(&results.without_names()).text())?;
    let code = not_graded(results);
    if results.numbers.is_some() {
        say(format_args!("{RESULTS}, records and the hidden file .reversi-grade keep the names"));
    }
    if io::stderr().is_terminal() {
        say(format_args!("read {} first", out.join("class.md").display()));
    }
    Ok(code)
}

/// Prints the reasons why students were not graded; a fault of the machine can concern the whole class. Returns the exit
/// code.
fn not_graded(results: &ClassResults) -> ExitCode {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for failure in &results.not_graded {
        reasons.entry(&failure.why).or_default().push(&failure.name);
    }
    for (why, names) in reasons {
        say(format_args!("not graded: {}: {}", escape::line(&names.join(", ")), escape::line(why)));
    }
    if results.not_graded.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

fn one(arguments: &Arguments, path: &Path) -> Result<ExitCode> {
    if let Some(file) = &arguments.gradescope {
        outputs::write_beside(file, &outputs::gradescope_failed()?)?;
    }
    let mut grader = arguments.grader()?;
    if let Some(file) = &arguments.gradescope {
        grader.configuration.feedback.limit_per_day(file)?;
    }
    let configuration = &grader.configuration;
    let cases = u32::try_from(configuration.cases.cases.len()).unwrap_or(u32::MAX);
    let longest = configuration.programs.limits.processor.saturating_mul(cases).as_secs();
    if longest > arguments.timeout {
        let timeout = arguments.timeout;
        say(format_args!("all cases together may take {longest} seconds of CPU time, and --timeout is {timeout}"));
    }
    let submission = Submission::at(path)
        .with_context(|| format!("cannot read {}", path.display()))?
        .with_context(|| format!("{} is not a submission; expected a folder or a .zip file", path.display()))?;
    let outcome = Class::grade_one(grader, submission.of_student(), arguments.jobs());
    let (results, times) = outcome.map_err(|error| {
        let class = format!("for a class, type `reversi grade {} --config FILE --out DIR`", path.display());
        if error.is::<Undecided>() { anyhow!("{error:#}; {class}") } else { error }
    })?;
    let [student] = &results.students[..] else { bail!("the submission was not graded") };
    if let Some(file) = &arguments.gradescope {
        outputs::write_beside(file, &outputs::gradescope(&results, student, &times)?)?;
    }
    let mut text = feedback(&results, student, false);
    if student.graded.containment == Some(Level::Unconfined) {
        text.insert_str(0, "The program ran without a sandbox (limits only).\n\n");
    }
    print(&text)?;
    Ok(if student.points >= results.maximum { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Prints a text that contains students' text. A GitHub workflow treats lines that begin with `::` as commands. In a
/// workflow, other lines that turn commands off enclose the text.
fn print(text: &str) -> Result<ExitCode> {
    if env::var_os("GITHUB_ACTIONS").is_none() && env::var_os("GITHUB_OUTPUT").is_none() {
        return super::print(text);
    }
    let token = rand::random::<u128>();
    super::print(format_args!("::stop-commands::{token:032x}\n{text}\n::{token:032x}::\n"))
}
