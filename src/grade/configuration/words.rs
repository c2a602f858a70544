//! What the reader of TOML says of a wrong value, in the words of the other messages.

use reversi_io::names::{list, nearest};

/// The header of the table in which a byte of a text lies, `[[manual]]`; none before the first.
pub(super) fn table_at(text: &str, place: usize) -> Option<&str> {
    let line_end = text[place..].find('\n').map_or(text.len(), |length| place + length);
    let is_header = |line: &&str| line.starts_with('[') && line.ends_with(']');
    text[..line_end].lines().map(|line| line.split('#').next().unwrap_or_default().trim()).rfind(is_header)
}

/// A message of the reader in other words, and what was probably meant by a word that it does not know.
pub(super) fn of(message: &str, table: Option<&str>) -> (String, Option<String>) {
    let message = message.trim_end().replace('\n', "; ");
    let mut words = message.split('`').skip(1).step_by(2);
    if let Some(kind) = message.strip_prefix("unknown ") {
        let found = words.next().unwrap_or_default();
        let known: Vec<&str> = words.collect();
        let meant = nearest(found, known.iter().copied()).map(|meant| format!("did you mean {meant}?"));
        let expected = list(known, "or");
        let said = if kind.starts_with("field") {
            format!("{found} is no key of {}; expected {expected}", table.unwrap_or("this file"))
        } else {
            format!("{found:?} has no place here; expected {expected}")
        };
        return (said, meant);
    }
    if let Some(missing) = message.strip_prefix("missing field ") {
        let missing = missing.trim_matches('`');
        return (
            format!("{} has no {missing}; expected a line {missing} = and its value", table.unwrap_or("the file")),
            None,
        );
    }
    let found_and_expected = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "));
    let Some((found, expected)) = found_and_expected.and_then(|said| said.split_once(", expected ")) else {
        // Of a word, neither a text nor a table.
        return (message.replace("wanted string or table", "expected a text in quotes"), None);
    };
    let found = match found {
        "sequence" => "a list",
        "map" => "a table",
        "string \"\"" => "an empty text",
        // integer `3`, floating point `1.5`, string "x"
        _ => found.split('`').nth(1).or(found.strip_prefix("string ")).unwrap_or(found),
    };
    let expected = match expected {
        "u64" => "a whole number from 0",
        "f64" => "a number",
        "a sequence" => "a list in brackets",
        "a string" | "path string" => "a text in quotes",
        "a TOML datetime" => "a date and a time with its offset, such as 2013-10-15T23:59:00-07:00, without quotes",
        _ if expected.starts_with("struct") => "a table",
        expected => expected,
    };
    (format!("{found} has no place here; expected {expected}"), None)
}
