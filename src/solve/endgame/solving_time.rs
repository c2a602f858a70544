//! The time to solve a position with many empty squares.

use std::fmt;

use reversi_io::names::duration;

/// The expected time to solve a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolvingTime {
    empties: u32,
    seconds: f64,
}

impl SolvingTime {
    /// The largest number of empty squares of an 8x8 board that can be solved within a minute.
    const SOON: u32 = 26;

    /// The seconds that one core takes for a usual position with [`SOON`](Self::SOON) empty squares. FFO #49 took 9 s;
    /// others take more.
    const SECONDS: f64 = 20.0;

    /// The factor by which one more empty square increases the time. From 20 to 26 empty squares, the real factor is a
    /// little more than 2. With more empty squares, the table contains a smaller part of the tree.
    const FACTOR: f64 = 2.5;

    /// The time for an 8x8 position; `None` if it is at most a minute.
    pub fn of(empties: u32, threads: usize) -> Option<Self> {
        let beyond = empties.checked_sub(Self::SOON).filter(|&beyond| beyond > 0)?;
        let seconds = Self::SECONDS * Self::FACTOR.powi(beyond as i32) / threads as f64;
        Some(Self { empties, seconds })
    }
}

/// Writes `30 empty squares: expect about 13 minutes`.
impl fmt::Display for SolvingTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} empty squares: expect about {}", self.empties, duration(self.seconds))
    }
}
