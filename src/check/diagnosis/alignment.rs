//! Compares a student's file with a program's file line by line: format deviations, and the number of wrong lines.

use std::ops::ControlFlow;

use super::{Explanation, program::ReadCase};
use crate::{Deviations, Part, Role};
use reversi_course::mistakes::{JobWriter as _, NodeBudget};
use reversi_io::files::LineEnding;

/// The format deviations of a log, if a program with the set writes the log apart from the format.
pub(super) fn format_deviations(case: &ReadCase, set: &Explanation, log: Part, budget: &mut NodeBudget) -> Deviations {
    let row_format = case.job.row_format();
    let mut lines = log.lines().trimmed().filter(|(_, line)| !row_format.is_column_names(line));
    let mut deviations = Deviations::default();
    let _ = case.job_with(set).log(budget, &mut |row| {
        let Some((_, found)) = lines.next() else { return ControlFlow::Break(()) };
        let written = row_format.write(row);
        if written.as_bytes() != found {
            deviations.add_row(row_format, written.as_bytes(), found);
        }
        ControlFlow::Continue(())
    });
    deviations
}

/// Counts the lines of the moves file or the board that differ from the expected file.
pub(super) fn differing_lines(case: &ReadCase) -> u64 {
    let Some((role, part)) = case.rest else { return 0 };
    let found: Vec<_> = case.reformatted.unwrap_or(part).lines().trimmed().collect();
    let written: Vec<String> = if role == Role::Board {
        case.job.next_board(LineEnding::Lf).lines().map(str::to_owned).collect()
    } else {
        case.job.task.steps().flat_map(|step| step.lines(case.job)).collect()
    };
    let differing = written.iter().zip(&found).filter(|(written, (_, found))| written.as_bytes() != *found);
    (differing.count() + written.len().abs_diff(found.len())) as u64
}
