//! Lists of printed answers: their check, their expected texts, and new sets.

use std::{io, path::Path, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    answers::{self, CheckedAnswers, PrintedCase, System, choose_cases},
    cases::{CaseKind, CaseList},
    check::Equality,
    files::{
        input::{self, Input},
        output::{self, Output},
    },
    terminal::{progress::Progress, screen, tell},
};

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
    let text = if is_json { format!("{}\n", checked.json()) } else { checked.text() };
    super::print(screen::fit(&text, screen::width(io::stdout()).filter(|_| !is_json)))?;
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

/// Makes a set of cases that catches every mistake of an assignment at least twice. `points` has the points of a part, such as `300:20`.
pub fn new(assignment: System, out: &Path, seed: u64, points: &[String]) -> Result<ExitCode> {
    ensure!(assignment != System::Text, "no mistakes of text are known; expected tiny, nxn, awari or tree");
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
    let chosen = choose_cases(assignment, seed);
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
