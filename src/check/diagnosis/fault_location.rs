//! Locates the fault: the affected code or file of a student, and the kind of place of the first errors.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use serde::{Serialize, Serializer};

use super::{
    Diagnosis, Outcome, Pattern,
    place::{PlaceKind, PlaceKinds},
    program::ReadCase,
    wrong_rows::WrongRows,
};
use crate::{Checked, FileReport, Kind, Role, Subject};
use reversi_core::search::Algorithm;
use reversi_course::assignment::{Action, Heading, Job, OutputForm};
use reversi_io::names::{list, names};

/// Separate code or a separate file of a student.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Only {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Role>,
}

/// The properties that all wrong cases of a student share and that the right cases do not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultLocation {
    /// The only algorithm, evaluation or file that is wrong.
    pub only: Only,
    /// The properties of a job that all wrong cases share and no right case has, with their values.
    pub separation: BTreeMap<JobProperty, String>,
    /// The kinds of place that all first differences of the wrong cases have in common.
    pub first: PlaceKinds,
    /// The kinds of place that all first wrong rows of the wrong logs have in common.
    #[serde(skip)]
    first_of_logs: PlaceKinds,
    #[serde(skip)]
    wrong: usize,
    /// A noun for the first wrong place in each case.
    #[serde(skip)]
    place: &'static str,
    /// A noun for the student's files other than the log.
    #[serde(skip)]
    beside_log: &'static str,
    #[serde(skip)]
    wrong_logs: usize,
    /// True if some files of a case do not exist.
    #[serde(skip)]
    pub(crate) lacks_files: bool,
}

names! {
    /// A property of a job that may separate the wrong cases from the right cases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum JobProperty {
        Player => "player",
        Task => "task",
        Algorithm => "algorithm",
        Evaluation => "evaluation",
        Depth => "depth",
    }
}

impl JobProperty {
    /// The value in a job; `None` if the job's input does not have the property.
    fn of(self, job: &Job) -> Option<String> {
        let asks_player = job.assignment.input_says(Heading::Player);
        match self {
            Self::Player => {
                asks_player.then(|| job.assignment.squares.letter(Some(job.task.start.side_to_move())).into())
            }
            Self::Task => job.number.map(|number| number.to_string()),
            Self::Algorithm => Some(job.task.algorithm.name().to_owned()),
            Self::Evaluation => Some(job.task.evaluation().to_string()),
            Self::Depth => Some(job.named_depth.plies().to_string()),
        }
    }

    /// The properties that at least two wrong jobs share and no right job has. The task implies the algorithm and the
    /// evaluation.
    fn separating(wrong: &[(&Job, &Checked)], right: &[&Job]) -> BTreeMap<Self, String> {
        let mut found = BTreeMap::new();
        if wrong.len() < 2 || right.is_empty() {
            return found;
        }
        for property in Self::ALL {
            let Some(value) = property.of(wrong[0].0) else { continue };
            let is_implied = matches!(property, Self::Algorithm | Self::Evaluation) && found.contains_key(&Self::Task);
            let has = |job: &Job| property.of(job).as_ref() == Some(&value);
            if !is_implied && wrong.iter().all(|(job, _)| has(job)) && !right.iter().any(|job| has(job)) {
                found.insert(property, value);
            }
        }
        found
    }
}

impl Serialize for JobProperty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A case of a student: the job, and the result of the check if the files differ.
type Case<'a> = (&'a Job, Option<&'a Checked>);

/// The noun for a row of a log.
const ROW: &str = "row";

/// The noun for a step of a game.
const STEP: &str = "step";

/// The kinds of the first wrong place in a case, and the kinds that some earlier right place does not have.
struct FirstPlace {
    kinds: PlaceKinds,
    unlike_before: PlaceKinds,
    noun: &'static str,
}

impl FaultLocation {
    /// Compares the wrong cases of a student with the right cases. Beside a named set, only the affected code and file
    /// are told: what else the cases share may be chance.
    pub(super) fn of(cases: &[Case], is_named: bool) -> Self {
        let is_wrong = |checked: &&Checked| !checked.report.is_right();
        // If all faults are format deviations, the location refers to the format.
        let is_of_format = cases.iter().filter_map(|(_, checked)| *checked).all(|checked| !is_wrong(&checked));
        let wrong_of = |checked: Option<_>| checked.filter(|checked| is_of_format || is_wrong(checked));
        let wrong = cases.iter().filter_map(|(job, checked)| Some((*job, wrong_of(*checked)?)));
        let wrong: Vec<(&Job, &Checked)> = wrong.collect();
        let right: Vec<&Job> =
            cases.iter().filter(|(_, checked)| wrong_of(*checked).is_none()).map(|case| case.0).collect();
        let Some((first, _)) = wrong.first() else { return Self::default() };
        let differs_in = |dimension: fn(&Job, &Job) -> bool, other: fn(&Job, &Job) -> bool| {
            let is_counterpart = |one: &Job, right: &Job| {
                (one.task.start, one.task.depth) == (right.task.start, right.task.depth)
                    && !dimension(one, right)
                    && other(one, right)
            };
            wrong.iter().all(|(job, _)| dimension(first, job))
                && wrong.iter().any(|(job, _)| right.iter().any(|right| is_counterpart(job, right)))
        };
        let algorithm = |one: &Job, other: &Job| one.task.algorithm == other.task.algorithm;
        let evaluation = |one: &Job, other: &Job| one.task.evaluation() == other.task.evaluation();
        let is_right = |file: &FileReport| file.is_same() || !is_of_format && file.is_in_other_format();
        let is_alone = |role: &Role| {
            wrong.iter().all(|(_, checked)| {
                let mut others = checked.report.files.iter().filter(|file| file.role != *role).peekable();
                others.peek().is_some() && others.all(is_right)
            })
        };
        let only = Only {
            algorithm: differs_in(algorithm, evaluation).then(|| first.task.algorithm.name()),
            evaluation: differs_in(evaluation, algorithm).then(|| first.task.evaluation().to_string()),
            file: Role::ALL.into_iter().find(is_alone),
        };
        let beside_log = match first.assignment.output {
            OutputForm::Game => "moves in the game",
            OutputForm::Next => "next boards",
        };
        let is_told = !is_of_format && !is_named;
        let (first, place) = if is_told { first_kinds(&wrong, &right) } else { Default::default() };
        let is_log_wrong = |(_, checked): &&(_, &Checked)| {
            checked.report.files.iter().any(|file| file.role == Role::Log && !is_right(file))
        };
        let logs: Vec<_> = wrong.iter().filter(is_log_wrong).copied().collect();
        let (first_of_logs, _) = if is_told { first_kinds(&logs, &right) } else { Default::default() };
        let separation = if is_named { BTreeMap::new() } else { JobProperty::separating(&wrong, &right) };
        Self {
            only,
            separation,
            first,
            first_of_logs,
            wrong: wrong.len(),
            wrong_logs: logs.len(),
            lacks_files: false,
            place,
            beside_log,
        }
    }

    /// The location of the fault in a single case.
    pub fn of_one(diagnosis: &Diagnosis) -> Self {
        Self { first: diagnosis.outcome.kinds(), ..Self::default() }
    }

    /// The location of the fault in sentences; empty if unknown.
    pub fn sentences(&self) -> String {
        let Only { algorithm, evaluation, file } = &self.only;
        let mut sentences = Vec::new();
        sentences.extend(algorithm.map(|own| {
            let [minimax, alpha_beta] = ["minimax", "alpha-beta"];
            let is_minimax = own == Algorithm::Minimax.name();
            let (own, other) = if is_minimax { (minimax, alpha_beta) } else { (alpha_beta, minimax) };
            format!("All wrong cases are by {own}; the same boards by {other} are right.")
        }));
        sentences.extend(evaluation.as_ref().map(|own| {
            format!("All wrong cases have the evaluation `{own}`; the same boards with another evaluation are right.")
        }));
        sentences.extend(file.map(|file| {
            let others = if file == Role::Log { self.beside_log } else { "logs" };
            let all = if self.lacks_files { "all existing" } else { "all" };
            format!("Only the {} is wrong: {all} {others} are right.", file.noun())
        }));
        // The sentences on the only affected code already separate these cases.
        if algorithm.is_none() && evaluation.is_none() && !self.separation.is_empty() {
            let values: Vec<String> =
                self.separation.iter().map(|(property, value)| format!("{property} {value}")).collect();
            let all = all_wrong(self.wrong);
            let all = all[..1].to_uppercase() + &all[1..];
            sentences.push(format!(
                "{all} have {}; no right case has {}.",
                list(&values, "and"),
                if values.len() == 1 { "it" } else { "any of these" }
            ));
        }
        if !self.first.is_empty() {
            let noun = self.first.noun(self.place);
            sentences.push(format!("In {}, the first error is of the same kind: {noun}.", all_wrong(self.wrong)));
        } else if !self.first_of_logs.is_empty() {
            let noun = self.first_of_logs.noun(ROW);
            sentences.push(format!("In each of the {} wrong logs, the first wrong row is {noun}.", self.wrong_logs));
        }
        sentences.join(" ")
    }
}

/// Writes `both wrong cases` or `all 3 wrong cases`.
pub(super) fn all_wrong(wrong: usize) -> String {
    if wrong == 2 { "both wrong cases".to_owned() } else { format!("all {wrong} wrong cases") }
}

/// The kinds that all first wrong places have and at least one right place does not have, with a noun for these places.
fn first_kinds(wrong: &[(&Job, &Checked)], right: &[&Job]) -> (PlaceKinds, &'static str) {
    let places: Option<Vec<FirstPlace>> = wrong.iter().map(|(job, checked)| first_place(job, checked)).collect();
    let Some(places) = places.filter(|places| places.len() > 1) else { return Default::default() };
    let kinds = places.iter().fold(PlaceKinds::ALL, |kinds, place| kinds.and(place.kinds));
    let mut unlike = places.iter().fold(PlaceKinds::default(), |unlike, place| unlike.or(place.unlike_before));
    let nouns: BTreeSet<&str> = places.iter().map(|place| place.noun).collect();
    let (has_rows, has_steps) = (nouns.contains(ROW), nouns.iter().any(|noun| *noun != ROW));
    for job in right {
        let mut is_found = |right: PlaceKinds| {
            unlike = unlike.or(right.others());
            kinds.and(unlike) == kinds
        };
        if has_rows && job.is_logged {
            PlaceKinds::each_row(job, &mut |_, kinds| {
                if is_found(kinds) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        if has_steps {
            let _ = PlaceKinds::of_steps(job).find(|step| is_found(*step));
        }
    }
    if has_rows && has_steps {
        return Default::default();
    }
    let noun = if nouns.len() == 1 { places[0].noun } else { STEP };
    // Of two players, several cases have the same by chance.
    let turns = [PlaceKind::Max, PlaceKind::Min];
    (turns.into_iter().fold(kinds.and(unlike), PlaceKinds::without), noun)
}

/// The first wrong row of a wrong log, or else the first wrong place of the moves file or the next board.
fn first_place(job: &Job, checked: &Checked) -> Option<FirstPlace> {
    let is_wrong = |file: &&FileReport| !file.is_same() && !file.is_in_other_format();
    let file = checked.report.files.iter().rev().find(is_wrong)?;
    if file.role == Role::Log {
        let known = match checked.report.diagnosis.as_ref().map(|diagnosis| &diagnosis.outcome) {
            Some(Outcome::Unknown(_, Some(pattern))) if let Pattern::Rows(rows) = &**pattern => Some(rows.clone()),
            _ => None,
        };
        let rows = known.or_else(|| WrongRows::of(&ReadCase::new(job, &checked.evidence())))?;
        return Some(FirstPlace { kinds: rows.first, unlike_before: rows.unlike_before, noun: ROW });
    }
    let difference = file.beyond().or(file.first())?;
    let Subject::Play(play) = &difference.subject else { return None };
    let before = play.step.map_or(0, |step| step.number as usize - 1);
    let mut unlike_before = PlaceKinds::default();
    PlaceKinds::of_steps(job).take(before).for_each(|step| unlike_before = unlike_before.or(step.others()));
    let passes = job.task.steps().take(before).last().is_some_and(|step| step.action == Action::Pass);
    let kinds = PlaceKinds::of_play(job, difference.kind, play, passes);
    let is_after_move = play.before.is_some() && difference.kind == Kind::Board;
    let noun = if is_after_move { PlaceKinds::AFTER_MOVE } else { STEP };
    Some(FirstPlace { kinds, unlike_before, noun })
}

/// A sentence on the first wrong step of a moves file, if no earlier right step is of the same kind.
pub(super) fn first_step(job: &Job, file: &FileReport) -> Option<String> {
    let difference = file.beyond().or(file.first()).filter(|_| file.role == Role::Moves)?;
    let Subject::Play(play) = &difference.subject else { return None };
    let step = play.step?;
    let before = job.task.steps().take_while(|before| before.number < step.number).last();
    let kinds =
        PlaceKinds::of_play(job, difference.kind, play, before.is_some_and(|before| before.action == Action::Pass));
    let earlier: Vec<PlaceKinds> = PlaceKinds::of_steps(job).take(step.number as usize - 1).collect();
    let kinds = kinds.special().fewest(&earlier).filter(|_| !earlier.is_empty())?;
    Some(format!("The first wrong step is {}; no step before it is.", kinds.noun(STEP)))
}
