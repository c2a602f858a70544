//! Recognises files that are right for another task, depth, player, assignment or input.

use std::{mem, ops::ControlFlow, sync::Arc};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{
    evidence::Evidence,
    program::{Compared, FileMatch, Program, ReadCase},
};
use crate::{
    Role,
    lines::{Follows, Part},
    play::parse_rows,
};
use reversi_core::{
    game::Depth,
    games::reversi::{Bitboard, Color, Expression, Position},
    search::Algorithm,
};
use reversi_course::{
    assignment::{Assignment, Heading, Job, OutputForm, Step, Task, TaskNumber},
    log::{FieldValue, NodeName},
    mistakes::NodeBudget,
};
use reversi_io::names::{each_once, list, names};

/// The job for which a file is right, described by its differences from the requested job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherJob {
    /// The requested job with another task, depth, player or assignment.
    Changed(JobChange),
    /// The file is the right other file of the requested job: the files have each other's names.
    Exchanged,
    /// The search of a later step of the game, given by the step's number.
    Step(u32),
    /// The requested job with the other search algorithm, another evaluation, or both.
    Search {
        /// The search algorithm, if it differs from the requested algorithm.
        search: Option<Algorithm>,
        /// The evaluation, if it differs from the requested evaluation.
        eval: Option<Expression>,
    },
    /// The moves file starts from another board.
    Board,
    /// The program read the input in a wrong way.
    Input(Reading),
}

/// The parts of the requested job that are changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobChange {
    pub task: Option<u8>,
    /// The depth limit, in plies.
    pub depth: Option<u32>,
    /// The player of the input: `X` or `O`.
    pub player: Option<char>,
    pub assignment: Option<OtherAssignment>,
}

/// An assignment other than the requested assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherAssignment {
    pub name: String,
    /// True if the file has the format of the requested assignment, not of the other assignment.
    pub has_asked_format: bool,
}

names! {
    /// A wrong reading of the input's rows, columns or colors.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reading {
        Transposed => "transposed",
        /// Rows are read from the last to the first.
        UpsideDown => "upside-down",
        /// Rows are read from right to left.
        Mirrored => "mirrored",
        /// Black and white are swapped.
        Swapped => "swapped",
    }
}

impl JobChange {
    /// The number of changed parts of a job.
    fn count(&self) -> usize {
        let parts = [self.task.is_some(), self.depth.is_some(), self.player.is_some(), self.assignment.is_some()];
        parts.map(usize::from).iter().sum()
    }
}

impl OtherJob {
    /// The requested job with another depth.
    pub(super) fn of_depth(plies: u32) -> Self {
        Self::Changed(JobChange { depth: Some(plies), ..JobChange::default() })
    }

    /// The end of a sentence: the requested task and depth, which may be wrong. Empty if other parts differ, too, or if
    /// the input sets the task or the depth.
    pub(crate) fn doubt(&self, job: &Job) -> String {
        let Self::Changed(JobChange { task, depth, player: None, assignment: None }) = self else {
            return String::new();
        };
        let asked = JobChange {
            task: task.and(job.number).map(TaskNumber::get),
            depth: depth.map(|_| job.named_depth.plies()),
            ..JobChange::default()
        };
        let parts = [(Heading::Task, asked.task.is_some()), (Heading::Depth, asked.depth.is_some())];
        let parts = parts.into_iter().filter(|(_, is_changed)| *is_changed).map(|(heading, _)| heading);
        if task.is_some() && asked.task.is_none() || parts.clone().any(|heading| job.assignment.input_says(heading)) {
            return String::new();
        }
        let parts = list(parts, "and the");
        format!(", not for {}: check the {parts} of your assignment", Self::Changed(asked).text(job))
    }

    /// A description of the other job, for the end of a sentence.
    pub fn text(&self, job: &Job) -> String {
        let mut parts = Vec::new();
        match self {
            Self::Changed(JobChange { task, depth, player, assignment }) => {
                parts.extend(task.map(|task| format!("task {task}")));
                parts.extend(depth.map(|depth| format!("depth {depth}")));
                parts.extend(player.map(|player| format!("player {player}")));
                parts.extend(assignment.as_ref().map(|OtherAssignment { name, has_asked_format }| {
                    if *has_asked_format {
                        format!("the rules of `--assignment {name}` in the log format of {}", job.assignment)
                    } else {
                        format!("`--assignment {name}`")
                    }
                }));
            }
            Self::Exchanged => parts.push("each other's place".to_owned()),
            Self::Step(step) => parts.push(format!("the search of step {step}")),
            Self::Search { search, eval } => {
                parts.extend(search.map(|search| format!("`--search {search}`")));
                parts.extend(eval.as_ref().map(|eval| format!("`--eval {eval}`")));
            }
            Self::Board => {
                parts.push("the first board of the moves file, which is not the board of the input".to_owned());
            }
            Self::Input(reading) => parts.push(match reading {
                Reading::Transposed => "the input with rows and columns swapped".to_owned(),
                Reading::UpsideDown => "the input with its rows upside down".to_owned(),
                Reading::Mirrored => "the input with each row mirrored".to_owned(),
                Reading::Swapped => "the input with its colors swapped".to_owned(),
            }),
        }
        list(parts, "and")
    }
}

/// Writes the changed parts as an object.
impl Serialize for OtherJob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |text: Option<String>| text.map(Value::from);
        let entries: Vec<(&str, Option<Value>)> = match self {
            Self::Changed(JobChange { task, depth, player, assignment }) => vec![
                ("task", task.map(Value::from)),
                ("depth", depth.map(Value::from)),
                ("player", text(player.map(String::from))),
                ("assignment", text(assignment.as_ref().map(|assignment| assignment.name.clone()))),
            ],
            Self::Exchanged => vec![("exchanged", Some(true.into()))],
            Self::Step(step) => vec![("step", Some((*step).into()))],
            Self::Search { search, eval } => vec![
                ("search", text(search.map(|search| search.to_string()))),
                ("eval", text(eval.as_ref().map(ToString::to_string))),
            ],
            Self::Board => vec![("board", Some(true.into()))],
            Self::Input(reading) => vec![("input", text(Some(reading.to_string())))],
        };
        serializer.collect_map(entries.into_iter().filter_map(|(key, value)| Some((key, value?))))
    }
}

/// For each file, the smallest change of the job that makes the file right. `None` if the file is already right, or if
/// the search for the change needs more rows than are left.
pub(super) fn recognise(case: &ReadCase, evidence: &[Evidence], budget: &mut NodeBudget) -> Vec<Option<OtherJob>> {
    let log = of_log(case, evidence, budget);
    let is_right = |role| case.expected().verdict(role) == FileMatch::Agrees;
    let mut of_file = |file: &Evidence| match file.role {
        role if is_right(role) => None,
        Role::Log => log.as_ref().map(|(other, _)| other.clone()),
        Role::Board if case.log.is_some() => {
            log.as_ref().filter(|(_, job)| writes(case, job, Compared::Rest, budget)).map(|(other, _)| other.clone())
        }
        Role::Board => of_output(case.job, file.part, budget),
        // Beside a wrong log, the moves file may be right for another job by chance.
        Role::Moves => of_moves(case, file.part, log.as_ref(), budget)
            .filter(|other| case.log.is_none() || log.as_ref().is_some_and(|(of_log, _)| of_log == other)),
        Role::Answer => None,
    };
    evidence.iter().map(&mut of_file).collect()
}

/// True if all files are right for the same wrong reading of the input. A single file may be right by chance.
pub(super) fn is_input_of_all(case: &ReadCase, found: &[Option<OtherJob>], budget: &mut NodeBudget) -> bool {
    let mut inputs = other_inputs(case.job).into_iter().filter(|(other, _)| found.contains(&Some(other.clone())));
    let both = case.log.is_some() && case.rest.is_some();
    inputs.any(|(_, job)| both && writes(case, &job, Compared::Both, budget))
}

/// True if the files of a case are those of a job, apart from their format.
fn writes(case: &ReadCase, job: &Job, compared: Compared, budget: &mut NodeBudget) -> bool {
    let tried = case.run(&Program::Job(job), compared, budget);
    [&tried.log, &tried.rest, &tried.read].iter().all(|file| file.verdict == FileMatch::Agrees)
}

/// The depth of the search in a log, if it is not the requested depth. The first rows go straight down to the first leaf.
pub(super) fn depth_of_log(case: &ReadCase) -> Option<u32> {
    let log = case.log.as_ref().filter(|_| case.expected().log.verdict != FileMatch::Agrees)?;
    let mut rows = log.rows().take(MOST_ROWS_OF_DEPTH).map_while(|(_, row)| row);
    let FieldValue(root) = rows.next().filter(|row| row.name == NodeName::Root)?.depth()?;
    let at = |ply: u32| FieldValue(root + f64::from(ply));
    let depths: Vec<FieldValue> = rows.map_while(|row| row.depth()).collect();
    let plies = (1..).zip(&depths).take_while(|&(ply, depth)| *depth == at(ply)).map(|(ply, _)| ply).last()?;
    let mut asked = 0;
    case.job.task.search().each_row(&mut |row| {
        asked = asked.max(row.ply());
        if row.ply() == asked { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let is_deepest = depths.len() > plies as usize && depths.iter().all(|depth| *depth <= at(plies));
    let is_other = plies as usize != asked && plies != case.job.task.depth.plies();
    (is_deepest && is_other).then_some(plies)
}

/// The most rows to read for the depth of a log: a search of depth 8 reaches its deepest row in far fewer.
const MOST_ROWS_OF_DEPTH: usize = 10_000;

/// Another job, and its differences from the requested job.
type Candidate = (OtherJob, Job);

fn is_game(job: &Job) -> bool {
    job.assignment.output == OutputForm::Game
}

/// Finds the job for which the log is right.
fn of_log(case: &ReadCase, evidence: &[Evidence], budget: &mut NodeBudget) -> Option<Candidate> {
    let log = case.log.as_ref().filter(|_| case.expected().log.verdict != FileMatch::Agrees)?;
    let is_short = log.says_little() && !log.is_empty();
    if is_short && !case.expected().differs_in_rest() {
        return None;
    }
    let job = case.job;
    // Without a log, only the board identifies the output.
    let compared = |other: &Job| if other.is_logged { Compared::Log } else { Compared::Both };
    let is_right = |other: &Job, budget: &mut NodeBudget| {
        other.is_logged != log.is_empty() && writes(case, other, compared(other), budget)
    };
    let known = candidates(job);
    let in_asked_format = known.iter().find(|(_, other)| is_right(other, budget)).cloned();
    // The format of another assignment, in which the job of this assignment may be right.
    let in_own_format = Assignment::built_in().filter(|own| own.name != job.assignment.name).find_map(|own| {
        let format = own.row_format.clone();
        let (asked, log) = (Job { format, ..job.clone() }, evidence.iter().filter(|file| file.role == Role::Log));
        let read = ReadCase::new(&asked, &log.copied().collect::<Vec<_>>());
        let mut jobs = known.iter().filter(|(_, other)| other.is_logged && other.assignment.name == own.name);
        jobs.find(|(_, other)| {
            let other = Job { format: asked.format.clone(), ..other.clone() };
            writes(&read, &other, Compared::Log, budget)
        })
        .cloned()
    });
    let has_asked_format = in_own_format.is_none();
    let mut found = in_asked_format.or(in_own_format);
    if let Some((OtherJob::Changed(JobChange { assignment: Some(assignment), .. }), other)) = &mut found {
        assignment.has_asked_format = other.is_logged && has_asked_format;
    }
    let found = found.or_else(|| {
        let others = steps(job).into_iter().chain(other_searches(job)).chain(other_inputs(job));
        others.filter(|_| !log.is_empty()).find(|(_, other)| writes(case, other, Compared::Log, budget))
    });
    found.filter(|(_, other)| !is_short || writes(case, other, Compared::Rest, budget))
}

/// Finds the job for which a moves file is right.
fn of_moves(case: &ReadCase, part: Part, log: Option<&Candidate>, budget: &mut NodeBudget) -> Option<OtherJob> {
    let job = case.job;
    let size = usize::from(job.assignment.size.rows());
    let rows: Vec<_> =
        part.lines().trimmed().skip(2).take(size).map(|(_, line)| String::from_utf8_lossy(line)).collect();
    let start = parse_rows(job, &rows, job.task.start.side_to_move());
    let begins =
        |other: &Job| parse_rows(other, &rows, other.task.start.side_to_move()).as_ref() == Some(&other.task.start);
    let is_cheap = |change: &OtherJob, other: &Job| {
        let is_of_log = log.is_some_and(|(of_log, _)| of_log == change);
        is_of_log || other.task.depth <= CHEAP_GAME || other.task.depth == job.task.depth
    };
    let on_other_board = start.filter(|start| *start != job.task.start);
    let on_other_board =
        on_other_board.map(|start| (OtherJob::Board, Job { task: job.task.from(start), ..job.clone() }));
    let others = log.cloned().into_iter().chain(candidates(job)).chain(other_searches(job)).chain(other_inputs(job));
    others
        .filter(|(change, other)| !matches!(change, OtherJob::Step(_)) && begins(other) && is_cheap(change, other))
        .chain(on_other_board)
        .find(|(_, other)| writes(case, other, Compared::Rest, budget))
        .map(|(change, _)| change)
}

/// Finds the job for which an output is right, if the output should contain only a board.
fn of_output(job: &Job, part: Part, budget: &mut NodeBudget) -> Option<OtherJob> {
    let size = job.assignment.size.rows();
    let lengths = part.text.split_inclusive(|&byte| byte == b'\n').take(size.into()).map(<[u8]>::len).sum();
    let (board, log) = part.text.split_at(lengths);
    let parts = [
        Evidence::new(Role::Board, Part { text: board, follows: Follows::AnotherPart, ..part }),
        Evidence::new(Role::Log, Part { text: log, first_line: u64::from(size) + 1, ..part }),
    ];
    let read = ReadCase::new(job, &parts);
    candidates(job)
        .into_iter()
        .find(|(_, other)| writes(&read, other, Compared::Both, budget))
        .map(|(change, _)| change)
}

/// The largest other depth for which `check` plays a whole game to recognise a moves file. A game of depth 4 takes less
/// than a tenth of a second.
pub(super) const CHEAP_GAME: Depth = Depth::new(4);

/// Jobs of the requested kind with another task, depth, player or assignment. Jobs with the fewest changes come first.
fn candidates(job: &Job) -> Vec<Candidate> {
    let (depth, start, own) = (job.named_depth, job.task.start, &job.assignment);
    let is_alike = |other: &Arc<Assignment>| {
        (other.output, &other.heading, other.squares) == (own.output, &own.heading, own.squares)
            && other.name != own.name
    };
    let alike = Assignment::built_in().filter(is_alike);
    let players = [start.side_to_move(), start.side_to_move().opponent()];
    let players = &players[..if own.input_says(Heading::Player) { 2 } else { 1 }];
    let mut candidates: Vec<(JobChange, Job)> = Vec::new();
    for assignment in std::iter::once(Arc::clone(own)).chain(alike) {
        for &number in assignment.tasks.keys() {
            for &player in players {
                for other_depth in (1..=depth.plies() + 4).map(Depth::new) {
                    let position = start.with_side_to_move(player);
                    let Ok(other) = Job::numbered(&assignment, number, position, other_depth) else { continue };
                    // The greedy search always has the same depth.
                    if !other.is_logged && other_depth != depth {
                        continue;
                    }
                    let change = JobChange {
                        task: (job.number != Some(number)).then_some(number.get()),
                        depth: (other_depth != depth).then(|| other_depth.plies()),
                        player: (player != start.side_to_move()).then(|| own.squares.letter(Some(player))),
                        assignment: (assignment.name != own.name)
                            .then(|| OtherAssignment { name: assignment.name.clone(), has_asked_format: false }),
                    };
                    candidates
                        .push((change, Job { format: job.format.clone(), line_ending: job.line_ending, ..other }));
                }
            }
        }
    }
    candidates.retain(|(change, _)| change.count() > 0);
    candidates.sort_by_key(|(change, _)| change.count());
    candidates.into_iter().map(|(change, job)| (OtherJob::Changed(change), job)).collect()
}

/// The searches of later game steps, if the game takes little effort.
fn steps(job: &Job) -> Vec<Candidate> {
    if !is_game(job) || job.task.depth > CHEAP_GAME {
        return Vec::new();
    }
    let steps = job.task.steps().skip(1);
    let other =
        |Step { number, position, .. }| (OtherJob::Step(number), Job { task: job.task.from(position), ..job.clone() });
    steps.map(other).collect()
}

/// The requested job with the other search algorithm, with another evaluation, and with both. The other evaluations are
/// `pieces`, `weights`, and the evaluations of the other tasks.
fn other_searches(job: &Job) -> Vec<Candidate> {
    let task = &job.task;
    let usual = [Expression::pieces(), Expression::weights()];
    let evaluations = each_once(usual.into_iter().chain(job.assignment.evaluations()));
    let mut others = Vec::new();
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        for evaluation in evaluations.clone() {
            let search = (algorithm != task.algorithm).then_some(algorithm);
            let eval = (evaluation != *task.evaluation()).then(|| evaluation.clone());
            let changes = usize::from(search.is_some()) + usize::from(eval.is_some());
            let other = Task::new(task.start, task.rules, algorithm, evaluation, task.depth);
            others.push((changes, OtherJob::Search { search, eval }, Job { task: other, ..job.clone() }));
        }
    }
    others.retain(|(changes, ..)| *changes > 0);
    others.sort_by_key(|(changes, ..)| *changes);
    others.into_iter().map(|(_, change, other)| (change, other)).collect()
}

/// The requested job on the board that results from a wrong reading of the input.
fn other_inputs(job: &Job) -> Vec<Candidate> {
    let start = &job.task.start;
    let discs = Color::ALL.map(|color| start.discs(color));
    let other = |&reading: &Reading| {
        let mut assignment = Arc::clone(&job.assignment);
        let [black, white] = match reading {
            Reading::Transposed => discs.map(Bitboard::transposed),
            Reading::UpsideDown => discs.map(|discs| discs.upside_down(start.size())),
            Reading::Mirrored => discs.map(|discs| discs.mirrored(start.size())),
            Reading::Swapped => {
                // The files show a board in the characters of the input.
                let squares = &mut Arc::make_mut(&mut assignment).squares;
                mem::swap(&mut squares.black, &mut squares.white);
                [discs[1], discs[0]]
            }
        };
        let position = Position::new(start.size(), start.side_to_move(), black, white);
        let other = Job { task: job.task.from(position), assignment, ..job.clone() };
        (position != *start).then_some((OtherJob::Input(reading), other))
    };
    Reading::ALL.iter().filter_map(other).collect()
}
