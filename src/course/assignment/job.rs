//! A job: a task of an assignment, with all values that determine its files.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, Result, bail, ensure};

use super::{Assignment, Heading, JobInput, OpenReading, Task, TaskAlgorithm, TaskDefinition, TaskNumber};
use crate::log::RowFormat;
use reversi_core::{
    game::Depth,
    games::reversi::{Expression, Move, Position, parse_weights},
    search::Algorithm,
};
use reversi_io::{
    files::{
        LineEnding,
        input::{self, Input},
    },
    names::list,
};

/// A task with its board and depth.
///
/// ```
/// use reversi_core::{game::Depth, games::reversi::{Position, Size}};
/// use reversi_course::{assignment::{Assignment, Job, TaskNumber}, log::LoggedSearch as _};
/// use reversi_io::files::LineEnding;
///
/// let assignment = Assignment::named("usc2013").unwrap();
/// let alpha_beta = TaskNumber::new(2).unwrap();
/// let job = Job::numbered(&assignment, alpha_beta, Position::opening(Size::EIGHT), Depth::new(1))?;
///
/// let mut log = Vec::new();
/// job.task.search().write_log(job.row_format(), LineEnding::Lf, &mut log)?;
/// let log = String::from_utf8(log)?;
/// assert!(log.starts_with("Node,Depth,Value,Alpha,Beta\nroot 1 -Infinity -Infinity Infinity\nd3 2 "));
///
/// // Reading a row and writing it again gives the same text.
/// let row = log.lines().last().unwrap();
/// let read = job.row_format().read(row.as_bytes())?;
/// assert_eq!(job.row_format().write(&read), row);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    pub assignment: Arc<Assignment>,
    /// The number of the task; `None` if no numbered task has this algorithm and evaluation.
    pub number: Option<TaskNumber>,
    pub task: Task,
    /// True if the job writes a log; a greedy job does not.
    pub is_logged: bool,
    /// The requested depth limit. Greedy always searches one ply.
    pub named_depth: Depth,
    /// The format of the log: the assignment's, unless `check` compares with another assignment's job.
    pub format: RowFormat,
    pub line_ending: LineEnding,
}

/// The arguments of a job, which are combined with the input.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    pub task: Option<AskedTask>,
    pub depth: Option<Depth>,
    /// The file with weights that replace the assignment's weights.
    pub weights: Option<&'a Path>,
}

/// A requested task.
#[derive(Clone, Debug)]
pub enum AskedTask {
    Number(TaskNumber),
    Parts(Algorithm, Expression),
}

/// The largest log that a check compares, in bytes.
const LARGEST_LOG: u64 = 1 << 30;

impl Job {
    /// Returns an error if the log of the job is almost certainly too large to compare it with a file.
    pub fn comparable(self) -> Result<Self> {
        let rows = self.task.search().estimated_rows();
        ensure!(rows.may_fit(LARGEST_LOG), "the log of this search would have {rows}; expected a smaller depth");
        Ok(self)
    }

    /// Makes a job that writes a log.
    pub fn new(assignment: &Arc<Assignment>, task: Task) -> Self {
        Self {
            assignment: Arc::clone(assignment),
            number: assignment.number_of(TaskAlgorithm::Search(task.algorithm), task.evaluation()),
            is_logged: true,
            named_depth: task.depth,
            task,
            format: assignment.row_format.clone(),
            line_ending: LineEnding::default(),
        }
    }

    /// Makes a job from a numbered task of an assignment.
    pub fn numbered(
        assignment: &Arc<Assignment>,
        number: TaskNumber,
        start: Position,
        named_depth: Depth,
    ) -> Result<Self> {
        let TaskDefinition { algorithm, ref evaluation } = *assignment.task(number)?;
        let (algorithm, depth, is_logged) = match algorithm {
            TaskAlgorithm::Greedy => (Algorithm::Minimax, Depth::new(1), false),
            TaskAlgorithm::Search(algorithm) => (algorithm, named_depth, true),
        };
        let task = Task::new(start, assignment.rules, algorithm, assignment.evaluation(evaluation), depth);
        Ok(Self { number: Some(number), is_logged, named_depth, ..Self::new(assignment, task) })
    }

    /// Reads an input file of an assignment, and makes a job from the input and the arguments.
    pub fn read(assignment: &Arc<Assignment>, path: &Path, asked: Asked) -> Result<Self> {
        Self::asked(assignment, asked, |heading| assignment.input_says(heading), || JobInput::read(assignment, path))
    }

    /// Makes a job from a position and the arguments, without an input file.
    pub fn at(assignment: &Arc<Assignment>, position: Position, asked: Asked) -> Result<Self> {
        let (found, size) = (position.size(), assignment.size);
        ensure!(found == size, "the board is {found}; expected {size}, the size of boards in {assignment}");
        Self::asked(assignment, asked, |_| false, || Ok(JobInput { task: None, depth: None, position }))
    }

    fn asked(
        assignment: &Arc<Assignment>,
        asked: Asked,
        input_says: impl Fn(Heading) -> bool,
        input: impl FnOnce() -> Result<JobInput>,
    ) -> Result<Self> {
        let names = match asked.task {
            Some(AskedTask::Number(_)) => "-t",
            Some(AskedTask::Parts(..)) => "--search",
            None => "--weights",
        };
        let has_task = asked.task.is_some() || asked.weights.is_some();
        for (flag, heading, is_asked) in
            [(names, Heading::Task, has_task), ("-d", Heading::Depth, asked.depth.is_some())]
        {
            if is_asked && input_says(heading) {
                bail!("{flag} does not apply to {assignment}: the input file sets the {heading}");
            }
        }
        let task = asked.task.or(assignment.only_task().map(AskedTask::Number));
        if task.is_none() && !input_says(Heading::Task) {
            bail!("the task is missing; expected -t {}, or else --search and --eval", assignment.numbers(|_| true));
        }
        let is_greedy = |task: &AskedTask| {
            matches!(task, AskedTask::Number(number)
                if assignment.tasks.get(number).is_some_and(|task| task.algorithm == TaskAlgorithm::Greedy))
        };
        // The task may still be unknown here, because the input has not been read. If the depth is missing, the user
        // gets this message before the input is read.
        if asked.depth.is_none() && !input_says(Heading::Depth) && task.as_ref().is_some_and(|task| !is_greedy(task)) {
            bail!("the depth is missing; expected -d DEPTH");
        }
        let input = input()?;
        let task = input.task.map(AskedTask::Number).or(task).context("the task is missing")?;
        let greedy_depth = is_greedy(&task).then(|| Depth::new(1));
        let depth = input.depth.or(asked.depth).or(greedy_depth);
        let depth = depth.context("the depth is missing; expected -d DEPTH")?;
        let job = match task {
            AskedTask::Number(number) => Self::numbered(assignment, number, input.position, depth)?,
            AskedTask::Parts(algorithm, evaluation) => {
                let has_weights = asked.weights.is_some() || assignment.has_weights() || !evaluation.has_weights();
                ensure!(
                    has_weights,
                    "{assignment} has no weights for {}; expected --weights FILE.csv",
                    assignment.size
                );
                let evaluation = assignment.evaluation(&evaluation);
                Self::new(assignment, Task::new(input.position, assignment.rules, algorithm, evaluation, depth))
            }
        };
        match asked.weights {
            Some(weights) => job.with_weights(weights),
            None => Ok(job),
        }
    }

    fn with_weights(self, path: &Path) -> Result<Self> {
        let Task { start, rules, algorithm, depth, .. } = self.task;
        let input = Input::read(path, input::LIMIT)?;
        let weights = parse_weights(&input.text, self.assignment.size).map_err(|problem| input.explain(&problem))?;
        let Some(evaluation) = self.task.evaluation().clone().with_weights(Some(&input.name), weights) else {
            let weighted = self.assignment.numbers(|task| task.evaluation == Expression::weights());
            bail!(
                "--weights {}: this evaluation counts {} and has no weights; expected -t {weighted} or --eval weights",
                path.display(),
                self.task.evaluation()
            );
        };
        Ok(Self { number: None, task: Task::new(start, rules, algorithm, evaluation, depth), ..self })
    }

    /// The same job with other readings of its assignment.
    pub fn accepting(self, readings: &[OpenReading]) -> Result<Self> {
        readings.iter().try_fold(self, |job, reading| {
            let (name, open) = (&job.assignment.name, &job.assignment.open_readings);
            let expected = if open.is_empty() { "none".to_owned() } else { list(open, "or") };
            ensure!(open.contains(reading), "{reading} is not an open reading of {name}; expected {expected}");
            let assignment = Arc::new(reading.asked_for(&job.assignment));
            let Task { start, algorithm, depth, .. } = job.task;
            let task = Task::new(start, assignment.rules, algorithm, job.task.evaluation().clone(), depth);
            Ok(Self { assignment, task, ..job })
        })
    }

    /// Writes an input file for this job; values that are not in the heading are left out.
    pub fn input(&self) -> String {
        let input = JobInput { task: self.number, depth: Some(self.named_depth), position: self.task.start };
        input.text(&self.assignment)
    }

    /// The next board, which is the first part of the output of a job with one move. The board comes before the log, so
    /// the move is found by a search without a log first. The last board row has a line ending if a log follows, or if the
    /// assignment's files end in a line ending.
    pub fn next_board(&self, line_ending: LineEnding) -> String {
        let position = self.next_position(self.task.search().solve().best);
        let rows: Vec<String> = self.assignment.squares.rows(&position).collect();
        let has_last_end = self.is_logged || self.row_format().last_line_end;
        rows.join(line_ending.text()) + if has_last_end { line_ending.text() } else { "" }
    }

    /// The position after the best move. The board stays unchanged after a pass, or if there is no move.
    pub(crate) fn next_position(&self, best: Option<Move>) -> Position {
        best.and_then(Move::square).map_or(self.task.start, |square| self.task.start.after(square))
    }

    /// Returns an error if the job has no log (greedy).
    pub fn ensure_logged(&self) -> Result<()> {
        let logged = self.assignment.numbers(|task| task.algorithm != TaskAlgorithm::Greedy);
        let number = self.number.map(|number| format!(" (task {number})")).unwrap_or_default();
        ensure!(self.is_logged, "greedy{number} has no log: expected task {logged}");
        Ok(())
    }

    /// The format of the log.
    pub const fn row_format(&self) -> &RowFormat {
        &self.format
    }
}
