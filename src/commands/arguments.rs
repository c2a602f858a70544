//! Parsers for the values of arguments that several commands use.

use std::{ffi::OsStr, ops::RangeBounds, path::Path, str::FromStr, sync::Arc, time::Duration};

use clap::{
    Arg, Args, Command,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::{ContextKind, ContextValue},
};

use crate::{
    assignment::{Assignment, AssignmentName},
    cases::Printed,
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

/// Reads `minimax` or `alphabeta`.
pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    named(Algorithm::ALL, Algorithm::name)
}

/// Reads the size of a board to play on, as the number of rows.
pub fn size(rows: &str) -> Result<Size, String> {
    let rows = rows.parse().ok().filter(|rows| [4, 6, 8].contains(rows));
    rows.and_then(Size::new).ok_or_else(|| "expected 4, 6 or 8".to_owned())
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds from 0, such as 0.5".to_owned())
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

/// Reads the name of a built-in assignment, or the path of an assignment's file.
pub fn assignment() -> impl TypedValueParser<Value = AssignmentName> {
    AssignmentParser
}

/// Reads the assignment of an argument; without an argument, the default assignment.
pub fn read_assignment(name: Option<&AssignmentName>) -> anyhow::Result<Arc<Assignment>> {
    name.map_or_else(|| Ok(Assignment::usual()), |name| name.read(Path::new("")))
}

/// The placeholder for an assignment's file in lists of possible values.
pub(super) const OF_ONES_OWN: &str = "FILE.toml";

#[derive(Clone)]
struct AssignmentParser;

impl TypedValueParser for AssignmentParser {
    type Value = AssignmentName;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<AssignmentName, clap::Error> {
        let text = value.to_str().and_then(|text| text.parse().ok());
        // The message about any other value lists the built-in names.
        let refuse = || {
            let takes_answers = ["check", "list", "explain", "new", "page"].contains(&command.get_name());
            let printed = Printed::ASSIGNMENTS.into_iter().filter(|_| takes_answers);
            let possible = Assignment::BUILT_IN.into_iter().chain(printed).chain([OF_ONES_OWN]);
            let refused = PossibleValuesParser::new(possible).parse_ref(command, argument, value);
            let mut error = refused.expect_err("it is no name");
            let text = value.to_str().filter(|text| !text.is_empty());
            error.remove(ContextKind::SuggestedValue);
            if let Some(name) = text.and_then(|end| Assignment::BUILT_IN.into_iter().find(|name| name.ends_with(end))) {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(name.to_owned()));
            }
            let tip = match value.to_str() {
                Some(name) if Printed::ASSIGNMENTS.contains(&name) => {
                    format!("`reversi example DIR --assignment {name}` writes cases and a configuration")
                }
                _ => "to use your own assignment, give the path of its file, such as mine.toml".to_owned(),
            };
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            error
        };
        text.ok_or_else(refuse)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Assignment::BUILT_IN.into_iter().chain([OF_ONES_OWN]).map(PossibleValue::new)))
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
