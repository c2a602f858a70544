//! Finds cases that catch mistakes: tries many random boards and chooses a few boards.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashSet},
    fmt,
    ops::Range,
    str::FromStr,
    sync::Arc,
};

use rand::RngExt as _;
use rayon::prelude::*;

use super::{Boards, ExpectedOutput, Need, Occurrence, audit, boards::middle_game};
use crate::{
    assignment::{Assignment, Heading, Job, TaskAlgorithm, TaskNumber},
    mistakes::{Mistake, Mistakes},
};
use reversi_core::{
    game::Depth,
    games::reversi::{Color, Position, Size},
};
use reversi_io::names::{ParseError, count, list};

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
    pub wanted: Mistakes,
    pub needs: Vec<Need>,
    pub cases: Vec<NewCase>,
    pub tried: u64,
    pub not_found: Mistakes,
    pub not_brought: Vec<Need>,
    /// Groups of mistakes that write the same files in each case.
    pub alike: Vec<Vec<Mistake>>,
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
            boards: Boards { seed: 0, reachable: false },
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
        let alike = if self.is_whole_set { alike(self.mistakes, &cases) } else { Vec::new() };
        if self.has_open_readings {
            let shortest = |reading| {
                let changed = open.iter().filter(|case| case.open_readings.contains(reading));
                changed.min_by_key(|case| (case.rows, case.index)).cloned()
            };
            cases.extend(Mistake::open_in(&self.assignment).iter().filter_map(shortest));
        }
        // Some occurrences are only found in a later step of a chosen case's game.
        let all = || pool.iter().chain(&cases);
        let not_found = self.mistakes.iter().filter(|mistake| caught(all(), *mistake) == 0).collect();
        let not_brought = self.needs.iter().copied().filter(|need| met(all(), *need) == 0).collect();
        CaseSelection { wanted: self.mistakes, needs: self.needs.clone(), cases, tried, not_found, not_brought, alike }
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
        let opening = vec![Position::opening(Size::EIGHT)];
        let middle_games = (0..100).map(|index| middle_game(&mut self.boards.numbers(index), to_move)).collect();
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

    /// Chooses as few candidates as possible so that all needs are met. The candidate that meets the most unmet needs
    /// comes first; of several such candidates, the one with the shortest log. Shorter candidates then replace longer
    /// candidates, as long as all needs stay met. If more cases are requested, [`fill`](Self::fill) adds them. The
    /// chosen cases are sorted by task.
    fn choose(&self, pool: &[NewCase], ordinary: Vec<NewCase>) -> Vec<NewCase> {
        let mut chosen = ordinary;
        chosen.truncate(self.count.unwrap_or(usize::MAX));
        let kept = chosen.len();
        while self.count.is_none_or(|count| chosen.len() < count) {
            let rare: Mistakes =
                self.mistakes.iter().filter(|&mistake| caught(&chosen, mistake) < self.times).collect();
            let scarce: Vec<Need> =
                self.needs.iter().copied().filter(|need| met(&chosen, *need) < need.times()).collect();
            let left = |candidate: &&NewCase| chosen.iter().all(|other| other.index != candidate.index);
            let gain = |candidate: &NewCase| {
                rare.and(candidate.catches).len() + scarce.iter().filter(|need| candidate.meets(**need)).count()
            };
            let best = pool
                .iter()
                .filter(left)
                .map(|candidate| (gain(candidate), Reverse(candidate.rows), Reverse(candidate.index), candidate));
            match best.max_by_key(|&(gain, rows, index, _)| (gain, rows, index)) {
                Some((1.., _, _, candidate)) => chosen.push(candidate.clone()),
                _ => break,
            }
        }
        self.shorten(&mut chosen, pool, kept);
        if self.is_whole_set && self.count.is_none() {
            self.tell_apart(&mut chosen, pool);
        }
        self.fill(&mut chosen, pool);
        let mut chosen: Vec<NewCase> = chosen.into_par_iter().map(|case| self.in_full(case)).collect();
        chosen.sort_by_key(|case| (case.job.number, case.rows, case.index));
        chosen
    }

    /// Adds candidates that distinguish mistakes, if all chosen cases have the same files for these mistakes.
    /// Candidates that split the most groups of mistakes come first.
    fn tell_apart(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        let mut classes = alike(self.mistakes, chosen);
        while !classes.is_empty() {
            let divided = |candidate: &NewCase| {
                let output = ExpectedOutput::new(&candidate.job, self.longest_log);
                let divides = |class: &&Vec<Mistake>| {
                    let caught = class.iter().filter(|mistake| candidate.catches.contains(**mistake)).count();
                    let files = |mistake: &Mistake| output.as_ref().map(|output| output.fingerprint((*mistake).into()));
                    // Mistakes that the case does not catch write the same files as the right program.
                    caught > 0
                        && (caught < class.len() || class.iter().any(|mistake| files(mistake) != files(&class[0])))
                };
                classes.iter().filter(divides).count()
            };
            let candidates = pool.par_iter().enumerate();
            let candidates = candidates.map(|(at, case)| (divided(case), Reverse(case.rows), Reverse(at)));
            match candidates.max() {
                Some((1.., _, Reverse(at))) => chosen.push(pool[at].clone()),
                _ => break,
            }
            classes = alike(self.mistakes, chosen);
        }
    }

    /// Adds candidates up to the requested number of cases. Each added candidate belongs to the task with the fewest
    /// cases, has a long log, and catches rarely caught mistakes. A mistake that `n` cases catch counts as `1 / (n +
    /// 1)^2`.
    fn fill(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase]) {
        let mut left: Vec<&NewCase> = pool.iter().filter(|case| case.shows_something()).collect();
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

    /// Removes unnecessary cases after the first `kept` cases, and replaces long cases by shorter ones, until nothing
    /// changes.
    fn shorten(&self, chosen: &mut Vec<NewCase>, pool: &[NewCase], kept: usize) {
        loop {
            let before: usize = chosen.iter().map(|case| case.rows).sum();
            for place in (kept..chosen.len()).rev() {
                let others = || chosen[..place].iter().chain(&chosen[place + 1..]);
                // The needs that would be unmet without this case.
                let case = &chosen[place];
                let needed: Mistakes =
                    case.catches.iter().filter(|&mistake| caught(others(), mistake) < self.times).collect();
                let met_here = self.needs.iter().copied().filter(|need| case.meets(*need));
                let needs: Vec<Need> = met_here.filter(|need| met(others(), *need) < need.times()).collect();
                if needed.is_empty() && needs.is_empty() {
                    chosen.remove(place);
                    continue;
                }
                let would_do = |candidate: &&NewCase| {
                    candidate.rows < chosen[place].rows
                        && needed.and(candidate.catches) == needed
                        && needs.iter().all(|need| candidate.meets(*need))
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

/// Writes a report for people: the caught and the missing mistakes and needs.
impl fmt::Display for CaseSelection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |mistake| caught(&self.cases, mistake);
        let with = |wanted: fn(usize) -> bool| -> Vec<Mistake> {
            let found = self.wanted.iter().filter(|mistake| !self.not_found.contains(*mistake));
            found.filter(|mistake| wanted(times(*mistake))).collect()
        };
        let names = |mistakes: Vec<Mistake>| mistakes.into_iter().map(Mistake::name).collect::<Vec<_>>().join(", ");
        let is_found = |need: &&Need| !self.not_brought.contains(need);
        let needs: Vec<&Need> = self.needs.iter().filter(is_found).collect();
        let (brought, not_met): (Vec<&Need>, Vec<&Need>) =
            needs.into_iter().partition(|need| met(&self.cases, **need) >= need.times());
        let rows: usize = self.cases.iter().map(|case| case.rows).sum();
        let (given_up, once, often) = (with(|times| times == 0), with(|times| times == 1), with(|times| times > 1));
        let caught = once.len() + often.len();
        writeln!(formatter, "{} with {} of logs in all", count(self.cases.len(), "case"), count(rows, "row"))?;
        writeln!(
            formatter,
            "They catch {caught} of {} mistakes, {} by two cases or more.",
            self.wanted.iter().count(),
            often.len()
        )?;
        if !brought.is_empty() {
            writeln!(formatter, "They have {}.", list(brought, "and"))?;
        }
        if !not_met.is_empty() {
            writeln!(formatter, "Too few cases for: {}", list(not_met, "and"))?;
        }
        for (what, mistakes) in [("Caught by one case only", once), ("Missed (too few cases)", given_up)] {
            if !mistakes.is_empty() {
                writeln!(formatter, "{what}: {}", names(mistakes))?;
            }
        }
        let not_brought = self.not_brought.iter().map(ToString::to_string);
        for class in &self.alike {
            writeln!(formatter, "Cannot be told apart: {}", names(class.clone()))?;
        }
        let nowhere: Vec<String> =
            not_brought.chain(self.not_found.iter().map(|mistake| mistake.to_string())).collect();
        if !nowhere.is_empty() {
            let (tried, nowhere) = (self.tried, nowhere.join(", "));
            writeln!(formatter, "None of {tried} tried boards shows: {nowhere} (larger --depths may help)")?;
        }
        Ok(())
    }
}
