//! Diagnosis: finds the mistakes with which a program writes exactly a student's files.
//!
//! [`diagnose`] takes all cases of a student, or one case. For each wrong case, [`diagnose`] tries a `ladder` of sets:
//! single mistakes of the [list](reversi_course::mistakes), wrong weights, and pairs. The ladder ends with a third
//! mistake in addition to the best pair. A diagnosis names the sets that explain the cases together and that no case
//! contradicts. The effort is counted in nodes, so the same files get the same diagnosis on every machine.

mod alignment;
mod cases;
mod evidence;
mod explanation;
mod fault_location;
mod ladder;
mod line_matcher;
mod other_job;
mod place;
mod set_evidence;
mod text;
mod trial;
mod weights;
mod wrong_steps;

use std::slice;

use rayon::prelude::*;
use serde::Serialize;

pub use evidence::Evidence;
pub use explanation::Explanation;
pub use fault_location::FaultLocation;
pub use other_job::{JobChange, OtherAssignment, OtherJob, Reading};
pub use place::{PlaceKinds, Remains, WrongRows};
pub use set_evidence::{Named, Only};
pub(super) use text::{write, write_common, write_of_case};
pub use wrong_steps::WrongSteps;

use super::{
    Checked, Part, Role,
    expected_text::{ExpectedText, expected_text},
};
use cases::Student;
use ladder::Ladder;
use reversi_core::games::reversi::Position;
use reversi_course::{
    assignment::{Job, OutputForm},
    mistakes::{Mistake, Mistakes},
};
use trial::ReadCase;

/// A job with the student's files.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    pub job: &'a Job,
    /// The student's files, if they differ from the expected files: at most one moves file or board, then at most one
    /// log.
    pub evidence: Vec<Evidence<'a>>,
    /// True if the files are right, possibly in another format.
    pub is_right: bool,
}

impl<'a> Case<'a> {
    /// A case with the result of `check`; without a result, the files equal the expected files.
    pub fn new(job: &'a Job, checked: Option<&'a Checked>) -> Self {
        let is_right = checked.is_none_or(|checked| checked.report.is_right());
        Self { job, evidence: checked.map(Checked::evidence).unwrap_or_default(), is_right }
    }
}

/// The diagnoses of a student's cases, each alone and all together.
#[derive(Clone, Debug, Default)]
pub struct Diagnoses {
    /// The diagnoses in the order of the cases. A case with right files has an empty diagnosis.
    pub cases: Vec<Diagnosis>,
    pub common: CommonDiagnosis,
}

/// The diagnosis of one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent facts of a case
pub struct Diagnosis {
    /// For each file: the sets that explain this file; empty if the file is right.
    pub files_explained_by: Vec<Vec<Named>>,
    /// For each file: the other job for which this file is right.
    pub other_jobs: Vec<Option<OtherJob>>,
    /// The depth of the search in the log, if it is not the requested depth.
    pub depth_of_log: Option<u32>,
    /// True if each wrong file is right for another job.
    pub is_of_other_job: bool,
    /// The wrong reading of the input for which all files are right. If a wrong reading makes all files right, the
    /// diagnosis tries no mistakes.
    pub other_input: Option<Reading>,
    pub explained_by: Vec<Named>,
    pub contradicted: Option<Contradicted>,
    /// If the evidence is small: a board on which programs with the first two sets write different files.
    pub distinguished_by: Option<Position>,
    /// The mistakes whose files agree longest with the student's files, if no set explains all files.
    pub nearest: Option<Nearest>,
    /// The first place that the best set for a part of the files does not explain.
    pub remains: Option<Remains>,
    pub wrong_rows: Option<WrongRows>,
    /// The wrong steps of the game, if the log is right.
    pub wrong_steps: Option<WrongSteps>,
    /// True if no difference needs an explanation: the files are right, possibly in another format.
    pub is_of_right_files: bool,
    /// The files of which `check` compared only the beginning.
    pub seen_in_part: Vec<Role>,
    /// True if few or no mistakes were tried: one log row is odd, or no mistake can write some of the rows.
    pub is_spared: bool,
    pub nodes: u64,
    pub is_complete: bool,
}

impl Diagnosis {
    /// The other job for which a file is right, if this is certain. A moves file may be right for another job by
    /// chance, so a moves file alone is not certain.
    pub fn certain_job(&self, file: usize) -> Option<&OtherJob> {
        self.other_jobs[file].as_ref().filter(|_| other_job::is_certain(&self.other_jobs, file))
    }

    /// A sentence on the first unexplained place; `None` if the report names this place and the place has no special
    /// kind.
    fn remains_sentence(&self) -> Option<String> {
        let remains = self.remains.as_ref()?;
        let is_nearest = |nearest: &Nearest| (nearest.role, nearest.line) == (remains.role, remains.line);
        remains.sentence(self.nearest.as_ref().is_some_and(is_nearest))
    }

    /// True if the diagnosis names no mistake.
    pub fn explains_nothing(&self) -> bool {
        self.explained_by.is_empty()
            && self.files_explained_by.iter().all(Vec::is_empty)
            && self.nearest.is_none()
            && self.contradicted.is_none()
            && self.other_jobs.iter().all(Option::is_none)
            && self.in_common().is_none()
    }

    /// A sentence on the common features of all wrong rows or steps; `None` without common features.
    pub fn in_common(&self) -> Option<String> {
        let of_rows = self.wrong_rows.as_ref().and_then(WrongRows::in_common);
        of_rows.or_else(|| self.wrong_steps.and_then(WrongSteps::in_common))
    }
}

/// The diagnosis of several cases together; each case is given by its index in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonDiagnosis {
    /// The smallest sets that explain all wrong cases or, if there are none, most wrong cases.
    pub explained_by: Vec<Named>,
    /// The wrong cases that the named sets do not explain.
    pub left: Vec<usize>,
    /// True if the sets leave most wrong cases unexplained, including cases with the same algorithm.
    pub explains_few: bool,
    /// If the evidence is small: a case, and a board of its game on which programs with the first two sets write
    /// different files.
    pub distinguished_by: Option<(usize, Position)>,
    /// The cases that were not compared to the end; each of them may still contradict a named set.
    pub unseen: Vec<usize>,
    pub location: FaultLocation,
}

/// A set that explains one case or file, while another case contradicts the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradicted {
    pub explanation: Explanation,
    /// The file that the set explains; `None` if the set explains all files of the case.
    pub role: Option<Role>,
    /// The index of the case that contradicts the set.
    pub by: usize,
}

/// Mistakes that do not explain a log, but agree with it longer than all other mistakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nearest {
    #[serde(rename = "mistakes")]
    pub explanation: Explanation,
    /// The log: mistakes are never compared with a moves file alone.
    role: Role,
    /// The first line of the log that a program with these mistakes writes differently.
    pub line: u64,
}

impl Nearest {
    /// The largest number of mistakes in a nearest set. Of the many sets of three mistakes, one nearly agrees by
    /// chance.
    const MOST: usize = 2;

    const fn new(explanation: Explanation, line: u64) -> Self {
        Self { explanation, role: Role::Log, line }
    }
}

/// The default limit of nodes for the diagnosis of a case (`--effort`).
pub const EFFORT: u64 = 300_000_000;

/// The mistakes that are possible in a job's assignment.
pub fn known(job: &Job) -> Mistakes {
    Mistake::of(&job.assignment).collect()
}

/// Finds the smallest sets of mistakes or wrong weights that explain a student's wrong cases, each alone and all
/// together. If a case contradicts a set, the diagnosis does not name the set. The diagnosis visits about `effort`
/// nodes for each wrong case. `say` gets messages about the progress.
pub fn diagnose(
    cases: &[Case],
    known: &(dyn Fn(&Job) -> Mistakes + Sync),
    effort: u64,
    say: &(dyn Fn(&'static str) + Sync),
) -> Diagnoses {
    let is_alone = cases.len() == 1;
    let is_climbed = |case: &Case| !case.evidence.is_empty() && (is_alone || !case.is_right);
    let ladders: Vec<Option<Ladder>> = cases
        .par_iter()
        .map(|case| is_climbed(case).then(|| Ladder::climb(case, known(case.job), effort, say)))
        .collect();
    let wrong: Vec<usize> = (0..cases.len())
        .filter(|&place| !cases[place].is_right && ladders[place].as_ref().is_some_and(Ladder::is_unexplained_by_input))
        .collect();
    // A right case needs a search only if this case may contradict a set.
    let has_sets = ladders.iter().flatten().any(Ladder::has_sets);
    let texts: Vec<_> = cases
        .par_iter()
        .zip(&ladders)
        .map(|(case, ladder)| match ladder {
            None if has_sets => expected_texts(case.job, cases.len()),
            _ => Vec::new(),
        })
        .collect();
    let right: Vec<Option<ReadCase>> = cases
        .par_iter()
        .zip(&texts)
        .map(|(case, texts)| {
            let evidence = texts.iter().map(|(role, text)| Evidence::new(*role, text.part()));
            (!texts.is_empty()).then(|| ReadCase::of_expected(case.job, &evidence.collect::<Vec<_>>()))
        })
        .collect();
    let mut student = Student::new(cases, &ladders, &right, wrong);
    let common = student.common();
    let of_case = |(place, case): (usize, &Case)| match &ladders[place] {
        Some(ladder) => student.of_case(place, ladder, &common),
        None if case.evidence.is_empty() => Diagnosis::default(),
        None => format_of_right_case(case, known(case.job), effort, say),
    };
    Diagnoses { cases: cases.iter().enumerate().map(of_case).collect(), common }
}

fn format_of_right_case(case: &Case, known: Mistakes, effort: u64, say: &dyn Fn(&'static str)) -> Diagnosis {
    let ladders = [Some(Ladder::climb(case, known, effort, say))];
    let mut student = Student::new(slice::from_ref(case), &ladders, &[None], Vec::new());
    ladders[0].as_ref().map(|ladder| student.of_case(0, ladder, &CommonDiagnosis::default())).unwrap_or_default()
}

/// Makes the first part of a case's diagnosis: another format or another job, without mistakes.
pub(super) fn recognise(case: &Case, effort: u64) -> Diagnosis {
    let Ladder { other_jobs, other_input, is_of_right_files, .. } =
        Ladder::climb(case, Mistakes::NONE, effort, &|_| ());
    let files_explained_by = vec![Vec::new(); case.evidence.len()];
    Diagnosis { files_explained_by, other_jobs, other_input, is_of_right_files, ..Diagnosis::default() }
}

/// Diagnoses checked cases and puts the diagnoses into their reports. If `effort` is 0, the diagnosis only locates the
/// fault. A case has a result only if its files differ from the expected files.
pub fn diagnose_checked(
    cases: &mut [(&Job, Option<&mut Checked>)],
    effort: u64,
    say: &(dyn Fn(&'static str) + Sync),
) -> CommonDiagnosis {
    let as_cases: Vec<Case> = cases.iter().map(|(job, checked)| Case::new(job, checked.as_deref())).collect();
    let Diagnoses { cases: diagnoses, common } =
        if effort > 0 { diagnose(&as_cases, &known, effort, say) } else { Diagnoses::default() };
    for ((_, checked), diagnosis) in cases.iter_mut().zip(diagnoses) {
        if let Some(checked) = checked {
            checked.report.diagnosis = Some(diagnosis);
        }
    }
    let located: Vec<_> = cases.iter().map(|(job, checked)| (*job, checked.as_deref())).collect();
    CommonDiagnosis { location: FaultLocation::of(&located), ..common }
}

/// The wrong rows of a log; `None` if the log is right or too long to align.
pub(super) fn wrong_rows(job: &Job, log: Part) -> Option<WrongRows> {
    WrongRows::of(&ReadCase::new(job, &[Evidence::new(Role::Log, log)]))
}

fn expected_texts(job: &Job, cases: usize) -> Vec<(Role, ExpectedText)> {
    let first = if job.assignment.output == OutputForm::Game { Role::Moves } else { Role::Board };
    let roles = [Some(first), job.is_logged.then_some(Role::Log)].into_iter().flatten();
    roles.map(|role| (role, expected_text(job, role, cases))).collect()
}
