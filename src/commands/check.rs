//! `reversi check`: compares a student's files with the expected output and explains the first difference.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::{
    ArgGroup, Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use serde_json::json;

use super::{
    arguments::{self, AnyAssignment},
    job_arguments::{JobArguments, LineEnds},
    print,
};
use crate::{
    answers::{Accept, PrintedCase, System},
    assignment::{Asked, AskedTask, AssignmentName, Heading, Job, OpenReading, OutputForm, TaskNumber},
    cases::{Case, CaseList, Printed, expected_files},
    check::{self, CheckedCase, CheckedCases, Detail, FileRole},
    explain,
    files::{
        input::{self, Input},
        output,
    },
    game::Depth,
    names::list,
    terminal::{UntilClosed, progress::Progress, say, screen},
    threads,
};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("checked").args(["moves", "log", "output", "cases", "files"]).multiple(true).required(true),
    override_usage = "reversi check -t <TASK> -d <DEPTH> -i <FILE> [-op <FILE>] [-ol <FILE>] [OPTIONS]\n       \
        reversi check --assignment <ASSIGNMENT> -i <FILE> -o <FILE> [OPTIONS]\n       \
        reversi check --assignment tiny|nxn|awari|tree -o <FILE> <QUESTION>...\n       \
        reversi check --cases <CASES.csv> <DIR> [OPTIONS]\n       \
        reversi check <FILES>... [OPTIONS]",
    mut_arg("line_ending", |ending| {
        ending.help("Expect this line ending (with --exact)").requires("exact").conflicts_with("lenient")
    }),
    mut_arg("task", |task| task.help("Run this task (usc2013: 1, 2 or 3)")),
    mut_arg("assignment", |assignment| {
        assignment.help("Follow this assignment [default: usc2013]")
    }),
    // A list of cases names the inputs; the content of files shows which of them is the input.
    mut_arg("input", |input| input.required(false).required_unless_present_any(["cases", "files", "expected"])),
    after_help = "\
Exit codes: 0 right, 1 different, 2 failed. More: `reversi help checking`

Example, on a log with a mistake:
  reversi check opening.txt wrong-log.txt # exit code 1"
)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// Check all cases of this list (with a folder)
    #[arg(long, value_name = "CASES.csv", requires = "files", conflicts_with_all = OF_A_RUN, conflicts_with_all = ["assignment", "output"])]
    cases: Option<PathBuf>,
    /// Check these files; with --cases: a folder; with -o: a question
    #[arg(value_name = "FILES", allow_negative_numbers = true, conflicts_with_all = OF_A_RUN)]
    files: Vec<PathBuf>,
    /// Check this moves file; `-`: standard input
    #[arg(long, alias = "op", value_name = "FILE")]
    moves: Option<PathBuf>,
    /// Check this log; `-`: standard input
    #[arg(long, alias = "ol", value_name = "FILE")]
    log: Option<PathBuf>,
    /// Check this output of `next`, or this printed answer
    #[arg(short, long, value_name = "FILE", requires = "assignment", conflicts_with_all = ["moves", "log"])]
    output: Option<PathBuf>,
    /// Expect this text (with --assignment text)
    #[arg(long, value_name = "FILE", requires = "output", conflicts_with_all = OF_A_RUN, conflicts_with_all = ["cases", "files"])]
    expected: Option<PathBuf>,
    /// Expect the counts of `nxn --stats`
    #[arg(long, requires_all = ["output", "files"], conflicts_with_all = OF_A_RUN, conflicts_with_all = ["cases", "expected"])]
    stats: bool,
    #[command(flatten)]
    comparison: arguments::Comparison,
    #[command(flatten)]
    line_ends: LineEnds,
    /// Accept this open reading or answer; repeat for each
    #[arg(help_heading = "Diagnosis", long, value_name = "NAME", value_parser = accepted(), hide_possible_values = true)]
    accept: Vec<String>,
    #[command(flatten)]
    diagnosis: arguments::Effort,
    /// Show all boards, rules and explanations
    #[arg(long, conflicts_with_all = ["json", "cases"])]
    full: bool,
    #[command(flatten)]
    form: arguments::Json,
    /// Write a page with your log and the expected log
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Limit the rows of the page
    #[arg(
        long,
        value_name = "ROWS",
        value_parser = arguments::number::<u64>("a number of rows up to 700000", ..=explain::LARGEST_PAGE),
        default_value_t = explain::MOST_ROWS,
        requires = "html"
    )]
    most_rows: u64,
}

/// The arguments of a run with a board.
const OF_A_RUN: [&str; 9] = ["task", "depth", "input", "search", "eval", "weights", "moves", "log", "line_ending"];

/// Reads the name of an open reading, or of a set of answers.
fn accepted() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(OpenReading::ALL.map(OpenReading::name).into_iter().chain(Accept::ALL.map(Accept::name)))
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { job, moves, log, output, .. } = arguments;
    if let (Some(AnyAssignment::Printed(system)), Some(output)) = (&job.assignment, output) {
        return arguments.check_answer(*system, output);
    }
    let is_of_answers = output.is_some() && job.input.is_none();
    ensure!(!is_of_answers, "-i with the board is missing; only tiny, nxn, awari, tree and text have questions");
    if let Some(list) = &arguments.cases {
        let [folder] = &arguments.files[..] else { bail!("--cases needs one folder with a student's outputs") };
        return run_cases(arguments, list, folder);
    }
    if !arguments.files.is_empty() {
        return run_recognised(arguments);
    }
    let mut inputs = job.inputs();
    let files = [("-op", moves), ("-ol", log), ("-o", output)];
    inputs.extend(files.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))));
    let outputs: Vec<_> = arguments.html.iter().map(|path| ("--html", path.as_path())).collect();
    output::distinct(&inputs, &outputs)?;
    let job = arguments.line_ends.of(job.job()?).accepting(&arguments.readings()?)?.comparable()?;
    arguments.check(&job, [moves, log, output].map(Option::as_deref), None)
}

/// Recognises the job by the files, and checks the files of this job.
fn run_recognised(arguments: &Arguments) -> Result<ExitCode> {
    for file in &arguments.files {
        file.metadata().with_context(|| format!("cannot read {}", file.display()))?;
    }
    let chosen = arguments.job.assignment.as_ref().map(AnyAssignment::read).transpose()?;
    let found = check::recognise(&arguments.files, chosen.as_ref());
    for file in &found.files {
        if let Some(problem) = &file.problem {
            say(format_args!("{} is ignored: {problem}", file.path.display()));
        }
    }
    let files = [FileRole::Moves, FileRole::Log, FileRole::Output].map(|role| found.path(role));
    ensure!(files != [None; 3], "no file is left to check; expected a log, a moves file or an output");
    if let Some(problem) = &found.problem {
        bail!("{problem}");
    }
    let assignment = found.assignment.value.parse::<AssignmentName>()?.read(Path::new(""))?;
    let asked = Asked {
        task: found.task.as_ref().and_then(|task| TaskNumber::new(task.value)).map(AskedTask::Number),
        depth: found.depth.as_ref().map(|depth| Depth::new(depth.value)),
        weights: None,
    };
    let is_set = |heading| assignment.input_says(heading);
    let is_task_known = asked.task.is_some() || assignment.only_task().is_some() || is_set(Heading::Task);
    let is_depth_known = asked.depth.is_some() || is_set(Heading::Depth);
    let missing = [("the task", is_task_known), ("the depth", is_depth_known)];
    let missing: Vec<&str> = missing.into_iter().filter(|(_, is_known)| !is_known).map(|(name, _)| name).collect();
    if !missing.is_empty() {
        let flags = ["-op", "-ol", "-o"].into_iter().zip(files);
        let flags: Vec<(&str, &Path)> = flags.filter_map(|(flag, path)| Some((flag, path?))).collect();
        let names = list(flags.iter().map(|(_, path)| path.display()), "and");
        let board = found.board.as_ref().map_or(Path::new("BOARD"), |board| &board.value);
        let files: Vec<String> = flags.iter().map(|(flag, path)| format!("{flag} {}", path.display())).collect();
        bail!(
            "{names} {} not show {}; expected: reversi check -t TASK -d DEPTH -i {} {}",
            if flags.len() == 1 { "does" } else { "do" },
            list(missing, "and"),
            board.display(),
            files.join(" ")
        );
    }
    let job = match &found.board {
        Some(board) => Job::read(
            &assignment,
            &board.value,
            Asked {
                task: asked.task.filter(|_| !is_set(Heading::Task)),
                depth: asked.depth.filter(|_| !is_set(Heading::Depth)),
                weights: None,
            },
        ),
        None => Job::at(&assignment, found.start.context("no file is a board; expected -i FILE")?, asked),
    };
    let job = arguments.line_ends.of(job?).accepting(&arguments.readings()?)?.comparable()?;
    arguments.check(&job, files, found.question(&assignment))
}

impl Arguments {
    fn readings(&self) -> Result<Vec<OpenReading>> {
        let reading = |name: &String| name.parse().map_err(|problem| anyhow!("--accept {name}: {problem}"));
        self.accept.iter().map(reading).collect()
    }

    /// Checks the printed answer to a question.
    fn check_answer(&self, system: System, output: &Path) -> Result<ExitCode> {
        ensure!(!self.full && self.html.is_none(), "--full and --html are for logs, moves files and outputs of `next`");
        let stats = self.stats.then(|| "--stats".to_owned());
        let printed = Printed {
            assignment: system.to_string(),
            arguments: self.files.iter().map(|word| word.display().to_string()).chain(stats).collect(),
            expected: self.expected.clone(),
            accept: self.accept.clone(),
            line: 0,
        };
        let case = PrintedCase::read(&printed, Path::new(""))?;
        let found = Input::read(output, input::LIMIT)?.text;
        let checked = case.check(&found, self.comparison.equality());
        let progress = Progress::start("looking for mistakes that print this answer (--effort limits the time)");
        let explanation = case.explain(&found, &checked.compared, self.diagnosis.effort);
        drop(progress);
        let name = output.display().to_string();
        if self.form.json {
            let mut object = json!({ "same": checked.compared.is_same(), "files": [checked.json(&name)] });
            explanation.write_json(&mut object);
            print(format!("{object}\n"))?;
        } else {
            let report = format!("{name}: {}\n{}{}", checked.verdict(), explanation.text(), checked.report);
            print(screen::fit(&report, screen::width(io::stdout())))?;
        }
        Ok(if checked.compared.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    /// Checks the moves file, the log or the output of a job. The question comes after the report.
    fn check(&self, job: &Job, files: [Option<&Path>; 3], question: Option<String>) -> Result<ExitCode> {
        let [moves, log, output] = files;
        if self.html.as_deref() == Some(Path::new("-")) {
            bail!("--html cannot write to standard output, which holds the report; expected a file");
        }
        if let Some(folder) = self.html.as_deref().filter(|path| path.is_dir()) {
            bail!("--html {} is a folder; expected a file", folder.display());
        }
        let progress = Progress::start("checking");
        let mut checked = match output {
            Some(output) => check::output(job, output, self.comparison.equality())?,
            None if job.assignment.output == OutputForm::Game => {
                check::batch_in_any_order(job, moves, log, self.comparison.equality())?
            }
            None => bail!("{} has one output; expected -o FILE in place of -op and -ol", job.assignment),
        };
        drop(progress);
        if self.diagnosis.effort > 0 && !checked.report.is_same() {
            threads::start_common_pool()?;
            let progress = Progress::start("looking for mistakes that write these files (--effort limits the time)");
            checked.diagnose(job, self.diagnosis.effort, &|what| {
                progress.say(format!("{what} (--effort limits the time)"));
            });
        }
        if let Some(html) = &self.html {
            match explain::of_submission(job, &checked, false, self.most_rows)? {
                Some(page) => output::write(html, page.html().as_bytes())?,
                None => {
                    say(format_args!("{} is not written: the moves are right, and there is no log", html.display()));
                }
            }
        }
        let mut out = UntilClosed(anstream::stdout().lock());
        if self.form.json {
            check::write_json(&checked.report, job, &mut out)?;
        } else {
            let detail = if self.full { Detail::Full } else { Detail::Short };
            check::write_report(&checked.report, job, detail, &mut out)?;
            if let Some(question) = question {
                writeln!(out, "\n{}", screen::fit(&question, screen::width(io::stdout())))?;
            }
        }
        Ok(if checked.report.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

/// Checks all cases of a list, and diagnoses the wrong cases together.
fn run_cases(arguments: &Arguments, list: &Path, folder: &Path) -> Result<ExitCode> {
    let mut list = CaseList::read(list)?;
    list.accept(&arguments.readings()?)?;
    if !folder.is_dir() {
        bail!("{} is not a folder; expected the folder with the files of the cases", folder.display());
    }
    if arguments.html.is_some() && list.cases.iter().any(|case| case.name.eq_ignore_ascii_case("index")) {
        bail!("--html writes index.html for the whole list, but a case is named index; expected another name");
    }
    if let Some(cases) = super::answers::printed_cases(&list)? {
        return super::answers::check_cases(
            &cases,
            folder,
            arguments.comparison.equality(),
            arguments.diagnosis.effort,
            arguments.form.json,
        );
    }
    threads::start_common_pool()?;
    let progress = Progress::of_parts("checking cases", list.cases.len() as u64);
    let mut cases = Vec::new();
    for case in &list.cases {
        let (Case { name, .. }, Some(job)) = (case, case.job()) else { continue };
        let files: Vec<PathBuf> =
            expected_files(job).iter().map(|file| folder.join(format!("{name}{}", file.suffix()))).collect();
        cases.push(CheckedCase::new(name, job, &files, arguments.comparison.equality())?);
        progress.advance();
    }
    drop(progress);
    let progress = Progress::start("looking for mistakes that explain all cases");
    let checked = CheckedCases::diagnose(cases, arguments.diagnosis.effort);
    drop(progress);
    if let Some(folder) = &arguments.html {
        write_pages(folder, &checked, arguments.most_rows)?;
    }
    let mut out = UntilClosed(anstream::stdout().lock());
    if arguments.form.json {
        check::write_cases_json(&checked, &mut out)?;
    } else {
        check::write_cases(&checked, &mut out)?;
    }
    Ok(if checked.cases.iter().all(CheckedCase::is_same) { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Makes the pages of all wrong cases in a folder, and an index that leads to the pages.
fn write_pages(folder: &Path, checked: &CheckedCases, most_rows: u64) -> Result<()> {
    output::create_folder(folder)?;
    let mut entries = Vec::new();
    for case in &checked.cases {
        let wrong = case.checked.as_ref().ok().filter(|checked| !checked.report.is_same());
        let page = wrong.map(|wrong| explain::of_submission(case.job, wrong, false, most_rows)).transpose()?.flatten();
        let file = page.as_ref().map(|_| format!("{}.html", case.name));
        if let Some((page, file)) = page.zip(file.as_ref()) {
            output::write(&folder.join(file), page.html().as_bytes())?;
        }
        entries.push((case.name, file));
    }
    let mut report = Vec::new();
    check::write_cases(checked, anstream::StripStream::new(&mut report))?;
    let index = explain::index("The cases of a student", &entries, &String::from_utf8_lossy(&report));
    output::write(&folder.join("index.html"), index.as_bytes())
}
