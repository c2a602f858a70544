//! Reads points in time as configurations and course systems write them.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use reversi_io::names::ParseError;

/// The formats of course systems without a zone: Moodle's, in English.
const WITHOUT_ZONE: [&str; 2] = ["%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M"];

/// Reads RFC 3339, `2013-10-15 23:59:00 -0700` and `2013-10-15 23:59:00 UTC`. A time without a zone, such as `Friday,
/// 10 February 2017, 11:02 PM`, is a time of `zone`.
pub fn parse(text: &str, zone: Option<&TimeZone>) -> Result<Timestamp, ParseError> {
    let expected = "expected a date, a time and a zone, such as 2013-10-15T23:59:00-07:00";
    let text = text.trim().replace(" Z", "Z");
    let text = text.as_str();
    let with_zone = text.strip_suffix("UTC").map_or(text.to_owned(), |text| text.to_owned() + "+0000");
    let moment = text.parse().or_else(|_| Timestamp::strptime("%Y-%m-%d %H:%M:%S %z", with_zone));
    if let Ok(moment) = moment {
        return Ok(moment);
    }
    let by_format = || WITHOUT_ZONE.iter().find_map(|format| DateTime::strptime(format, text).ok());
    let local = text.parse().ok().filter(|_: &DateTime| text.contains(':')).or_else(by_format).ok_or(expected)?;
    let zone = zone.ok_or("the time has no zone; expected `zone = \"America/Los_Angeles\"` in [roster], or such")?;
    let moment = zone.to_timestamp(local).map_err(|_| expected)?;
    Ok(moment)
}
