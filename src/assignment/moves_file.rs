//! The moves file: every position of the game.

use std::{
    io::{self, Write},
    sync::Arc,
};

use super::{Action, Assignment, Job, Step};
use crate::files::LineEnding;

/// Writes the moves file, step by step.
#[derive(Debug)]
pub struct MovesFile<S> {
    sink: S,
    assignment: Arc<Assignment>,
    line_end: &'static str,
}

impl<S> MovesFile<S> {
    /// The lines of a step: its number, the player, the board, and an empty line.
    pub const LINES_OF_A_STEP: u64 = 11;
}

impl<S: Write> MovesFile<S> {
    /// Starts the moves file of a job.
    pub fn new(sink: S, job: &Job, line_ending: LineEnding) -> Self {
        Self { sink, assignment: Arc::clone(&job.assignment), line_end: line_ending.text() }
    }

    /// Writes the position before a step, and the last line where the game is over.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&mut self, step: &Step) -> io::Result<()> {
        let Assignment { squares, moves, .. } = &*self.assignment;
        let end = self.line_end;
        let player = moves.player(step.position.side_to_move(), step.action == Action::Pass);
        write!(self.sink, "{}{end}{player}{end}", moves.step(step.number))?;
        for row in squares.rows(&step.position) {
            write!(self.sink, "{row}{end}")?;
        }
        self.sink.write_all(end.as_bytes())?;
        if step.action == Action::End {
            write!(self.sink, "{}{end}", moves.end)?;
        }
        Ok(())
    }

    /// Returns the sink.
    pub fn into_inner(self) -> S {
        self.sink
    }
}

impl Step {
    /// Its lines in the moves file of a job.
    pub fn lines(&self, job: &Job) -> Vec<String> {
        let mut file = MovesFile::new(Vec::new(), job, LineEnding::Lf);
        // Nothing goes wrong in memory.
        let _ = file.write(self);
        String::from_utf8_lossy(&file.sink).lines().map(str::to_owned).collect()
    }
}
