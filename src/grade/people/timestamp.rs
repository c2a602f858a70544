//! Reads points in time from texts with date, time and time zone.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use toml::value::{Datetime, Offset};

use reversi_io::names::ParseError;

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z.
    seconds: i64,
}

const EXPECTED: &str = "expected a date, a time and a zone, such as 2013-10-15T23:59:00-07:00";

impl Timestamp {
    /// The seconds after an `earlier` time; negative if `earlier` is later.
    pub const fn seconds_after(self, earlier: Self) -> i64 {
        self.seconds - earlier.seconds
    }
}

impl TryFrom<Datetime> for Timestamp {
    type Error = ParseError;

    fn try_from(datetime: Datetime) -> Result<Self, ParseError> {
        let Datetime { date: Some(date), time: Some(time), offset: Some(offset) } = datetime else {
            return Err(EXPECTED.into());
        };
        let minutes_east = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let days = days_before(i64::from(date.year), i64::from(date.month), i64::from(date.day));
        let minutes = (days * 24 + i64::from(time.hour)) * 60 + i64::from(time.minute) - minutes_east;
        let seconds = minutes * 60 + i64::from(time.second.unwrap_or(0));
        // In UTC, the year must also have four digits.
        let first = days_before(0, 1, 1) * 86_400;
        let end = days_before(10_000, 1, 1) * 86_400;
        (first..end).contains(&seconds).then_some(Self { seconds }).ok_or_else(|| EXPECTED.into())
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

/// Reads RFC 3339, and the formats of course systems: `2013-10-15 23:59:00 -0700`, `2013-10-15 23:59:00 UTC`.
impl FromStr for Timestamp {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
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
        text.parse::<Datetime>().map_err(|_| EXPECTED)?.try_into()
    }
}
