//! How much of a wrong file a set of mistakes accounts for.

use super::{
    Explanation,
    alignment::{differing_lines, differing_rows},
    evidence::Exhibits,
};
use crate::Role;
use reversi_course::mistakes::NodeBudget;

/// True if a set of mistakes accounts for at least half of the lines of a file that differ from the truth, both aligned with
/// what they are compared with: no more than half are left that differ from what the job with the set writes.
pub(super) fn accounts_for_most(exhibits: &Exhibits, set: &Explanation, role: Role, budget: &mut NodeBudget) -> bool {
    let mut differing = |set: &Explanation| {
        if role == Role::Log { differing_rows(exhibits, set, budget) } else { differing_lines(exhibits, set, budget) }
    };
    let (right, mistaken) = (differing(&Explanation::default()), differing(set));
    right > 0 && 2 * mistaken <= right
}
