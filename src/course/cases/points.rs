//! The points of cases: the cases of a task share its points equally.

use std::str::FromStr;

use crate::assignment::TaskNumber;
use reversi_io::names::ParseError;

/// The points of a task, exact to the hundredth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskPoints {
    pub task: TaskNumber,
    hundredths: usize,
}

impl TaskPoints {
    /// The default points of a task.
    pub const fn usual(task: TaskNumber) -> Self {
        Self { task, hundredths: 1000 }
    }

    /// The points of each case of a task. If the points cannot be divided equally, the first cases get a hundredth
    /// more, so that the sum is exact.
    pub fn divided(self, cases: usize) -> impl Iterator<Item = f64> {
        let (each, more) = (self.hundredths / cases.max(1), self.hundredths % cases.max(1));
        (0..cases).map(move |case| (each + usize::from(case < more)) as f64 / 100.0)
    }
}

/// Reads `2:25`: the number of a task and its points.
impl FromStr for TaskPoints {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "expected the number of a task and its points, such as 2:25";
        let (task, points) = text.split_once(':').ok_or(expected)?;
        let points = points.parse().ok().filter(|points: &f64| (0.0..=1e6).contains(points)).ok_or(expected)?;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most a hundred million
        let hundredths = (points * 100.0).round() as usize;
        Ok(Self { task: task.parse()?, hundredths })
    }
}
