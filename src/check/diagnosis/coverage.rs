//! The part of a wrong file that a set of mistakes accounts for.

use super::{
    Explanation,
    alignment::{differing_lines, differing_rows, is_refuted_by_row},
    evidence::ReadCase,
};
use crate::Role;
use reversi_course::mistakes::NodeBudget;

/// True if a set accounts for at least half of a file's wrong lines, and no right row refutes the set. With lines and rows
/// aligned, at most half as many differ from the job with the set as from the expected file.
pub(super) fn accounts_for_most(case: &ReadCase, set: &Explanation, role: Role, budget: &mut NodeBudget) -> bool {
    let mut differing = |set: &Explanation| {
        if role == Role::Log { differing_rows(case, set, budget) } else { differing_lines(case, set, budget) }
    };
    let (right, mistaken) = (differing(&Explanation::default()), differing(set));
    right > 0 && 2 * mistaken <= right && !(role == Role::Log && is_refuted_by_row(case, set, budget))
}
