//! Diagnosis: finds the mistakes with which a program writes exactly a student's files.
//!
//! ```text
//!  the job and the files of each case
//!       |
//!       |  other_job: right for another task, depth, step, input ...?
//!       v
//!  Ladder, one for each wrong case: tries sets until one writes all files
//!       |
//!       |  single mistakes -> wrong weights -> pairs -> a third mistake beside the best pair -> a weight and a mistake
//!       v
//!  Student, all cases together: which sets may be named?
//!       |
//!       |  no case contradicts the set; the evidence is the number of wrong places that the set explains
//!       v
//!  Outcome of each case
//!       Right        all files equal the expected files
//!       OtherFormat  ... apart from their format
//!       OtherJob     each wrong file is right for another job
//!       Named        a set writes all files
//!       Pattern      no set does, but the wrong places have features in common   } with the sets for one file,
//!       Unknown      no set does, and no feature separates the wrong places      } and the reason
//! ```
//!
//! [`diagnose`] takes all cases of a student, or one case. The effort is counted in nodes, so the same files get the same
//! diagnosis on every machine.

mod alignment;
mod capture_lines;
mod cases;
mod causes;
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
mod wrong_rows;
mod wrong_steps;

use rayon::prelude::*;
use serde::Serialize;

pub use capture_lines::CaptureLines;
pub use evidence::Evidence;
pub use explanation::Explanation;
pub use fault_location::FaultLocation;
pub use other_job::{JobChange, OtherAssignment, OtherJob, Reading};
pub use place::{PlaceKinds, Remains, Separation};
pub use set_evidence::{Named, Only};
pub(super) use text::{write, write_common, write_of_case};
pub use wrong_rows::WrongRows;
pub use wrong_steps::WrongSteps;

use super::{
    Checked, Deviations, Part, Role,
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
    /// The sets that explain this file; empty if the file is right.
    pub explained_by: Vec<Named>,
    /// The other job for which this file is right.
    pub other_job: Option<OtherJob>,
    /// If a set explains a log: the format deviations from the log of a program with the set.
    pub format: Deviations,
    /// True if `check` kept only the beginning of the file.
    pub is_cut: bool,
}

/// The cause of a case's differences, as far as the diagnosis knows the cause. Every text on a case is written from one
/// variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// All files equal the expected files.
    #[default]
    Right,
    /// All files are right apart from their format.
    OtherFormat,
    /// Each wrong file is right for another job, which is in the facts on the file. Some sets may explain the files, too.
    OtherJob {
        sets: Vec<Named>,
    },
    /// Each of these sets explains all files.
    Named {
        sets: Vec<Named>,
        /// If the evidence is small: a board on which programs with the first two sets write different files.
        distinguished_by: Option<Position>,
    },
    /// No set explains all files, but the wrong places have features in common.
    Pattern(Pattern, Unexplained),
    Unknown(Unexplained),
}

/// The features that all wrong rows of a log or all wrong steps of a game have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The log looks as if some lines of discs were not captured.
    Captures(CaptureLines),
    Rows(WrongRows),
    /// The log is right.
    Steps(WrongSteps),
    /// The search in the log has this depth, which is not the requested depth.
    Depth(u32),
}

/// A case without a set that explains all its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unexplained {
    pub reason: Reason,
    /// The first place that the best set for a part of the files does not explain.
    pub remains: Option<Remains>,
}

/// The reason why no set is named for all files of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A set explains the case or one of its files, but the case with this index contradicts the set.
    Refuted {
        by: usize,
    },
    /// These mistakes agree longest with the files.
    Nearest(Nearest),
    /// Few or no mistakes were tried, because only one log row is wrong, or no mistake can write some of the rows.
    FewTried,
    /// The effort was spent before all pairs of mistakes were tried.
    EffortSpent,
    AllTried,
}

impl Outcome {
    /// True if no difference needs an explanation: the files are right, possibly in another format.
    pub const fn is_right(&self) -> bool {
        matches!(self, Self::Right | Self::OtherFormat)
    }

    /// The sets that explain all files.
    pub fn sets(&self) -> &[Named] {
        match self {
            Self::OtherJob { sets } | Self::Named { sets, .. } => sets,
            _ => &[],
        }
    }

    /// The part of the outcome for files that no set of mistakes explains.
    pub const fn unexplained(&self) -> Option<&Unexplained> {
        match self {
            Self::Pattern(_, unexplained) | Self::Unknown(unexplained) => Some(unexplained),
            _ => None,
        }
    }

    pub(super) const fn reason_mut(&mut self) -> Option<&mut Reason> {
        match self {
            Self::Pattern(_, unexplained) | Self::Unknown(unexplained) => Some(&mut unexplained.reason),
            _ => None,
        }
    }

    /// The set that agrees longest with the files, if no set explains them.
    pub fn nearest(&self) -> Option<&Nearest> {
        match &self.unexplained()?.reason {
            Reason::Nearest(nearest) => Some(nearest),
            _ => None,
        }
    }

    /// The kinds of place that all wrong rows or steps have in common.
    pub fn kinds(&self) -> PlaceKinds {
        match self {
            Self::Pattern(Pattern::Rows(rows), _) => rows.separation,
            Self::Pattern(Pattern::Steps(steps), _) => steps.separation,
            _ => None,
        }
        .map_or_else(PlaceKinds::default, |separation| separation.kinds)
    }
}

impl Diagnosis {
    /// The other job for which a file is right, if this is certain. A moves file may be right for another job by
    /// chance, so a moves file alone is not certain.
    pub fn certain_job(&self, file: usize) -> Option<&OtherJob> {
        // If there is a log, the log is the last file.
        let of_log = self.files.last()?.other_job.as_ref();
        self.files.get(file)?.other_job.as_ref().filter(|job| of_log == Some(*job))
    }

    /// True if the diagnosis has nothing to tell about the cause.
    pub fn explains_nothing(&self) -> bool {
        let is_unknown = matches!(
            &self.outcome,
            Outcome::Unknown(Unexplained { reason: Reason::FewTried | Reason::EffortSpent | Reason::AllTried, .. })
        );
        is_unknown && self.files.iter().all(|file| file.explained_by.is_empty() && file.other_job.is_none())
    }
}

impl Unexplained {
    /// A sentence on the first unexplained place; `None` if the report names this place and the place has no special
    /// kind.
    fn remains_sentence(&self) -> Option<String> {
        let remains = self.remains.as_ref()?;
        let is_reported = matches!(&self.reason, Reason::Nearest(nearest) if nearest.line == remains.line && nearest.role == remains.role);
        remains.sentence(is_reported)
    }
}

impl Pattern {
    /// A sentence on the common features; `None` without common features.
    pub fn sentence(&self, job: &Job) -> Option<String> {
        match self {
            Self::Captures(lines) => lines.sentence(),
            Self::Rows(rows) => rows.in_common(),
            Self::Steps(steps) => steps.in_common(),
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
    /// If no set explains all wrong cases: the lines of discs that the logs of these cases do not capture.
    pub captures: CaptureLines,
    pub location: FaultLocation,
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

/// The mistakes on both sides that are possible in a job's assignment, apart from the rare ones.
pub fn known(job: &Job) -> Mistakes {
    Mistake::of(&job.assignment).filter(|mistake| !mistake.is_rare()).collect()
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
    let Ladder { other_jobs, is_of_right_files, .. } = Ladder::climb(case, Mistakes::NONE, effort, &|_| ());
    let reason = Reason::FewTried;
    let outcome = match () {
        () if is_of_right_files => Outcome::OtherFormat,
        () => Outcome::Unknown(Unexplained { reason, remains: None }),
    };
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
