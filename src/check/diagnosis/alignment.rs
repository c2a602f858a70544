//! Aligns a student's file with a job's file, and counts the lines that differ.

use std::ops::ControlFlow;

use super::{Explanation, Named, program::ReadCase};
use crate::{
    Deviations, Part, Role,
    node_alignment::{RowHashes, RowTree},
    subsequence::common_subsequence,
};
use reversi_course::mistakes::{JobWriter as _, NodeBudget};
use reversi_io::files::LineEnding;

/// True if a set of mistakes explains at least half of a log's wrong rows, and more than a few. The logs are aligned by
/// node. A right row that a program with the set would not write at this node speaks against the set.
pub(super) fn accounts_for_most(case: &ReadCase, set: &Explanation, budget: &mut NodeBudget) -> bool {
    let own = rows(case, set, budget);
    let (Some(found), Some(expected), Some(own)) = (case.hashes(), case.expected_hashes(), own) else { return false };
    let explained = case.differing_rows().saturating_sub(own.differing(found));
    explained > Named::THIN
        && 2 * explained >= case.differing_rows()
        && (budget.is_spent() || !own.lacks_right_row(expected, found))
}

/// The rows of a program with a set of mistakes, as many as can be aligned with the log; `None` without a log.
fn rows(case: &ReadCase, set: &Explanation, budget: &mut NodeBudget) -> Option<RowHashes> {
    let most = case.most_aligned()?;
    let mut tree = RowTree::new(case.job.row_format().root_depth);
    let _ = case.job_with(set).log(budget, &mut |row| {
        tree.add(Some(row));
        if tree.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Some(tree.hashes())
}

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

/// The largest number of missing and surplus lines in an alignment; all later lines count as different. The time of an
/// alignment grows with the square of this number.
const MOST_DIFFERENCES: usize = 1000;

/// Counts the lines of the moves file or the board that differ from the expected file.
pub(super) fn differing_lines(case: &ReadCase) -> u64 {
    let Some((role, part)) = case.rest else { return 0 };
    let part = case.reformatted.unwrap_or(part);
    let found: Vec<String> =
        part.lines().trimmed().map(|(_, line)| String::from_utf8_lossy(line).into_owned()).collect();
    let most = found.len() + MOST_DIFFERENCES;
    let written: Vec<String> = if role == Role::Board {
        case.job.next_board(LineEnding::Lf).lines().map(str::to_owned).collect()
    } else {
        case.job.task.steps().flat_map(|step| step.lines(case.job)).take(most).collect()
    };
    let common = common_subsequence(&written, &found, MOST_DIFFERENCES);
    (written.len().max(found.len()) - common) as u64
}
