//! Judges a case: compares the files that a program wrote with the truth. What that is worth is computed from it later,
//! whenever results are put together.

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
    case_result::{CaseResult, MisplacedFile, PartResult},
    cases::{GradedCase, GradedCases},
    fingerprint::Fingerprinter,
    verdict::{Ending, Verdict, Written},
};
use super::{
    configuration::{Configuration, Recipe},
    digest::{Digest, Digester},
};
use crate::sandbox::Unusable;
use reversi_check::{self, Checked, FileReport, Kind, Role, Subject, TextPrefix, matching::Matching};
use reversi_course::cases::{ExpectedFile, expected_files};

/// Judges the files of a case.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// What holds for the class.
    pub configuration: &'a Configuration,
    /// The names of the student's files.
    pub recipe: &'a Recipe,
    pub cases: &'a GradedCases,
    /// The one of them that is judged.
    pub case: &'a GradedCase,
}

/// A judged case, and its files as far as a diagnosis of all cases looks at them.
#[derive(Debug)]
pub struct Judged<'a> {
    pub case: &'a GradedCase,
    pub result: CaseResult,
    /// The files, if they are wrong and a mistake may have written them.
    pub checked: Option<Checked>,
}

impl Judged<'_> {
    /// Puts what the diagnosis says into the result.
    fn take_diagnosis(&mut self) {
        let Some(Checked { report, .. }) = &self.checked else { return };
        self.result.diagnosis = text(&|sink| reversi_check::write_diagnosis(report, &self.case.case.job, sink));
        let mut json = Vec::new();
        // Writing into a vector does not fail, and what is written is an object.
        let _ = reversi_check::write_json(report, &mut json);
        self.result.check = serde_json::from_slice(&json).unwrap_or_default();
        if let Some(diagnosis) = &report.diagnosis {
            self.result.explained_by = diagnosis.explained_by.iter().map(|named| named.explanation.clone()).collect();
        }
    }
}

/// What is written, without styles.
fn text(write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    // Writing into a vector does not fail.
    let _ = write(&mut text);
    anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string()
}

/// A file that a program should have written.
#[derive(Debug)]
struct SubmittedFile {
    what: ExpectedFile,
    name: PathBuf,
    file: Result<File, String>,
}

impl<'a> Judge<'a> {
    /// How much of the files of all cases of a student is kept for the diagnosis of all of them, in bytes: each case has
    /// an equal part of it.
    const KEPT: usize = 2 * TextPrefix::LIMIT;

    /// The result of a case if the program wrote nothing, or did not run. `problem` says why there is nothing.
    pub fn nothing(&self, ending: Ending, problem: Option<String>) -> Judged<'a> {
        let missing = |(what, name)| SubmittedFile { what, name, file: Err("there is no such file".into()) };
        let parts = self.parts(&self.names().map(missing).collect::<Vec<_>>(), None, ending);
        self.judged(CaseResult { problem, ..self.result(ending, Written::Nothing, parts) }, None)
    }

    const fn judged(&self, result: CaseResult, checked: Option<Checked>) -> Judged<'a> {
        Judged { case: self.case, result, checked }
    }

    /// The files of the case, and their names in the folder of the program.
    fn names(&self) -> impl Iterator<Item = (ExpectedFile, PathBuf)> {
        let names = &self.recipe.files;
        expected_files(&self.case.case.job).iter().map(move |&file| (file, names.of(file).into()))
    }

    /// Judges the files of a program that has ended. `open` opens a file by its kind and name.
    ///
    /// # Errors
    /// A file that cannot be read because of a failure of the machine.
    pub fn judge(
        &self,
        ending: Ending,
        open: impl Fn(ExpectedFile, &Path) -> Result<File, Unusable>,
    ) -> Result<Judged<'a>> {
        let open = |(what, name): (ExpectedFile, PathBuf)| {
            let file = match open(what, &name) {
                Err(Unusable::Failed(error)) => {
                    return Err(error).with_context(|| format!("{}: cannot be read here", name.display()));
                }
                file => file.map_err(|unusable| unusable.to_string()),
            };
            let is_empty = |file: &File| file.metadata().is_ok_and(|facts| facts.len() == 0);
            let file = file.and_then(|file| if is_empty(&file) { Err("it is empty".to_owned()) } else { Ok(file) });
            Ok(SubmittedFile { what, name, file })
        };
        let mut handed: Vec<SubmittedFile> = self.names().map(open).collect::<Result<_>>()?;
        let mut ending = ending;
        for SubmittedFile { file, .. } in &mut handed {
            let (most, expected) = (self.configuration.programs.limits.output, self.case.expected.lines());
            if let Some(why) = file.as_ref().ok().and_then(|file| length::too_long(file, most, expected)) {
                *file = Err(why);
                ending = if ending == Ending::Finished { Ending::TooMuchOutput } else { ending };
            }
        }
        if handed.iter().all(|handed| handed.file.is_err()) {
            let parts = self.parts(&handed, None, ending);
            return Ok(self.judged(self.result(ending, Written::Nothing, parts), None));
        }
        let mut checked = self.check(&handed)?;
        checked.shorten_texts(|role| self.case.expected.looked_at(role));
        let matching = checked.matching(&self.case.case.job, self.configuration.marking.equality);
        if ending.is_limit() {
            drop_cut_off(&mut handed, &mut checked)?;
        }
        let mut parts = self.parts(&handed, Some(&checked), ending);
        for part in parts.iter_mut().filter(|part| part.problem.is_none()) {
            let counted = matching.iter().find(|matching| matching.role == part.role);
            if let Some(Matching { right, found, .. }) = counted {
                // All rows of a wrong file can be right: then its column names are wrong, or rows follow.
                (part.matching, part.found) = ((*right).min(part.all.saturating_sub(1)), *found);
            }
        }
        if parts.iter().all(|part| part.is_right) {
            return Ok(self.judged(self.result(ending, Written::Right, parts), None));
        }
        let effort = self.configuration.marking.effort;
        let is_diagnosed = !ending.is_limit() && effort > 0;
        if is_diagnosed {
            checked.diagnose(&self.case.case.job, effort, &|_| ());
        }
        self.recognise(&mut handed, &checked, &mut parts)?;
        let mut result = self.result(ending, Written::Different, parts);
        result.report = text(&|sink| reversi_check::write_differences(&checked.report, &self.case.case.job, sink));
        if let Some(diagnosis) = &checked.report.diagnosis {
            result.is_spelling = diagnosis.is_of_right_files && checked.report.files.len() == result.parts.len();
        }
        if !ending.is_limit() {
            result.digest = Some(digest(&mut handed)?);
        }
        checked.shorten_texts(|_| Self::KEPT / self.cases.all.len());
        let mut judged = self.judged(result, Some(checked));
        judged.take_diagnosis();
        // Where a file is missing, those that are there can be right: then no mistake shows in them.
        let is_explainable = |checked: &Checked| is_diagnosed && !checked.report.is_right();
        judged.checked = judged.checked.filter(is_explainable);
        Ok(judged)
    }

    fn result(&self, ending: Ending, written: Written, parts: Vec<PartResult>) -> CaseResult {
        let (case, input) = (self.case.case.name.clone(), self.recipe.files.input.clone());
        CaseResult { case, input, verdict: Verdict { ending, written }, parts, ..CaseResult::default() }
    }

    fn check(&self, handed: &[SubmittedFile]) -> Result<Checked> {
        let (job, equality) = (&self.case.case.job, self.configuration.marking.equality);
        // The files are opened again by descriptor: a name could lead elsewhere.
        let open = |what: ExpectedFile| {
            let file = handed.iter().find(|handed| handed.what == what)?.file.as_ref().ok()?;
            Some(PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd())))
        };
        let mut checked = if let Some(output) = open(ExpectedFile::Output) {
            reversi_check::output(job, &output, equality)?
        } else {
            let [moves, log] = [ExpectedFile::Moves, ExpectedFile::Log].map(open);
            reversi_check::batch(job, moves.as_deref(), log.as_deref(), equality)?
        };
        for report in &mut checked.report.files {
            if let Some(handed) = handed.iter().find(|handed| holds(handed.what, report.role)) {
                report.path.clone_from(&handed.name);
            }
        }
        Ok(checked)
    }

    /// The result of each file, or of each part of an output.
    fn parts(&self, handed: &[SubmittedFile], checked: Option<&Checked>, ending: Ending) -> Vec<PartResult> {
        let roles = [Role::Moves, Role::Board, Role::Log];
        let mut parts = Vec::new();
        for (handed, role) in handed.iter().flat_map(|handed| roles.map(|role| (handed, role))) {
            if !holds(handed.what, role) || role == Role::Log && !self.case.case.job.is_logged {
                continue;
            }
            let all = self.case.expected.length(role);
            let report = checked.and_then(|checked| checked.report.files.iter().find(|file| file.role == role));
            let (right, all) = report.map_or((0, all), |report| right_rows(report, all));
            let problem = match (&handed.file, report) {
                (Err(why), _) => Some(why.clone()),
                (Ok(_), None) if ending.is_limit() => {
                    Some("it was not finished when the program was stopped".to_owned())
                }
                _ => None,
            };
            parts.push(PartResult {
                role,
                file: handed.name.display().to_string(),
                is_right: report.is_some_and(FileReport::is_same),
                right,
                matching: right,
                found: right,
                all,
                problem,
                recognised: None,
            });
        }
        parts
    }

    /// Recognises wrong files that are right for another job, or in another case.
    fn recognise(&self, handed: &mut [SubmittedFile], checked: &Checked, parts: &mut [PartResult]) -> Result<()> {
        let diagnosis = checked.report.diagnosis.iter();
        let of_files = diagnosis.flat_map(|diagnosis| checked.report.files.iter().zip(&diagnosis.other_jobs));
        for (report, other) in of_files {
            for part in parts.iter_mut().filter(|part| part.role == report.role) {
                part.recognised = other.as_ref().map(|other| MisplacedFile::of(other, &self.case.case.job));
            }
        }
        for SubmittedFile { name, file, .. } in handed {
            let name = name.display().to_string();
            let is_unknown = |part: &PartResult| part.file == name && !part.is_right && part.recognised.is_none();
            let Some(file) = file.as_mut().ok().filter(|_| parts.iter().any(is_unknown)) else { continue };
            let Some(owner) = self.cases.other_owner(&read(file)?.finish(), self.case) else { continue };
            let known = (!owner.is_hidden()).then(|| owner.case.name.clone());
            for part in parts.iter_mut().filter(|part| is_unknown(part)) {
                part.recognised = Some(MisplacedFile::OtherCase(known.clone()));
            }
        }
        Ok(())
    }
}

/// Drops the reports of files whose first difference is where a limit cut the file off, which depends on the machine.
fn drop_cut_off(handed: &mut [SubmittedFile], checked: &mut Checked) -> Result<()> {
    for SubmittedFile { what, file, .. } in handed {
        let Ok(file) = file.as_mut() else { continue };
        let line_ends = read(file)?.lines;
        let is_cut_off = |report: &FileReport| report.first().is_some_and(|first| first.line > line_ends);
        checked.report.files.retain(|report| !(holds(*what, report.role) && is_cut_off(report)));
    }
    Ok(())
}

/// True if a file has a part of this role.
fn holds(file: ExpectedFile, role: Role) -> bool {
    match file {
        ExpectedFile::Moves => role == Role::Moves,
        ExpectedFile::Log => role == Role::Log,
        ExpectedFile::Output => matches!(role, Role::Board | Role::Log),
    }
}

/// How many rows or steps before the first difference are right, and how many there should be. Rows after the last
/// expected one count as one more that should not be there.
fn right_rows(report: &FileReport, all: u64) -> (u64, u64) {
    let Some(first) = report.first() else { return (all, all) };
    if report.role == Role::Board {
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

/// Reads a file from its beginning.
fn read(file: &mut File) -> Result<Fingerprinter> {
    let mut fingerprinter = Fingerprinter::default();
    file.rewind()?;
    io::copy(file, &mut fingerprinter)?;
    Ok(fingerprinter)
}

fn digest(handed: &mut [SubmittedFile]) -> Result<Digest> {
    let mut digester = Digester::default();
    for SubmittedFile { what, file, .. } in handed {
        digester.add(what.suffix());
        if let Ok(file) = file.as_mut() {
            file.rewind()?;
            digester.read(file.by_ref())?;
        }
    }
    Ok(digester.finish())
}
