//! The first part of the later years' output: the board after the best move.

use super::Task;
use crate::{
    files::LineEnding,
    games::reversi::{Move, Position, text::Alphabet},
};

/// The board after the best move of a task's search: as it was where that is a pass, or where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextBoard(pub Position);

impl NextBoard {
    /// No board has more bytes: eight rows of eight squares and a line end of up to two characters.
    pub const LONGEST: u64 = 80;

    /// The next board of a task, by a search without its steps: the log's own would tell the move only after the log.
    #[must_use]
    pub fn of(task: &Task) -> Self {
        Self(Self::best(task).and_then(Move::square).map_or(task.start, |square| task.start.after(square)))
    }

    /// The best move of a task; none where the root is a leaf.
    #[must_use]
    pub fn best(task: &Task) -> Option<Move> {
        task.search().solve().best
    }

    /// The text: eight rows, the last with a line end or without one.
    #[must_use]
    pub fn text(&self, line_ending: LineEnding, last_line_end: bool) -> String {
        let rows: Vec<String> = Alphabet::STARS.rows(&self.0).collect();
        rows.join(line_ending.text()) + if last_line_end { line_ending.text() } else { "" }
    }
}
