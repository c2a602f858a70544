//! Checks a case: compares a program's files with the expected output. The points are computed later, not in this
//! module.

mod answer;
pub(super) mod case_result;
pub(super) mod cases;
pub(super) mod diagnosis;
mod fingerprint;
pub(super) mod length;
pub mod verdict;

use std::{
    fs::File,
    io::{self, Read as _, Seek as _},
    os::fd::AsRawFd as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use self::{
    case_result::{CaseResult, FormatResult, MisplacedFile, PartResult, RowCounts},
    cases::{GradedCase, GradedCases},
    fingerprint::Fingerprinter,
    verdict::{Ending, Verdict, Written},
};
use super::{
    configuration::{Configuration, Recipe},
    digest::{Digest, Digester},
};
use crate::sandbox::Unusable;
use reversi_check::{
    self, Checked, Detail, Difference, Equality, FileReport, Kind, Role, Subject, TextPrefix, matching::Matching,
};
use reversi_course::{assignment::Job, cases::ExpectedFile};

#[derive(Clone, Copy, Debug)]
pub(crate) struct CaseChecker<'a> {
    pub configuration: &'a Configuration,
    /// The recipe with the names of the student's files.
    pub recipe: &'a Recipe,
    pub cases: &'a GradedCases,
    pub case: &'a GradedCase,
}

/// A checked case, and the kept parts of its files for the common diagnosis.
#[derive(Debug)]
pub(crate) struct CaseCheck<'a> {
    pub case: &'a GradedCase,
    pub result: CaseResult,
    /// The result of the check, if the files are wrong and a mistake may be the cause.
    pub checked: Option<Checked>,
    /// The printed answer, if the case has one and a mistake may be the cause.
    pub printed: Option<String>,
}

impl CaseCheck<'_> {
    /// Moves the report of the check into the result. If no mistake explains the case, the report has the text of the
    /// diagnosis, too.
    fn finish(&mut self, is_explained: bool) {
        let (Some(Checked { report, .. }), Some(job)) = (self.checked.take(), self.case.case.job()) else { return };
        if !is_explained && !report.is_right() {
            self.result.report = text(&|sink| reversi_check::write_report(&report, job, Detail::Short, sink));
        }
        let sets = report.diagnosis.iter().flat_map(|diagnosis| diagnosis.outcome.sets());
        self.result.explained_by = sets.filter(|set| !set.is_chance()).map(|set| set.explanation.clone()).collect();
    }
}

/// Returns the text that `write` produces, without colors and bold text.
fn text(write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    // Writing into a vector cannot fail.
    let _ = write(&mut text);
    anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string()
}

/// A file that the student's program should have written.
#[derive(Debug)]
struct SubmittedFile {
    what: ExpectedFile,
    name: PathBuf,
    file: Result<File, String>,
}

impl<'a> CaseChecker<'a> {
    /// The largest number of bytes of a student's files to keep for the common diagnosis. The cases share these bytes
    /// equally.
    const KEPT: usize = 2 * TextPrefix::LIMIT;

    /// The result of a case without files, with the reason in `problem`.
    pub fn nothing(&self, ending: Ending, problem: Option<String>) -> CaseCheck<'a> {
        let missing = |(what, name)| SubmittedFile { what, name, file: Err("there is no such file".into()) };
        let parts = self.parts(&self.names().map(missing).collect::<Vec<_>>(), None, ending);
        self.finished(CaseResult { problem, ..self.result(ending, Written::Nothing, parts) }, None)
    }

    const fn finished(&self, result: CaseResult, checked: Option<Checked>) -> CaseCheck<'a> {
        CaseCheck { case: self.case, result, checked, printed: None }
    }

    /// The files that the case expects, with their names in the program's folder.
    fn names(&self) -> impl Iterator<Item = (ExpectedFile, PathBuf)> {
        self.case.case.expected_files().iter().map(|&file| (file, self.recipe.file(file).into()))
    }

    /// Checks the files of a program that has ended. `open` opens a file, given its kind and its name. An error means
    /// that the machine failed, not the submission.
    pub fn check(
        &self,
        ending: Ending,
        open: impl Fn(ExpectedFile, &Path) -> Result<File, Unusable>,
    ) -> Result<CaseCheck<'a>> {
        let Some(job) = self.case.case.job() else { return self.collected_answer(ending, open) };
        let open = |(what, name): (ExpectedFile, PathBuf)| {
            let file = match open(what, &name) {
                Err(Unusable::Failed(error)) => {
                    return Err(error).with_context(|| format!("{}: cannot be read here", name.display()));
                }
                file => file.map_err(|unusable| unusable.to_string()),
            };
            let is_empty = |file: &File| file.metadata().is_ok_and(|facts| facts.len() == 0);
            let empty = if ending.is_limit() {
                "it is empty: the program was stopped before anything was written to it"
            } else {
                "it is empty: the program wrote nothing, or did not close the file"
            };
            let file = file.and_then(|file| if is_empty(&file) { Err(empty.to_owned()) } else { Ok(file) });
            Ok(SubmittedFile { what, name, file })
        };
        let mut submitted: Vec<SubmittedFile> = self.names().map(open).collect::<Result<_>>()?;
        let mut ending = ending;
        for SubmittedFile { file, .. } in &mut submitted {
            let (most, expected) = (self.configuration.programs.limits.output, self.case.expected.lines());
            if let Some(why) = file.as_ref().ok().and_then(|file| length::too_long(file, most, expected)) {
                *file = Err(why);
                ending = if ending == Ending::FINISHED { Ending::TOO_MUCH_OUTPUT } else { ending };
            }
        }
        if submitted.iter().all(|submitted| submitted.file.is_err()) {
            let parts = self.parts(&submitted, None, ending);
            return Ok(self.finished(self.result(ending, Written::Nothing, parts), None));
        }
        let mut checked = self.compare(job, &submitted)?;
        checked.shorten_texts(|role| self.case.expected.looked_at(role));
        let matching = |equality| checked.matching(job, equality);
        let by_rule = matching(self.configuration.marking.equality);
        let has_deviations = checked.report.files.iter().any(|file| !file.deviations.is_empty());
        let by_value = if has_deviations { matching(Equality::Lenient) } else { Vec::new() };
        if ending.is_limit() {
            drop_cut_off(&mut submitted, &mut checked)?;
        }
        let mut parts = self.parts(&submitted, Some(&checked), ending);
        for part in parts.iter_mut().filter(|part| part.problem.is_none()) {
            let is_long = |file: &File| {
                file.metadata().is_ok_and(|facts| facts.len() > self.case.expected.looked_at(part.role) as u64)
            };
            let mut files = submitted.iter().filter(|submitted| holds(submitted.what, part.role));
            part.rows.is_cut = files.any(|submitted| submitted.file.as_ref().is_ok_and(is_long));
            let counts = [(Some(&mut part.rows), &by_rule), (part.values.as_mut(), &by_value)];
            for (rows, matching) in counts.into_iter().filter_map(|(rows, matching)| Some((rows?, matching))) {
                let counted = matching.iter().find(|matching| matching.role == part.role);
                if let Some(Matching { right, found, .. }) = counted {
                    // If all rows of a wrong file are right, its column names are wrong or further rows follow.
                    (rows.matching, rows.found) = ((*right).min(rows.all.saturating_sub(1)).max(rows.right), *found);
                }
            }
        }
        if parts.iter().all(|part| part.is_right) {
            return Ok(self.finished(self.result(ending, Written::Right, parts), None));
        }
        let effort = self.configuration.marking.effort;
        let is_diagnosed = !ending.is_limit() && effort > 0;
        if is_diagnosed {
            checked.recognise(job, effort);
        }
        self.recognise(job, &mut submitted, &checked, &mut parts)?;
        let mut result = self.result(ending, Written::Wrong, parts);
        result.formats = checked.report.files.iter().flat_map(|file| FormatResult::all(file, job)).collect();
        if !checked.report.is_right() {
            result.report = text(&|sink| reversi_check::write_differences(&checked.report, job, sink));
        }
        if let Some(diagnosis) = &checked.report.diagnosis {
            result.is_format_only = diagnosis.outcome.is_right() && checked.report.files.len() == result.parts.len();
        }
        if !ending.is_limit() {
            result.digest = Some(digest(&mut submitted)?);
        }
        let is_swapped = |part: &PartResult| part.recognised == Some(MisplacedFile::Exchanged);
        if let [moves, log] = &result.parts[..]
            && result.parts.iter().all(is_swapped)
        {
            result.report =
                format!("The two files are swapped: {} is the log, {} is the moves file.\n", moves.file, log.file);
            return Ok(self.finished(result, None));
        }
        checked.shorten_texts(|_| Self::KEPT / self.cases.all.len());
        // If a file is missing, the other files can be right. If all submitted files are right, the files do not show
        // any mistake.
        let is_explainable = is_diagnosed && !checked.report.is_right();
        let mut check = self.finished(result, Some(checked));
        if !is_explainable {
            check.finish(false);
        }
        Ok(check)
    }

    fn result(&self, ending: Ending, written: Written, parts: Vec<PartResult>) -> CaseResult {
        let (case, input) = (self.case.case.name.clone(), self.recipe.input().to_owned());
        CaseResult { case, input, verdict: Verdict { ending, written }, parts, ..CaseResult::default() }
    }

    fn compare(&self, job: &Job, submitted: &[SubmittedFile]) -> Result<Checked> {
        let equality = self.configuration.marking.equality;
        // The files are opened again by descriptor, because the name could now lead to another file.
        let open = |what: ExpectedFile| {
            let file = submitted.iter().find(|submitted| submitted.what == what)?.file.as_ref().ok()?;
            Some(PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd())))
        };
        let mut checked = if let Some(output) = open(ExpectedFile::Output) {
            reversi_check::output(job, &output, equality)?
        } else {
            let [moves, log] = [ExpectedFile::Moves, ExpectedFile::Log].map(open);
            reversi_check::batch(job, moves.as_deref(), log.as_deref(), equality)?
        };
        for report in &mut checked.report.files {
            if let Some(submitted) = submitted.iter().find(|submitted| holds(submitted.what, report.role)) {
                report.path.clone_from(&submitted.name);
            }
        }
        Ok(checked)
    }

    /// The result of each file, or of each part of an output.
    fn parts(&self, submitted: &[SubmittedFile], checked: Option<&Checked>, ending: Ending) -> Vec<PartResult> {
        let roles = Role::ALL;
        let has_log = self.case.case.job().is_some_and(|job| job.is_logged);
        let mut parts = Vec::new();
        for (submitted, role) in submitted.iter().flat_map(|submitted| roles.map(|role| (submitted, role))) {
            if !holds(submitted.what, role) || role == Role::Log && !has_log {
                continue;
            }
            let all = self.case.expected.length(role);
            let report = checked.and_then(|checked| checked.report.files.iter().find(|file| file.role == role));
            let counts = |difference: Option<&Difference>| {
                let (right, all) = right_rows(role, difference, all);
                RowCounts { right, matching: right, found: right, is_cut: false, all }
            };
            let rows = report.map_or(RowCounts { all, ..RowCounts::default() }, |report| counts(report.first()));
            let by_value = |report: &FileReport| {
                let first = report.first().filter(|_| !report.is_in_other_format());
                counts(report.beyond().or(first))
            };
            let problem = match (&submitted.file, report) {
                (Err(why), _) => Some(why.clone()),
                (Ok(_), None) if ending.is_limit() => {
                    Some("it was not finished when the program was stopped".to_owned())
                }
                _ => None,
            };
            parts.push(PartResult {
                role,
                file: submitted.name.display().to_string(),
                is_right: report.is_some_and(FileReport::is_same),
                line: report.and_then(FileReport::first).map(|first| first.line),
                rows,
                values: report.filter(|report| !report.deviations.is_empty()).map(by_value),
                problem,
                recognised: None,
            });
        }
        parts
    }

    /// Recognises wrong files that are right for another job or another case.
    fn recognise(
        &self,
        job: &Job,
        submitted: &mut [SubmittedFile],
        checked: &Checked,
        parts: &mut [PartResult],
    ) -> Result<()> {
        let diagnosis = checked.report.diagnosis.iter();
        let of_files = diagnosis.flat_map(|diagnosis| checked.report.files.iter().zip(&diagnosis.files));
        for (report, found) in of_files {
            for part in parts.iter_mut().filter(|part| part.role == report.role) {
                part.recognised = found.other_job.as_ref().map(|other| MisplacedFile::of(other, job));
            }
        }
        for SubmittedFile { name, file, .. } in submitted {
            let name = name.display().to_string();
            let is_unknown = |part: &PartResult| part.file == name && !part.is_right && part.recognised.is_none();
            let Some(file) = file.as_mut().ok().filter(|_| parts.iter().any(is_unknown)) else { continue };
            let Some(owner) = self.cases.owner(&read(file)?.finish(), self.case) else { continue };
            let is_own = owner.case.name == self.case.case.name;
            for part in parts.iter_mut().filter(|part| is_unknown(part)) {
                let of_other = || MisplacedFile::OtherCase(owner.case.name.clone());
                part.recognised = Some(if is_own { MisplacedFile::Exchanged } else { of_other() });
            }
        }
        Ok(())
    }
}

/// Removes the report on a file if its first difference is where a limit ended the file. The place where a limit ended
/// the file depends on the machine.
fn drop_cut_off(submitted: &mut [SubmittedFile], checked: &mut Checked) -> Result<()> {
    for SubmittedFile { what, file, .. } in submitted {
        let Ok(file) = file.as_mut() else { continue };
        let line_ends = read(file)?.lines;
        let is_cut_off = |report: &FileReport| report.first().is_some_and(|first| first.line > line_ends);
        checked.report.files.retain(|report| !(holds(*what, report.role) && is_cut_off(report)));
    }
    Ok(())
}

fn holds(file: ExpectedFile, role: Role) -> bool {
    match file {
        ExpectedFile::Moves => role == Role::Moves,
        ExpectedFile::Log => role == Role::Log,
        ExpectedFile::Output => matches!(role, Role::Board | Role::Log),
        ExpectedFile::Answer => role == Role::Answer,
    }
}

/// Returns the number of right rows or steps before a difference, and the number of expected rows or steps. If rows
/// follow after the last expected row, the number of expected rows grows by one.
fn right_rows(role: Role, first: Option<&Difference>, all: u64) -> (u64, u64) {
    let Some(first) = first else { return (all, all) };
    if role == Role::Board {
        return (0, all);
    }
    if first.kind == Kind::ExtraRow && first.expected.is_none() {
        return (all, all + 1);
    }
    let right = match &first.subject {
        Subject::Row(scene) => scene.number.saturating_sub(1),
        Subject::Play(play) => play.step.map_or(0, |step| u64::from(step.number).saturating_sub(1)),
        Subject::None => 0,
    };
    (right.min(all), all)
}

/// Computes the fingerprint of a file from its beginning.
fn read(file: &mut File) -> Result<Fingerprinter> {
    let mut fingerprinter = Fingerprinter::default();
    file.rewind()?;
    io::copy(file, &mut fingerprinter)?;
    Ok(fingerprinter)
}

fn digest(submitted: &mut [SubmittedFile]) -> Result<Digest> {
    let mut digester = Digester::default();
    for SubmittedFile { what, file, .. } in submitted {
        digester.add(what.suffix());
        if let Ok(file) = file.as_mut() {
            file.rewind()?;
            digester.read(file.by_ref())?;
        }
    }
    Ok(digester.finish())
}
