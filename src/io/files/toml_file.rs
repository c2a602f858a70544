//! Reads TOML files into values; messages show the line, a caret, and what was expected.

use std::{fmt, marker::PhantomData, str::FromStr};

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
        .and_then(|document| values(&input.text, document.into_inner(), |_| None))
        .map_err(|problem| input.explain(&problem))
}

/// Reads the tables of a text.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Problem> {
    DeTable::parse(text).map_err(|error| {
        let message = format!("this is not TOML: {}", error.message().trim_end().replace('\n', "; "));
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
        let message = error.message().trim_end().replace('\n', "; ");
        // An unknown word comes before the known words.
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let meant = words.split_first().filter(|(_, known)| !known.is_empty()).and_then(|(found, known)| {
            suggest(found).or_else(|| Some(format!("did you mean {}?", nearest(found, known.iter().copied())?)))
        });
        Problem::at_byte(text, error.span().unwrap_or_default().start, message.clone()).suggesting(meant)
    })
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
