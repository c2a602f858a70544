//! Times as they are shown.

use std::time::Duration;

/// Shows times as they are, or all as nothing, so that two runs can be compared byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    Running,
    /// `0.000`, whatever they are.
    Stopped,
}

impl Clock {
    /// A time as it is shown.
    pub const fn shown(self, time: Duration) -> Duration {
        match self {
            Self::Running => time,
            Self::Stopped => Duration::ZERO,
        }
    }

    /// A time in seconds, to the millisecond.
    pub fn seconds(self, time: Duration) -> String {
        format!("{:.3}", self.shown(time).as_secs_f64())
    }
}
