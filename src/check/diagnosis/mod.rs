//! Diagnosis: tries programs on a student's files, and says which of them write exactly these files.
//!
//! ```text
//!  the job and the files of each case
//!       |  read once: ReadCase
//!       v
//!  Attempts, for each wrong case: runs programs in stages until one writes all files
//!       |  other jobs -> single mistakes -> one side -> wrong weights -> pairs -> a third mistake -> weight and mistake
//!       v
//!  Judge, all cases together: which sets write the files of which cases, and which right files differ from them
//!       v
//!  Outcome of each case, CommonDiagnosis of all cases
//!       v
//!  paragraphs: one value for the terminal, `--json`, the page and feedback
//! ```
//!
//! A report states facts of the files, and says of a program that was tried what it writes: never what the student's
//! program does. If no program writes the files, the report says what the wrong places have in common. [`diagnose`] takes
//! all cases of a student, or one case. The effort is counted in nodes, so the same files get the same diagnosis on every
//! machine.

mod alignment;
mod evidence;
mod explanation;
mod fault_location;
mod judge;
mod named;
mod other_job;
mod paragraphs;
mod place;
mod program;
mod stages;
mod weights;
mod wrong_rows;

use rayon::prelude::*;

pub use evidence::Evidence;
pub use explanation::Explanation;
pub use fault_location::{FaultLocation, Only};
pub use named::{Differs, Named};
pub use other_job::{JobChange, OtherAssignment, OtherJob, Reading};
pub use paragraphs::Paragraph;
pub(super) use paragraphs::{are_alike, either, of_case_in_list, of_cases, of_one};
pub use place::PlaceKinds;
pub use wrong_rows::WrongRows;

use super::{
    Checked, Deviations, Part, Role,
    expected_text::{ExpectedText, expected_text},
};
use judge::Judge;
use program::ReadCase;
use reversi_course::{
    assignment::{Job, OutputForm},
    mistakes::{Mistake, Mistakes},
};
use stages::Attempts;

/// A job with the student's files.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    pub job: &'a Job,
    /// The student's files, if they differ from the expected files: at most one moves file or board, then at most one
    /// log.
    pub evidence: Vec<Evidence<'a>>,
    /// True if the files are right, possibly in another format; false if a file does not exist.
    pub is_right: bool,
}

impl<'a> Case<'a> {
    /// A case with the result of `check`; without a result, the files equal the expected files. A result without files
    /// is that of a case whose files do not exist.
    pub fn new(job: &'a Job, checked: Option<&'a Checked>) -> Self {
        let is_right = checked.is_none_or(|checked| !checked.report.files.is_empty() && checked.report.is_right());
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

/// The diagnosis of one case: the outcome, and the facts on each file by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    pub outcome: Outcome,
    /// The facts on each file, in the order of the report's files.
    pub files: Vec<FileDiagnosis>,
    pub nodes: u64,
}

/// The facts on one file of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDiagnosis {
    /// The sets that write this file; empty if the file is right.
    pub explained_by: Vec<Named>,
    /// The other job for which this file is right.
    pub other_job: Option<OtherJob>,
    /// If a set writes a log: the format deviations from the log of a program with the set.
    pub format: Deviations,
    /// True if `check` kept only the beginning of the file.
    pub is_cut: bool,
}

/// The programs that write a case's files, as far as the diagnosis found one. Every text on a case is written from one
/// variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// All files equal the expected files.
    #[default]
    Right,
    /// All files are right apart from their format.
    OtherFormat,
    /// Each wrong file is right for another job, which is in the facts on the file. Some sets may write the files, too.
    OtherJob { sets: Vec<Named> },
    /// A program with one of these sets writes all files.
    Named { sets: Vec<Named> },
    /// No set writes all files. The pattern tells what the wrong places have in common.
    Unknown(Reason, Option<Box<Pattern>>),
}

/// The features that all wrong rows of a log have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    Rows(WrongRows),
    /// The search in the log has this depth, which is not the requested depth.
    Depth(u32),
}

/// The reason why no set is named for all files of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No mistake was tried, because no mistake writes this line of the log.
    OddLine(u64),
    /// No mistake was asked for.
    NoneTried,
    /// The effort was spent before all pairs of mistakes were tried.
    EffortSpent,
    AllTried,
}

impl Outcome {
    /// True if no difference needs an explanation: the files are right, possibly in another format.
    pub const fn is_right(&self) -> bool {
        matches!(self, Self::Right | Self::OtherFormat)
    }

    /// The sets that write all files.
    pub fn sets(&self) -> &[Named] {
        match self {
            Self::OtherJob { sets } | Self::Named { sets } => sets,
            Self::Right | Self::OtherFormat | Self::Unknown(..) => &[],
        }
    }
}

impl Diagnosis {
    /// True if the diagnosis has nothing to tell about the cause.
    pub fn explains_nothing(&self) -> bool {
        let is_unknown = matches!(self.outcome, Outcome::Unknown(_, None));
        is_unknown && self.files.iter().all(|file| file.explained_by.is_empty() && file.other_job.is_none())
    }
}

impl Pattern {
    /// A sentence on the common features; `None` without common features.
    pub fn sentence(&self, job: &Job) -> Option<String> {
        match self {
            Self::Rows(rows) => rows.in_common(),
            Self::Depth(depth) => {
                let other = OtherJob::of_depth(*depth);
                Some(format!("The log is as deep as for {}{}.", other.text(job), other.doubt(job)))
            }
        }
    }
}

/// The diagnosis of several cases together; each case is given by its index in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonDiagnosis {
    /// The smallest sets that write the files of all wrong cases or, if there are none, of most wrong cases.
    pub explained_by: Vec<Named>,
    /// The wrong cases whose files the named sets do not write.
    pub left: Vec<usize>,
    pub location: FaultLocation,
}

/// The default limit of nodes for the diagnosis of a case (`--effort`).
pub const EFFORT: u64 = 300_000_000;

/// The mistakes on both sides that are possible in a job's assignment, apart from the rare ones.
pub fn known(job: &Job) -> Mistakes {
    Mistake::of(&job.assignment).filter(|mistake| !mistake.is_rare()).collect()
}

/// Finds the smallest sets of mistakes or wrong weights that write the files of a student's wrong cases, each alone and
/// all together. The diagnosis visits about `effort` nodes for each wrong case. `say` gets messages about the progress.
pub fn diagnose(
    cases: &[Case],
    known: &(dyn Fn(&Job) -> Mistakes + Sync),
    effort: u64,
    say: &(dyn Fn(&'static str) + Sync),
) -> Diagnoses {
    let is_alone = cases.len() == 1;
    let is_tried = |case: &Case| !case.evidence.is_empty() && (is_alone || !case.is_right);
    let attempts: Vec<Option<Attempts>> = cases
        .par_iter()
        .map(|case| is_tried(case).then(|| Attempts::new(case, known(case.job), effort, say)))
        .collect();
    let wrong: Vec<usize> = (0..cases.len())
        .filter(|&place| {
            !cases[place].is_right && attempts[place].as_ref().is_some_and(Attempts::is_unexplained_by_input)
        })
        .collect();
    // A right case needs a search only if this case may contradict a set.
    let has_sets = attempts.iter().flatten().any(|attempts| !attempts.tried.is_empty());
    let texts: Vec<_> = cases
        .par_iter()
        .zip(&attempts)
        .map(|(case, attempts)| match attempts {
            None if has_sets && case.is_right => expected_texts(case.job, cases.len()),
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
    let mut judge = Judge::new(cases, &attempts, &right, wrong);
    let common = judge.common();
    let of_case = |(place, case): (usize, &Case)| match &attempts[place] {
        Some(attempts) => judge.of_case(place, attempts, &common),
        None if case.evidence.is_empty() => Diagnosis::default(),
        None => Diagnosis {
            outcome: Outcome::OtherFormat,
            files: vec![FileDiagnosis::default(); case.evidence.len()],
            nodes: 0,
        },
    };
    Diagnoses { cases: cases.iter().enumerate().map(of_case).collect(), common }
}

/// Makes the first part of a case's diagnosis: another format or another job, without mistakes.
pub(super) fn recognise(case: &Case, effort: u64) -> Diagnosis {
    let Attempts { other_jobs, is_of_right_files, .. } = Attempts::new(case, Mistakes::NONE, effort, &|_| ());
    let outcome = if is_of_right_files { Outcome::OtherFormat } else { Outcome::Unknown(Reason::NoneTried, None) };
    let files = other_jobs.into_iter().map(|other_job| FileDiagnosis { other_job, ..FileDiagnosis::default() });
    Diagnosis { outcome, files: files.collect(), nodes: 0 }
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
            for (file, found) in checked.report.files.iter_mut().zip(&diagnosis.files) {
                if file.role == Role::Log && !found.explained_by.is_empty() {
                    file.deviations.replace_rows(&found.format);
                }
            }
            checked.report.diagnosis = Some(diagnosis);
        }
    }
    let located: Vec<_> = cases.iter().map(|(job, checked)| (*job, checked.as_deref())).collect();
    let is_named = !common.explained_by.is_empty();
    CommonDiagnosis { location: FaultLocation::of(&located, is_named), ..common }
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
