//! Files that are right for another job: another task, depth, player or year, another input, or each other's place.

use std::sync::{Arc, atomic::AtomicBool};

use serde::Serialize;

use super::{
    evidence::{Evidence, EvidenceLines, Exhibits, LogRows, is_line},
    trial::{FileMatch, LineMatcher, Trial},
};
use crate::{
    assignment::{Assignment, Heading, Job, OutputForm, Step, Task},
    check::{Role, play::parse_rows},
    files::LineEnding,
    game::Depth,
    games::reversi::{Bitboard, Color, Expression, Position, Size},
    log::LogFormat,
    mistakes::Stopped,
    names::list,
    search::Algorithm,
};

/// What has to be changed in a job so that a student's file is right; what stays as it was asked for is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OtherJob {
    /// The number of the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<u8>,
    /// The cut-off depth, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The player of the input: `X` or `O`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<char>,
    /// The year.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Whether a moves file and a log stand in each other's place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exchanged: bool,
    /// The step of the game whose search the log holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// The search: `minimax` or `alphabeta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<&'static str>,
    /// The evaluation: `pieces` or `weights`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// Whether it is another board, with which the moves file begins.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub board: bool,
    /// How the rows or columns of the input were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<&'static str>,
    /// Whether a file of another year is spelled as the assignment asks for, and not as that year spells it.
    #[serde(skip)]
    pub is_spelled_as_asked: bool,
}

impl OtherJob {
    /// How many parts of the job are others.
    fn changes(&self) -> usize {
        let parts = [self.task.is_some(), self.depth.is_some(), self.player.is_some(), self.dialect.is_some()];
        parts.map(usize::from).iter().sum()
    }

    /// What the file is right for, as the end of a sentence.
    pub fn text(&self, job: &Job) -> String {
        let argument = |heading, flag: &str, value: String| {
            if job.assignment.input_says(heading) { format!("{heading} {value}") } else { format!("`{flag} {value}`") }
        };
        let mut parts = Vec::new();
        parts.extend(self.task.map(|task| argument(Heading::Task, "-t", task.to_string())));
        parts.extend(self.depth.map(|depth| argument(Heading::Depth, "-d", depth.to_string())));
        parts.extend(self.player.map(|player| format!("player {player}")));
        parts.extend(self.dialect.as_ref().map(|dialect| {
            let year = format!("`--dialect {dialect}`");
            let assignment = &job.assignment;
            if self.is_spelled_as_asked {
                format!("the rules of {year}, spelled as {assignment} asks for")
            } else {
                year
            }
        }));
        parts.extend(self.step.map(|step| format!("the search of step {step}")));
        parts.extend(self.search.map(|search| format!("`--search {search}`")));
        parts.extend(self.eval.as_ref().map(|eval| format!("`--eval {eval}`")));
        if self.board {
            parts.push("the board with which the moves file begins, which is not that of the input".to_owned());
        }
        parts.extend(self.input.map(|input| match input {
            "transposed" => "the input with its rows and columns exchanged".to_owned(),
            "upside-down" => "the input with its rows from the bottom to the top".to_owned(),
            _ => "the input with each row from the right to the left".to_owned(),
        }));
        list(parts, "and")
    }
}

/// For each of some files: the smallest change of the job that makes it right; none where it is right as it is.
pub(super) fn recognise(exhibits: &Exhibits, evidence: &[Evidence], truth: &Trial) -> Vec<Option<OtherJob>> {
    let has_no_log = evidence.iter().any(|file| file.role == Role::Log && file.text.trim_ascii().is_empty());
    let log = recognise_log(exhibits, evidence, truth, has_no_log);
    evidence
        .iter()
        .map(|file| {
            if truth.verdict(file.role) == FileMatch::Agrees {
                return None;
            }
            let lines = file.lines(exhibits.job.spelling());
            match file.role {
                Role::Log => {
                    let is_exchanged = || is_game(exhibits.job) && is_rest(exhibits.job, Role::Moves, &lines);
                    log.as_ref().map(|(other, _)| other.clone()).or_else(|| is_exchanged().then(exchanged))
                }
                Role::Board if exhibits.log.is_some() => {
                    log.as_ref().filter(|(_, job)| is_rest(job, Role::Board, &lines)).map(|(other, _)| other.clone())
                }
                Role::Board => recognise_output(exhibits.job, &lines),
                Role::Moves => recognise_moves(exhibits.job, file, log.as_ref()),
            }
        })
        .collect()
}

/// A job that is not the one asked for, and what is different.
type Candidate = (OtherJob, Job);

fn exchanged() -> OtherJob {
    OtherJob { exchanged: true, ..OtherJob::default() }
}

fn is_game(job: &Job) -> bool {
    job.assignment.output == OutputForm::Game
}

/// The job for which the log is right.
fn recognise_log(exhibits: &Exhibits, evidence: &[Evidence], truth: &Trial, has_no_log: bool) -> Option<Candidate> {
    let log = exhibits.log.as_ref().filter(|_| truth.log != FileMatch::Agrees)?;
    let job = exhibits.job;
    let file = evidence.iter().find(|file| file.role == Role::Log);
    let in_its_own_words = || file.and_then(|file| of_another_year(job, file));
    let is_output = |other: &Job| match &exhibits.rest {
        // Without a log, nothing but the board says whose output it is.
        Some((Role::Board, lines)) if !other.is_logged => has_no_log && is_rest(other, Role::Board, lines),
        _ => other.is_logged && is_log(other, log),
    };
    let found = candidates(job).into_iter().find(|(_, other)| is_output(other));
    let found = found.map(|(change, other)| {
        let is_spelled_as_asked = change.dialect.is_some() && other.is_logged && in_its_own_words().is_none();
        (OtherJob { is_spelled_as_asked, ..change }, other)
    });
    found.or_else(in_its_own_words).or_else(|| {
        if log.count() == 0 {
            return None;
        }
        let steps = steps(job).into_iter().filter(|(_, other)| is_log(other, log));
        steps.chain(other_searches(job)).chain(other_inputs(job)).find(|(_, other)| is_log(other, log))
    })
}

/// The job of another year for which a log is right as that year spells it.
fn of_another_year(job: &Job, file: &Evidence) -> Option<Candidate> {
    let candidates: Vec<_> = candidates(job).into_iter().filter(|(_, other)| other.is_logged).collect();
    Assignment::built_in().filter(|year| year.name != job.assignment.name).find_map(|year| {
        let rows = LogRows::of(file.lines(&year.spelling), 0);
        let mut of_year = candidates.iter().filter(|(_, other)| other.assignment.name == year.name);
        let is_right = |other: &Job| {
            let format = LogFormat::Spelled(year.spelling.clone());
            is_log(&Job { format, ..other.clone() }, &rows)
        };
        of_year.find(|(_, other)| is_right(other)).cloned()
    })
}

/// The job for which a moves file is right.
fn recognise_moves(job: &Job, file: &Evidence, log: Option<&Candidate>) -> Option<OtherJob> {
    let lines = file.lines(job.spelling());
    if is_log(job, &LogRows::of(lines.clone(), 0)) {
        return Some(exchanged());
    }
    let rows: Vec<_> = lines.clone().skip(2).take(8).map(|(_, line)| String::from_utf8_lossy(line)).collect();
    let start = parse_rows(job, &rows, job.task.start.side_to_move());
    let begins = |other: &Job| {
        start.is_some_and(|start| start.with_side_to_move(other.task.start.side_to_move()) == other.task.start)
    };
    let is_cheap = |other: &Job| other.task.depth <= CHEAP_GAME || other.task.depth == job.task.depth;
    let others = log.cloned().into_iter().chain(candidates(job)).chain(other_searches(job)).chain(other_inputs(job));
    let found = others.filter(|(change, other)| change.step.is_none() && begins(other) && is_cheap(other));
    let found = found.into_iter().find(|(_, other)| is_rest(other, Role::Moves, &lines)).map(|(change, _)| change);
    found.or_else(|| {
        let start = start.filter(|start| *start != job.task.start)?;
        let other = Job { task: job.task.from(start), ..job.clone() };
        is_rest(&other, Role::Moves, &lines).then(|| OtherJob { board: true, ..OtherJob::default() })
    })
}

/// The job for which an output is right that should be a board alone.
fn recognise_output(job: &Job, lines: &EvidenceLines) -> Option<OtherJob> {
    let rows = LogRows::of(lines.clone(), 8);
    let mut board = lines.clone();
    board.keep(8);
    let is_right = |other: &Job| {
        is_rest(other, Role::Board, &board) && if other.is_logged { is_log(other, &rows) } else { rows.count() == 0 }
    };
    candidates(job).into_iter().find(|(_, other)| is_right(other)).map(|(change, _)| change)
}

/// A game is played from its beginning to its end for a depth other than that of the job up to this one.
const CHEAP_GAME: Depth = Depth::new(4);

/// Jobs of the same form with another task, depth, player or year, those with the fewest changes first.
fn candidates(job: &Job) -> Vec<Candidate> {
    let (depth, start, own) = (job.named_depth, job.task.start, &job.assignment);
    let is_alike = |other: &Arc<Assignment>| {
        (other.output, &other.heading, other.squares) == (own.output, &own.heading, own.squares)
            && other.name != own.name
    };
    let alike = Assignment::built_in().filter(is_alike);
    let players = [start.side_to_move(), start.side_to_move().opponent()];
    let players = &players[..if own.input_says(Heading::Player) { 2 } else { 1 }];
    let mut candidates = Vec::new();
    for assignment in std::iter::once(Arc::clone(own)).chain(alike) {
        for &number in assignment.tasks.keys() {
            for &player in players {
                for other_depth in (1..=depth.plies() + 4).map(Depth::new) {
                    let position = start.with_side_to_move(player);
                    let Ok(other) = Job::numbered(&assignment, number, position, other_depth) else { continue };
                    // The depth of greedy is always the same.
                    if !other.is_logged && other_depth != depth {
                        continue;
                    }
                    let change = OtherJob {
                        task: (job.number != Some(number)).then_some(number.get()),
                        depth: (other_depth != depth).then(|| other_depth.plies()),
                        player: (player != start.side_to_move()).then(|| own.squares.letter(Some(player))),
                        dialect: (assignment.name != own.name).then(|| assignment.name.clone()),
                        ..OtherJob::default()
                    };
                    candidates
                        .push((change, Job { format: job.format.clone(), line_ending: job.line_ending, ..other }));
                }
            }
        }
    }
    candidates.retain(|(change, _)| change.changes() > 0);
    candidates.sort_by_key(|(change, _)| change.changes());
    candidates
}

/// The searches of the later steps of a game, as far as these are found at once.
fn steps(job: &Job) -> Vec<Candidate> {
    if !is_game(job) || job.task.depth > CHEAP_GAME {
        return Vec::new();
    }
    let steps = job.task.steps(Arc::new(AtomicBool::new(false))).skip(1);
    let other = |Step { number, position, .. }| {
        let change = OtherJob { step: Some(number), ..OtherJob::default() };
        (change, Job { task: job.task.from(position), ..job.clone() })
    };
    steps.map(other).collect()
}

/// The job by the other search, by the other evaluation, and by both.
fn other_searches(job: &Job) -> Vec<Candidate> {
    let task = &job.task;
    let searches = [Algorithm::Minimax, Algorithm::AlphaBeta];
    let evaluations = [Expression::pieces(), Expression::weights()];
    let mut others = Vec::new();
    for search in searches {
        for evaluation in &evaluations {
            let change = OtherJob {
                search: (search != task.algorithm).then(|| search.name()),
                eval: (evaluation != task.evaluation()).then(|| evaluation.to_string()),
                ..OtherJob::default()
            };
            let other = Task::new(task.start, task.rules, search, evaluation.clone(), task.depth);
            others.push((change, Job { task: other, ..job.clone() }));
        }
    }
    others.retain(|(change, _)| *change != OtherJob::default());
    others.sort_by_key(|(change, _)| usize::from(change.search.is_some()) + usize::from(change.eval.is_some()));
    others
}

/// The job on a board that was read in another way.
fn other_inputs(job: &Job) -> Vec<Candidate> {
    type Reading = fn(Bitboard) -> Bitboard;
    let readings: [(&'static str, Reading); 3] = [
        ("transposed", Bitboard::transposed),
        ("upside-down", |discs| discs.upside_down(Size::EIGHT)),
        ("mirrored", |discs| discs.mirrored(Size::EIGHT)),
    ];
    let start = &job.task.start;
    let other = |(name, read): (&'static str, Reading)| {
        let [black, white] = [Color::Black, Color::White].map(|color| read(start.discs(color)));
        let position = Position::new(Size::EIGHT, start.side_to_move(), black, white);
        let change = OtherJob { input: Some(name), ..OtherJob::default() };
        (position != *start).then(|| (change, Job { task: job.task.from(position), ..job.clone() }))
    };
    readings.into_iter().filter_map(other).collect()
}

/// Whether a log is that of a job, leniently read.
fn is_log(job: &Job, log: &LogRows) -> bool {
    if !job.is_logged {
        return log.count() == 0;
    }
    let mut matcher = LineMatcher::new(log.rows(), log.end());
    let mut ended = Ok(());
    job.task.search().each_row(&mut |row| {
        let expected = job.spelling().line(row);
        let next = matcher.next(|found| found.as_ref() == Some(&expected));
        if next.is_break() {
            ended = Err(Stopped::Enough);
        }
        next
    });
    matcher.finish(ended);
    matcher.verdict == FileMatch::Agrees
}

/// Whether a moves file or a board is that of a job.
fn is_rest(job: &Job, role: Role, lines: &EvidenceLines) -> bool {
    let mut matcher = LineMatcher::new(lines.clone(), lines.end());
    let mut is_next = |line: &str| matcher.next(|found| is_line(job, line, found)).is_continue();
    let is_same = if role == Role::Board {
        job.next_board(LineEnding::Lf).lines().all(is_next)
    } else {
        job.task.steps(Arc::new(AtomicBool::new(false))).flat_map(|step| step.lines(job)).all(|line| is_next(&line))
    };
    if is_same {
        matcher.finish(Ok(()));
    }
    matcher.verdict == FileMatch::Agrees
}
