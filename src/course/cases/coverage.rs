//! The coverage of an assignment by cases: every task, every algorithm, and each occurrence in a search or a game.

use std::{collections::BTreeSet, fmt, ops::ControlFlow, sync::Arc};

use crate::{
    assignment::{Action, Assignment, Job, OutputForm, TaskAlgorithm, TaskNumber},
    log::Event,
};
use reversi_core::{
    games::reversi::{Color, Position},
    search::Algorithm,
};
use reversi_io::names::{each_once, names};

names! {
    /// A special event in the job of a case.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Occurrence {
        /// A player has no legal move, but the opponent has a legal move.
        Pass => "pass",
        /// Neither player has a move at the start.
        OverAtStart => "game over at the start",
        /// A player loses the last disc.
        WipeOut => "wipe-out",
        CutOff => "cut-off",
        /// Several moves of the root have the best value, so the order of moves decides.
        Tie => "tie",
    }
}

impl Occurrence {
    /// Finds the occurrences in a job's search, if the search is logged or makes one move.
    pub fn in_search(job: &Job) -> BTreeSet<Self> {
        let (start, depth) = (job.task.start, job.task.depth.plies() as usize);
        let mut found: BTreeSet<Self> = start.is_over().then_some(Self::OverAtStart).into_iter().collect();
        let mut of_root = Vec::new();
        let outcome = job.task.search().each_row(&mut |row| {
            match row.event {
                Event::Update { child_value, cut, .. } => {
                    found.extend(cut.then_some(Self::CutOff));
                    of_root.extend((row.ply() == 0).then_some(child_value));
                }
                Event::Enter | Event::Leaf => {
                    let position = row.path.iter().fold(start, |position, &played| position.after_move(played));
                    // At the depth limit, the search does not look for moves.
                    found.extend((row.ply() < depth && has_to_pass(&position)).then_some(Self::Pass));
                    found.extend((row.ply() > 0 && is_wiped_out(&position)).then_some(Self::WipeOut));
                }
            }
            ControlFlow::Continue(())
        });
        let best = outcome.map(|outcome| outcome.value);
        if of_root.iter().filter(|&&value| Some(value) == best).count() > 1 {
            found.insert(Self::Tie);
        }
        found
    }

    /// Finds the occurrences in a job's search, and in its game if there is one.
    pub fn of(job: &Job) -> BTreeSet<Self> {
        let mut found = Self::in_search(job);
        if job.assignment.output == OutputForm::Game {
            for step in job.task.steps() {
                found.extend((step.action == Action::Pass).then_some(Self::Pass));
                found.extend((step.number > 1 && is_wiped_out(&step.position)).then_some(Self::WipeOut));
            }
        }
        found
    }
}

fn has_to_pass(position: &Position) -> bool {
    position.legal_moves().is_empty() && !position.is_over()
}

fn is_wiped_out(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| position.discs(color).is_empty())
}

/// A requirement that the cases of an assignment should meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Task(TaskNumber),
    /// There are two cases whose tasks use this algorithm.
    Twice(TaskAlgorithm),
    Once(Occurrence),
}

impl Need {
    /// All needs of some tasks of an assignment.
    pub fn of(assignment: &Assignment, tasks: &[TaskNumber]) -> Vec<Self> {
        let definitions = tasks.iter().filter_map(|number| assignment.tasks.get(number));
        let algorithms = each_once(definitions.map(|task| task.algorithm));
        let prunes = algorithms.contains(&TaskAlgorithm::Search(Algorithm::AlphaBeta));
        let occurrences = Occurrence::ALL.into_iter().filter(|&occurrence| occurrence != Occurrence::CutOff || prunes);
        let tasks = tasks.iter().map(|&number| Self::Task(number));
        tasks.chain(algorithms.iter().map(|&way| Self::Twice(way))).chain(occurrences.map(Self::Once)).collect()
    }

    /// The number of cases that are necessary to meet the need.
    pub const fn times(self) -> usize {
        match self {
            Self::Twice(_) => 2,
            Self::Task(_) | Self::Once(_) => 1,
        }
    }

    /// True if a case with these occurrences helps to meet the need.
    pub fn is_met_by(self, job: &Job, happens: &BTreeSet<Occurrence>) -> bool {
        match self {
            Self::Task(number) => job.number == Some(number),
            Self::Twice(way) => {
                let task = job.number.and_then(|number| job.assignment.tasks.get(&number));
                task.is_some_and(|task| task.algorithm == way)
            }
            Self::Once(occurrence) => happens.contains(&occurrence),
        }
    }
}

/// Writes `task 1`, `two cases of minimax` or `pass`.
impl fmt::Display for Need {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(number) => write!(formatter, "task {number}"),
            Self::Twice(way) => write!(formatter, "two cases of {}", way.name()),
            Self::Once(occurrence) => occurrence.fmt(formatter),
        }
    }
}

/// The needs of an assignment that a set of cases does not meet.
pub fn left_out<'a>(assignment: &Arc<Assignment>, jobs: impl IntoIterator<Item = &'a Job>) -> Vec<Need> {
    let jobs = jobs.into_iter().filter(|job| job.assignment == *assignment);
    let jobs: Vec<(&Job, BTreeSet<Occurrence>)> = jobs.map(|job| (job, Occurrence::of(job))).collect();
    let tasks: Vec<TaskNumber> = assignment.tasks.keys().copied().collect();
    let times = |need: &Need| jobs.iter().filter(|(job, happens)| need.is_met_by(job, happens)).count();
    Need::of(assignment, &tasks).into_iter().filter(|need| times(need) < need.times()).collect()
}

pub(super) fn is_alike(one: &Job, other: &Job) -> bool {
    let of = |job: &Job| (job.number, job.task.depth, job.task.start);
    one.assignment == other.assignment && of(one) == of(other)
}
