//! Reads an assignment's file: TOML, in which what is not given is as in a built-in assignment.

use std::{borrow::Cow, collections::BTreeMap, fmt::Display, ops::Range, path::Path, str::FromStr, sync::Arc};

use anyhow::Result;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    Assignment, Heading, MoveWords, OutputForm, SearchRules, SourceFile, TaskAlgorithm, TaskDefinition, TaskNumber,
};
use crate::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    games::reversi::{Expression, Feature, Square, Term, text::Alphabet},
    log::{Spelling, lenient::FieldValue},
    names::{UnknownName, list, nearest},
};

/// What is wrong, and the bytes of the text that are.
struct Wrong {
    span: Range<usize>,
    message: String,
    suggestion: Option<String>,
}

/// A table or a value of the file, and its place.
type Value<'a> = Spanned<DeValue<'a>>;

fn wrong(span: &Range<usize>, problem: impl Display) -> Wrong {
    Wrong { span: span.clone(), message: problem.to_string(), suggestion: None }
}

/// The keys of each table; those of the file itself have no table's name.
const KEYS: [(&str, &[&str]); 5] = [
    ("", &["name", "title", "like", "output", "input", "search", "tasks", "weights", "log", "moves"]),
    ("input", &["heading", "squares"]),
    ("search", &["max", "no_move", "wipe_out", "order"]),
    (
        "log",
        &[
            "header",
            "separator",
            "infinity",
            "root",
            "pass",
            "cut_marker",
            "decimals",
            "root_depth",
            "cut_window",
            "last_line_end",
        ],
    ),
    ("moves", &["step", "black", "white", "pass", "end"]),
];

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
        let read = |document: &DeTable| {
            let like = match document.get("like") {
                None => Self::usual(),
                Some(like) => {
                    let name = string(like)?;
                    Self::named(name).ok_or_else(|| one_of(like, &Self::BUILT_IN))?
                }
            };
            let read = Reader { folder, wrong: Vec::new() }.assignment(document, (*like).clone())?;
            match (Self::named(&read.name), document.get("name")) {
                (Some(built_in), Some(name)) if *built_in != read => {
                    let message =
                        "this is the name of a built-in assignment, which is another one; expected a new name";
                    Err(wrong(&name.span(), message))
                }
                _ => Ok(read),
            }
        };
        parse(text, read)
    }

    /// Reads the text of a built-in assignment, which gives every key.
    pub(super) fn parse_whole(text: &str) -> Result<Self, Problem> {
        parse(text, |document| {
            Reader { folder: Path::new(""), wrong: Vec::new() }.assignment(document, Self::default())
        })
    }
}

fn parse(text: &str, read: impl FnOnce(&DeTable) -> Result<Assignment, Wrong>) -> Result<Assignment, Problem> {
    let document = DeTable::parse(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        wrong(&error.span().unwrap_or_default(), format!("this is no TOML: {message}"))
    });
    let assignment = document.and_then(|document| read(document.get_ref()));
    assignment.map_err(|wrong| Problem::at_byte(text, wrong.span.start, wrong.message).suggesting(wrong.suggestion))
}

/// Collects what is wrong, so that the first place of the file is told and not the first key of the alphabet.
struct Reader<'a> {
    /// Where the tables lie that an evaluation names.
    folder: &'a Path,
    wrong: Vec<Wrong>,
}

impl Reader<'_> {
    /// Puts a value into its field; where there is none, the field keeps what it has.
    fn set<T>(&mut self, field: &mut T, value: Option<&Value>, read: impl FnOnce(&Value) -> Result<T, Wrong>) {
        match value.map(read) {
            None => {}
            Some(Ok(read)) => *field = read,
            Some(Err(wrong)) => self.wrong.push(wrong),
        }
    }

    /// The table of a name, whose keys it checks; the keys of the file itself are in a table without a name.
    fn table<'a, 'b>(&mut self, document: &'b DeTable<'a>, name: &str) -> Option<&'b DeTable<'a>> {
        let table = match document.get(name).map(|value| (value.get_ref(), value.span())) {
            None if name.is_empty() => document,
            None => return None,
            Some((DeValue::Table(table), _)) => table,
            Some((_, span)) => {
                self.wrong
                    .push(wrong(&span, format!("{name} is no table; expected a line [{name}] and its keys below")));
                return None;
            }
        };
        let known = KEYS.iter().find(|(table, _)| *table == name).map_or(&[][..], |(_, keys)| keys);
        for key in table.keys().filter(|key| !known.contains(&&**key.get_ref())) {
            self.wrong.push(unknown(key, name, known));
        }
        Some(table)
    }

    fn assignment(mut self, document: &DeTable, mut like: Assignment) -> Result<Assignment, Wrong> {
        self.table(document, "");
        if !document.contains_key("name") {
            self.wrong.push(wrong(&(0..0), "the name is missing; expected a line such as name = \"mine\""));
        }
        self.set(&mut like.name, document.get("name"), |value| match string(value)? {
            "" => Err(wrong(&value.span(), "the name is empty; expected a word that messages can use")),
            _ => one_line(value),
        });
        self.set(&mut like.title, document.get("title"), one_line);
        self.set(&mut like.output, document.get("output"), choice);
        if let Some(input) = self.table(document, "input") {
            self.set(&mut like.heading, input.get("heading"), heading);
            self.set(&mut like.squares, input.get("squares"), squares);
        }
        self.rules(document, &mut like.rules);
        self.set(&mut like.weights, document.get("weights"), weights);
        if let Some(tasks) = document.get("tasks") {
            like.tasks = self.tasks(tasks);
        }
        self.greedy(document, &like);
        self.bounds(document, &like);
        self.spelling(document, &mut like.spelling);
        self.moves(document, &mut like.moves);
        match self.wrong.into_iter().min_by_key(|wrong| wrong.span.start) {
            Some(first) => Err(first),
            None => Ok(Assignment { files: Vec::new(), ..like }),
        }
    }

    fn rules(&mut self, document: &DeTable, rules: &mut SearchRules) {
        let Some(search) = self.table(document, "search") else { return };
        self.set(&mut rules.max, search.get("max"), choice);
        self.set(&mut rules.no_move, search.get("no_move"), choice);
        self.set(&mut rules.wipe_out, search.get("wipe_out"), choice);
        self.set(&mut rules.order, search.get("order"), choice);
    }

    fn tasks(&mut self, value: &Value) -> BTreeMap<TaskNumber, TaskDefinition> {
        let mut tasks = BTreeMap::new();
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong.push(wrong(&value.span(), "tasks is no table; expected [tasks.1] and its keys below"));
            return tasks;
        };
        if table.is_empty() {
            self.wrong.push(wrong(&value.span(), "there is no task; expected [tasks.1] and its keys below"));
        }
        for (key, value) in table {
            let read = task(key, value, self.folder).map_err(|wrong| self.wrong.extend(wrong));
            tasks.extend(read.ok());
        }
        tasks
    }

    /// With the assignment's own weights in place of the usual ones, a sum may exceed 32 bits.
    fn bounds(&mut self, document: &DeTable, read: &Assignment) {
        let has_weights = |term: &Term| matches!(&term.feature, Feature::Table { name, .. } if name == "weights");
        for (number, task) in read.tasks.iter().filter(|(_, task)| task.evaluation.terms().iter().any(has_weights)) {
            if task.evaluation.clone().with_weights(None, read.weights).is_none() {
                let span = document.get("weights").or(document.get("tasks")).map_or(0..0, Spanned::span);
                let problem = format!("with these weights, the evaluation of task {number} could exceed 32 bits");
                self.wrong.push(wrong(&span, problem));
            }
        }
    }

    /// A whole game has a log, which greedy has not.
    fn greedy(&mut self, document: &DeTable, read: &Assignment) {
        if read.output == OutputForm::Next {
            return;
        }
        for (number, _) in read.tasks.iter().filter(|(_, task)| task.algorithm == TaskAlgorithm::Greedy) {
            let number = number.to_string();
            let given = document
                .get("tasks")
                .and_then(|tasks| tasks.get_ref().get(number.as_str())?.get_ref().get("algorithm"));
            let span = given.or(document.get("output")).or(document.get("like")).map_or(0..0, Spanned::span);
            let problem = format!(
                "task {number} is greedy, which has no log; where output is `game` expected minimax or alphabeta"
            );
            self.wrong.push(wrong(&span, problem));
        }
    }

    fn spelling(&mut self, document: &DeTable, spelling: &mut Spelling) {
        let Some(log) = self.table(document, "log") else { return };
        let mut texts = [
            ("separator", &mut spelling.separator),
            ("infinity", &mut spelling.infinity),
            ("root", &mut spelling.root),
            ("pass", &mut spelling.pass),
            ("cut_marker", &mut spelling.cut_marker),
        ];
        for (key, text) in &mut texts {
            self.set(*text, log.get(*key), |value| Ok(one_line(value)?.into()));
        }
        self.set(&mut spelling.header, log.get("header"), header);
        self.set(&mut spelling.decimals, log.get("decimals"), |value| {
            number(value, 0..=6, "a number of digits, from 0 to 6")
        });
        self.set(&mut spelling.root_depth, log.get("root_depth"), |value| number(value, 0..=9, "a depth, from 0 to 9"));
        self.set(&mut spelling.cut_window, log.get("cut_window"), choice);
        self.set(&mut spelling.last_line_end, log.get("last_line_end"), |value| match value.get_ref() {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(expected(value, "true or false")),
        });
        self.row_texts(log, spelling);
    }

    /// The texts of a row must not be taken for each other.
    fn row_texts(&mut self, log: &DeTable, spelling: &Spelling) {
        let span = |key: &str| log.get(key).map(Spanned::span);
        let Spelling { separator, infinity, root, pass, cut_marker, .. } = spelling;
        let is_of_fields = |letter: char| letter.is_alphanumeric() || matches!(letter, '+' | '-' | '.');
        if let Some(span) = span("separator") {
            if separator.is_empty() {
                self.wrong.push(wrong(&span, "the separator is empty; expected a text such as \",\" or \" \""));
            } else if let Some(letter) = separator.chars().find(|letter| is_of_fields(*letter)) {
                let problem = format!(
                    "the separator has {letter:?}, which fields have, too; expected one without letters, digits, signs and points"
                );
                self.wrong.push(wrong(&span, problem));
            }
        }
        for (key, text) in [("root", root), ("pass", pass), ("infinity", infinity)] {
            let Some(place) = span(key).or_else(|| span("separator")) else { continue };
            let mut refuse = |problem: String| self.wrong.push(wrong(&place, problem));
            if text.is_empty() {
                refuse(format!("{key} is empty; expected a word that stands in a row"));
            } else if !separator.is_empty() && text.contains(&**separator) {
                refuse(format!(
                    "{key} is {text:?}, which holds the separator {separator:?}; expected texts that can be told apart"
                ));
            } else if key != "infinity" && (text.to_lowercase().parse::<Square>().is_ok()) {
                refuse(format!("{key} is {text:?}, which is a square; expected a name that no square has"));
            } else if key != "infinity" && (FieldValue::read(text.as_bytes()).is_some() || text == infinity) {
                refuse(format!("{key} is {text:?}, which is a number; expected a name that is none"));
            }
        }
        if root == pass
            && let Some(span) = span("pass").or_else(|| span("root"))
        {
            self.wrong.push(wrong(&span, format!("root and pass are both {pass:?}; expected two names")));
        }
        if let (Some(first), Some(span)) = (cut_marker.chars().next(), span("cut_marker"))
            && (first.is_ascii_digit() || matches!(first, '+' | '-' | '.'))
        {
            let problem =
                format!("the marker begins with {first:?}, as a number does; expected a blank or a letter before it");
            self.wrong.push(wrong(&span, problem));
        }
    }

    fn moves(&mut self, document: &DeTable, words: &mut MoveWords) {
        let Some(moves) = self.table(document, "moves") else { return };
        self.set(&mut words.step, moves.get("step"), |value| {
            let step = one_line(value)?;
            match step.matches("{}").count() {
                1 => Ok(step),
                _ => Err(expected(value, "`{}` once, where the number of the step stands")),
            }
        });
        let texts = [
            ("black", &mut words.black),
            ("white", &mut words.white),
            ("pass", &mut words.pass),
            ("end", &mut words.end),
        ];
        for (key, text) in texts {
            self.set(text, moves.get(key), one_line);
        }
    }
}

fn expected(value: &Value, expected: impl Display) -> Wrong {
    let found = match value.get_ref() {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    wrong(&value.span(), format!("{found} has no place here; expected {expected}"))
}

/// A key that a table does not have.
fn unknown(key: &Spanned<Cow<str>>, table: &str, known: &[&str]) -> Wrong {
    let found: &str = key.get_ref();
    let of = if table.is_empty() { "an assignment".to_owned() } else { format!("[{table}]") };
    let message = format!("{found:?} is no key of {of}; expected {}", list(known, "or"));
    let elsewhere = KEYS.iter().find(|(other, keys)| !other.is_empty() && *other != table && keys.contains(&found));
    let suggestion = match (nearest(found, known.iter().copied()), elsewhere) {
        (_, Some((other, _))) => Some(format!("{found} is a key of [{other}]")),
        (Some(nearest), None) => Some(format!("did you mean {nearest}?")),
        (None, None) => None,
    };
    Wrong { span: key.span(), message, suggestion }
}

fn string<'a>(value: &'a Value) -> Result<&'a str, Wrong> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        _ => Err(expected(value, "a text in quotes")),
    }
}

/// A text in which no line ends.
fn one_line(value: &Value) -> Result<String, Wrong> {
    let text = string(value)?;
    if text.contains(['\n', '\r']) {
        return Err(expected(value, "a text without the end of a line"));
    }
    Ok(text.to_owned())
}

/// A text that is none of some words.
fn one_of(value: &Value, words: &[&str]) -> Wrong {
    let wrong = expected(value, list(words.iter().map(|word| format!("{word:?}")), "or"));
    let nearest = string(value).ok().and_then(|found| nearest(found, words.iter().copied()));
    let suggestion = nearest.map(|nearest| format!("did you mean {nearest:?}?"));
    Wrong { suggestion, ..wrong }
}

/// The value of a name. What is no text has no name either.
fn choice<T: FromStr<Err = UnknownName>>(value: &Value) -> Result<T, Wrong> {
    string(value).unwrap_or_default().parse().map_err(|unknown: UnknownName| one_of(value, unknown.expected))
}

/// A whole number of a range, which `words` names.
fn number<T: TryFrom<i64> + PartialOrd>(
    value: &Value,
    range: impl std::ops::RangeBounds<T>,
    words: &str,
) -> Result<T, Wrong> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    };
    let number = number.and_then(|number| T::try_from(number).ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| expected(value, words))
}

fn array<'a, 'b>(value: &'b Value<'a>, words: &str) -> Result<&'b [Value<'a>], Wrong> {
    match value.get_ref() {
        DeValue::Array(values) => Ok(values),
        _ => Err(expected(value, words)),
    }
}

fn heading(value: &Value) -> Result<Vec<Heading>, Wrong> {
    let mut heading = Vec::new();
    for line in array(value, "a list of \"task\", \"player\" and \"depth\", each at most once")? {
        let read = choice(line)?;
        if heading.contains(&read) {
            return Err(expected(line, format!("{read} at most once")));
        }
        heading.push(read);
    }
    Ok(heading)
}

fn squares(value: &Value) -> Result<Alphabet, Wrong> {
    let letters: Vec<char> = string(value)?.chars().collect();
    let is_bad = |letter: &char| letter.is_whitespace() || letter.is_control();
    match letters[..] {
        [empty, black, white] if ![empty, black, white].iter().any(is_bad) => {
            let twice = if empty == black || black == white { Some(black) } else { (empty == white).then_some(white) };
            match twice {
                Some(letter) => Err(expected(value, format!("3 different characters; `{letter}` is there twice"))),
                None => Ok(Alphabet { empty, black, white }),
            }
        }
        _ => Err(expected(value, "3 different characters that are no blanks: empty, black, white")),
    }
}

fn weights(value: &Value) -> Result<[[i16; 8]; 8], Wrong> {
    let words = "8 rows of 8 whole numbers from -32768 to 32767";
    let eight = |value: &Value, count: usize, what: &str| {
        if count == 8 { Ok(()) } else { Err(wrong(&value.span(), format!("{count} {what}; expected {words}"))) }
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

fn header(value: &Value) -> Result<[Cow<'static, str>; 5], Wrong> {
    let header = one_line(value)?;
    let names: Vec<Cow<str>> = header.split(',').map(|name| Cow::Owned(name.to_owned())).collect();
    names.try_into().map_err(|_| expected(value, "5 names of columns with commas between them"))
}

/// A task and its number, or all that is wrong with them.
fn task(key: &Spanned<Cow<str>>, value: &Value, folder: &Path) -> Result<(TaskNumber, TaskDefinition), Vec<Wrong>> {
    let mut all = Vec::new();
    let number: Option<TaskNumber> = key.get_ref().parse().ok();
    if number.is_none() {
        all.push(wrong(&key.span(), format!("{:?} is no number of a task; expected 1 to 99", key.get_ref())));
    }
    let DeValue::Table(table) = value.get_ref() else {
        all.push(expected(value, "a table with algorithm and evaluation"));
        return Err(all);
    };
    let known = ["algorithm", "evaluation"];
    let table_name = format!("tasks.{}", key.get_ref());
    all.extend(
        table.keys().filter(|key| !known.contains(&&**key.get_ref())).map(|key| unknown(key, &table_name, &known)),
    );
    let mut needed = |name: &str| {
        let value = table.get(name);
        if value.is_none() {
            all.push(wrong(
                &key.span(),
                format!("task {} has no {name}; expected algorithm and evaluation", key.get_ref()),
            ));
        }
        value
    };
    let (algorithm, evaluation) = (needed("algorithm"), needed("evaluation"));
    let algorithm = algorithm.and_then(|value| choice(value).map_err(|wrong| all.push(wrong)).ok());
    let evaluation = evaluation.and_then(|value| self::evaluation(value, folder).map_err(|wrong| all.push(wrong)).ok());
    match (number, algorithm, evaluation) {
        (Some(number), Some(algorithm), Some(evaluation)) if all.is_empty() => {
            Ok((number, TaskDefinition { algorithm, evaluation }))
        }
        _ => Err(all),
    }
}

/// An evaluation; what is wrong with it has its place inside of the quotes.
fn evaluation(value: &Value, folder: &Path) -> Result<Expression, Wrong> {
    let text = string(value)?;
    Expression::read(text, folder).map_err(|Problem { column, message, suggestion, .. }| {
        let span = value.span();
        Wrong { span: (span.start + column).min(span.end)..span.end, message, suggestion }
    })
}

/// The paths of the tables that an evaluation names.
fn tables(evaluation: &Expression) -> impl Iterator<Item = &str> {
    evaluation.terms().iter().filter_map(|term| match &term.feature {
        Feature::Table { name, .. } => name.strip_prefix('"')?.strip_suffix('"'),
        Feature::Counted(_) => None,
    })
}
