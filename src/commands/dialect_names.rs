//! The names of dialects and log formats as argument values.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::{assignment::Dialect, log::LogFormat};

/// Reads the name of a dialect.
///
/// # Panics
/// Never: only the names of dialects are taken.
#[must_use]
pub fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.map(|dialect| dialect.name))
        .map(|name| Dialect::named(&name).expect("a dialect has this name"))
}

/// Reads the name of a way to write a log: a dialect's, `csv` or `jsonl`.
#[must_use]
pub fn log_format() -> impl TypedValueParser<Value = LogFormat> {
    let names = Dialect::ALL.iter().map(|dialect| dialect.name).chain(["csv", "jsonl"]);
    PossibleValuesParser::new(names).map(|name| match Dialect::named(&name) {
        Some(dialect) => LogFormat::Spelled(dialect.spelling),
        None if name == "csv" => LogFormat::Csv,
        None => LogFormat::JsonLines,
    })
}
