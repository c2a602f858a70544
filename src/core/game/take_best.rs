//! Takes children in the order of their scores, one at a time: after a cut-off the others need no order.

/// Removes and returns the child with the highest score, from an index on. The choice among equal scores is the same in
/// every run.
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
