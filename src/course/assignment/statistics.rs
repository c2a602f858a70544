//! The statistics file: a row for each step of the game.

use std::{io, mem};

use super::{Action, CountedStep, Job};
use reversi_core::games::reversi::{Bitboard, Color};

/// Writes the statistics file in memory, as CSV with a header.
#[derive(Debug)]
pub struct StatisticsFile<'a> {
    writer: csv::Writer<Vec<u8>>,
    /// The name of the game's start board, as given in the arguments.
    board: &'a str,
    job: &'a Job,
    has_header: bool,
}

impl<'a> StatisticsFile<'a> {
    /// Starts a file.
    pub fn new(board: &'a str, job: &'a Job) -> Self {
        Self { writer: csv::Writer::from_writer(Vec::new()), board, job, has_header: false }
    }

    /// Writes the row of a step: the result and cost of its search, and the board before the step. The first columns
    /// are equal in all rows of a file, so that several files can be merged.
    pub fn write(&mut self, counted: &CountedStep) -> io::Result<()> {
        let CountedStep { step, value, counts, time } = counted;
        let (task, size) = (&self.job.task, self.job.assignment.size);
        let discs = |color, among: Bitboard| (step.position.discs(color) & among).len().to_string();
        let legal_moves = step.position.legal_moves();
        let played = match step.action {
            Action::Place(square) => square.to_string(),
            Action::Pass => "pass".to_owned(),
            Action::End => "end".to_owned(),
        };
        let fields = [
            ("board", self.board.to_owned()),
            ("task", self.job.number.map(|number| number.to_string()).unwrap_or_default()),
            ("search", task.algorithm.to_string()),
            ("evaluation", task.evaluation().to_string()),
            ("depth", task.depth.to_string()),
            ("step", step.number.to_string()),
            ("player", step.position.side_to_move().to_string()),
            ("move", played),
            ("value", value.to_string()),
            ("nodes", counts.nodes.to_string()),
            ("leaves", counts.leaves.to_string()),
            ("cut_offs", counts.cut_offs.to_string()),
            ("nanoseconds", time.as_nanos().to_string()),
            ("black_discs", discs(Color::Black, size.squares())),
            ("white_discs", discs(Color::White, size.squares())),
            ("legal_moves", legal_moves.len().to_string()),
            ("corner_moves", (legal_moves & size.corners()).len().to_string()),
            ("black_corners", discs(Color::Black, size.corners())),
            ("white_corners", discs(Color::White, size.corners())),
        ];
        if !mem::replace(&mut self.has_header, true) {
            self.writer.write_record(fields.each_ref().map(|(name, _)| *name))?;
        }
        self.writer.write_record(fields.map(|(_, value)| value))?;
        Ok(())
    }

    /// Returns the content of the file.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
