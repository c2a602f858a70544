//! The statistics file: a row for each step of the game.

use std::io;

use serde::Serialize;

use super::{Action, CountedStep};
use crate::games::reversi::Color;

/// Writes the statistics file, as CSV with a header.
#[derive(Debug)]
pub struct StatisticsFile<S: io::Write>(csv::Writer<S>);

/// One row.
#[derive(Serialize)]
struct Row {
    step: u32,
    player: String,
    r#move: String,
    value: String,
    nodes: u64,
    leaves: u64,
    #[serde(rename = "cut-offs")]
    cut_offs: u64,
    seconds: String,
    black: u32,
    white: u32,
}

impl<S: io::Write> StatisticsFile<S> {
    /// Starts a statistics file.
    #[must_use]
    pub fn new(sink: S) -> Self {
        Self(csv::Writer::from_writer(sink))
    }

    /// Writes the row of a step: what its search found, what that took, and the discs on the board before it.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write(&mut self, counted: &CountedStep) -> io::Result<()> {
        let CountedStep { step, value, counts, time } = counted;
        let row = Row {
            step: step.number,
            player: step.position.mover().to_string(),
            r#move: match step.action {
                Action::Place(square) => square.to_string(),
                Action::Pass => "pass".to_owned(),
                Action::End => "end".to_owned(),
            },
            value: value.to_string(),
            nodes: counts.nodes,
            leaves: counts.leaves,
            cut_offs: counts.cut_offs,
            seconds: format!("{:.6}", time.as_secs_f64()),
            black: step.position.discs(Color::Black).len(),
            white: step.position.discs(Color::White).len(),
        };
        self.0.serialize(row)?;
        Ok(())
    }

    /// Returns the sink with everything written to it.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn finish(self) -> io::Result<S> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
