//! Reads TOML files into values; messages show the line, a caret, and what was expected.

use std::{fmt, marker::PhantomData, str::FromStr};

use anyhow::{Error, Result};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Unexpected, Visitor, value::MapAccessDeserializer},
};
use toml::{
    Spanned,
    de::{DeTable, Deserializer as TomlDeserializer},
};

use super::{diagnostic::Problem, input::Input};
use crate::names::{UnknownName, list, nearest};

/// An error of the file at a byte of its text.
pub fn fault(input: &Input, place: usize, message: impl Into<String>) -> Error {
    input.explain(&Problem::at_byte(&input.text, place, message))
}

/// Reads a text as TOML.
pub fn read<T: DeserializeOwned>(input: &Input) -> Result<T> {
    parse(&input.text)
        .and_then(|document| values(&input.text, document.into_inner()))
        .map_err(|problem| input.explain(&problem))
}

/// Reads the tables of a text.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Problem> {
    DeTable::parse(text).map_err(|error| {
        let message = format!("this is not TOML: {}", error.message().trim_end().replace('\n', "; "));
        Problem::at_byte(text, error.span().unwrap_or_default().start, message)
    })
}

/// Reads values from the tables of a text.
pub fn values<'a, T: Deserialize<'a>>(text: &str, tables: DeTable<'a>) -> Result<T, Problem> {
    T::deserialize(TomlDeserializer::from(Spanned::new(0..text.len(), tables))).map_err(|error| {
        let place = error.span().unwrap_or_default().start;
        let (message, meant) = in_other_words(error.message(), table_at(text, place), key_at(text, place));
        Problem::at_byte(text, place, message).suggesting(meant)
    })
}

/// The header of the table around a byte of a text, such as `[[manual]]`; `None` before the first header.
fn table_at(text: &str, place: usize) -> Option<&str> {
    let line_end = text[place..].find('\n').map_or(text.len(), |length| place + length);
    // A line with a comma is a row of a list of lists.
    let is_header = |line: &&str| line.starts_with('[') && line.ends_with(']') && !line.contains(',');
    text[..line_end].lines().map(|line| line.split('#').next().unwrap_or_default().trim()).rfind(is_header)
}

/// The key whose value begins at a byte of a text, with its table: `files.input`. Returns `None` for an element of a
/// list.
fn key_at(text: &str, place: usize) -> Option<String> {
    let table = table_at(text, place).map(|header| header.trim_matches(['[', ']']));
    let before = text[..place].rsplit('\n').next().unwrap_or_default().trim();
    if before.is_empty() {
        // The value is a table, and the table's place is the header.
        return table.filter(|_| text[place..].starts_with('[')).map(str::to_owned);
    }
    let key = before.strip_suffix('=')?.trim_end().rsplit([' ', '{', ',']).next()?;
    Some(table.map_or(String::new(), |table| format!("{table}.")) + key)
}

/// Rewrites a message of serde in the style of other messages, and suggests a known word for an unknown word.
fn in_other_words(message: &str, table: Option<&str>, key: Option<String>) -> (String, Option<String>) {
    let message = message.trim_end().replace('\n', "; ");
    if let Some(kind) = message.strip_prefix("unknown ") {
        let mut words = message.split('`').skip(1).step_by(2);
        let found = words.next().unwrap_or_default();
        let known: Vec<&str> = words.collect();
        let meant = nearest(found, known.iter().copied());
        if kind.starts_with("field") {
            let (place, expected) = (table.unwrap_or("this file"), list(known, "or"));
            let message = format!("unknown key {found:?} in {place}; expected {expected}");
            return (message, meant.map(|meant| format!("did you mean {meant}?")));
        }
        let expected = list(known.iter().map(|word| format!("{word:?}")), "or");
        let message = format!("{found:?} is not allowed here; expected {expected}");
        return (message, meant.map(|meant| format!("did you mean {meant:?}?")));
    }
    if let Some(missing) = message.strip_prefix("missing field ") {
        let (missing, place) = (missing.trim_matches('`'), table.unwrap_or("the file"));
        return (format!("{place} has no {missing}; expected a line {missing} = and its value"), None);
    }
    let found_and_expected = ["invalid type: ", "invalid value: ", "invalid length "]
        .into_iter()
        .find_map(|prefix| message.strip_prefix(prefix));
    let Some((found, expected)) = found_and_expected.and_then(|words| words.split_once(", expected ")) else {
        // The value is neither a text nor a table.
        return (message.replace("wanted string or table", "expected a text in quotes"), None);
    };
    let found = match found {
        "sequence" => "a list",
        "map" => "a table",
        "string \"\"" => "an empty text",
        length if length.parse::<usize>().is_ok() => &format!("a list of {length}"),
        // Examples of `found`: integer `3`, floating point `1.5`, string "x".
        _ => found.strip_prefix("string ").or(found.split('`').nth(1)).unwrap_or(found),
    };
    let table = key.as_ref().map_or("a table".to_owned(), |key| format!("a line [{key}] and its keys below"));
    let expected = match expected {
        "a sequence"
            if found == "a table"
                && let Some(key) = &key =>
        {
            &format!("a line [[{key}]] and its keys below")
        }
        "u32" | "u64" | "usize" => "a whole number from 0",
        "i16" => "a whole number from -32768 to 32767",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list in brackets",
        "a string" | "path string" => "a text in quotes",
        "a map" | "a table" => &table,
        "a TOML datetime" => "a date and a time with its offset, such as 2013-10-15T23:59:00-07:00, without quotes",
        _ if expected.starts_with("struct") => &table,
        expected => expected,
    };
    let message = match key.filter(|_| message.starts_with("invalid type")) {
        Some(key) => format!("{key} is {found}; expected {expected}"),
        None => format!("{found} is not allowed here; expected {expected}"),
    };
    (message, None)
}

/// A table with keys. Without this type, serde would also accept a list of values in the order of the keys.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TomlTable<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TomlTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TableVisitor(PhantomData))
    }
}

struct TableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
    type Value = TomlTable<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, keys: A) -> Result<TomlTable<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(keys)).map(TomlTable)
    }
}

/// Reads the name of a value that is not in the list `seen`.
struct Word<'a, T> {
    seen: &'a [T],
}

fn quoted_names<T: FromStr<Err = UnknownName>>() -> impl Iterator<Item = String> {
    let names = T::from_str("").err().map_or(&[][..], |unknown| unknown.expected);
    names.iter().map(|name| format!("{name:?}"))
}

impl<T: FromStr<Err = UnknownName> + PartialEq> Visitor<'_> for Word<'_, T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&list(quoted_names::<T>(), "or"))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        let word = text.parse().map_err(|unknown: UnknownName| E::unknown_variant(text, unknown.expected))?;
        let expected = format!("{text} at most once");
        if self.seen.contains(&word) { Err(E::invalid_value(Unexpected::Str(text), &&*expected)) } else { Ok(word) }
    }
}

impl<'de, T: FromStr<Err = UnknownName> + PartialEq> DeserializeSeed<'de> for Word<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

struct Words<T>(PhantomData<T>);

impl<'de, T: FromStr<Err = UnknownName> + PartialEq> Visitor<'de> for Words<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "a list of {}, each at most once", list(quoted_names::<T>(), "and"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Vec<T>, A::Error> {
        let mut words = Vec::new();
        while let Some(word) = names.next_element_seed(Word { seen: &words })? {
            words.push(word);
        }
        Ok(words)
    }
}

/// Reads and writes a value by its name: `#[serde(with = "word")]`.
pub mod word {
    use super::{DeserializeSeed as _, Deserializer, FromStr, UnknownName, Word, fmt};

    /// Reads the name of a value.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err = UnknownName> + PartialEq,
        D: Deserializer<'de>,
    {
        Word { seen: &[] }.deserialize(deserializer)
    }

    /// Writes the name of a value.
    pub fn serialize<S: serde::Serializer>(word: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(word)
    }
}

/// Reads and writes a list of values by their names, each value at most once: `#[serde(with = "words")]`.
pub mod words {
    use super::{Deserializer, FromStr, PhantomData, UnknownName, Words, fmt};

    /// Reads a list of names.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err = UnknownName> + PartialEq,
        D: Deserializer<'de>,
    {
        deserializer.deserialize_seq(Words(PhantomData))
    }

    /// Writes a list of names.
    pub fn serialize<S: serde::Serializer>(words: &[impl fmt::Display], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(words.iter().map(ToString::to_string))
    }
}
