//! The list of cases: a CSV file with a row for each, and the inputs that it names.

use std::{
    collections::{HashMap, HashSet, hash_map},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result};

use crate::{
    assignment::{Asked, AskedTask, Assignment, AssignmentName, Heading, Job, TaskNumber},
    files::{
        LineEnding,
        diagnostic::Problem,
        input::{self, Input},
        table::{CsvRow, CsvTable},
    },
    game::Depth,
    names::{list, names},
};

/// Who may see a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Visible,
    /// Students see the verdict, and nothing of the board.
    Hidden,
}

names! { Visibility { Visible => "visible", Hidden => "hidden" } }

/// A test case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, which no other case of the list has. It is part of the names of files.
    pub name: String,
    /// What is to be done.
    pub job: Job,
    /// The input file: the board or, in later years, what else belongs to it.
    pub input: PathBuf,
    /// What it counts.
    pub points: f64,
    /// Who may see it.
    pub visibility: Visibility,
    /// How the lines of its input end when a program gets it.
    pub line_ends: LineEnding,
}

/// A list of test cases.
#[derive(Clone, Debug)]
pub struct CaseList {
    /// The cases, in their order.
    pub cases: Vec<Case>,
    /// The list as text, and the path by which it was asked for.
    text: Input,
    columns: CaseColumns,
}

/// What stands in the columns, from the left, and what stands between them.
#[derive(Clone, Debug)]
struct CaseColumns {
    names: Vec<CaseColumn>,
    delimiter: char,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CaseColumn {
    Name,
    Dialect,
    Task,
    Depth,
    Input,
    Points,
    Visibility,
    LineEnds,
}

names! {
    CaseColumn {
        Name => "name",
        Dialect => "dialect",
        Task => "task",
        Depth => "depth",
        Input => "input",
        Points => "points",
        Visibility => "visibility",
        LineEnds => "line-ends",
    }
}

impl CaseColumn {
    /// Those that a list cannot do without.
    const NEEDED: [Self; 3] = [Self::Name, Self::Dialect, Self::Input];

    /// Those of a list that this program makes.
    const USUAL: [Self; 7] =
        [Self::Name, Self::Dialect, Self::Task, Self::Depth, Self::Input, Self::Points, Self::Visibility];

    /// What a field of the column must hold.
    const fn expected(self) -> &'static str {
        match self {
            Self::Name => "a name that is good for a file",
            Self::Dialect => {
                "usc2013, usc2014, usc2017a, usc2017, or the path of an assignment's file, relative to this list"
            }
            Self::Task => "a task of the assignment where its input does not name the task, and nothing where it does",
            Self::Depth => {
                "a whole number of plies, at least 1, where the input does not name the depth, and nothing where it does"
            }
            Self::Input => "the path of an input, relative to this list",
            Self::Points => "a number that is not negative, or nothing for 1",
            Self::Visibility => "visible, hidden or nothing",
            Self::LineEnds => "lf, crlf or nothing for lf",
        }
    }
}

/// A row of a list: what it says, before its input is read.
struct ListedCase {
    name: String,
    assignment: Arc<Assignment>,
    task: Option<TaskNumber>,
    depth: Option<Depth>,
    input: PathBuf,
    points: f64,
    visibility: Visibility,
    line_ends: LineEnding,
    line: usize,
}

impl CaseList {
    /// Reads a list and the inputs that it names, whose paths are relative to the list.
    ///
    /// # Errors
    /// A file that cannot be read, the first place where the list is none, and the first input that is none.
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut assignments = HashMap::new();
        for (line, name) in described(&text.text) {
            if let hash_map::Entry::Vacant(place) = assignments.entry(name) {
                let read = Assignment::read(&folder.join(place.key()));
                let context = || format!("{}:{line}: the assignment of this case is of no use", text.name);
                let read = read.with_context(context)?;
                place.insert(read);
            }
        }
        let named = |name: &str| assignments.get(name).cloned().or_else(|| Assignment::named(name));
        let (columns, entries) = parse(&text.text, named).map_err(|problem| text.explain(&problem))?;
        let cases = entries.into_iter().map(|entry| {
            let place = format!("{}:{}", text.name, entry.line);
            entry.read(folder).with_context(|| format!("{place}: the input of this case is of no use"))
        });
        Ok(Self { cases: cases.collect::<Result<_>>()?, columns, text })
    }

    /// The path by which it was asked for.
    pub fn path(&self) -> &Path {
        Path::new(&self.text.name)
    }

    /// The assignments of the cases, each once.
    pub fn assignments(&self) -> Vec<&Arc<Assignment>> {
        let mut assignments: Vec<_> = self.cases.iter().map(|case| &case.job.assignment).collect();
        let mut seen: Vec<&Arc<Assignment>> = Vec::new();
        assignments.retain(|assignment| {
            let is_new = !seen.contains(assignment);
            seen.extend(is_new.then_some(*assignment));
            is_new
        });
        assignments
    }

    /// The text of the list with more cases at its end.
    ///
    /// # Errors
    /// A folder that is not there.
    pub fn with(&self, cases: &[Case]) -> Result<String> {
        let end = if self.text.text.ends_with('\n') { "" } else { "\n" };
        Ok([&self.text.text, end, &self.columns.rows(cases, self.path())?].concat())
    }

    /// The text of a list of these cases that lies at a path.
    ///
    /// # Errors
    /// A folder that is not there.
    pub fn text_of(cases: &[Case], path: &Path) -> Result<String> {
        let columns = CaseColumns { names: CaseColumn::USUAL.to_vec(), delimiter: ',' };
        let names: Vec<&str> = CaseColumn::USUAL.iter().map(|column| column.name()).collect();
        Ok([&names.join(","), "\n", &columns.rows(cases, path)?].concat())
    }
}

impl CaseColumns {
    /// The rows of some cases in a list that lies at a path.
    fn rows(&self, cases: &[Case], path: &Path) -> Result<String> {
        let mut rows = csv::WriterBuilder::new().delimiter(self.delimiter as u8).from_writer(Vec::new());
        for case in cases {
            let input = relative(&case.input, path)?;
            let Job { assignment, number, named_depth, .. } = &case.job;
            let number = number.filter(|_| !assignment.heads(Heading::Task) && assignment.only_task().is_none());
            let dialect = match assignment.files.first() {
                Some(file) => listed(&relative(&file.path, path)?),
                None => assignment.name.clone(),
            };
            let field = |column: &CaseColumn| match column {
                CaseColumn::Name => case.name.clone(),
                CaseColumn::Dialect => dialect.clone(),
                CaseColumn::Task => number.map(|number| number.to_string()).unwrap_or_default(),
                CaseColumn::Depth if !assignment.heads(Heading::Depth) => named_depth.to_string(),
                CaseColumn::Depth | CaseColumn::Points | CaseColumn::Visibility | CaseColumn::LineEnds => String::new(),
                CaseColumn::Input => input.display().to_string(),
            };
            rows.write_record(self.names.iter().map(field))?;
        }
        Ok(String::from_utf8(rows.into_inner()?)?)
    }
}

/// The path of an assignment's file in a list, where it must not look like the name of a built-in one.
fn listed(path: &Path) -> String {
    let text = path.display().to_string();
    if matches!(text.parse(), Ok(AssignmentName::File(_))) { text } else { format!("./{text}") }
}

/// The path of a file as it stands in a list: relative to the list's folder, so that both can be moved together.
fn relative(file: &Path, list: &Path) -> Result<PathBuf> {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().with_context(|| format!("cannot find the folder {}", folder.display()))
    };
    let (of_file, of_list) = (folder(file)?, folder(list)?);
    let name = Path::new(file.file_name().unwrap_or_default());
    let common = of_file.components().zip(of_list.components()).take_while(|(one, other)| one == other).count();
    let up = of_list.components().skip(common).map(|_| Component::ParentDir);
    Ok(up.chain(of_file.components().skip(common)).chain(name.components()).collect())
}

/// The paths of assignments' files in a list, and the lines of their cases.
fn described(text: &str) -> Vec<(usize, String)> {
    let table = CsvTable::read(text);
    let is_dialect = |name: &str| name.eq_ignore_ascii_case(CaseColumn::Dialect.name());
    let column = table.rows.first().and_then(|header| header.fields.iter().position(is_dialect));
    let cells = table.rows.iter().skip(1).filter_map(|row| Some((row.line, row.fields.get(column?)?)));
    let is_path = |name: &str| matches!(name.parse(), Ok(AssignmentName::File(_)));
    cells.filter(|(_, name)| is_path(name)).map(|(line, name)| (line, name.to_owned())).collect()
}

/// Reads the rows of a list, whose assignments are known by their names or paths.
fn parse(
    text: &str,
    assignment: impl Fn(&str) -> Option<Arc<Assignment>>,
) -> Result<(CaseColumns, Vec<ListedCase>), Problem> {
    let table = CsvTable::read(text);
    let no_header = csv::StringRecord::new();
    let (first, header) = table.rows.first().map_or((1, &no_header), |row| (row.line, &row.fields));

    let mut names: Vec<CaseColumn> = Vec::new();
    for (index, found) in header.iter().enumerate() {
        let known = CaseColumn::ALL.into_iter().find(|column| column.name().eq_ignore_ascii_case(found));
        let unknown = || {
            let expected = list(CaseColumn::ALL, "or");
            table.at(first, index, format!("{found:?} is no column of a list of cases; expected {expected}"))
        };
        let column = known.ok_or_else(unknown)?;
        if names.contains(&column) {
            return Err(table.at(first, index, format!("the column {column} is there twice; expected it once")));
        }
        names.push(column);
    }
    if let Some(column) = CaseColumn::NEEDED.into_iter().find(|needed| !names.contains(needed)) {
        let expected = "expected a first line such as name,dialect,task,depth,input";
        return Err(table.at(first, 0, format!("the column {column} is missing; {expected}")));
    }
    let columns = CaseColumns { names, delimiter: table.delimiter };

    let (mut entries, mut seen) = (Vec::new(), HashSet::new());
    for &CsvRow { line, fields: ref record } in table.rows.iter().skip(1) {
        if record.len() != columns.names.len() {
            let (found, expected) = (record.len(), columns.names.len());
            let message = format!("the row has {found} fields; expected {expected}, as in the first line");
            return Err(table.at(line, 0, message));
        }
        let field = |column| {
            let index = columns.names.iter().position(|name| *name == column);
            (index.unwrap_or_default(), index.and_then(|index| record.get(index)).unwrap_or_default())
        };
        let wrong = |column: CaseColumn| {
            let (index, found) = field(column);
            table.at(line, index, format!("{found:?} is no {column}; expected {}", column.expected()))
        };
        let entry = ListedCase::parse(line, |column| field(column).1, &assignment).map_err(wrong)?;
        if !seen.insert(entry.name.clone()) {
            let (name, _) = field(CaseColumn::Name);
            let message = format!("another case is called {:?}; expected a name for each case alone", entry.name);
            return Err(table.at(line, name, message));
        }
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err(table.at_end("there is no case; expected a row such as opening,usc2013,2,3,input1.txt"));
    }
    Ok((columns, entries))
}

impl ListedCase {
    /// Reads the fields of a row. An error is the first column whose field is of no use.
    fn parse<'a>(
        line: usize,
        field: impl Fn(CaseColumn) -> &'a str,
        named: impl Fn(&str) -> Option<Arc<Assignment>>,
    ) -> Result<Self, CaseColumn> {
        let name = field(CaseColumn::Name);
        let is_good = |letter: char| !letter.is_control() && !r#"/\:*?"<>|"#.contains(letter);
        if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_good) {
            return Err(CaseColumn::Name);
        }
        let assignment = named(field(CaseColumn::Dialect)).ok_or(CaseColumn::Dialect)?;
        let task = match field(CaseColumn::Task) {
            "" if assignment.heads(Heading::Task) => None,
            "" => Some(assignment.only_task().ok_or(CaseColumn::Task)?),
            _ if assignment.heads(Heading::Task) => return Err(CaseColumn::Task),
            number => number.parse().ok().filter(|number| assignment.tasks.contains_key(number)),
        };
        if task.is_none() && !assignment.heads(Heading::Task) {
            return Err(CaseColumn::Task);
        }
        let depth = match (field(CaseColumn::Depth), assignment.heads(Heading::Depth)) {
            ("", true) => None,
            (_, true) => return Err(CaseColumn::Depth),
            (depth, false) => Some(depth.parse().map_err(|_| CaseColumn::Depth)?),
        };
        let input = field(CaseColumn::Input);
        if input.is_empty() || input == "-" {
            return Err(CaseColumn::Input);
        }
        let points = match field(CaseColumn::Points) {
            "" => 1.0,
            number => number
                .parse()
                .ok()
                .filter(|points: &f64| points.is_finite() && *points >= 0.0)
                .ok_or(CaseColumn::Points)?,
        };
        let visibility = match field(CaseColumn::Visibility).to_ascii_lowercase().as_str() {
            "" => Visibility::default(),
            name => name.parse().map_err(|_| CaseColumn::Visibility)?,
        };
        let line_ends = match field(CaseColumn::LineEnds).to_ascii_lowercase().as_str() {
            "" => LineEnding::default(),
            name => name.parse().map_err(|_| CaseColumn::LineEnds)?,
        };
        let (name, input) = (name.to_owned(), input.into());
        Ok(Self { name, assignment, task, depth, input, points, visibility, line_ends, line })
    }

    /// Reads the input.
    fn read(self, folder: &Path) -> Result<Case> {
        let path = folder.join(&self.input);
        let asked = Asked { task: self.task.map(AskedTask::Number), depth: self.depth, weights: None };
        let job = Job::read(&self.assignment, &path, asked)?;
        let Self { name, points, visibility, line_ends, .. } = self;
        Ok(Case { name, job, input: path, points, visibility, line_ends })
    }
}
