//! The keys of an assignment's file: the table in which each stands, and how its value is read and written.

use std::{borrow::Cow, fmt::Display, ops::RangeBounds, str::FromStr};

use toml::{Spanned, de::DeValue};

use super::{Assignment, Heading, OpenReading};
use crate::log::{Columns, LogColumn, Spelling};
use reversi_core::games::reversi::text::Alphabet;
use reversi_io::names::{UnknownName, list, nearest};

/// A table or a value of the file, and its place.
pub(super) type TomlValue<'a> = Spanned<DeValue<'a>>;

/// What is wrong, and the byte of the text at which it is.
pub(super) struct Wrong {
    pub at: usize,
    pub message: String,
    pub suggestion: Option<String>,
}

pub(super) fn wrong(at: usize, problem: impl Display) -> Wrong {
    Wrong { at, message: problem.to_string(), suggestion: None }
}

/// A key of the file.
pub(super) struct Key {
    /// The name of its table; empty for the keys before all tables.
    pub table: &'static str,
    pub name: &'static str,
    /// Puts its value into an assignment.
    pub read: fn(&mut Assignment, &TomlValue) -> Result<(), Wrong>,
    /// Its value in an assignment, as TOML.
    pub write: fn(&Assignment) -> String,
}

/// Makes the list of keys: of each its table, its name, the field of the assignment that holds its value, a function that
/// reads the value and one that writes it. A key without a function that reads is read by the reader itself.
macro_rules! keys {
    ($($table:literal $name:literal $(= $field:ident$(.$part:ident)*, $read:expr, $write:expr)? $(=> $write_all:expr)?;)+) => {
        &[$(Key {
            table: $table,
            name: $name,
            read: |_assignment, _value| {
                $(_assignment.$field$(.$part)* = $read(_value)?;)?
                Ok(())
            },
            write: |_assignment| String::new() $(+ &$write(&_assignment.$field$(.$part)*))? $(+ &$write_all(_assignment))?,
        }),+]
    };
}

/// The keys of each table, in the order in which messages list them.
pub(super) const KEYS: &[Key] = keys! {
    "" "name" = name, name, quoted;
    "" "title" = title, one_line, quoted;
    "" "like";
    "" "output" = output, choice, quoted;
    "" "input";
    "" "search";
    "" "tasks";
    "" "open_readings" = open_readings, |value| choices(value, &OpenReading::ALL), |open: &Vec<_>| listed(open);
    "" "weights" = weights, weights, written_weights;
    "" "log";
    "" "moves";
    "input" "heading" = heading, heading, |heading: &Vec<_>| listed(heading);
    "input" "squares" = squares, squares, |squares: &Alphabet| quoted(String::from_iter([squares.empty, squares.black, squares.white]));
    "search" "max" = rules.max, choice, quoted;
    "search" "no_move" = rules.no_move, choice, quoted;
    "search" "wipe_out" = rules.wipe_out, choice, quoted;
    "search" "full_board" = rules.full_board, choice, quoted;
    "search" "order" = rules.order.lines, choice, quoted;
    "search" "first" = rules.order.first, choice, quoted;
    "log" "columns" => |assignment: &Assignment| listed(assignment.spelling.columns(true));
    "log" "header" => |assignment: &Assignment| quoted(Spelling { header_separator: ",".into(), ..assignment.spelling.clone() }.column_names(true));
    "log" "header_separator" = spelling.header_separator, separator_of_header, quoted;
    "log" "separator" = spelling.separator, one_line, quoted;
    "log" "infinity" = spelling.infinity, one_line, quoted;
    "log" "root" = spelling.root, one_line, quoted;
    "log" "pass" = spelling.pass, one_line, quoted;
    "log" "cut_marker" = spelling.cut_marker, one_line, quoted;
    "log" "decimals" = spelling.decimals, |value| number(value, 0..=6, "a number of digits, from 0 to 6"), usize::to_string;
    "log" "root_depth" = spelling.root_depth, |value| number(value, 0..=9, "a depth, from 0 to 9"), u32::to_string;
    "log" "cut_window" = spelling.cut_window, choice, quoted;
    "log" "last_line_end" = spelling.last_line_end, flag, bool::to_string;
    "moves" "step" = moves.step, step, quoted;
    "moves" "black" = moves.black, one_line, quoted;
    "moves" "white" = moves.white, one_line, quoted;
    "moves" "pass" = moves.pass, one_line, quoted;
    "moves" "end" = moves.end, one_line, quoted;
};

/// A text in quotes. TOML knows every escape of JSON.
pub(super) fn quoted(text: impl Display) -> String {
    serde_json::to_string(&text.to_string()).unwrap_or_default().replace('\u{7f}', "\\u007f")
}

/// A list of texts in quotes.
fn listed(texts: &[impl Display]) -> String {
    format!("[{}]", texts.iter().map(quoted).collect::<Vec<_>>().join(", "))
}

fn written_weights(weights: &[[i16; 8]; 8]) -> String {
    let rows = weights.map(|row| format!("    [{}],\n", row.map(|weight| format!("{weight:3}")).join(", ")));
    format!("[\n{}]", rows.concat())
}

/// A value that is not what was expected.
pub(super) fn expected(value: &TomlValue, expected: impl Display) -> Wrong {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    wrong(value.span().start, format!("{found} is not allowed here; expected {expected}"))
}

pub(super) fn string<'a>(value: &'a TomlValue) -> Result<&'a str, Wrong> {
    value.get_ref().as_str().ok_or_else(|| expected(value, "a text in quotes"))
}

/// A text in which no line ends.
fn one_line<T: From<String>>(value: &TomlValue) -> Result<T, Wrong> {
    match string(value)? {
        text if text.contains(['\n', '\r']) => Err(expected(value, "a text without the end of a line")),
        text => Ok(text.to_owned().into()),
    }
}

fn name(value: &TomlValue) -> Result<String, Wrong> {
    match string(value)? {
        "" => Err(wrong(value.span().start, "the name is empty; expected a word that messages can use")),
        _ => one_line(value),
    }
}

/// The first line of a step.
fn step(value: &TomlValue) -> Result<String, Wrong> {
    let step: String = one_line(value)?;
    match step.matches("{}").count() {
        1 => Ok(step),
        _ => Err(expected(value, "`{}` once, where the number of the step stands")),
    }
}

fn flag(value: &TomlValue) -> Result<bool, Wrong> {
    value.get_ref().as_bool().ok_or_else(|| expected(value, "true or false"))
}

/// A text that is none of some words.
pub(super) fn one_of(value: &TomlValue, words: &[&str]) -> Wrong {
    let wrong = expected(value, list(words.iter().map(quoted), "or"));
    let nearest = string(value).ok().and_then(|found| nearest(found, words.iter().copied()));
    Wrong { suggestion: nearest.map(|nearest| format!("did you mean {nearest:?}?")), ..wrong }
}

/// The value of a name. What is no text has no name either.
pub(super) fn choice<T: FromStr<Err = UnknownName>>(value: &TomlValue) -> Result<T, Wrong> {
    string(value).unwrap_or_default().parse().map_err(|unknown: UnknownName| one_of(value, unknown.expected))
}

/// A whole number of a range, which `words` names.
fn number<T: TryFrom<i64> + PartialOrd>(
    value: &TomlValue,
    range: impl RangeBounds<T>,
    words: &str,
) -> Result<T, Wrong> {
    let number = value.get_ref().as_integer();
    let number = number.and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok()?.try_into().ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| expected(value, words))
}

fn array<'a, 'b>(value: &'b TomlValue<'a>, words: &str) -> Result<&'b [TomlValue<'a>], Wrong> {
    value.get_ref().as_array().map(|values| &**values).ok_or_else(|| expected(value, words))
}

/// A list of names, each at most once.
fn choices<T: FromStr<Err = UnknownName> + PartialEq + Display>(
    value: &TomlValue,
    names: &[T],
) -> Result<Vec<T>, Wrong> {
    let mut chosen = Vec::new();
    for name in array(value, &format!("a list of {}, each at most once", list(names.iter().map(quoted), "and")))? {
        let read = choice(name)?;
        if chosen.contains(&read) {
            return Err(expected(name, format!("{read} at most once")));
        }
        chosen.push(read);
    }
    Ok(chosen)
}

fn heading(value: &TomlValue) -> Result<Vec<Heading>, Wrong> {
    choices(value, &Heading::ALL)
}

/// What stands between the names of columns.
fn separator_of_header(value: &TomlValue) -> Result<Cow<'static, str>, Wrong> {
    match string(value)? {
        "" => Err(wrong(value.span().start, "header_separator is empty; expected a text such as \",\" or \" \"")),
        _ => one_line(value),
    }
}

/// The columns of the log.
pub(super) fn columns(value: &TomlValue) -> Result<Columns, Wrong> {
    let columns = choices(value, &LogColumn::ALL)?;
    let missing = || {
        let missing = [LogColumn::Node, LogColumn::Value].into_iter().filter(|column| !columns.contains(column));
        let problem =
            format!("the columns lack {}; expected node and value, with or without others", list(missing, "and"));
        wrong(value.span().start, problem)
    };
    Columns::new(&columns).ok_or_else(missing)
}

fn squares(value: &TomlValue) -> Result<Alphabet, Wrong> {
    let letters: Vec<char> = string(value)?.chars().collect();
    let is_bad = |letter: &char| letter.is_whitespace() || letter.is_control();
    let is_twice = |letter: &&char| letters.iter().filter(|other| other == letter).count() > 1;
    match (&letters[..], letters.iter().find(is_twice)) {
        (&[empty, black, white], None) if !letters.iter().any(is_bad) => Ok(Alphabet { empty, black, white }),
        ([_, _, _], Some(letter)) if !letters.iter().any(is_bad) => {
            Err(expected(value, format!("3 different characters; `{letter}` is there twice")))
        }
        _ => Err(expected(value, "3 different characters that are no blanks: empty, black, white")),
    }
}

fn weights(value: &TomlValue) -> Result<[[i16; 8]; 8], Wrong> {
    let words = "8 rows of 8 whole numbers from -32768 to 32767";
    let eight = |value: &TomlValue, count: usize, what: &str| match count {
        8 => Ok(()),
        _ => Err(wrong(value.span().start, format!("{count} {what}; expected {words}"))),
    };
    let rows = array(value, words)?;
    let mut weights = [[0; 8]; 8];
    for (row, weights) in rows.iter().zip(&mut weights) {
        let fields = array(row, words)?;
        eight(row, fields.len(), "numbers in a row of weights")?;
        for (field, weight) in fields.iter().zip(weights) {
            *weight = number(field, .., "a whole number from -32768 to 32767")?;
        }
    }
    eight(value, rows.len(), if rows.len() == 1 { "row of weights" } else { "rows of weights" })?;
    Ok(weights)
}

/// The names of the columns that a log has.
pub(super) fn header(
    value: &TomlValue,
    columns: &[LogColumn],
    names: &mut [Cow<'static, str>; 5],
) -> Result<(), Wrong> {
    let header: String = one_line(value)?;
    if header.split(',').count() != columns.len() {
        return Err(expected(value, format!("{} names of columns with commas between them", columns.len())));
    }
    for (&column, name) in columns.iter().zip(header.split(',')) {
        names[column as usize] = name.to_owned().into();
    }
    Ok(())
}
