//! Parsers for the values of arguments that several commands use.

use std::{ffi::OsStr, ops::RangeBounds, path::Path, str::FromStr, sync::Arc};

use anyhow::bail;
use clap::{
    Arg, Args, Command,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use crate::{
    answers::System,
    assignment::{Assignment, AssignmentName},
    check::{Equality, diagnosis},
    game::Turn,
    games::reversi::{Color, Expression, Feature, Size, sides},
    search::Algorithm,
    terminal::without_numbers,
};

#[derive(Clone, Copy, Debug, Args)]
pub struct Json {
    /// Print JSON instead of text
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct Comparison {
    /// Compare every byte, also line endings and spaces
    #[arg(help_heading = "Format", long)]
    exact: bool,
    /// Ignore the format, such as 25 for 25.0
    #[arg(help_heading = "Format", long, conflicts_with = "exact")]
    lenient: bool,
}

impl Comparison {
    pub const fn equality(self) -> Equality {
        match (self.exact, self.lenient) {
            (true, _) => Equality::Exact,
            (_, true) => Equality::Lenient,
            _ => Equality::Lines,
        }
    }
}

#[derive(Clone, Copy, Debug, Args)]
pub struct Seed {
    /// Repeat the random choices of this seed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>("a whole number, from 0", ..))]
    pub seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct Effort {
    /// Limit the nodes; 0: no diagnosis
    #[arg(
        help_heading = "Diagnosis",
        long,
        value_name = "NODES",
        value_parser = number::<u64>("a number of nodes, from 0", ..),
        allow_negative_numbers = true,
        default_value_t = diagnosis::EFFORT
    )]
    pub effort: u64,
}

/// Reads one of some values by its name.
pub(super) fn one_of<T, const N: usize>(values: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = values.each_ref().map(|(name, _)| *name);
    PossibleValuesParser::new(names).map(move |name| {
        let found = values.iter().find(|(known, _)| *known == name);
        found.expect("only the names of the values are taken").1.clone()
    })
}

/// Reads the name of an enum's variant.
pub(super) fn named<T, const N: usize>(all: [T; N], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    one_of(all.map(|variant| (name(variant), variant)))
}

/// Reads the name of an enum's variant; the help has a text for each.
pub(super) fn explained<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
    helps: [&'static str; N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let values = all.into_iter().zip(helps).map(move |(variant, help)| PossibleValue::new(name(variant)).help(help));
    PossibleValuesParser::new(values)
        .map(move |found| all.into_iter().find(|variant| name(*variant) == found).expect("only the names are taken"))
}

pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    named(Algorithm::ALL, Algorithm::name)
}

/// Reads the size of a board to play on, as the number of rows.
pub fn size(rows: &str) -> Result<Size, String> {
    let rows = rows.parse().ok().filter(|rows| [4, 6, 8].contains(rows));
    rows.and_then(Size::new).ok_or_else(|| "expected 4, 6 or 8".to_owned())
}

/// Reads an evaluation: an expression, or the path of a table of weights.
pub fn evaluation(text: &str) -> Result<Expression, String> {
    // The message about a file names the place in the file.
    let is_file = Path::new(text).extension().is_some_and(|extension| extension == "csv") && !text.contains('"');
    Expression::read(text, Path::new(""))
        .map_err(|problem| without_numbers(if is_file { problem.message } else { problem.explain("EVALUATION", text) }))
}

/// Reads an evaluation that gets a name: `NAME=EVALUATION`.
pub fn named_evaluation(text: &str) -> Result<Expression, String> {
    let (name, text) = text.split_once('=').ok_or("expected NAME=EVALUATION")?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.is_empty() || !name.bytes().all(is_plain) || Feature::named(name).is_some() {
        return Err(format!(
            "{name:?} is not a valid name of an evaluation; expected letters, digits, - or _, and not the name of a feature"
        ));
    }
    Ok(evaluation(text)?.with_name(name.to_owned()))
}

/// Reads `max` or `min`.
pub fn turn() -> impl TypedValueParser<Value = Turn> {
    one_of(Turn::ALL.map(|turn| (turn.name(), turn)))
}

/// An assignment as an argument.
#[derive(Clone, Debug)]
pub enum AnyAssignment {
    Job(AssignmentName),
    /// An assignment whose programs print their answers.
    Printed(System),
}

impl AnyAssignment {
    /// Reads the assignment of a job.
    pub fn read(&self) -> anyhow::Result<Arc<Assignment>> {
        match self {
            Self::Job(name) => name.read(Path::new("")),
            Self::Printed(system) => bail!(
                "--assignment {system} has printed answers, not logs: `reversi check --assignment {system} -o FILE QUESTION` \
                 checks one, and `reversi example DIR --assignment {system}` writes cases and a configuration"
            ),
        }
    }
}

/// Reads the assignment of an argument; without an argument, the default assignment.
pub fn read_assignment(name: Option<&AnyAssignment>) -> anyhow::Result<Arc<Assignment>> {
    name.map_or_else(|| Ok(Assignment::usual()), AnyAssignment::read)
}

/// Reads the name of an assignment, or the path of an assignment's file.
pub fn assignment() -> impl TypedValueParser<Value = AnyAssignment> {
    AssignmentParser
}

#[derive(Clone)]
struct AssignmentParser;

impl TypedValueParser for AssignmentParser {
    type Value = AnyAssignment;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<AnyAssignment, clap::Error> {
        let read = |name: &str| match name.parse() {
            Ok(system) => Ok(AnyAssignment::Printed(system)),
            Err(_) => name.parse().map(AnyAssignment::Job).map_err(|_| {
                let known: Vec<&str> = Assignment::BUILT_IN.into_iter().chain(System::ALL.map(System::name)).collect();
                let meant = known.iter().find(|known| !name.is_empty() && known.ends_with(name));
                let meant = meant.map_or(String::new(), |known| format!("; did you mean {known}?"));
                format!("expected {} or the path of your own file, such as mine.toml{meant}", known.join(", "))
            }),
        };
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let printed = System::ALL.map(System::name);
        Some(Box::new(Assignment::BUILT_IN.into_iter().chain(printed).chain(["FILE.toml"]).map(PossibleValue::new)))
    }
}

/// Reads a side: `x`, `o`, a side's name or a color.
pub fn side(text: &str) -> Result<Color, &'static str> {
    sides::read(text).ok_or("expected x (black) or o (white)")
}

/// Reads a whole number in a range. `expected` describes the range for messages, such as `a number of plies, at least
/// 1`.
pub fn number<T>(
    expected: &'static str,
    range: impl RangeBounds<T> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected {expected}"))
    }
}
