//! How much of a wrong file a set of mistakes accounts for, and what its wrong rows have in common.

use std::{fmt, ops::ControlFlow};

use super::{
    Explanation,
    alignment::{Alignment, lines_of, lines_of_truth, rows_of, rows_of_truth},
    evidence::Exhibits,
};
use crate::{Role, subsequence::MOST_DIFFERENCES};
use reversi_core::games::reversi::Move;
use reversi_course::mistakes::NodeBudget;

/// Whether a set of mistakes accounts for at least half of the lines of a file that differ from the truth, both aligned with
/// what they are compared with: no more than half are left that differ from what the job with the set writes.
pub(super) fn accounts_for_most(exhibits: &Exhibits, set: &Explanation, role: Role, budget: &mut NodeBudget) -> bool {
    let alignment = Alignment::new(exhibits, role, MOST_DIFFERENCES);
    let (right, mistaken) = if role == Role::Log {
        (rows_of_truth(exhibits, &alignment), rows_of(exhibits, set, &alignment, budget))
    } else {
        (lines_of_truth(exhibits, role, &alignment), lines_of(exhibits, set, role, &alignment, budget))
    };
    let [right, mistaken] = [right, mistaken].map(|written| alignment.differing(&written));
    right > 0 && 2 * mistaken <= right
}

/// What all rows of a log have in common that are not those of the assignment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InCommon {
    pub rows: u64,
    /// The one column in which they do.
    pub column: Option<&'static str>,
    /// The player whose nodes they are: `max` or `min`.
    pub turn: Option<&'static str>,
    /// Whether all lie below a pass, or are of a node reached by one.
    pub is_below_pass: bool,
    /// Whether all are rows of leaves.
    pub is_leaf: bool,
    /// The row from which on every row differs, where there are several right ones before it.
    pub from_row: Option<u64>,
}

impl InCommon {
    /// The common features of the wrong rows; `None` where there is only one wrong row, or no feature.
    pub(super) fn of(exhibits: &Exhibits) -> Option<Self> {
        let log = exhibits.log.as_ref()?;
        let job = exhibits.job;
        let mut rows = log.rows();
        let (mut count, mut compared, mut first, mut last_right) = (0_u64, 0_u64, None, 0_u64);
        let (mut columns, mut turns) = ([false; 5], [false; 2]);
        let (mut is_below_pass, mut is_leaf) = (true, true);
        job.task.search().each_row(&mut |row| {
            let Some((_, found)) = rows.next() else { return ControlFlow::Break(()) };
            compared += 1;
            let expected = job.spelling().line(row);
            if found == Some(expected) {
                last_right = compared;
                return ControlFlow::Continue(());
            }
            count += 1;
            first.get_or_insert(compared);
            let Some(found) = found else {
                columns = [true; 5];
                return ControlFlow::Continue(());
            };
            let differing = [
                found.name != expected.name,
                found.depth != expected.depth,
                found.value != expected.value,
                (found.alpha, found.beta) != (expected.alpha, expected.beta),
                found.cut_off != expected.cut_off,
            ];
            for (column, is_other) in columns.iter_mut().zip(differing) {
                *column |= is_other;
            }
            let side = if row.path.len().is_multiple_of(2) {
                job.task.start.side_to_move()
            } else {
                job.task.start.side_to_move().opponent()
            };
            turns[usize::from(side != job.task.max())] = true;
            is_below_pass &= row.path.contains(&Move::Pass);
            is_leaf &= matches!(row.event, reversi_course::log::Event::Leaf);
            ControlFlow::Continue(())
        });
        let names = ["node", "depth", "value", "alpha and beta", "cut-off"];
        let only_column = columns.iter().filter(|column| **column).count() == 1;
        // Where a node is another, the rows after it belong to other nodes than those at their places.
        let is_aligned = !columns[0];
        let common = Self {
            rows: count,
            column: names.into_iter().zip(columns).find(|(_, column)| *column && only_column).map(|(name, _)| name),
            turn: match turns {
                [true, false] if is_aligned => Some("max"),
                [false, true] if is_aligned => Some("min"),
                _ => None,
            },
            is_below_pass: is_aligned && is_below_pass,
            is_leaf: is_aligned && is_leaf,
            from_row: first.filter(|first| *first > 2 && last_right < *first),
        };
        let has_feature = common.column.is_some()
            || common.turn.is_some()
            || common.is_below_pass
            || common.is_leaf
            || common.from_row.is_some();
        (count > 1 && has_feature).then_some(common)
    }
}

impl fmt::Display for InCommon {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut features = Vec::new();
        features.extend(self.column.map(|column| format!("they differ in one column only, {column}")));
        features.extend(self.turn.map(|turn| format!("they are rows of {turn} nodes only")));
        if self.is_below_pass {
            features.push("they lie below a pass".to_owned());
        }
        if self.is_leaf {
            features.push("they are rows of leaves".to_owned());
        }
        features
            .extend(self.from_row.map(|row| format!("every row from row {row} on is among them, and none before it")));
        write!(formatter, "What the {} wrong rows of the log have in common: {}.", self.rows, features.join("; "))
    }
}
