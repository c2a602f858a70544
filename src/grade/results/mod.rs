//! The results of a class. All output files are made only from these results.

mod changes;
pub mod records;

pub use changes::Change;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Component, Path},
};

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::{
    checking::{
        case_result::{CaseResult, PartResult},
        diagnosis::StudentDiagnosis,
        verdict::Ending,
    },
    configuration::{Configuration, Manual, Marking, Partial, case_points},
    digest::Digest,
    escape,
    feedback::detail::FeedbackRules,
    people::{
        overrides::{Override, TOTAL},
        roster::{Enrolled, Gradebook},
    },
    points::{Earned, Points, Share},
    recipes::build::BuildReport,
};
use crate::sandbox::{Level, Limits};
use reversi_course::cases::{Audit, Case};

/// The results of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassResults {
    /// The version of the program that graded.
    pub program: String,
    /// Digests of all inputs that influence the results, apart from the submissions.
    pub inputs: Inputs,
    /// The names of all students, including students that this run did not grade.
    pub class: Vec<String>,
    /// The numbers of all students, if tables show numbers instead of names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<BTreeMap<String, String>>,
    pub cases: Vec<CaseHeading>,
    /// The known mistakes that no case catches; `None` if nobody has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<MissedMistakes>,
    /// The table of the course system that the roster is.
    #[serde(default)]
    pub gradebook: Gradebook,
    /// The texts of the assignment files, by their paths.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub assignments: BTreeMap<String, String>,
    /// The columns of points that staff fill in by hand.
    pub manual: Vec<Manual>,
    pub maximum: Points,
    pub limits: Limits,
    pub feedback: FeedbackRules,
    /// The last changes of points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    pub students: Vec<StudentResult>,
    /// The students who could not be graded, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_graded: Vec<NotGraded>,
}

/// Digests of all inputs that influence the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    pub program: Digest,
    pub cases: Digest,
    pub configuration: Digest,
}

pub const RESULTS: &str = "results.json";

/// Checks the name of a student that comes from a file: outputs are written and removed by this name.
pub fn check_name(name: &str, source: &Path) -> Result<()> {
    let is_plain = matches!(Path::new(name).components().next(), Some(Component::Normal(first)) if first == name);
    let expected = "expected a name that is neither a path nor empty";
    ensure!(
        is_plain,
        "{}: the student {} has a name that is not allowed; {expected}",
        source.display(),
        escape::quoted(name)
    );
    Ok(())
}

impl ClassResults {
    /// Reads the results in a folder; `None` if the folder has none. Returns an error if another version of this program
    /// wrote the results in another form.
    pub fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(RESULTS);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.with_context(|| format!("cannot read {}", path.display()))?,
        };
        if let Ok(results) = serde_json::from_slice::<Self>(&bytes) {
            let students = results.students.iter().map(|student| &student.name);
            let names = students.chain(&results.class).chain(results.not_graded.iter().map(|failure| &failure.name));
            names.into_iter().try_for_each(|name| check_name(name, &path))?;
            return Ok(Some(results));
        }
        let found: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let by =
            found["program"].as_str().map(|program| format!(" (of {})", escape::line(program))).unwrap_or_default();
        bail!("{}{by} has another form than the results of this program; expected another folder", path.display())
    }

    /// The same results with numbers instead of names, if the class has numbers. The order of the numbers is the order of
    /// the students.
    pub fn without_names(&self) -> Cow<'_, Self> {
        let Some(numbers) = &self.numbers else { return Cow::Borrowed(self) };
        let number = |name: &String| numbers.get(name).unwrap_or(name).clone();
        let mut shown = self.clone();
        shown.class = self.class.iter().map(number).collect();
        for student in &mut shown.students {
            student.name = number(&student.name);
            if let Some(enrolled) = &mut student.enrolled {
                *enrolled = Enrolled { lateness: enrolled.lateness, ..Enrolled::default() };
            }
        }
        shown.changes.iter_mut().for_each(|change| change.student = number(&change.student));
        for failure in &mut shown.not_graded {
            let why = "the terminal shows the reason".to_owned();
            *failure = NotGraded { name: number(&failure.name), why, recipes: String::new() };
        }
        shown.class.sort();
        shown.students.sort_by(|one, other| one.name.cmp(&other.name));
        shown.changes.sort_by(|one, other| one.student.cmp(&other.student));
        shown.not_graded.sort_by(|one, other| one.name.cmp(&other.name));
        Cow::Owned(shown)
    }

    /// Records the points that differ from earlier results. If no points changed, the recorded changes of the previous
    /// run stay.
    pub fn compare_with(&mut self, before: Option<Self>) {
        let Some(before) = before else { return };
        let changes = changes::changes(&before, self);
        self.changes = if changes.is_empty() { before.changes } else { changes };
    }
}

/// The known mistakes that a list of cases misses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissedMistakes {
    pub names: Vec<String>,
    /// The number of mistakes that are possible in the assignments.
    pub known: usize,
}

impl MissedMistakes {
    /// Audits a list of cases.
    pub fn of(cases: &[Case]) -> Self {
        let audit = Audit::new(cases);
        let known = audit.mistakes.iter().filter(|mistake| !mistake.open).count();
        Self { names: audit.missed.iter().map(ToString::to_string).collect(), known }
    }
}

/// A student who could not be graded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotGraded {
    pub name: String,
    pub why: String,
    /// Lines that a person can copy into `recipes.toml`; empty if there are none.
    pub recipes: String,
}

/// The facts about a case that output files show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseHeading {
    pub name: String,
    pub assignment: String,
    pub points: Points,
    pub is_hidden: bool,
    /// The text of the program's input.
    pub input: String,
}

/// The result of a student.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StudentResult {
    pub name: String,
    /// The student's row in the roster.
    pub enrolled: Option<Enrolled>,
    /// The points that staff have set for the student.
    pub overrides: Vec<Override>,
    /// The points that the files of each case earn, by the case's name.
    pub earned: BTreeMap<String, Points>,
    /// The points that cases lose only because of their format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lost_by_format: BTreeMap<String, Points>,
    /// The cases in which a file that is right in part earns points.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub earned_in_part: BTreeSet<String>,
    /// The points after overrides and lateness.
    pub points: Points,
    /// The points lost for being late; `points` does not include them.
    pub late_penalty: Points,
    pub submission: Option<Digest>,
    #[serde(default)]
    pub recipe: Option<Digest>,
    pub graded: Graded,
}

/// The result of grading a submission.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graded {
    /// The level of the sandbox of the programs; `None` if nothing ran.
    pub containment: Option<Level>,
    /// The report on the build; `None` if nothing ran.
    pub build: Option<BuildReport>,
    pub cases: Vec<CaseResult>,
    pub diagnosis: StudentDiagnosis,
}

impl Graded {
    /// The result of the case with this name.
    pub fn case(&self, name: &str) -> Option<&CaseResult> {
        self.cases.iter().find(|case| case.case == name)
    }
}

impl StudentResult {
    /// The student's name from the roster, or else the name of the submission, as one line without control characters.
    pub fn shown_name(&self) -> String {
        let enrolled = self.enrolled.as_ref().map(|enrolled| enrolled.name.clone());
        escape::short(&enrolled.filter(|name| !name.is_empty()).unwrap_or_else(|| self.name.clone()))
    }

    /// True if the student submitted nothing.
    pub fn is_missing(&self) -> bool {
        self.graded.cases.iter().all(|case| case.verdict.ending == Ending::NotSubmitted)
    }

    /// The points of a case or a `[[manual]]` column; `None` if staff have not filled it in.
    pub fn points_of(&self, name: &str) -> Option<Points> {
        let given = self.overrides.iter().rev().find(|given| given.case == name).map(|given| given.points);
        given.or_else(|| self.earned.get(name).copied())
    }

    /// Computes the points of the cases and their sum, with the late penalty.
    pub fn add_up(&mut self, configuration: &Configuration) {
        let cases = &configuration.cases.cases;
        let earned = |by_value| {
            let results = cases.iter().filter_map(|case| Some((case, self.graded.case(&case.name)?)));
            results
                .map(move |(case, result)| (case.name.clone(), points(&configuration.marking, case, result, by_value)))
        };
        let by_value =
            earned(true).zip(earned(false)).map(|((name, by_value), (_, points))| (name, by_value.minus(points)));
        let lost_by_format = by_value.filter(|(_, lost)| *lost > Points::ZERO).collect();
        (self.earned, self.lost_by_format) = (earned(false).collect(), lost_by_format);
        let of_whole_files = Marking { partial: Partial::None, ..configuration.marking };
        let is_in_part = |case: &&Case| {
            let result = self.graded.case(&case.name);
            let of_whole = result.map(|result| points(&of_whole_files, case, result, false));
            of_whole.is_some_and(|of_whole| self.earned.get(&case.name).is_some_and(|earned| *earned > of_whole))
        };
        self.earned_in_part = cases.iter().filter(is_in_part).map(|case| case.name.clone()).collect();
        let sum: Points = cases.iter().filter_map(|case| self.points_of(&case.name)).sum();
        let by_hand: Points = configuration.manual.iter().filter_map(|manual| self.points_of(&manual.name)).sum();
        let percent = self.enrolled.as_ref().and_then(|student| student.lateness).map_or(0, |late| late.percent);
        self.late_penalty = sum.percent(percent);
        let total: Points = self.overrides.iter().filter(|given| given.case == TOTAL).map(|given| given.points).sum();
        self.points = (sum.minus(self.late_penalty) + by_hand + total).from_zero();
    }
}

/// The points of a case: the sum of the files' shares, reduced if the program failed. If `by_value` is true, the format
/// of the files does not count.
fn points(marking: &Marking, case: &Case, result: &CaseResult, by_value: bool) -> Points {
    let earned = |part: &PartResult| {
        let rows = part.values.filter(|_| by_value).unwrap_or(part.rows);
        let (right, all) = match marking.partial {
            _ if part.is_right || by_value && rows.right == rows.all => (rows.all, rows.all),
            Partial::None => (0, rows.all),
            // If a file has more rows than expected, some may be right by chance. The rows before the first wrong row
            // are not right by chance.
            Partial::Matching if rows.right * rows.all.max(rows.found) < rows.matching * rows.all => {
                (rows.matching, rows.all.max(rows.found))
            }
            Partial::Matching | Partial::Prefix => (rows.right, rows.all),
        };
        Earned { share: marking.share(case, part.role), right, all }
    };
    let all = case_points(case).earned(&result.parts.iter().map(earned).collect::<Vec<_>>());
    let share = if result.verdict.ending == Ending::FINISHED { Share::ALL } else { marking.ending };
    all.earned(&[Earned { share, right: 1, all: 1 }])
}
