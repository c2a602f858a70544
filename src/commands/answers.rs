//! Printed answers: `check --assignment tiny|nxn|awari|text`, and lists of such cases in `check`, `cases` and `grade`.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::json;

use super::arguments;
use crate::{
    answers::{self, Accept, CheckedAnswers, PrintedCase, System, choose_cases},
    cases::{CaseKind, CaseList, Printed},
    check::Equality,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    terminal::{progress::Progress, tell},
};

#[derive(Debug, Args)]
#[command(
    override_usage = "reversi check --assignment <NAME> -o <FILE> [OPTIONS] [ARGUMENTS]...",
    after_help = "\
Exit codes: 0 the answer is right, 1 it differs, 2 the check failed.

Examples:
  reversi tiny 400 1 0000021001200000 > printed.txt
  reversi check --assignment tiny -o printed.txt 400 1 0000021001200000"
)]
pub struct CheckArguments {
    /// Check the answer to a question of tiny, nxn, awari or tree
    #[arg(long, value_name = "NAME", value_parser = arguments::named(System::ALL, System::name))]
    assignment: System,
    /// Check this printed text; `-`: standard input
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    comparison: arguments::Comparison,
    /// Accept these answers, too (repeatable)
    #[arg(long, value_name = "SET", value_parser = arguments::named(Accept::ALL, Accept::name))]
    accept: Vec<Accept>,
    #[command(flatten)]
    diagnosis: arguments::Effort,
    #[command(flatten)]
    form: arguments::Json,
    /// Read the text that `text` expects from this file
    #[arg(long, value_name = "FILE")]
    expected: Option<PathBuf>,
    /// Expect the counts that `reversi nxn --stats` prints
    #[arg(long)]
    stats: bool,
    /// Arguments of the program, as `reversi ASSIGNMENT` takes them
    #[arg(value_name = "ARGUMENTS", allow_negative_numbers = true)]
    arguments: Vec<String>,
}

/// The command for printed answers, if the arguments of `check` or `cases new` name such an assignment.
pub fn redirected(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let command = match words.get(1..)? {
        ["check", ..] => "check-answer",
        ["cases", "new", ..] => "new-answers",
        _ => return None,
    };
    let is_printed = |pair: &[&str]| pair[0] == "--assignment" && Printed::ASSIGNMENTS.contains(&pair[1]);
    let is_one_word =
        |word: &&str| word.strip_prefix("--assignment=").is_some_and(|name| Printed::ASSIGNMENTS.contains(&name));
    let is_meant = words.windows(2).any(is_printed) || words.iter().any(is_one_word);
    let rest = if command == "new-answers" { 3 } else { 2 };
    let redirected = [arguments[0].clone(), command.into()].into_iter().chain(arguments[rest..].iter().cloned());
    is_meant.then(|| redirected.collect())
}

pub fn check(arguments: &CheckArguments) -> Result<ExitCode> {
    let stats = arguments.stats.then(|| "--stats".to_owned());
    let printed = Printed {
        assignment: arguments.assignment.to_string(),
        arguments: arguments.arguments.iter().cloned().chain(stats).collect(),
        expected: arguments.expected.clone(),
        accept: arguments.accept.iter().map(ToString::to_string).collect(),
        line: 0,
    };
    let case = PrintedCase::read(&printed, Path::new(""))?;
    let found = Input::read(&arguments.output, input::LIMIT)?.text;
    let checked = case.check(&found, arguments.comparison.equality());
    let progress = Progress::start("looking for mistakes that print this answer (--effort limits the time)");
    let explanation = case.explain(&found, &checked.compared, arguments.diagnosis.effort);
    drop(progress);
    let name = arguments.output.display().to_string();
    if arguments.form.json {
        let mut object = json!({ "same": checked.compared.is_same(), "files": [checked.json(&name)] });
        explanation.write_json(&mut object);
        super::print(format!("{object}\n"))?;
    } else {
        super::print(format!("{name}: {}\n{}{}", checked.verdict(), explanation.text(), checked.report))?;
    }
    Ok(if checked.compared.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The cases of a list of printed answers, with their names; `None` if the list has jobs.
pub fn printed_cases(list: &CaseList) -> Result<Option<Vec<(&str, PrintedCase)>>> {
    let folder = list.path().parent().unwrap_or(Path::new(""));
    let mut cases = Vec::new();
    for case in &list.cases {
        let CaseKind::Printed(printed) = &case.kind else { return Ok(None) };
        let read = PrintedCase::read(printed, folder).map_err(|problem| list.fault(printed, format!("{problem:#}")))?;
        cases.push((case.name.as_str(), read));
    }
    Ok(Some(cases))
}

/// Checks the answers `NAME.txt` of a folder, and diagnoses all of them together.
pub fn check_cases(
    cases: &[(&str, PrintedCase)],
    folder: &Path,
    strictness: Equality,
    effort: u64,
    is_json: bool,
) -> Result<ExitCode> {
    let _progress = Progress::start("looking for mistakes that explain all cases");
    let checked = CheckedAnswers::new(cases, strictness, effort, |name| -> Result<_> {
        let path = folder.join(format!("{name}.txt"));
        let found = if path.exists() { Some(Input::read(&path, input::LIMIT)?.text) } else { None };
        Ok((path.display().to_string(), found))
    })?;
    super::print(if is_json { format!("{}\n", checked.json()) } else { checked.text() })?;
    Ok(if checked.is_same() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Writes the expected texts of a list to a folder.
pub fn write_expected(cases: &[(&str, PrintedCase)], folder: &Path) -> Result<ExitCode> {
    output::create_folder(folder)?;
    let file = |(name, case): &(&str, PrintedCase)| {
        Output::containing(&folder.join(format!("{name}.txt")), case.expected.clone())
    };
    let outputs: Vec<Output> = cases.iter().map(file).collect::<Result<_>>()?;
    output::commit_all(outputs)?;
    tell(format_args!("wrote {} files to {}", cases.len(), folder.display()));
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, Args)]
#[command(
    override_usage = "reversi cases new --assignment <NAME> --out <DIR> [OPTIONS]",
    after_help = "Example:\n  reversi cases new --assignment tiny --out my-cases --points 300:20,500:10"
)]
pub struct NewArguments {
    /// Make cases of tiny, nxn, awari or tree
    #[arg(long, value_name = "NAME", value_parser = arguments::named(System::ALL, System::name))]
    assignment: System,
    /// Write the list, the inputs and the expected texts to this folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    random: arguments::Seed,
    /// Divide these points equally among the cases of a part, such as 300:20,500:10 [default: 1 for each case]
    #[arg(long, value_name = "PART:POINTS", value_delimiter = ',')]
    points: Vec<String>,
}

/// Makes a set of cases that catches every mistake of an assignment at least twice.
pub fn new(arguments: &NewArguments) -> Result<ExitCode> {
    let NewArguments { assignment, out, random, points } = arguments;
    ensure!(*assignment != System::Text, "no mistakes of text are known; expected tiny, nxn, awari or tree");
    ensure!(
        !out.exists() || fs::read_dir(out)?.next().is_none(),
        "{} is not empty; expected a new folder",
        out.display()
    );
    let mut shares = Vec::new();
    for given in points {
        let expected = "expected a part and its points, such as 300:20";
        let (part, number) = given.split_once(':').with_context(|| format!("--points {given}: {expected}"))?;
        let number: f64 = number
            .parse()
            .ok()
            .filter(|number| (0.0..=1e6).contains(number))
            .with_context(|| format!("--points {given}: {expected}"))?;
        shares.push((part, number));
    }
    let progress = Progress::start("trying requests");
    let chosen = choose_cases(*assignment, random.seed.unwrap_or_default());
    drop(progress);
    let part = |arguments: &str| arguments.split(' ').next().unwrap_or_default().to_owned();
    if let Some((unknown, _)) =
        shares.iter().find(|(name, _)| chosen.iter().all(|(_, case)| part(&case.arguments) != *name))
    {
        bail!("--points {unknown}: no case of the set begins with {unknown:?}");
    }
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["name", "assignment", "arguments", "points"])?;
    let mut files = Vec::new();
    output::create_folder(out)?;
    for (number, (request, case)) in (1..).zip(&chosen) {
        let name = format!("case{number}");
        let mut words = case.arguments.clone();
        if let Some((named, text)) = &case.file {
            let file = format!("{name}-{named}");
            words = words.replace(named, &file);
            files.push(Output::containing(&out.join(file), text.clone())?);
        }
        let own = part(&words);
        let alike = chosen.iter().filter(|(_, other)| part(&other.arguments) == own).count();
        let share = shares.iter().find(|(name, _)| *name == own);
        let points = share.map_or(1.0, |(_, points)| (points * 100.0 / alike as f64).round() / 100.0);
        rows.write_record([&name, assignment.name(), &words, &points.to_string()])?;
        files.push(Output::containing(&out.join(format!("{name}.txt")), request.answer(&mut |_| ())?)?);
    }
    files.push(Output::containing(&out.join("cases.csv"), String::from_utf8(rows.into_inner()?)?)?);
    output::commit_all(files)?;
    let list = CaseList::read(&out.join("cases.csv"))?;
    let cases = printed_cases(&list)?.unwrap_or_default();
    let audit = answers::audit(&cases).context("the set is empty")?;
    super::print(audit.summary())
}
