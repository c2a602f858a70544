//! Reads an assignment's file: TOML, in which what is not given is as in a built-in assignment.

use std::{borrow::Cow, collections::BTreeMap, path::Path, sync::Arc};

use anyhow::Result;
use toml::{Spanned, de::DeTable};

use super::{
    Assignment, OutputForm, SourceFile, TaskAlgorithm, TaskDefinition, TaskNumber,
    keys::{KEYS, Key, TomlValue, Wrong, choice, expected, one_of, string, wrong},
};
use crate::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    games::reversi::{Expression, Feature, Square, Term},
    log::{FieldValue, Spelling},
    names::{list, nearest},
};

impl Assignment {
    /// Reads the file of an assignment.
    ///
    /// # Errors
    /// A file that cannot be read, and the first place where it is no assignment.
    pub fn read(path: &Path) -> Result<Arc<Self>> {
        let input = Input::read(path, input::LIMIT)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let assignment = Self::parse(&input.text, folder).map_err(|problem| input.explain(&problem))?;
        let name = path.file_name().unwrap_or_default().into();
        let mut files = vec![SourceFile { path: path.to_owned(), name, text: input.text }];
        for name in assignment.tasks.values().flat_map(|task| tables(&task.evaluation)) {
            let path = folder.join(name);
            let text = Input::read(&path, input::LIMIT)?.text;
            files.push(SourceFile { path, name: name.into(), text });
        }
        Ok(Arc::new(Self { files, ..assignment }))
    }

    /// Reads the text of an assignment. The tables that it names lie relative to `folder`.
    ///
    /// # Errors
    /// The first place where it is none.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, Problem> {
        parse(text, |document| {
            let like = match document.get("like") {
                None => Self::usual(),
                Some(like) => Self::named(string(like)?).ok_or_else(|| one_of(like, &Self::BUILT_IN))?,
            };
            let read = assignment(document, (*like).clone(), folder)?;
            match (Self::named(&read.name), document.get("name")) {
                (Some(built_in), Some(name)) if *built_in != read => {
                    let message =
                        "this is the name of a built-in assignment, which is another one; expected a new name";
                    Err(wrong(name.span().start, message))
                }
                _ => Ok(read),
            }
        })
    }

    /// Reads the text of a built-in assignment, which gives every key.
    pub(super) fn parse_whole(text: &str) -> Result<Self, Problem> {
        parse(text, |document| assignment(document, Self::default(), Path::new("")))
    }
}

fn parse(text: &str, read: impl FnOnce(&DeTable) -> Result<Assignment, Wrong>) -> Result<Assignment, Problem> {
    let document = DeTable::parse(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        wrong(error.span().unwrap_or_default().start, format!("this is no TOML: {message}"))
    });
    let assignment = document.and_then(|document| read(document.get_ref()));
    assignment.map_err(|wrong| Problem::at_byte(text, wrong.at, wrong.message).suggesting(wrong.suggestion))
}

/// Puts the values of a document into an assignment. Of all that is wrong, the first place of the file is told, not the first
/// key of the alphabet.
fn assignment(document: &DeTable, mut read: Assignment, folder: &Path) -> Result<Assignment, Wrong> {
    let mut all_wrong = Vec::new();
    for name in ["", "input", "search", "log", "moves"] {
        let value = document.get(name);
        let table = if name.is_empty() { Some(document) } else { value.and_then(|value| value.get_ref().as_table()) };
        let Some(table) = table else {
            let problem = format!("{name} is no table; expected a line [{name}] and its keys below");
            all_wrong.extend(value.map(|value| wrong(value.span().start, problem)));
            continue;
        };
        let keys: Vec<&Key> = KEYS.iter().filter(|key| key.table == name).collect();
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        for (key, value) in table {
            all_wrong.extend(match keys.iter().find(|known| known.name == key.get_ref()) {
                Some(known) => (known.read)(&mut read, value).err(),
                None => Some(unknown(key, name, &names)),
            });
        }
    }
    if !document.contains_key("name") {
        all_wrong.push(wrong(0, "the name is missing; expected a line such as name = \"mine\""));
    }
    if let Some(value) = document.get("tasks") {
        read.tasks = tasks(value, folder, &mut all_wrong);
    }
    all_wrong.extend(greedy(document, &read));
    all_wrong.extend(bounds(document, &read));
    if let Some(log) = document.get("log").and_then(|log| log.get_ref().as_table()) {
        row_texts(log, &read.spelling, &mut all_wrong);
    }
    match all_wrong.into_iter().min_by_key(|wrong| wrong.at) {
        Some(first) => Err(first),
        None => Ok(Assignment { files: Vec::new(), ..read }),
    }
}

/// A key that a table does not have.
fn unknown(key: &Spanned<Cow<str>>, table: &str, known: &[&str]) -> Wrong {
    let found: &str = key.get_ref();
    let of = if table.is_empty() { "an assignment".to_owned() } else { format!("[{table}]") };
    let message = format!("{found:?} is no key of {of}; expected {}", list(known, "or"));
    let elsewhere = KEYS.iter().find(|key| !key.table.is_empty() && key.table != table && key.name == found);
    let suggestion = match (elsewhere, nearest(found, known.iter().copied())) {
        (Some(elsewhere), _) => Some(format!("{found} is a key of [{}]", elsewhere.table)),
        (None, nearest) => nearest.map(|nearest| format!("did you mean {nearest}?")),
    };
    Wrong { at: key.span().start, message, suggestion }
}

/// The tasks in which nothing is wrong.
fn tasks(value: &TomlValue, folder: &Path, all_wrong: &mut Vec<Wrong>) -> BTreeMap<TaskNumber, TaskDefinition> {
    let Some(table) = value.get_ref().as_table() else {
        all_wrong.push(wrong(value.span().start, "tasks is no table; expected [tasks.1] and its keys below"));
        return BTreeMap::new();
    };
    if table.is_empty() {
        all_wrong.push(wrong(value.span().start, "there is no task; expected [tasks.1] and its keys below"));
    }
    table.iter().filter_map(|(key, value)| task(key, value, folder, all_wrong)).collect()
}

/// A task and its number.
fn task(
    key: &Spanned<Cow<str>>,
    value: &TomlValue,
    folder: &Path,
    all_wrong: &mut Vec<Wrong>,
) -> Option<(TaskNumber, TaskDefinition)> {
    let (name, at) = (key.get_ref(), key.span().start);
    let number = name.parse::<TaskNumber>();
    if number.is_err() {
        all_wrong.push(wrong(at, format!("{name:?} is no number of a task; expected 1 to 99")));
    }
    let Some(table) = value.get_ref().as_table() else {
        all_wrong.push(expected(value, "a table with algorithm and evaluation"));
        return None;
    };
    let known = ["algorithm", "evaluation"];
    let strangers = table.keys().filter(|key| !known.contains(&&**key.get_ref()));
    all_wrong.extend(strangers.map(|key| unknown(key, &format!("tasks.{name}"), &known)));
    let missing = |key| wrong(at, format!("task {name} has no {key}; expected algorithm and evaluation"));
    let [algorithm, evaluation] = known.map(|key| table.get(key).ok_or_else(|| missing(key)));
    let algorithm = algorithm.and_then(choice).map_err(|wrong| all_wrong.push(wrong));
    let evaluation = evaluation.and_then(|value| self::evaluation(value, folder));
    let evaluation = evaluation.map_err(|wrong| all_wrong.push(wrong));
    Some((number.ok()?, TaskDefinition { algorithm: algorithm.ok()?, evaluation: evaluation.ok()? }))
}

/// An evaluation; what is wrong with it has its place inside of the quotes.
fn evaluation(value: &TomlValue, folder: &Path) -> Result<Expression, Wrong> {
    Expression::read(string(value)?, folder).map_err(|Problem { column, message, suggestion, .. }| {
        let span = value.span();
        Wrong { at: (span.start + column).min(span.end), message, suggestion }
    })
}

/// The paths of the tables that an evaluation names.
fn tables(evaluation: &Expression) -> impl Iterator<Item = &str> {
    evaluation.terms().iter().filter_map(|term| match &term.feature {
        Feature::Table { name, .. } => name.strip_prefix('"')?.strip_suffix('"'),
        Feature::Counted(_) => None,
    })
}

/// With the assignment's own weights in place of the usual ones, a sum may exceed 32 bits.
fn bounds(document: &DeTable, read: &Assignment) -> impl Iterator<Item = Wrong> {
    let at = document.get("weights").or(document.get("tasks")).map_or(0, |value| value.span().start);
    let has_weights = |term: &Term| matches!(&term.feature, Feature::Table { name, .. } if name == "weights");
    let is_too_large = move |evaluation: &Expression| {
        evaluation.terms().iter().any(has_weights) && evaluation.clone().with_weights(None, read.weights).is_none()
    };
    let too_large = read.tasks.iter().filter(move |(_, task)| is_too_large(&task.evaluation));
    too_large.map(move |(number, _)| {
        wrong(at, format!("with these weights, the evaluation of task {number} could exceed 32 bits"))
    })
}

/// A whole game has a log, which greedy has not.
fn greedy(document: &DeTable, read: &Assignment) -> impl Iterator<Item = Wrong> {
    let is_wrong = |task: &TaskDefinition| read.output == OutputForm::Game && task.algorithm == TaskAlgorithm::Greedy;
    read.tasks.iter().filter(move |(_, task)| is_wrong(task)).map(|(number, _)| {
        let task = document.get("tasks").and_then(|tasks| tasks.get_ref().get(number.to_string()));
        let algorithm = task.and_then(|task| task.get_ref().get("algorithm"));
        let place = algorithm.or(document.get("output")).or(document.get("like"));
        let problem =
            format!("task {number} is greedy, which has no log; where output is `game` expected minimax or alphabeta");
        wrong(place.map_or(0, |value| value.span().start), problem)
    })
}

/// The texts of a row must not be taken for each other.
fn row_texts(log: &DeTable, spelling: &Spelling, all_wrong: &mut Vec<Wrong>) {
    let place = |key: &str| log.get(key).map(|value| value.span().start);
    let Spelling { separator, infinity, root, pass, cut_marker, .. } = spelling;
    let is_of_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-' | '.');
    if let Some(at) = place("separator") {
        if separator.is_empty() {
            all_wrong.push(wrong(at, "the separator is empty; expected a text such as \",\" or \" \""));
        } else if let Some(letter) = separator.chars().find(|&letter| letter.is_alphanumeric() || is_of_number(letter))
        {
            let problem = format!(
                "the separator has {letter:?}, which fields have, too; expected one without letters, digits, signs and points"
            );
            all_wrong.push(wrong(at, problem));
        }
    }
    for (key, text) in [("root", root), ("pass", pass), ("infinity", infinity)] {
        let Some(at) = place(key).or_else(|| place("separator")) else { continue };
        let problem = if text.is_empty() {
            format!("{key} is empty; expected a word that stands in a row")
        } else if !separator.is_empty() && text.contains(&**separator) {
            format!("{key} is {text:?}, which holds the separator {separator:?}; expected texts that can be told apart")
        } else if key == "infinity" {
            continue;
        } else if text.to_lowercase().parse::<Square>().is_ok() {
            format!("{key} is {text:?}, which is a square; expected a name that no square has")
        } else if FieldValue::read(text.as_bytes()).is_some() || text == infinity {
            format!("{key} is {text:?}, which is a number; expected a name that is none")
        } else {
            continue;
        };
        all_wrong.push(wrong(at, problem));
    }
    if let Some(at) = place("pass").or_else(|| place("root")).filter(|_| root == pass) {
        all_wrong.push(wrong(at, format!("root and pass are both {pass:?}; expected two names")));
    }
    if let Some(first) = cut_marker.chars().next().filter(|&first| is_of_number(first))
        && let Some(at) = place("cut_marker")
    {
        let problem =
            format!("the marker begins with {first:?}, as a number does; expected a blank or a letter before it");
        all_wrong.push(wrong(at, problem));
    }
}
