//! Reads an assignment's file in TOML; missing keys are inherited from another assignment.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use anyhow::Result;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    Assignment, AssignmentName, OpenReading, OutputForm, ReplacedTasks, SourceFile, TaskAlgorithm, TaskDefinition,
    TaskNumber,
    keys::{Keys, TaskKeys},
};
use crate::log::{FieldValue, RowFormat};
use reversi_core::games::reversi::{Expression, Size, Square, spread};
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
        toml_file::{self, TomlTable},
    },
    names::list,
};

impl Assignment {
    /// Reads an assignment's file, and all files that this file names.
    pub fn read(path: &Path) -> Result<Arc<Self>> {
        read_text(&Input::read(path, input::LIMIT)?, path, &[]).map(Arc::new)
    }

    /// Reads the text of an assignment. Paths in the text are relative to the file's folder.
    pub fn parse(input: &Input) -> Result<Self> {
        parse_below(input, &[]).map(|(assignment, _)| assignment)
    }

    /// Reads the text of a built-in assignment. If the text does not inherit from another assignment, the text must
    /// have every key.
    pub(super) fn parse_built_in(text: &str) -> Option<Self> {
        let document = Document::parse(text).ok()?;
        let like = document.text_at(&["like"]).and_then(Self::named);
        document.assignment(like.as_deref(), Path::new("")).ok()
    }
}

/// Reads the text of a file. `above` has the canonical paths of the files that inherit from this file.
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

/// The path of the copy of a table of weights, relative to the copy of the assignment. A table from another folder is
/// copied into the assignment's folder.
fn name_of_copy(table: &Path) -> &Path {
    let is_inside = table.components().all(|component| matches!(component, Component::Normal(_) | Component::CurDir));
    if is_inside { table } else { table.file_name().map_or(table, Path::new) }
}

/// Reads an assignment from a text, and also the assignment from which it inherits.
fn parse_below(input: &Input, above: &[PathBuf]) -> Result<(Assignment, Arc<Assignment>)> {
    let explain = |problem| input.explain(&problem);
    let document = Document::parse(&input.text).map_err(explain)?;
    let Some(name_at) = document.place(&["name"]) else {
        return Err(explain(document.problem(0, "the name is missing; expected a line such as name = \"mine\"")));
    };
    let folder = Path::new(&input.name).parent().unwrap_or(Path::new(""));
    let like = match document.text_at(&["like"]).map(|name| (name, name.parse())) {
        // If the value is not a text, serde reports this problem later.
        None => Assignment::usual(),
        Some((_, Ok(AssignmentName::BuiltIn(like)))) => like,
        Some((name, Ok(AssignmentName::File(path)))) => {
            let problem = |message: String| explain(document.problem_with(&["like"], message));
            let path = folder.join(path);
            if path.canonicalize().is_ok_and(|path| above.contains(&path)) {
                let message = format!("`like` of {name} leads back to this file; expected another file");
                return Err(problem(message));
            }
            let input = Input::read(&path, input::LIMIT).map_err(|error| problem(format!("{error:#}")))?;
            let like = read_text(&input, &path, above)?;
            Arc::new(like.with_tables_in(Path::new(name).parent().unwrap_or(Path::new(""))))
        }
        Some((name, Err(_))) => {
            let known = list(Assignment::BUILT_IN.map(|name| format!("{name:?}")), "or");
            let expected = format!("{known}, or the path of a file, such as \"mine.toml\"");
            let message = format!("{name:?} is not allowed here; expected {expected}");
            return Err(explain(document.problem_with(&["like"], message)));
        }
    };
    let read = document.assignment(Some(&like), folder).map_err(explain)?;
    if Assignment::named(&read.name).is_some_and(|built_in| *built_in != read) {
        let message = "this is the name of a built-in assignment, which is another one; expected a new name";
        return Err(explain(document.problem(name_at, message)));
    }
    Ok((read, like))
}

/// The parsed file of an assignment, with the place of each value.
struct Document<'a> {
    text: &'a str,
    table: DeTable<'a>,
}

impl<'a> Document<'a> {
    fn parse(text: &'a str) -> Result<Self, Problem> {
        Ok(Self { text, table: toml_file::parse(text)?.into_inner() })
    }

    /// The value of a key; `path` has the table and the key.
    fn get(&self, path: &[&str]) -> Option<&Spanned<DeValue<'a>>> {
        let (name, tables) = path.split_last()?;
        let table = tables.iter().try_fold(&self.table, |table, name| table.get(*name)?.get_ref().as_table())?;
        table.get(*name)
    }

    fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.get(path)?.get_ref().as_str()
    }

    fn place(&self, path: &[&str]) -> Option<usize> {
        Some(self.get(path)?.span().start)
    }

    fn problem(&self, at: usize, message: impl Into<String>) -> Problem {
        Problem::at_byte(self.text, at, message)
    }

    /// A problem with a value; if the value is missing, the place is the beginning of the file.
    fn problem_with(&self, path: &[&str], message: impl Into<String>) -> Problem {
        self.problem(self.place(path).unwrap_or_default(), message)
    }

    /// The assignment in the document; missing keys come from `like`.
    fn assignment(&self, like: Option<&Assignment>, folder: &Path) -> Result<Assignment, Problem> {
        let inherited = like.map(Assignment::text).unwrap_or_default();
        let mut table = self.table.clone();
        inherit(&mut table, toml_file::parse(&inherited)?.into_inner());
        if let Some(problem) = self.broken_line(&self.table) {
            return Err(problem);
        }
        let Keys { name, title, output, open_readings, weights, input, search, log, moves, tasks, _like: _ } =
            toml_file::values(self.text, table, table_of_key)?;
        let size = input.0.size;
        let tasks = match like {
            Some(like) if self.get(&["tasks"]).is_none() => like.tasks.clone(),
            _ => self.tasks(tasks, size, folder)?,
        };
        let weights = weights.or(like.map(|like| like.weights.clone())).unwrap_or_default();
        let mut read = Assignment {
            name,
            title,
            output,
            size,
            heading: input.0.heading,
            squares: input.0.squares,
            rules: search.0,
            tasks,
            weights,
            open_readings,
            row_format: log.0,
            moves: moves.0,
            files: Vec::new(),
            inherited: Vec::new(),
            replaced: None,
        };
        let mut problems = self.problems(&read, like);
        problems.extend(self.open_readings(&mut read));
        problems.into_iter().min_by_key(|problem| (problem.line, problem.column)).map_or(Ok(read), Err)
    }

    /// The problem of a text with a line ending, for the first such text in a table. Evaluations are allowed to have
    /// several lines.
    fn broken_line(&self, table: &DeTable) -> Option<Problem> {
        table.iter().filter(|(key, _)| key.get_ref() != "tasks").find_map(|(_, value)| match value.get_ref() {
            DeValue::Table(table) => self.broken_line(table),
            DeValue::String(text) if text.contains(['\n', '\r']) => {
                let message = format!("{text:?} is not allowed here; expected a text without the end of a line");
                Some(self.problem(value.span().start, message))
            }
            _ => None,
        })
    }

    fn tasks(
        &self,
        tasks: BTreeMap<TaskNumber, TomlTable<TaskKeys>>,
        size: Size,
        folder: &Path,
    ) -> Result<BTreeMap<TaskNumber, TaskDefinition>, Problem> {
        if tasks.is_empty() {
            return Err(self.problem_with(&["tasks"], "there is no task; expected [tasks.1] and its keys below"));
        }
        let read = |(number, TomlTable(TaskKeys { algorithm, evaluation })): (TaskNumber, TomlTable<TaskKeys>)| {
            let evaluation = Expression::read_for(size, &evaluation, folder).map_err(|problem| {
                // The place inside the expression counts from the opening quotes.
                let span = self.get(&["tasks", &number.to_string(), "evaluation"]).map_or(0..0, Spanned::span);
                let at = (span.start + problem.column).min(span.end);
                self.problem(at, problem.message).suggesting(problem.suggestion)
            })?;
            Ok((number, TaskDefinition { algorithm, evaluation }))
        };
        tasks.into_iter().map(read).collect()
    }

    /// All problems of values that contradict each other, and of single values that serde cannot check.
    fn problems(&self, read: &Assignment, like: Option<&Assignment>) -> Vec<Problem> {
        let Assignment { name, moves, row_format, .. } = read;
        let RowFormat { separator, header_separator, infinity, root, pass, cut_marker, decimals, root_depth, .. } =
            row_format;
        let is_of_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-' | '.');
        let is_number = |text: &str| FieldValue::read(text.as_bytes()).is_some();
        let is_one_field = |text: &str| !text.is_empty() && (separator.is_empty() || !text.contains(&**separator));
        let is_name = |text: &str| {
            let is_square = text.to_lowercase().parse::<Square>().is_ok();
            is_one_field(text) && !is_square && !is_number(text) && text != infinity
        };
        let is_infinity = |text: &str| {
            let is_long = text.len() >= 9 && text.chars().all(|digit| digit.is_ascii_digit());
            let is_value = is_number(text) && FieldValue::read(text.as_bytes()) != Some(FieldValue::INFINITY);
            is_one_field(text) && (is_long || !is_value)
        };
        let is_separator = !separator.contains(|letter: char| letter.is_alphanumeric() || is_of_number(letter));
        let name_expected = "a name that is not a square or a number, and does not contain the separator";
        // The place is that of the first of these keys that the file has.
        let rules: [(bool, &[&[&str]], &str); 12] = [
            (!name.is_empty(), &[&["name"]], "a word that messages can use"),
            (*decimals <= 6, &[&["log", "decimals"]], "a number of digits, from 0 to 6"),
            (*root_depth <= 9, &[&["log", "root_depth"]], "a depth, from 0 to 9"),
            (
                moves.step.matches("{}").count() == 1,
                &[&["moves", "step"]],
                "`{}` once, where the number of the step stands",
            ),
            (moves.black != moves.white, &[&["moves", "white"], &["moves", "black"]], "two words for black and white"),
            (
                !header_separator.is_empty(),
                &[&["log", "header_separator"]],
                "a header_separator such as \",\" or \" \"",
            ),
            (
                is_separator && !separator.is_empty(),
                &[&["log", "separator"]],
                "a text such as \",\" or \" \", without letters, digits, signs and points",
            ),
            (is_name(root), &[&["log", "root"], &["log", "separator"]], name_expected),
            (is_name(pass), &[&["log", "pass"], &["log", "separator"]], name_expected),
            (root != pass, &[&["log", "pass"], &["log", "root"]], "two names for root and pass"),
            (
                is_infinity(infinity),
                &[&["log", "infinity"], &["log", "separator"]],
                "a word for infinity without the separator, or a number of at least 9 digits",
            ),
            (
                !cut_marker.starts_with(is_of_number),
                &[&["log", "cut_marker"]],
                "a space or a letter at the beginning of the marker",
            ),
        ];
        let wrong = rules.into_iter().filter(|(is_right, ..)| !is_right);
        let problem = |(_, keys, expected): (bool, &[&[&str]], &str)| {
            let value = keys.iter().find_map(|path| self.get(path))?;
            let found = &self.text[value.span()];
            Some(self.problem(value.span().start, format!("{found} is not allowed here; expected {expected}")))
        };
        let mut problems: Vec<Problem> = wrong.filter_map(problem).collect();
        problems.extend(self.greedy(read));
        problems.extend(self.weights(read, like));
        problems.extend(self.columns(row_format, like.map(|like| &like.row_format)));
        problems
    }

    /// The problem of weights for another size of the board, or with which an evaluation may exceed 32 bits.
    fn weights(&self, read: &Assignment, like: Option<&Assignment>) -> Option<Problem> {
        let rows = usize::from(read.size.rows());
        let is_square = read.weights.iter().all(|row| row.len() == read.weights.len());
        if self.get(&["weights"]).is_some() && !(is_square && read.has_weights()) {
            let message = format!("these weights do not fit the board; expected {rows} rows of {rows} whole numbers");
            return Some(self.problem_with(&["weights"], message));
        }
        let inherits = self.get(&["tasks"]).is_none();
        let is_resized = inherits && like.is_some_and(|like| like.size != read.size);
        for (number, task) in &read.tasks {
            let has_tables = is_resized && task.evaluation.table_paths().next().is_some();
            if has_tables || task.evaluation.has_weights() && !read.has_weights() {
                let message = format!(
                    "task {number} uses weights of another size than {}; expected weights = with {rows} rows of {rows} \
                     numbers, or tasks whose evaluations do not use them",
                    read.size
                );
                let evaluation = ["tasks", &number.to_string(), "evaluation"];
                let place = self.place(&["input", "size"]).or(self.place(&evaluation)).or(self.place(&["like"]));
                return Some(self.problem(place.unwrap_or_default(), message));
            }
            if task.evaluation.has_weights()
                && task.evaluation.clone().with_weights(None, spread(&read.weights)).is_none()
            {
                let key = if self.get(&["weights"]).is_some() { "weights" } else { "tasks" };
                let message = format!("with these weights, the evaluation of task {number} could exceed 32 bits");
                return Some(self.problem_with(&[key], message));
            }
        }
        None
    }

    /// Checks that the open readings in the file are possible. An inherited reading is removed if it is impossible or
    /// if a key of the file decides the question.
    fn open_readings(&self, read: &mut Assignment) -> Option<Problem> {
        let is_possible = |reading: &OpenReading| reading.is_possible_in(read);
        if self.get(&["open_readings"]).is_some() {
            let impossible = read.open_readings.iter().find(|reading| !is_possible(reading))?;
            let problem = "is what this assignment asks for, or makes no difference; expected another reading";
            return Some(self.problem_with(&["open_readings"], format!("{impossible} {problem}")));
        }
        let is_decided = |reading: &OpenReading| self.get(&["search", reading.key()]).is_some();
        let inherited = read.open_readings.iter().copied();
        read.open_readings = inherited.filter(|reading| is_possible(reading) && !is_decided(reading)).collect();
        None
    }

    /// Problems of greedy tasks in an assignment with whole games. A whole game needs a log, and greedy does not write
    /// one.
    fn greedy(&self, read: &Assignment) -> impl Iterator<Item = Problem> {
        let is_wrong =
            |task: &TaskDefinition| read.output == OutputForm::Game && task.algorithm == TaskAlgorithm::Greedy;
        read.tasks.iter().filter(move |(_, task)| is_wrong(task)).map(|(number, _)| {
            let algorithm = self.place(&["tasks", &number.to_string(), "algorithm"]);
            let place = algorithm.or(self.place(&["output"])).or(self.place(&["like"]));
            let problem = format!(
                "task {number} is greedy, which has no log; where output is `game` expected minimax or alphabeta"
            );
            self.problem(place.unwrap_or_default(), problem)
        })
    }

    /// The problem of a file with new columns but without new column names: the inherited names would be wrong.
    fn columns(&self, row_format: &RowFormat, like: Option<&RowFormat>) -> Option<Problem> {
        let columns = row_format.columns(true);
        let has_own_columns = self.get(&["log", "columns"]).is_some();
        let Some(at) = self.place(&["log", "header"]) else {
            let is_other = like.is_some_and(|like| like.columns != row_format.columns);
            let problem = "these are new columns without names; expected a line header = with their names";
            return is_other.then(|| self.problem_with(&["log", "columns"], problem));
        };
        if row_format.header.split(',').count() == columns.len() {
            return None;
        }
        let expected = format!("{} names of columns with commas between them", columns.len());
        let message = format!("{:?} is not allowed here; expected {expected}", row_format.header);
        let names = list(columns, "and");
        let inherited = format!("; the columns are inherited, {names}, where no line columns = gives others");
        Some(self.problem(at, message + if has_own_columns { "" } else { &inherited }))
    }
}

/// The table of a built-in assignment that has a key, as a suggestion.
fn table_of_key(key: &str) -> Option<String> {
    let known = toml_file::parse(Assignment::TEXTS[0]).ok()?;
    let has_key = |value: &DeValue| value.as_table().is_some_and(|table| table.contains_key(key));
    let (table, _) = known.get_ref().iter().find(|(_, value)| has_key(value.get_ref()))?;
    Some(format!("{key} is a key of [{}]", table.get_ref()))
}

/// Adds the values that a table lacks from another table.
fn inherit<'a>(table: &mut DeTable<'a>, inherited: DeTable<'a>) {
    // The name is never inherited, and tasks are inherited only as a whole.
    let own = ["name", "tasks"];
    for (key, value) in inherited.into_iter().filter(|(key, _)| !own.contains(&&**key.get_ref())) {
        match (table.get_mut(&key), value.into_inner()) {
            (Some(own), DeValue::Table(inherited)) => {
                if let DeValue::Table(own) = own.get_mut() {
                    inherit(own, inherited);
                }
            }
            (Some(_), _) => {}
            (None, value) => {
                table.insert(key, Spanned::new(0..0, value));
            }
        }
    }
}
