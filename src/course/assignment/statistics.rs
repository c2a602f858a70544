//! The statistics file: a row for each step of the game.

use std::io;

use serde::Serialize;

use super::{Action, CountedStep, Job, TaskNumber};
use reversi_core::games::reversi::{Bitboard, Color, Size};

/// Writes the statistics file in memory, as CSV with a header.
#[derive(Debug)]
pub struct StatisticsFile<'a> {
    writer: csv::Writer<Vec<u8>>,
    /// The name of the game's start board, as given in the arguments.
    board: &'a str,
    job: &'a Job,
}

/// One row of the statistics file. The first columns are equal in all rows of a file, so that several files can be
/// merged.
#[derive(Serialize)]
struct StepRow<'a> {
    board: &'a str,
    /// The number of the task; `None` if the task has no number.
    task: Option<u8>,
    search: &'static str,
    evaluation: String,
    depth: u32,
    step: u32,
    player: &'static str,
    r#move: String,
    value: String,
    nodes: u64,
    leaves: u64,
    cut_offs: u64,
    nanoseconds: u128,
    black_discs: u32,
    white_discs: u32,
    legal_moves: u32,
    corner_moves: u32,
    black_corners: u32,
    white_corners: u32,
}

impl<'a> StatisticsFile<'a> {
    /// Starts a file with its header.
    pub fn new(board: &'a str, job: &'a Job) -> Self {
        Self { writer: csv::Writer::from_writer(Vec::new()), board, job }
    }

    /// Writes the row of a step: the result and cost of its search, and the board before the step.
    pub fn write(&mut self, counted: &CountedStep) -> io::Result<()> {
        let Self { writer, board, job } = self;
        let CountedStep { step, value, counts, time } = counted;
        let corners = Size::EIGHT.corners();
        let discs = |color, among: Bitboard| (step.position.discs(color) & among).len();
        let legal_moves = step.position.legal_moves();
        writer.serialize(StepRow {
            board,
            task: job.number.map(TaskNumber::get),
            search: job.task.algorithm.name(),
            evaluation: job.task.evaluation().to_string(),
            depth: job.task.depth.plies(),
            step: step.number,
            player: step.position.side_to_move().name(),
            r#move: match step.action {
                Action::Place(square) => square.to_string(),
                Action::Pass => "pass".to_owned(),
                Action::End => "end".to_owned(),
            },
            value: value.to_string(),
            nodes: counts.nodes,
            leaves: counts.leaves,
            cut_offs: counts.cut_offs,
            nanoseconds: time.as_nanos(),
            black_discs: discs(Color::Black, Size::EIGHT.squares()),
            white_discs: discs(Color::White, Size::EIGHT.squares()),
            legal_moves: legal_moves.len(),
            corner_moves: (legal_moves & corners).len(),
            black_corners: discs(Color::Black, corners),
            white_corners: discs(Color::White, corners),
        })?;
        Ok(())
    }

    /// Returns the content of the file.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
