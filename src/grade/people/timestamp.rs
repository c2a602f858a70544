//! Timestamps: points in time, from texts with date, time and zone.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use toml::value::{Datetime, Offset};

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z.
    seconds: i64,
}

/// A text that is no timestamp.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a date, a time and a zone, such as 2013-10-15T23:59:00-07:00")]
pub struct ParseTimestampError;

impl Timestamp {
    /// Seconds from an earlier time to this one; negative where that is later.
    pub const fn seconds_after(self, earlier: Self) -> i64 {
        self.seconds - earlier.seconds
    }
}

impl TryFrom<Datetime> for Timestamp {
    type Error = ParseTimestampError;

    fn try_from(datetime: Datetime) -> Result<Self, ParseTimestampError> {
        let Datetime { date: Some(date), time: Some(time), offset: Some(offset) } = datetime else {
            return Err(ParseTimestampError);
        };
        let minutes_east = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let days = days_before(i64::from(date.year), i64::from(date.month), i64::from(date.day));
        let minutes = (days * 24 + i64::from(time.hour)) * 60 + i64::from(time.minute) - minutes_east;
        let seconds = minutes * 60 + i64::from(time.second.unwrap_or(0));
        // In UTC, too, the year must have four digits.
        let first = days_before(0, 1, 1) * 86_400;
        let end = days_before(10_000, 1, 1) * 86_400;
        (first..end).contains(&seconds).then_some(Self { seconds }).ok_or(ParseTimestampError)
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `days_from_civil`).
const fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Reads RFC 3339, and what course systems write: `2013-10-15 23:59:00 -0700`, `2013-10-15 23:59:00 UTC`.
impl FromStr for Timestamp {
    type Err = ParseTimestampError;

    fn from_str(text: &str) -> Result<Self, ParseTimestampError> {
        let text = text.trim();
        let text = text.strip_suffix("UTC").map_or(text.to_owned(), |text| text.trim_end().to_owned() + "Z");
        let mut text = match text.rsplit_once(' ') {
            Some((time, zone)) if zone.starts_with(['+', '-']) => [time, zone].concat(),
            _ => text,
        };
        let is_short = text.len() > 5
            && text.is_char_boundary(text.len() - 5)
            && text[text.len() - 5..].starts_with(['+', '-'])
            && text[text.len() - 4..].bytes().all(|byte| byte.is_ascii_digit());
        if is_short {
            text.insert(text.len() - 2, ':');
        }
        text.parse::<Datetime>().map_err(|_| ParseTimestampError)?.try_into()
    }
}

/// RFC 3339, in UTC.
impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, second) = (self.seconds.div_euclid(86_400), self.seconds.rem_euclid(86_400));
        // The inverse of `days_before`, by search from a year that is not later; there is one timestamp for each student.
        let mut year = 1970 + days.div_euclid(if days < 0 { 365 } else { 366 });
        while days_before(year + 1, 1, 1) <= days {
            year += 1;
        }
        let month = (1..=12).rev().find(|&month| days_before(year, month, 1) <= days).unwrap_or(1);
        let day = days - days_before(year, month, 1) + 1;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}
