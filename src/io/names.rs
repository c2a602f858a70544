//! Words in messages: enums with names, and numbers, times and lists in sentences.

use std::{borrow::Cow, fmt};

use thiserror::Error;

/// The error of an invalid word; the message contains an expected word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ParseError(Cow<'static, str>);

impl<T: Into<Cow<'static, str>>> From<T> for ParseError {
    fn from(message: T) -> Self {
        Self(message.into())
    }
}

/// The error of a text that is not one of the expected names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", list(*.expected, "or"))]
pub struct UnknownName {
    /// The names, in the order of their variants.
    pub expected: &'static [&'static str],
}

/// Writes a number with its noun: `1 square`, `2 squares`.
pub fn count<N: Copy + fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    format!("{number} {noun}{}", if number == N::from(1) { "" } else { "s" })
}

/// Writes a number with its sign, and 0 without a sign: `+4`, `-4`, `0`.
pub fn signed(number: i32) -> String {
    if number == 0 { "0".to_owned() } else { format!("{number:+}") }
}

/// Writes a time in the largest unit that gives at least two units: `45 seconds`, `3 minutes`, `2 years`, `10^12
/// years`.
pub fn duration(seconds: f64) -> String {
    const UNITS: [(&str, f64); 4] = [("year", 31_557_600.0), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0)];
    let unit = UNITS.into_iter().find(|(_, size)| seconds >= 2.0 * size);
    let (unit, size) = unit.unwrap_or(("second", 1.0));
    let number = (seconds / size).round();
    if number < 10_000.0 { count(number, unit) } else { format!("10^{:.0} {unit}s", number.log10()) }
}

/// The name of a file in a sentence, in quotes if the name is empty or has a space at one end.
pub fn file_name(name: &str) -> Cow<'_, str> {
    if name.is_empty() || name.trim() != name { format!("{name:?}").into() } else { name.into() }
}

/// Writes a large number in two or three digits: `870`, `4.2 billion`, `10^23`.
pub fn rounded(number: f64) -> String {
    const UNITS: [(&str, f64); 4] = [(" trillion", 1e12), (" billion", 1e9), (" million", 1e6), (" thousand", 1e3)];
    if number >= 999.5e12 {
        return format!("10^{:.0}", number.log10());
    }
    // A number that rounds up to the next unit is written in that unit.
    let unit = UNITS.into_iter().find(|(_, size)| number >= 0.9995 * size);
    let (unit, size) = unit.unwrap_or(("", 1.0));
    let number = number / size;
    if number < 9.95 && size > 1.0 { format!("{number:.1}{unit}") } else { format!("{number:.0}{unit}") }
}

/// Joins items in a sentence: `a`, `a and b`, `a, b and c`, where `and` is the conjunction. The result is empty without
/// items.
pub fn list(items: impl IntoIterator<Item = impl fmt::Display>, conjunction: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [items @ .., last] if !items.is_empty() => format!("{} {conjunction} {last}", items.join(", ")),
        items => items.concat(),
    }
}

/// The items without repetitions, in the order in which they first occur.
pub fn each_once<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for item in items {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}

/// Writes `3 more` if a list of `all` items has three more items than the `first` items.
pub fn more(all: usize, first: usize) -> Option<String> {
    (all > first).then(|| format!("{} more", all - first))
}

/// The name that the user probably meant by `word`, in upper or lower case. The nearest name begins with the word, or
/// needs the fewest changed letters. `None` if more than half of the letters would change.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |name: &str| strsim::osa_distance(&word, name);
    let is_like =
        |name: &&str| word.len() > 2 && name.starts_with(&word) || 2 * distance(name) <= name.len().min(word.len());
    names.into_iter().filter(is_like).min_by_key(|name| distance(name))
}

/// Replaces names in braces by values; a name without a value stays. If a name begins with a capital letter, the value
/// also gets a capital letter.
pub fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let (pieces, rest) = pieces(template, value);
    pieces.into_iter().flat_map(|(before, value)| [before.to_owned(), value]).collect::<String>() + rest
}

/// The values that [`fill`] inserts, each with the text before it, and the text after the last value.
pub fn pieces(template: &str, value: impl Fn(&str) -> Option<String>) -> (Vec<(&str, String)>, &str) {
    let (mut pieces, mut rest) = (Vec::new(), template);
    while let Some((before, name, after)) =
        rest.split_once('{').and_then(|(before, rest)| rest.split_once('}').map(|(name, after)| (before, name, after)))
    {
        let value = value(&name.to_ascii_lowercase()).unwrap_or_else(|| name.to_owned());
        let mut letters = value.chars();
        let value = match letters.next().filter(|_| name.starts_with(char::is_uppercase)) {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => value,
        };
        pieces.push((before, value));
        rest = after;
    }
    (pieces, rest)
}

/// Defines an enum with names: `names! { pub enum Algorithm { Minimax => "minimax", AlphaBeta => "alphabeta" } }`. The
/// enum gets `ALL`, `name`, `Display` (the name) and `FromStr` (the variant, or [`UnknownName`]).
#[macro_export]
macro_rules! names {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $type:ident { $($(#[$of_variant:meta])* $variant:ident => $name:expr),+ $(,)? }
    ) => {
        $(#[$meta])*
        $visibility enum $type {
            $($(#[$of_variant])* $variant),+
        }

        impl $type {
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name of the variant.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> ::std::result::Result<Self, Self::Err> {
                const EXPECTED: &[&str] = &[$($name),+];
                let unknown = $crate::names::UnknownName { expected: EXPECTED };
                Self::ALL.into_iter().find(|variant| variant.name() == name).ok_or(unknown)
            }
        }
    };
}

pub use names;
