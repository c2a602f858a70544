//! The moves file: every position of the game.

use std::io::{self, Write};

use super::{Action, Job, Step};
use crate::{
    files::LineEnding,
    games::reversi::{Color, text::Alphabet},
};

/// Writes the moves file, step by step.
#[derive(Debug)]
pub struct MovesFile<S> {
    sink: S,
    squares: Alphabet,
    line_end: &'static str,
}

impl<S> MovesFile<S> {
    /// The lines of a step: its number, the player, the board, and an empty line.
    pub const LINES_OF_A_STEP: u64 = 11;
}

impl<S: Write> MovesFile<S> {
    /// Starts the moves file of a job.
    #[must_use]
    pub fn new(sink: S, job: &Job, line_ending: LineEnding) -> Self {
        Self { sink, squares: job.assignment.squares, line_end: line_ending.text() }
    }

    /// Writes the position before a step, and `Game End` where it is the last.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&mut self, step: &Step) -> io::Result<()> {
        let end = self.line_end;
        let player = match step.position.side_to_move() {
            Color::Black => "BLACK",
            Color::White => "WHITE",
        };
        let pass = if step.action == Action::Pass { " PASS" } else { "" };
        write!(self.sink, "STEP = {}{end}{player}{pass}{end}", step.number)?;
        for row in self.squares.rows(&step.position) {
            write!(self.sink, "{row}{end}")?;
        }
        self.sink.write_all(end.as_bytes())?;
        if step.action == Action::End {
            write!(self.sink, "Game End{end}")?;
        }
        Ok(())
    }

    /// Returns the sink.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.sink
    }
}
