//! Locates the fault: the affected code or file of a student, and the kind of place of the first errors.

use std::{collections::BTreeMap, ops::ControlFlow};

use serde::Serialize;

use super::{
    Outcome, Pattern,
    place::{PlaceKind, PlaceKinds},
    program::ReadCase,
    wrong_rows::WrongRows,
};
use crate::{Checked, FileReport, Kind, Role, Subject};
use reversi_core::search::Algorithm;
use reversi_course::assignment::{Heading, Job, OutputForm};
use reversi_io::names::list;

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
    pub separation: BTreeMap<&'static str, String>,
    /// The kinds of place that all first wrong rows of the wrong logs have in common or, if all logs are right, all first
    /// wrong steps.
    pub first: PlaceKinds,
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

/// A property of a job that may separate the wrong cases from the right cases; `None` if the job does not have it.
type JobProperty = (&'static str, fn(&Job) -> Option<String>);

/// The task implies the algorithm, so the algorithm comes after it.
const JOB_PROPERTIES: [JobProperty; 4] = [
    ("player", |job| {
        let letter = job.assignment.squares.letter(Some(job.task.start.side_to_move()));
        job.assignment.input_says(Heading::Player).then(|| letter.into())
    }),
    ("depth", |job| Some(job.named_depth.plies().to_string())),
    ("task", |job| job.number.map(|number| number.to_string())),
    ("algorithm", |job| Some(job.task.algorithm.name().to_owned())),
];

/// The properties that at least two wrong jobs share and no right job has.
fn separating(wrong: &[(&Job, &Checked)], right: &[&Job]) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for (name, of) in JOB_PROPERTIES.into_iter().filter(|_| wrong.len() > 1 && !right.is_empty()) {
        let value = of(wrong[0].0);
        let is_implied = name == "algorithm" && found.contains_key("task");
        if !is_implied && wrong.iter().all(|(job, _)| of(job) == value) && right.iter().all(|job| of(job) != value) {
            found.extend(value.map(|value| (name, value)));
        }
    }
    found
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
        let cases =
            || cases.iter().filter(|(_, checked)| checked.is_none_or(|checked| !checked.report.files.is_empty()));
        let wrong = cases().filter_map(|(job, checked)| Some((*job, wrong_of(*checked)?)));
        let wrong: Vec<(&Job, &Checked)> = wrong.collect();
        let right: Vec<&Job> = cases().filter(|(_, checked)| wrong_of(*checked).is_none()).map(|case| case.0).collect();
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
        let is_log_wrong = |(_, checked): &&(_, &Checked)| {
            checked.report.files.iter().any(|file| file.role == Role::Log && !is_right(file))
        };
        let logs: Vec<_> = wrong.iter().filter(is_log_wrong).copied().collect();
        let of_files = if logs.is_empty() { &wrong } else { &logs };
        let (first, place) = if is_told { first_kinds(of_files, &right) } else { Default::default() };
        let separation = if is_named { BTreeMap::new() } else { separating(&wrong, &right) };
        Self {
            only,
            separation,
            first,
            wrong: wrong.len(),
            wrong_logs: logs.len(),
            lacks_files: false,
            place,
            beside_log,
        }
    }

    /// The location of the fault in sentences; empty if unknown.
    pub fn sentences(&self) -> String {
        let Only { algorithm, evaluation, file } = &self.only;
        let mut sentences = Vec::new();
        sentences.extend(algorithm.map(|own| {
            let [minimax, alpha_beta] = ["minimax", "alpha-beta"];
            let is_minimax = own == Algorithm::Minimax.name();
            let (own, other) = if is_minimax { (minimax, alpha_beta) } else { (alpha_beta, minimax) };
            format!("All wrong cases are by {own}; all cases by {other} are right.")
        }));
        sentences.extend(evaluation.as_ref().map(|own| {
            format!("All wrong cases have the evaluation `{own}`; all cases with another evaluation are right.")
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
        let noun = self.first.noun(self.place);
        sentences.extend((!self.first.is_empty()).then(|| match self.wrong_logs {
            0 => format!("In {}, the first error is of the same kind: {noun}.", all_wrong(self.wrong)),
            logs => format!("In each of the {logs} wrong logs, the first wrong row is {noun}."),
        }));
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
    let noun = if places.iter().all(|place| place.noun == places[0].noun) { places[0].noun } else { STEP };
    for job in right {
        let mut is_found = |right: PlaceKinds| {
            unlike = unlike.or(right.others());
            kinds.and(unlike) == kinds
        };
        if noun != ROW {
            let _ = PlaceKinds::of_steps(job).find(|step| is_found(*step));
        } else if job.is_logged {
            PlaceKinds::each_row(job, &mut |_, kinds| {
                if is_found(kinds) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
    }
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
    let (kinds, earlier, noun) = first_play(job, file)?;
    let unlike_before = earlier.into_iter().fold(PlaceKinds::default(), |unlike, step| unlike.or(step.others()));
    Some(FirstPlace { kinds, unlike_before, noun })
}

/// The kinds of the first wrong step or next board, the kinds of each step before it, and a noun for the place.
fn first_play(job: &Job, file: &FileReport) -> Option<(PlaceKinds, Vec<PlaceKinds>, &'static str)> {
    let difference = file.beyond().or(file.first())?;
    let Subject::Play(play) = &difference.subject else { return None };
    let number = play.step.map_or(1, |step| step.number as usize);
    let mut earlier: Vec<PlaceKinds> = PlaceKinds::of_steps(job).take(number).collect();
    let is_after_pass = earlier.pop().is_some_and(|own| own.contains(PlaceKind::StepAfterPass));
    let kinds = PlaceKinds::of_play(job, difference.kind, play, is_after_pass);
    let is_after_move = play.before.is_some() && difference.kind == Kind::Board;
    Some((kinds, earlier, if is_after_move { PlaceKinds::AFTER_MOVE } else { STEP }))
}

/// A sentence on the first wrong step of a moves file, if no earlier right step is of the same kind.
pub(super) fn first_step(job: &Job, file: &FileReport) -> Option<String> {
    let (kinds, earlier, _) = first_play(job, file).filter(|_| file.role == Role::Moves)?;
    let kinds = kinds.special().fewest(&earlier)?;
    Some(format!("The first wrong step is {}; no step before it is.", kinds.noun(STEP)))
}
