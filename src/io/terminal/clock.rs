//! Shows times, or zeros instead of times.

use std::time::Duration;

/// Shows measured times, or zeros so that two runs can be compared byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    Running,
    /// The clock shows every time as `0.000`.
    Stopped,
}

impl Clock {
    /// The time to show.
    pub const fn shown(self, time: Duration) -> Duration {
        match self {
            Self::Running => time,
            Self::Stopped => Duration::ZERO,
        }
    }

    /// Writes a time in seconds, to the millisecond.
    pub fn seconds(self, time: Duration) -> String {
        format!("{:.3}", self.shown(time).as_secs_f64())
    }
}
