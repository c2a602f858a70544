//! Bounds of a value that was not searched to the end.

/// Bounds of a value: it lies between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is this or more.
    pub lower: i32,
    /// The value is this or less.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { lower: i32::MIN, upper: i32::MAX };

    /// The bounds of a value that is known.
    pub const fn of(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// The value, where it is known.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
