//! Finds cases that catch mistakes: tries many random boards and chooses a few boards.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashSet},
    ops::Range,
    str::FromStr,
    sync::Arc,
};

use rand::RngExt as _;
use rayon::prelude::*;

use super::{Boards, ExpectedOutput, Need, Occurrence, audit};
use crate::{
    assignment::{Assignment, Heading, Job, TaskAlgorithm, TaskNumber},
    mistakes::{Mistake, Mistakes},
};
use reversi_core::{
    game::Depth,
    games::reversi::{Color, Position},
};
use reversi_io::names::ParseError;

/// A request for cases.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub assignment: Arc<Assignment>,
    pub tasks: Vec<TaskNumber>,
    pub depths: DepthRange,
    /// The largest number of rows that a log may have.
    pub longest_log: u64,
    pub boards: Boards,
    pub mistakes: Mistakes,
    /// The number of cases that should catch each mistake.
    pub times: usize,
    /// The other needs that the new cases should meet.
    pub needs: Vec<Need>,
    /// The number of cases to find; `None` for the smallest possible number.
    pub count: Option<usize>,
    /// True if the new cases form a whole set. A whole set also has the opening, a board from the middle of a game, and
    /// cases that distinguish mistakes.
    pub is_whole_set: bool,
    /// True if the set gets one additional case for each open reading of the assignment. All other cases have the same
    /// result under all readings.
    pub has_open_readings: bool,
}

/// A new case that the search has found.
#[derive(Clone, Debug)]
pub struct NewCase {
    /// The index of the case's random board.
    index: u64,
    pub job: Job,
    pub rows: usize,
    pub catches: Mistakes,
    pub happens: BTreeSet<Occurrence>,
    /// The open readings that would change the case's files.
    pub open_readings: Mistakes,
}

impl NewCase {
    /// True if the case counts for a need. A board on which the player has only one move does not test a task.
    fn meets(&self, need: Need) -> bool {
        need.is_met_by(&self.job, &self.happens) && (matches!(need, Need::Once(_)) || self.shows_something())
    }

    /// True if the case's log has enough rows. If there is no log, true if the player at the root has a choice.
    fn shows_something(&self) -> bool {
        if self.job.is_logged { self.rows >= FEWEST_ROWS } else { self.job.task.start.legal_moves().len() > 1 }
    }

    /// The occurrences in the case, for people.
    pub fn covers(&self) -> String {
        let readings = self.open_readings.iter().map(|reading| format!("open reading: {reading}"));
        let happens = self.happens.iter().map(|occurrence| occurrence.name().to_owned());
        readings.chain(happens).collect::<Vec<_>>().join("; ")
    }
}

/// The result of looking for cases.
#[derive(Clone, Debug)]
pub struct CaseSelection {
    pub cases: Vec<NewCase>,
    pub tried: u64,
}

/// A range of depths, both ends included: from 1 to the largest depth of a test case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthRange {
    from: u32,
    to: u32,
}

impl DepthRange {
    /// The largest depth of a test case, because nobody reads longer logs.
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

/// The number of boards to try first, for all mistakes together.
const POOL: u64 = 3000;

/// The largest number of boards to try, including boards for mistakes that the first boards do not catch.
pub const MOST_BOARDS: u64 = 100_000;

/// The number of boards that are tried in one parallel batch. This number is fixed, so that the result is the same on
/// every machine.
const BATCH: u64 = 1000;

/// The smallest number of rows of a useful log. A case with a shorter log is only chosen if it is necessary.
const FEWEST_ROWS: usize = 10;

impl Wanted {
    /// A request for readable cases that catch every mistake twice and cover the assignment.
    pub fn new(assignment: &Arc<Assignment>) -> Self {
        let tasks: Vec<TaskNumber> = assignment.tasks.keys().copied().collect();
        let open = Mistake::open_in(assignment);
        Self {
            assignment: Arc::clone(assignment),
            needs: Need::of(assignment, &tasks),
            tasks,
            depths: DepthRange { from: 1, to: 4 },
            longest_log: 400,
            boards: Boards { seed: 0, reachable: false, size: assignment.size },
            mistakes: Mistake::of(assignment)
                .filter(|mistake| !mistake.is_rare() && !open.contains(*mistake))
                .collect(),
            times: 2,
            count: None,
            is_whole_set: false,
            has_open_readings: false,
        }
    }

    /// Looks for cases. The same request always finds the same cases. `tell` is called with the number of boards tried
    /// so far, and with the number of unmet needs.
    pub fn find(&self, tell: &dyn Fn(u64, usize)) -> CaseSelection {
        let ordinary = if self.is_whole_set { self.ordinary() } else { Vec::new() };
        let mut pool = ordinary.clone();
        let mut open: Vec<NewCase> = Vec::new();
        let mut hidden = Mistakes::NONE;
        let mut tried = 0;
        loop {
            let rare: Vec<Mistake> =
                self.mistakes.iter().filter(|mistake| caught(&pool, *mistake) < self.times).collect();
            let scarce: Vec<Need> =
                self.needs.iter().copied().filter(|need| met(&pool, *need) < need.times()).collect();
            let is_enough = tried >= POOL && rare.is_empty() && scarce.is_empty();
            if is_enough || tried >= MOST_BOARDS {
                break;
            }
            tell(tried, rare.len() + scarce.len());
            let is_promising = |output: &ExpectedOutput, happens: &BTreeSet<Occurrence>| {
                tried < POOL
                    || scarce.iter().any(|need| need.is_met_by(output.job, happens))
                    || rare.iter().any(|&mistake| output.plainly_catches(mistake, hidden))
            };
            let tried_now = self.try_boards(tried..tried + BATCH, hidden, is_promising);
            let (closed, changed) = tried_now.into_iter().partition(|case: &NewCase| case.open_readings.is_empty());
            pool.extend::<Vec<_>>(closed);
            open.extend::<Vec<_>>(changed);
            keep_different(&mut pool);
            tried += BATCH;
            if tried == BATCH {
                hidden = self.mistakes.iter().filter(|mistake| caught(&pool, *mistake) == 0).collect();
            }
        }
        let mut cases = self.choose(&pool, ordinary);
        if self.has_open_readings {
            let shortest = |reading| {
                let changed = open.iter().filter(|case| case.open_readings.contains(reading));
                changed.min_by_key(|case| (case.rows, case.index)).cloned()
            };
            cases.extend(Mistake::open_in(&self.assignment).iter().filter_map(shortest));
        }
        CaseSelection { cases, tried }
    }

    /// The opening for the first task with a search. For the last such task, a board from the middle of a game. The
    /// depth is the largest for which the log is not too long.
    fn ordinary(&self) -> Vec<NewCase> {
        let searches = |number: &&TaskNumber| {
            self.assignment.tasks.get(number).is_some_and(|task| task.algorithm != TaskAlgorithm::Greedy)
        };
        let first = self.tasks.iter().find(searches).or(self.tasks.first());
        let last = self.tasks.iter().rev().find(searches).or(self.tasks.last());
        let to_move = (!self.assignment.input_says(Heading::Player)).then_some(Color::Black);
        let opening = vec![Position::opening(self.assignment.size)];
        let middle_games =
            (0..100).map(|index| self.boards.middle_game(&mut self.boards.numbers(index), to_move)).collect();
        let case = |(place, (task, boards)): (u64, (Option<&TaskNumber>, Vec<Position>))| {
            let depths = || (self.depths.from..=self.depths.to).rev().map(Depth::new);
            boards.iter().flat_map(|board| depths().map(move |depth| (*board, depth))).find_map(|(board, depth)| {
                let job = Job::numbered(&self.assignment, *task?, board, depth).ok()?;
                // The indices of random boards count up from 0, so the indices of these boards count down.
                let case = self.case(u64::MAX - place, job, Mistakes::NONE, |_, _| true)?;
                Some(case).filter(|case| case.open_readings.is_empty())
            })
        };
        (0..).zip([(first, opening), (last, middle_games)]).filter_map(case).collect()
    }

    /// Tries random boards by their indices, and drops boards that do not help. The logs of the first boards do not
    /// show the `hidden` mistakes. For the `hidden` mistakes, the search for cases also compares later steps of the
    /// game. Comparing later steps of the game takes most of the time.
    fn try_boards(
        &self,
        numbers: Range<u64>,
        hidden: Mistakes,
        is_promising: impl Fn(&ExpectedOutput, &BTreeSet<Occurrence>) -> bool + Sync,
    ) -> Vec<NewCase> {
        numbers.into_par_iter().filter_map(|index| self.case(index, self.job(index), hidden, &is_promising)).collect()
    }

    /// Makes a case from a job; `None` if the log is too long or the case does not help.
    fn case(
        &self,
        index: u64,
        job: Job,
        hidden: Mistakes,
        is_promising: impl Fn(&ExpectedOutput, &BTreeSet<Occurrence>) -> bool,
    ) -> Option<NewCase> {
        let output = ExpectedOutput::new(&job, self.longest_log)?;
        let happens = Occurrence::in_search(&job);
        if !is_promising(&output, &happens) {
            return None;
        }
        let catches = self.mistakes.iter().filter(|&mistake| output.plainly_catches(mistake, hidden)).collect();
        let changes = |reading: &Mistake| output.catches((*reading).into());
        let open_readings = Mistake::open_in(&self.assignment).iter().filter(changes).collect();
        let rows = output.rows();
        Some(NewCase { index, job, rows, catches, happens, open_readings })
    }

    /// The case with all its mistakes and occurrences, including those in later steps of its game.
    fn in_full(&self, case: NewCase) -> NewCase {
        let output = ExpectedOutput::new(&case.job, self.longest_log).expect("it was short enough before");
        let catches = self.mistakes.iter().filter(|&mistake| output.catches(mistake.into())).collect();
        let happens = Occurrence::of(&case.job);
        NewCase { catches, happens, ..case }
    }

    fn job(&self, index: u64) -> Job {
        let mut numbers = self.boards.numbers(index);
        let names_player = self.assignment.input_says(Heading::Player);
        let position = self.boards.next(&mut numbers, (!names_player).then_some(Color::Black));
        let depth = Depth::new(numbers.random_range(self.depths.from..=self.depths.to));
        let task = self.tasks[numbers.random_range(0..self.tasks.len())];
        Job::numbered(&self.assignment, task, position, depth).expect("tasks of the assignment")
    }

    /// Chooses few candidates so that all needs are met. If more cases are requested, [`fill`](Self::fill) adds them. The
    /// chosen cases are sorted by task.
    fn choose(&self, pool: &[NewCase], ordinary: Vec<NewCase>) -> Vec<NewCase> {
        let mut chosen = ordinary;
        chosen.truncate(self.count.unwrap_or(usize::MAX));
        self.grow(&mut chosen, pool, |chosen| {
            let rare: Mistakes = self.mistakes.iter().filter(|&mistake| caught(chosen, mistake) < self.times).collect();
            let scarce: Vec<Need> =
                self.needs.iter().copied().filter(|need| met(chosen, *need) < need.times()).collect();
            move |candidate: &NewCase| {
                let needs = scarce.iter().filter(|need| candidate.meets(**need)).count();
                Some(rare.and(candidate.catches).len() + needs).filter(|gain| *gain > 0)
            }
        });
        if self.is_whole_set && self.count.is_none() {
            self.tell_apart(&mut chosen, pool);
        }
        if self.count.is_some() {
            self.fill(&mut chosen, pool);
        }
        let mut chosen: Vec<NewCase> = chosen.into_par_iter().map(|case| self.in_full(case)).collect();
        chosen.sort_by_key(|case| (case.job.number, case.rows, case.index));
        chosen
    }

    /// Adds candidates one by one, up to the requested number: the candidate with the largest gain and, of several such
    /// candidates, the one with the shortest log. `gain_after` returns the gain of each candidate after the chosen cases;
    /// if no candidate has a gain, no more are added.
    fn grow<G: Ord + Send, F: Fn(&NewCase) -> Option<G> + Sync>(
        &self,
        chosen: &mut Vec<NewCase>,
        pool: &[NewCase],
        gain_after: impl Fn(&[NewCase]) -> F,
    ) {
        while self.count.is_none_or(|count| chosen.len() < count) {
            let gain = gain_after(chosen);
            let left = pool.par_iter().filter(|candidate| chosen.iter().all(|other| other.index != candidate.index));
            let with_gain = left.filter_map(|candidate| {
                Some(((gain(candidate)?, Reverse(candidate.rows), Reverse(candidate.index)), candidate))
            });
            let Some((_, best)) = with_gain.max_by(|(one, _), (other, _)| one.cmp(other)) else { break };
            chosen.push(best.clone());
        }
    }

    /// Adds candidates that distinguish mistakes, if all chosen cases have the same files for these mistakes.
    /// Candidates that split the most groups of mistakes come first.
    fn tell_apart(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        self.grow(chosen, pool, |chosen| {
            let classes = alike(self.mistakes, chosen);
            move |candidate: &NewCase| {
                let output = ExpectedOutput::new(&candidate.job, self.longest_log);
                let divides = |class: &&Vec<Mistake>| {
                    let caught = class.iter().filter(|mistake| candidate.catches.contains(**mistake)).count();
                    let files = |mistake: &Mistake| output.as_ref().map(|output| output.fingerprint((*mistake).into()));
                    // Mistakes that the case does not catch write the same files as the right program.
                    caught > 0
                        && (caught < class.len() || class.iter().any(|mistake| files(mistake) != files(&class[0])))
                };
                Some(classes.iter().filter(divides).count()).filter(|divided| *divided > 0)
            }
        });
    }

    /// Adds candidates up to the requested number of cases. Each added candidate belongs to the task with the fewest
    /// cases, and catches rarely caught mistakes. A mistake that `n` cases catch counts as `1 / (n + 1)^2`.
    fn fill(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        self.grow(chosen, pool, |chosen| {
            let of_tasks = chosen.iter().map(|case| case.job.number).collect::<Vec<_>>();
            let times: Vec<(Mistake, usize)> =
                self.mistakes.iter().map(|mistake| (mistake, caught(chosen, mistake))).collect();
            move |candidate: &NewCase| {
                let of_task = of_tasks.iter().filter(|number| **number == candidate.job.number).count();
                let counts = times.iter().filter(|(mistake, _)| candidate.catches.contains(*mistake));
                let gain = counts.map(|(_, times)| (1_u64 << 40) / (times + 1).pow(2) as u64).sum::<u64>();
                candidate.shows_something().then_some((Reverse(of_task), gain))
            }
        });
    }
}

/// The groups of caught mistakes that write the same files in each case.
fn alike(mistakes: Mistakes, cases: &[NewCase]) -> Vec<Vec<Mistake>> {
    let outputs = cases.iter().filter_map(|case| ExpectedOutput::new(&case.job, u64::MAX));
    let outputs: Vec<ExpectedOutput> = outputs.collect();
    let is_caught = |mistake: &Mistake| caught(cases, *mistake) > 0;
    audit::alike(mistakes.iter().filter(is_caught).collect(), outputs.len(), |mistake, case| {
        outputs[case].fingerprint(mistake.into())
    })
}

/// Removes candidates that have the same task, depth and board as an earlier candidate.
fn keep_different(pool: &mut Vec<NewCase>) {
    let mut known = HashSet::new();
    pool.retain(|NewCase { job, .. }| known.insert((job.number, job.task.depth.plies(), job.task.start)));
}

fn met<'a>(cases: impl IntoIterator<Item = &'a NewCase>, need: Need) -> usize {
    cases.into_iter().filter(|case| case.meets(need)).count()
}

fn caught<'a>(cases: impl IntoIterator<Item = &'a NewCase>, mistake: Mistake) -> usize {
    cases.into_iter().filter(|case| case.catches.contains(mistake)).count()
}
