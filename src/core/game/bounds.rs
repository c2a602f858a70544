//! Bounds of a value that is not known exactly.

/// A lower and an upper bound of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    pub const OPEN: Self = Self { lower: i32::MIN, upper: i32::MAX };

    /// Narrows the bounds by the fail-soft result of a search with the window from `alpha` to `beta`.
    pub const fn learn(&mut self, found: i32, alpha: i32, beta: i32) {
        if found > alpha && found > self.lower {
            self.lower = found;
        }
        if found < beta && found < self.upper {
            self.upper = found;
        }
    }
}
