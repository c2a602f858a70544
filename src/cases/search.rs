//! Looks for cases that catch mistakes: many random boards are tried, and few of them chosen.

use std::{cmp::Reverse, fmt, ops::Range, str::FromStr, sync::Arc};

use rand::RngExt as _;
use rayon::prelude::*;

use super::{Boards, Truth};
use crate::{
    assignment::{Assignment, Heading, Job, TaskNumber},
    game::Depth,
    games::reversi::Color,
    mistakes::{Group, Mistake, Mistakes},
    names::ParseError,
};

/// What cases are wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The assignment.
    pub assignment: Arc<Assignment>,
    /// Those of its tasks that cases are wanted for.
    pub tasks: Vec<TaskNumber>,
    /// The depths.
    pub depths: DepthRange,
    /// The rows that a log may have.
    pub longest_log: u64,
    /// Where the boards come from.
    pub boards: Boards,
    /// The mistakes that are to be caught.
    pub mistakes: Mistakes,
    /// How many cases should catch each of them.
    pub times: usize,
    /// How many cases there should be; as few as are needed where `None`.
    pub count: Option<usize>,
}

/// A case that was found.
#[derive(Clone, Debug)]
pub struct NewCase {
    /// The number of its board, by which it was tried.
    index: u64,
    /// What is to be done.
    pub job: Job,
    /// The rows of its log.
    pub rows: usize,
    /// Which of the wanted mistakes it catches.
    pub catches: Mistakes,
}

/// The cases that were found.
#[derive(Clone, Debug)]
pub struct CaseSelection {
    /// The mistakes that were to be caught.
    pub wanted: Mistakes,
    /// The cases.
    pub cases: Vec<NewCase>,
    /// How many boards were tried.
    pub tried: u64,
    /// The mistakes that no board brought out.
    pub not_found: Mistakes,
}

/// Some depths, the first and the last included: at least 1, and as deep as a test case can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthRange {
    from: u32,
    to: u32,
}

impl DepthRange {
    /// The deepest of a test case: deeper logs are longer than anybody reads.
    const DEEPEST: u32 = 20;
}

/// Reads `1-4`, or a single depth.
impl FromStr for DepthRange {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let range = from.parse().ok().zip(to.parse().ok()).map(|(from, to)| Self { from, to });
        range
            .filter(|range| 1 <= range.from && range.from <= range.to && range.to <= Self::DEEPEST)
            .ok_or_else(|| "expected depths such as 1-4, or one such as 3, from 1 to 20".into())
    }
}

/// How many boards are tried for all mistakes together.
const POOL: u64 = 3000;

/// How many boards are tried for mistakes that those did not bring out.
const MANY: u64 = 200_000;

/// How many boards are tried side by side. It does not depend on the machine, and neither does what is found.
const BATCH: u64 = 2000;

/// The fewest rows of a log that shows something: no log of a case beyond those that are needed has fewer.
const FEWEST_ROWS: usize = 10;

impl Wanted {
    /// Cases of an assignment that catch every mistake twice and that a person can read.
    pub fn new(assignment: &Arc<Assignment>) -> Self {
        Self {
            assignment: Arc::clone(assignment),
            tasks: assignment.tasks.keys().copied().collect(),
            depths: DepthRange { from: 1, to: 4 },
            longest_log: 400,
            boards: Boards { seed: 0, reachable: false },
            mistakes: Mistake::of(assignment).collect(),
            times: 2,
            count: None,
        }
    }

    /// Looks for cases. The same wishes find the same cases.
    pub fn find(&self) -> CaseSelection {
        let mut pool = self.try_boards(0..POOL, |_| true);
        let mut tried = POOL;
        loop {
            let rare: Vec<Mistake> =
                self.mistakes.iter().filter(|mistake| caught(&pool, *mistake) < self.times).collect();
            if rare.is_empty() || tried >= MANY {
                break;
            }
            // What a mistake of files does to a log is nothing, or plain to see.
            let brings_out_rare = |truth: &Truth| {
                rare.iter().any(|&mistake| {
                    truth.log_catches(mistake.into())
                        || mistake.group() == Group::Files && truth.catches(mistake.into())
                })
            };
            pool.extend(self.try_boards(tried..tried + BATCH, brings_out_rare));
            tried += BATCH;
        }
        let not_found = self.mistakes.iter().filter(|mistake| caught(&pool, *mistake) == 0).collect();
        CaseSelection { wanted: self.mistakes, cases: self.choose(&pool), tried, not_found }
    }

    /// Tries the boards of some numbers. Those that are not promising are left out.
    fn try_boards(&self, numbers: Range<u64>, is_promising: impl Fn(&Truth) -> bool + Sync) -> Vec<NewCase> {
        let candidate = |index| {
            let job = self.job(index);
            let truth = Truth::new(&job, self.longest_log).ok()?;
            let catches: Mistakes = if is_promising(&truth) {
                self.mistakes.iter().filter(|&mistake| truth.catches(mistake.into())).collect()
            } else {
                Mistakes::NONE
            };
            let rows = truth.rows();
            (!catches.is_empty()).then_some(NewCase { index, job, rows, catches })
        };
        numbers.into_par_iter().filter_map(candidate).collect()
    }

    /// The job of a number.
    fn job(&self, index: u64) -> Job {
        let mut numbers = self.boards.numbers(index);
        let names_player = self.assignment.input_says(Heading::Player);
        let position = self.boards.next(&mut numbers, (!names_player).then_some(Color::Black));
        let depth = Depth::new(numbers.random_range(self.depths.from..=self.depths.to));
        let task = self.tasks[numbers.random_range(0..self.tasks.len())];
        Job::numbered(&self.assignment, task, position, depth).expect("tasks of the assignment")
    }

    /// Chooses as few candidates as catch everything as often as it should be: first the one that catches most that is
    /// still needed and, of several, the one with the shorter log. Then shorter ones take the place of longer ones where
    /// nothing is lost by it. If more are wanted, they are [filled up](Self::fill).
    fn choose(&self, pool: &[NewCase]) -> Vec<NewCase> {
        let mut chosen: Vec<NewCase> = Vec::new();
        while self.count.is_none_or(|count| chosen.len() < count) {
            let gain = |candidate: &NewCase| {
                candidate.catches.iter().filter(|&mistake| caught(chosen.iter(), mistake) < self.times).count()
            };
            let best = pool
                .iter()
                .map(|candidate| (gain(candidate), Reverse(candidate.rows), Reverse(candidate.index), candidate));
            match best.max_by_key(|&(gain, rows, index, _)| (gain, rows, index)) {
                Some((1.., _, _, candidate)) => chosen.push(candidate.clone()),
                _ => break,
            }
        }
        self.shorten(&mut chosen, pool);
        self.fill(&mut chosen, pool);
        chosen
    }

    /// Adds candidates up to the count. Each is of the task with the fewest cases so far, has no short log,
    /// and catches what few cases catch: a mistake that `n` cases catch counts as `1 / (n + 1)^2`.
    fn fill(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        let is_short = |case: &NewCase| case.job.is_logged && case.rows < FEWEST_ROWS;
        let mut left: Vec<&NewCase> = pool.iter().filter(|case| !is_short(case)).collect();
        while self.count.is_some_and(|count| chosen.len() < count) {
            left.retain(|candidate| chosen.iter().all(|other| other.index != candidate.index));
            let of_task = |task| chosen.iter().filter(|case| case.job.number == task).count();
            let times: Vec<(Mistake, usize)> =
                self.mistakes.iter().map(|mistake| (mistake, caught(chosen.iter(), mistake))).collect();
            let gain = |candidate: &NewCase| {
                let counts = times.iter().filter(|(mistake, _)| candidate.catches.contains(*mistake));
                counts.map(|(_, times)| (1_u64 << 40) / (times + 1).pow(2) as u64).sum::<u64>()
            };
            let order = |candidate: &&&NewCase| {
                let fewest = Reverse(of_task(candidate.job.number));
                (fewest, gain(candidate), Reverse(candidate.rows), Reverse(candidate.index))
            };
            let Some(best) = left.iter().max_by_key(order) else { break };
            chosen.push((*best).clone());
        }
    }

    /// Drops what is not needed, and takes shorter cases for longer ones, as long as that changes anything.
    fn shorten(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        loop {
            let before: usize = chosen.iter().map(|case| case.rows).sum();
            for place in (0..chosen.len()).rev() {
                let others = || chosen[..place].iter().chain(&chosen[place + 1..]);
                // What the case is needed for.
                let needed: Vec<Mistake> =
                    chosen[place].catches.iter().filter(|&mistake| caught(others(), mistake) < self.times).collect();
                if needed.is_empty() {
                    chosen.remove(place);
                    continue;
                }
                let would_do = |candidate: &&NewCase| {
                    candidate.rows < chosen[place].rows
                        && needed.iter().all(|&mistake| candidate.catches.contains(mistake))
                        && others().all(|other| other.index != candidate.index)
                };
                if let Some(shorter) =
                    pool.iter().filter(would_do).min_by_key(|candidate| (candidate.rows, candidate.index))
                {
                    chosen[place] = shorter.clone();
                }
            }
            if chosen.iter().map(|case| case.rows).sum::<usize>() == before {
                break;
            }
        }
    }
}

/// How many cases catch a mistake.
fn caught<'a>(cases: impl IntoIterator<Item = &'a NewCase>, mistake: Mistake) -> usize {
    cases.into_iter().filter(|case| case.catches.contains(mistake)).count()
}

/// What the cases catch, and what they do not.
impl fmt::Display for CaseSelection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |mistake| caught(&self.cases, mistake);
        let with = |wanted: fn(usize) -> bool| -> Vec<Mistake> {
            let found = self.wanted.iter().filter(|mistake| !self.not_found.contains(*mistake));
            found.filter(|mistake| wanted(times(*mistake))).collect()
        };
        let names = |mistakes: Vec<Mistake>| mistakes.into_iter().map(Mistake::name).collect::<Vec<_>>().join(", ");
        let rows: usize = self.cases.iter().map(|case| case.rows).sum();
        let (given_up, once, often) = (with(|times| times == 0), with(|times| times == 1), with(|times| times > 1));
        let caught = once.len() + often.len();
        writeln!(formatter, "{} cases with {rows} rows of logs in all", self.cases.len())?;
        writeln!(
            formatter,
            "They catch {caught} of {} mistakes, {} by two cases or more.",
            self.wanted.iter().count(),
            often.len()
        )?;
        for (what, mistakes) in [("Caught by one case only", once), ("Given up for want of cases", given_up)] {
            if !mistakes.is_empty() {
                writeln!(formatter, "{what}: {}", names(mistakes))?;
            }
        }
        if !self.not_found.is_empty() {
            writeln!(
                formatter,
                "None of {} boards tried brings out: {} (larger --depths may)",
                self.tried,
                names(self.not_found.iter().collect())
            )?;
        }
        Ok(())
    }
}
