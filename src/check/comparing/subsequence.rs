//! The longest common subsequence of two lists.

/// The largest number of missing and surplus rows together; after this number, all later rows count as wrong. Two logs
/// of 5,000 rows each cannot have more differences.
pub(crate) const MOST_DIFFERENCES: usize = 10_000;

/// The length of a longest common subsequence with at most `most` missing and surplus items. The method is Myers, "An
/// O(ND) Difference Algorithm and Its Variations", 1986.
pub fn common_subsequence<T: PartialEq>(expected: &[T], found: &[T], most: usize) -> usize {
    let most = most.min(expected.len() + found.len());
    // For each diagonal `row - column + most`: the furthest row that a path with this many differences reaches.
    let mut furthest = vec![0_usize; 2 * most + 2];
    let mut longest = 0;
    for differences in 0..=most {
        for diagonal in (most - differences..=most + differences).step_by(2) {
            let is_first = diagonal == most - differences;
            let is_last = diagonal == most + differences;
            let is_column_skipped = is_first || !is_last && furthest[diagonal - 1] < furthest[diagonal + 1];
            let mut row = match (differences, is_column_skipped) {
                (0, _) => 0,
                (_, true) => furthest[diagonal + 1],
                (_, false) => furthest[diagonal - 1] + 1,
            };
            let mut column = row + most - diagonal;
            while row < expected.len() && column < found.len() && expected[row] == found[column] {
                (row, column) = (row + 1, column + 1);
            }
            furthest[diagonal] = row;
            if row <= expected.len() && column <= found.len() {
                longest = longest.max((row + column).saturating_sub(differences) / 2);
            }
            if row >= expected.len() && column >= found.len() {
                return longest;
            }
        }
    }
    longest
}
