//! Reads an assignment's file: TOML, in which what is not given is as in a built-in assignment.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    mem,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use anyhow::Result;
use toml::{Spanned, de::DeTable};

use super::{
    Assignment, AssignmentName, MoveWords, OpenReading, OutputForm, ReplacedTasks, SourceFile, TaskAlgorithm,
    TaskDefinition, TaskNumber,
    keys::{self, KEYS, Key, TomlValue, Wrong, choice, expected, one_of, string, wrong},
};
use crate::log::{FieldValue, Spelling};
use reversi_core::games::reversi::{Expression, Feature, Square, Term};
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    names::{list, nearest},
};

impl Assignment {
    /// Reads the file of an assignment, and those that it names.
    ///
    /// # Errors
    /// A file that cannot be read, and the first place where it is no assignment.
    pub fn read(path: &Path) -> Result<Arc<Self>> {
        read_below(path, &[]).map(Arc::new)
    }

    /// Reads the text of an assignment. The files that it names lie relative to the one that the text comes from.
    ///
    /// # Errors
    /// The first place where it is none, and what is wrong with the files that it names.
    pub fn parse(input: &Input) -> Result<Self> {
        parse_below(input, &[]).map(|(assignment, _)| assignment)
    }

    /// Reads the text of a built-in assignment. One that names no other gives every key.
    pub(super) fn parse_built_in(text: &str) -> Option<Self> {
        let document = DeTable::parse(text).ok()?;
        let document = document.get_ref();
        let like = match document.get("like") {
            Some(like) => (*Self::named(like.get_ref().as_str()?)?).clone(),
            None => Self::default(),
        };
        assignment(document, like, Path::new("")).ok()
    }
}

/// Reads a file, where the assignments of other files, by their canonical paths, led to it.
fn read_below(path: &Path, above: &[PathBuf]) -> Result<Assignment> {
    read_text(&Input::read(path, input::LIMIT)?, path, above)
}

fn read_text(input: &Input, path: &Path, above: &[PathBuf]) -> Result<Assignment> {
    let here = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (read, like) = parse_below(input, &[above, &[here]].concat())?;
    let mut inherited: Vec<PathBuf> = like.files.iter().map(|file| file.path.clone()).collect();
    inherited.extend_from_slice(&like.inherited);
    let folder = path.parent().unwrap_or(Path::new(""));
    let copied = |name: &str| name_of_copy(Path::new(name)).display().to_string();
    let evaluations = read.tasks.values().map(|task| &task.evaluation);
    let mut files = Vec::new();
    for name in evaluations.flat_map(Expression::table_paths) {
        let path = folder.join(name);
        let text = Input::read(&path, input::LIMIT)?.text;
        files.push(SourceFile { path, name: copied(name).into(), text });
    }
    let tasks = read.tasks.iter().map(|(&number, TaskDefinition { algorithm, evaluation })| {
        (number, TaskDefinition { algorithm: *algorithm, evaluation: evaluation.clone().with_table_paths(copied) })
    });
    let text = Assignment { tasks: tasks.collect(), ..read.clone() }.text();
    files.insert(0, SourceFile { path: path.to_owned(), name: path.file_name().unwrap_or_default().into(), text });
    let replaced = if read.tasks == like.tasks {
        like.replaced.clone()
    } else {
        let numbers = like.tasks.keys().copied().collect();
        Some(ReplacedTasks { file: path.to_owned(), like: like.name.clone(), numbers })
    };
    Ok(Assignment { files, inherited, replaced, ..read })
}

/// Where the copy of a table lies, relative to that of the assignment: where the table itself does, or beside it if that is
/// outside of the assignment's folder.
fn name_of_copy(table: &Path) -> &Path {
    let is_inside = table.components().all(|component| matches!(component, Component::Normal(_) | Component::CurDir));
    if is_inside { table } else { table.file_name().map_or(table, Path::new) }
}

/// The assignment of a text and the one that it is like.
fn parse_below(input: &Input, above: &[PathBuf]) -> Result<(Assignment, Arc<Assignment>)> {
    let explain = |Wrong { at, message, suggestion }| {
        input.explain(&Problem::at_byte(&input.text, at, message).suggesting(suggestion))
    };
    let document = DeTable::parse(&input.text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        explain(wrong(error.span().unwrap_or_default().start, format!("this is no TOML: {message}")))
    })?;
    let document = document.get_ref();
    let folder = Path::new(&input.name).parent().unwrap_or(Path::new(""));
    let like = match document.get("like") {
        None => Assignment::usual(),
        Some(value) => {
            let name = string(value).map_err(explain)?;
            match name.parse() {
                Ok(AssignmentName::BuiltIn(like)) => like,
                Ok(AssignmentName::File(path)) => {
                    let problem = |message| explain(wrong(value.span().start, message));
                    let path = folder.join(path);
                    if path.canonicalize().is_ok_and(|path| above.contains(&path)) {
                        let message = format!("`like` of {name} leads back to this file; expected another file");
                        return Err(problem(message));
                    }
                    let input = Input::read(&path, input::LIMIT).map_err(|error| problem(format!("{error:#}")))?;
                    let like = read_text(&input, &path, above)?;
                    let here = Path::new(name).parent().unwrap_or(Path::new(""));
                    Arc::new(like.with_tables_in(here))
                }
                Err(_) => {
                    let expected = one_of(value, &Assignment::BUILT_IN);
                    let message = format!("{}, or the path of a file, such as \"mine.toml\"", expected.message);
                    return Err(explain(Wrong { message, ..expected }));
                }
            }
        }
    };
    let read = assignment(document, (*like).clone(), folder).map_err(explain)?;
    match (Assignment::named(&read.name), document.get("name")) {
        (Some(built_in), Some(name)) if *built_in != read => {
            let message = "this is the name of a built-in assignment, which is another one; expected a new name";
            Err(explain(wrong(name.span().start, message)))
        }
        _ => Ok((read, like)),
    }
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
    all_wrong.extend(open_readings(document, &mut read));
    all_wrong.extend(players(document, &read.moves));
    all_wrong.extend(greedy(document, &read));
    all_wrong.extend(bounds(document, &read));
    if let Some(log) = document.get("log").and_then(|log| log.get_ref().as_table()) {
        all_wrong.extend(columns(log, &mut read.spelling).err());
        row_texts(log, &read.spelling, &mut all_wrong);
    }
    match all_wrong.into_iter().min_by_key(|wrong| wrong.at) {
        Some(first) => Err(first),
        None => Ok(Assignment { files: Vec::new(), inherited: Vec::new(), replaced: None, ..read }),
    }
}

/// A key that a table does not have.
fn unknown(key: &Spanned<Cow<str>>, table: &str, known: &[&str]) -> Wrong {
    let found: &str = key.get_ref();
    let of = if table.is_empty() { "an assignment".to_owned() } else { format!("[{table}]") };
    let message = format!("unknown key {found:?} in {of}; expected {}", list(known, "or"));
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

/// Open readings that the file names must be possible; of inherited ones those are left that are, and that no key of the file
/// decides.
fn open_readings(document: &DeTable, read: &mut Assignment) -> Option<Wrong> {
    if let Some(value) = document.get("open_readings") {
        let impossible = read.open_readings.iter().find(|reading| !reading.is_possible_in(read));
        return impossible.map(|reading| {
            let problem = "is what this assignment asks for, or makes no difference; expected another reading";
            wrong(value.span().start, format!("{reading} {problem}"))
        });
    }
    let search = document.get("search").and_then(|search| search.get_ref().as_table());
    let is_decided = |reading: &OpenReading| search.is_some_and(|search| search.contains_key(reading.key()));
    let inherited = mem::take(&mut read.open_readings).into_iter();
    read.open_readings = inherited.filter(|reading| reading.is_possible_in(read) && !is_decided(reading)).collect();
    None
}

/// The words of the moves file must say who is to move.
fn players(document: &DeTable, moves: &MoveWords) -> Option<Wrong> {
    let words = document.get("moves")?.get_ref().as_table()?;
    let at = ["black", "white"].into_iter().filter_map(|key| Some(words.get(key)?.span().start)).max()?;
    let problem = || format!("black and white are both {:?}; expected two words", moves.black);
    (moves.black == moves.white).then(|| wrong(at, problem()))
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

/// The columns and their names, which belong together: names of other columns would be wrong.
fn columns(log: &DeTable, spelling: &mut Spelling) -> Result<(), Wrong> {
    let header = log.get("header");
    if let Some(value) = log.get("columns") {
        let columns = keys::columns(value)?;
        if header.is_none() && columns != spelling.columns {
            let problem = "these are other columns, and there is no header; expected a line header = with their names";
            return Err(wrong(value.span().start, problem));
        }
        spelling.columns = columns;
    }
    let Spelling { columns, header: names, .. } = spelling;
    let read = header.map_or(Ok(()), |value| keys::header(value, columns.of(true), names));
    read.map_err(|wrong| {
        if log.contains_key("columns") {
            return wrong;
        }
        let names = list(columns.of(true), "and");
        Wrong {
            message: format!(
                "{}; the columns are inherited, {names}, where no line columns = gives others",
                wrong.message
            ),
            ..wrong
        }
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
                "the separator contains {letter:?}, which can occur in fields; expected no letters, digits, signs or \
                    decimal points"
            );
            all_wrong.push(wrong(at, problem));
        }
    }
    for (key, text) in [("root", root), ("pass", pass), ("infinity", infinity)] {
        let Some(at) = place(key).or_else(|| place("separator")) else { continue };
        let is_number = FieldValue::read(text.as_bytes()).is_some_and(|number| number != FieldValue::INFINITY);
        let problem = if text.is_empty() {
            format!("{key} is empty; expected a word")
        } else if !separator.is_empty() && text.contains(&**separator) {
            format!("{key} is {text:?}, which contains the separator {separator:?}; expected a text without it")
        } else if key == "infinity"
            && is_number
            && !(text.len() >= 9 && text.chars().all(|digit| digit.is_ascii_digit()))
        {
            format!(
                "infinity is {text:?}, which could also be a value; expected a word or a number with at least 9 digits"
            )
        } else if key == "infinity" {
            continue;
        } else if text.to_lowercase().parse::<Square>().is_ok() {
            format!("{key} is {text:?}, the name of a square; expected another name")
        } else if FieldValue::read(text.as_bytes()).is_some() || text == infinity {
            format!("{key} is {text:?}, a number; expected a name that is not a number")
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
