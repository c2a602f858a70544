//! Reads TOML files into values; messages show the line, a caret, and what was expected.

use std::{fmt, marker::PhantomData, ops::Range, str::FromStr};

use anyhow::{Error, Result};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{
        DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Unexpected, Visitor,
        value::{MapAccessDeserializer, SeqAccessDeserializer},
    },
};
use toml::{
    Spanned,
    de::{DeTable, DeValue, Deserializer as TomlDeserializer},
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
        .and_then(|document| values(&input.text, document.into_inner(), |_| None))
        .map_err(|problem| input.explain(&problem))
}

/// Reads the tables of a text.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Problem> {
    DeTable::parse(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        let message =
            match message.strip_prefix("extra ").and_then(|message| message.strip_suffix(", expected nothing")) {
                Some(extra) => format!("one {extra} too many"),
                None => message.replace(", expected newline, `#`", "; expected the end of the line"),
            };
        let message = format!("this is not TOML: {message}");
        Problem::at_byte(text, error.span().unwrap_or_default().start, message)
    })
}

/// Reads values from the tables of a text. If a key is unknown, `suggest` may name the table that has this key.
pub fn values<'a, T: Deserialize<'a>>(
    text: &str,
    tables: DeTable<'a>,
    suggest: impl Fn(&str) -> Option<String>,
) -> Result<T, Problem> {
    T::deserialize(TomlDeserializer::from(Spanned::new(0..text.len(), tables))).map_err(|error| {
        let span = error.span().unwrap_or_default();
        // `tables` may have inherited values, whose places are in another text.
        let place = DeTable::parse(text).ok().and_then(|tables| place_of(&span, tables.get_ref(), &Place::default()));
        let Place { table, key } = place.unwrap_or_default();
        let unknown = error.message().strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
        let suggestion = unknown.and_then(suggest);
        let (message, meant) = in_other_words(error.message(), table.as_deref(), key);
        Problem::at_byte(text, span.start, message).suggesting(suggestion.or(meant))
    })
}

/// A place in a file: the header of its table, such as `[[manual]]`, and the key with its tables, such as `files.input`.
#[derive(Clone, Default)]
struct Place {
    /// `None` before the first header.
    table: Option<String>,
    /// `None` for an element of a list.
    key: Option<String>,
}

/// Finds the place of a key or value in a table, which stands at the place `outer`.
fn place_of(span: &Range<usize>, table: &DeTable, outer: &Place) -> Option<Place> {
    table.iter().find_map(|(key, value)| {
        let name = outer.key.as_ref().map_or(String::new(), |outer| format!("{outer}.")) + key.get_ref();
        let here = Place { key: Some(name), ..outer.clone() };
        if key.span() == *span { Some(here) } else { place_in(span, value, here, ["[", "]"]) }
    })
}

/// Finds the place of a value, or of a part of the value. `brackets` stand around the names of tables.
fn place_in(span: &Range<usize>, value: &Spanned<DeValue>, here: Place, brackets: [&str; 2]) -> Option<Place> {
    match value.get_ref() {
        DeValue::Table(table) => {
            let inner = Place { table: here.key.as_ref().map(|key| [brackets[0], key, brackets[1]].concat()), ..here };
            if value.span() == *span { Some(inner) } else { place_of(span, table, &inner) }
        }
        DeValue::Array(items) => {
            let in_item = |item: &Spanned<DeValue>| {
                let is_table = item.get_ref().is_table();
                let item_place = Place { key: here.key.clone().filter(|_| is_table), ..here.clone() };
                place_in(span, item, item_place, ["[[", "]]"])
            };
            items.iter().find_map(in_item).or_else(|| (value.span() == *span).then_some(here.clone()))
        }
        _ => (value.span() == *span).then_some(here),
    }
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
    let table_of_key = key.as_ref().map_or("a table".to_owned(), |key| format!("a line [{key}] and its keys below"));
    let expected = match expected {
        "a sequence"
            if found == "a table"
                && let Some(key) = &key =>
        {
            &format!("a line [[{key}]] and its keys below")
        }
        "a string" if found == "a table" && table.is_some_and(|table| table.starts_with("[[")) => {
            &format!("a list of texts, such as {} = [\"...\"]", key.as_deref().unwrap_or("KEY"))
        }
        "u32" | "u64" | "usize" => "a whole number from 0",
        "i16" => "a whole number from -32768 to 32767",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list in brackets",
        "a string" | "path string" => "a text in quotes",
        "a map" | "a table" => &table_of_key,
        "a TOML datetime" => "a date and a time with its offset, such as 2013-10-15T23:59:00-07:00, without quotes",
        _ if expected.starts_with("struct") => &table_of_key,
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

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a list of texts, such as [\"make\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, texts: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(texts))
    }
}

/// Reads a list of values that are texts: `#[serde(default, deserialize_with = "texts")]`.
pub fn texts<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<T>>, D::Error> {
    deserializer.deserialize_seq(ListVisitor(PhantomData)).map(Some)
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
