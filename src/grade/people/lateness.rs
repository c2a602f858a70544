//! Late penalties: the rules, and the lateness of a submission.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use reversi_io::names::ParseError;

/// A submission that is more than `hours` late loses `percent` of its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateRule {
    pub hours: u32,
    percent: u8,
}

impl FromStr for LateRule {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let rule = || {
            let (hours, percent) = text.trim().split_once(':')?;
            let hours = hours.trim().strip_suffix('h')?.parse().ok()?;
            let percent = percent.trim().strip_suffix('%')?.parse().ok().filter(|percent| *percent <= 100)?;
            Some(Self { hours, percent })
        };
        let expected = "expected hours and the percentage lost after them, such as \"24h:10%\"";
        rule().ok_or_else(|| format!("{text:?} is not a rule for late submissions; {expected}").into())
    }
}

/// The lateness of a submission and the lost points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lateness {
    /// The number of seconds after the deadline.
    pub seconds: u64,
    /// The percentage of the points that the student loses.
    pub percent: u8,
}

impl Lateness {
    /// Computes the lateness of a submission. The rules are sorted by their hours, and the last rule that applies
    /// counts.
    pub fn of(submitted: Timestamp, due: Timestamp, rules: &[LateRule]) -> Self {
        let seconds = u64::try_from(submitted.as_second() - due.as_second()).unwrap_or(0);
        let rule = rules.iter().rev().find(|rule| seconds > u64::from(rule.hours) * 3600);
        Self { seconds, percent: rule.map_or(0, |rule| rule.percent) }
    }
}
