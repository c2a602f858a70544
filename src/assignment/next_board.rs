//! The first part of the one output of a job that makes a single move: the board after the best move.

use super::{Job, Task};
use crate::{
    files::LineEnding,
    games::reversi::{Move, Position},
};

/// The board after the best move of a job's search: as it was where that is a pass, or where there is none.
#[derive(Clone, Copy, Debug)]
pub struct NextBoard<'a> {
    job: &'a Job,
    position: Position,
}

impl<'a> NextBoard<'a> {
    /// The next board of a job, by a search without its steps: the log's own would tell the move only after the log.
    pub fn of(job: &'a Job) -> Self {
        let start = job.task.start;
        let best = Self::best(&job.task).and_then(Move::square);
        Self { job, position: best.map_or(start, |square| start.after(square)) }
    }

    /// The best move of a task; none where the root is a leaf.
    pub fn best(task: &Task) -> Option<Move> {
        task.search().solve().best
    }

    /// The text: eight rows. The last has a line end where a log follows, or where the last line of the file has one.
    pub fn text(&self, line_ending: LineEnding) -> String {
        let rows: Vec<String> = self.job.assignment.squares.rows(&self.position).collect();
        let has_last_end = self.job.is_logged || self.job.spelling().last_line_end;
        rows.join(line_ending.text()) + if has_last_end { line_ending.text() } else { "" }
    }
}
