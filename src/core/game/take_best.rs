//! Sorts children only as far as the search visits them: returns the best remaining child each time.

/// Among the children from index `from` on, removes and returns the child with the highest score. If several children
/// have equal scores, the choice is the same in every run.
#[inline]
pub fn take_best<C: Copy>(children: &mut Vec<C>, from: usize, score: impl Fn(&C) -> i32) -> Option<C> {
    let mut best = from;
    let mut highest = score(children.get(from)?);
    for (index, child) in children.iter().enumerate().skip(from + 1) {
        let score = score(child);
        if score > highest {
            (best, highest) = (index, score);
        }
    }
    Some(children.swap_remove(best))
}
