//! Bounds of a value that is not known exactly.

/// A lower and an upper bound of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    /// The bounds of a completely unknown value.
    pub const OPEN: Self = Self { lower: i32::MIN, upper: i32::MAX };

    /// The bounds of a known value.
    pub const fn of(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// The value, if both bounds are equal.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
