//! The list of cases: a CSV file with a row for each case, and the inputs that it names.

use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, Result, ensure};

use super::{ExpectedFile, expected_files};
use crate::assignment::{Asked, AskedTask, Assignment, AssignmentName, Heading, Job, OpenReading};
use reversi_io::{
    files::{
        LineEnding,
        diagnostic::Problem,
        input::{self, Input},
        table::{CsvRow, CsvTable},
    },
    names::{count, each_once, list, names, nearest},
};

names! {
    /// The group of people who may see a case.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Visibility {
        #[default]
        Visible => "visible",
        /// Students see the result of the case, but not its board.
        Hidden => "hidden",
    }
}

/// A test case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The unique name of the case in the list; names of files contain this name.
    pub name: String,
    pub kind: CaseKind,
    /// The input file of a job: the board, and the heading that the assignment requires. The standard input of a
    /// program that prints its answer; empty without standard input.
    pub input: PathBuf,
    pub points: f64,
    pub visibility: Visibility,
    /// The line endings of the input file that the tested program gets.
    pub line_ends: LineEnding,
    /// A list of the occurrences for which the case was chosen, for people.
    pub covers: String,
}

/// The work of the tested program.
#[derive(Clone, Debug)]
pub enum CaseKind {
    Job(Box<Job>),
    Printed(Printed),
}

/// A case of an assignment that is answered by a printed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// One of [`Printed::ASSIGNMENTS`].
    pub assignment: String,
    pub arguments: Vec<String>,
    /// The file with the expected text; `None` if this program computes the text.
    pub expected: Option<PathBuf>,
    /// The names of sets of answers that are right, too.
    pub accept: Vec<String>,
    pub line: usize,
}

impl Printed {
    /// The assignments that are answered by a printed text.
    pub const ASSIGNMENTS: [&str; 5] = ["tiny", "nxn", "awari", "tree", "text"];
}

/// A list of test cases.
#[derive(Clone, Debug)]
pub struct CaseList {
    pub cases: Vec<Case>,
    /// The text of the list, and the path as the user gave it.
    text: Input,
    columns: CaseColumns,
}

/// The columns of a list in their order, and the separator between columns.
#[derive(Clone, Debug)]
struct CaseColumns {
    names: Vec<CaseColumn>,
    delimiter: char,
}

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum CaseColumn {
        Name => "name",
        Assignment => "assignment",
        Task => "task",
        Depth => "depth",
        Input => "input",
        Points => "points",
        Visibility => "visibility",
        LineEnds => "line-ends",
        Covers => "covers",
        Arguments => "arguments",
        Expected => "expected",
        Accept => "accept",
    }
}

impl CaseColumn {
    const NEEDED: [Self; 2] = [Self::Name, Self::Assignment];

    const USUAL: [Self; 8] = [
        Self::Name,
        Self::Assignment,
        Self::Task,
        Self::Depth,
        Self::Input,
        Self::Points,
        Self::Visibility,
        Self::Covers,
    ];

    /// The expected content of the column, for an error message; it can depend on the assignment.
    fn expected(self, assignment: Option<&Assignment>) -> String {
        let input_says = |heading| assignment.is_some_and(|assignment| assignment.input_says(heading));
        let words = match self {
            Self::Name => "a name that is good for a file",
            Self::Assignment => {
                let known = Assignment::BUILT_IN.into_iter().chain(Printed::ASSIGNMENTS).collect::<Vec<_>>().join(", ");
                return format!("{known}, or the path of an assignment's file, relative to this list");
            }
            Self::Task if input_says(Heading::Task) => "nothing, because the input sets the task",
            Self::Task => return assignment.map_or_else(String::new, |assignment| assignment.numbers(|_| true)),
            Self::Depth if input_says(Heading::Depth) => "nothing, because the input sets the depth",
            Self::Depth => "a whole number of plies, at least 1",
            Self::Input => "the path of an input, relative to this list",
            Self::Points => "a number from 0 to a million, or nothing for 1",
            Self::Visibility => "visible, hidden or nothing",
            Self::LineEnds => "lf, crlf or nothing for lf",
            Self::Covers => "any text",
            Self::Arguments => "the arguments of a program, as a shell splits words",
            Self::Expected => "the path of a text, relative to this list; `text` needs it",
            Self::Accept => "names of other right answers, separated by spaces",
        };
        words.to_owned()
    }
}

impl CaseList {
    /// Reads a list and its inputs. Paths of inputs are relative to the list.
    pub fn read(path: &Path) -> Result<Self> {
        Self::parse(Input::read(path, input::LIMIT)?)
    }

    /// Reads the text of a list, and the inputs. The name of the text is the path of the list.
    pub fn parse(text: Input) -> Result<Self> {
        let folder = Path::new(&text.name).parent().unwrap_or(Path::new("")).to_owned();
        let folder = &*folder;
        let table = CsvTable::read(&text.text);
        let columns = CaseColumns::of(&table).map_err(|problem| text.explain(&problem))?;
        let mut cases: Vec<Case> = Vec::new();
        for &CsvRow { line, fields: ref row } in table.rows.iter().skip(1) {
            let wrong = |field, message: String| text.explain(&table.at(line, field, message));
            if row.len() != columns.names.len() {
                let (found, expected) = (count(row.len(), "field"), columns.names.len());
                return Err(wrong(0, format!("the row has {found}; expected {expected}, as in the first line")));
            }
            let field = |column| {
                let index = columns.names.iter().position(|name| *name == column);
                (index.unwrap_or_default(), index.and_then(|index| row.get(index)).unwrap_or_default())
            };
            let no_use = |what| format!("{}:{line}: invalid {what} in this case", text.name);
            let named = field(CaseColumn::Assignment).1;
            let printed = Printed::ASSIGNMENTS.contains(&named);
            let known = Some(named).filter(|_| !printed).and_then(|name| name.parse().ok());
            let assignment = known
                .map(|name: AssignmentName| name.read(folder))
                .transpose()
                .with_context(|| no_use("assignment"))?;
            let read = if printed {
                Case::read_printed(folder, line, |column| field(column).1).map(Ok)
            } else {
                Case::read(folder, assignment.clone(), |column| field(column).1)
            };
            let case = match read {
                Ok(case) => case.with_context(|| no_use("input"))?,
                Err(column) => {
                    let (index, found) = field(column);
                    let expected = column.expected(assignment.as_deref());
                    let problem = format!("{found:?} is not allowed in the column {column}; expected {expected}");
                    return Err(wrong(index, problem));
                }
            };
            if cases.iter().any(|other| other.name == case.name) {
                let problem = format!("duplicate case name {:?}; expected a different name for each case", case.name);
                return Err(wrong(field(CaseColumn::Name).0, problem));
            }
            let first = cases.first().map(|first| (&first.kind, first.assignment()));
            if let Some((kind, first)) = first
                && matches!((kind, &case.kind), (CaseKind::Printed(_), _) | (_, CaseKind::Printed(_)))
                && first != case.assignment()
            {
                let problem = format!("a list of {first} has a case of {named}; expected a list for each");
                return Err(wrong(field(CaseColumn::Assignment).0, problem));
            }
            cases.push(case);
        }
        if cases.is_empty() {
            let problem = table.at_end("there is no case; expected a row such as opening,usc2013,2,3,input1.txt");
            return Err(text.explain(&problem));
        }
        Ok(Self { cases, text, columns })
    }

    /// Changes the jobs of all cases to the given readings of their assignments.
    pub fn accept(&mut self, readings: &[OpenReading]) -> Result<()> {
        for &reading in readings {
            let is_open = |job: &&mut Box<Job>| job.assignment.open_readings.contains(&reading);
            let jobs = self.cases.iter_mut().filter_map(|case| match &mut case.kind {
                CaseKind::Job(job) => Some(job),
                CaseKind::Printed(_) => None,
            });
            let mut jobs = jobs.filter(is_open).peekable();
            ensure!(jobs.peek().is_some(), "{reading} is not an open reading of any assignment of the list");
            for job in jobs {
                **job = job.as_ref().clone().accepting(&[reading])?;
            }
        }
        Ok(())
    }

    /// The jobs of the cases; none if the programs print their answers.
    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.cases.iter().filter_map(Case::job)
    }

    /// An error at the line of a case.
    pub fn fault(&self, printed: &Printed, problem: impl std::fmt::Display) -> anyhow::Error {
        anyhow::anyhow!("{}:{}: {problem}", self.text.name, printed.line)
    }

    /// The path of the list, as the user gave it.
    pub fn path(&self) -> &Path {
        Path::new(&self.text.name)
    }

    /// The assignments of the cases, each once.
    pub fn assignments(&self) -> Vec<&Arc<Assignment>> {
        each_once(self.jobs().map(|job| &job.assignment))
    }

    /// The text of the list with cases added at its end.
    pub fn with(&self, cases: &[Case]) -> Result<String> {
        let end = if self.text.text.ends_with('\n') { "" } else { "\n" };
        Ok([&self.text.text, end, &self.columns.rows(cases, self.path())?].concat())
    }

    /// The text of a list with these cases; `path` is the file of the list.
    pub fn text_of(cases: &[Case], path: &Path) -> Result<String> {
        let columns = CaseColumns { names: CaseColumn::USUAL.to_vec(), delimiter: ',' };
        let names: Vec<&str> = CaseColumn::USUAL.iter().map(|column| column.name()).collect();
        Ok([&names.join(","), "\n", &columns.rows(cases, path)?].concat())
    }
}

impl CaseColumns {
    /// The columns that the first row of the list names.
    fn of(table: &CsvTable) -> Result<Self, Problem> {
        let no_header = csv::StringRecord::new();
        let (first, header) = table.rows.first().map_or((1, &no_header), |row| (row.line, &row.fields));
        let mut names: Vec<CaseColumn> = Vec::new();
        for (index, found) in header.iter().enumerate() {
            let known = CaseColumn::ALL.into_iter().find(|column| column.name().eq_ignore_ascii_case(found));
            let column = known.ok_or_else(|| {
                let expected = list(CaseColumn::ALL, "or");
                let meant = nearest(found, CaseColumn::ALL.map(CaseColumn::name));
                table
                    .at(first, index, format!("unknown column {found:?} in a list of cases; expected {expected}"))
                    .suggesting(meant.map(|meant| format!("did you mean {meant}?")))
            })?;
            if names.contains(&column) {
                return Err(table.at(first, index, format!("duplicate column {column}")));
            }
            names.push(column);
        }
        if let Some(column) = CaseColumn::NEEDED.into_iter().find(|needed| !names.contains(needed)) {
            let expected = "expected a first line such as name,assignment,task,depth,input";
            return Err(table.at(first, 0, format!("the column {column} is missing; {expected}")));
        }
        Ok(Self { names, delimiter: table.delimiter })
    }

    /// The rows of some cases in a list; `path` is the file of the list.
    fn rows(&self, cases: &[Case], path: &Path) -> Result<String> {
        let mut rows = csv::WriterBuilder::new().delimiter(self.delimiter as u8).from_writer(Vec::new());
        for case in cases {
            let Some(job) = case.job() else { continue };
            let input = relative(&case.input, path)?;
            let Job { assignment, number, named_depth, .. } = job;
            let number = number.filter(|_| !assignment.input_says(Heading::Task) && assignment.only_task().is_none());
            let named_assignment = match assignment.files.first() {
                Some(file) => listed(relative(&file.path, path)?),
                None => assignment.name.clone(),
            };
            let field = |column: &CaseColumn| match column {
                CaseColumn::Name => case.name.clone(),
                CaseColumn::Assignment => named_assignment.clone(),
                CaseColumn::Task => number.map(|number| number.to_string()).unwrap_or_default(),
                CaseColumn::Depth if !assignment.input_says(Heading::Depth) => named_depth.to_string(),
                // If a case has one point, the field stays empty.
                CaseColumn::Points if (case.points - 1.0).abs() > f64::EPSILON => case.points.to_string(),
                CaseColumn::Depth
                | CaseColumn::Points
                | CaseColumn::Visibility
                | CaseColumn::LineEnds
                | CaseColumn::Arguments
                | CaseColumn::Expected
                | CaseColumn::Accept => String::new(),
                CaseColumn::Covers => case.covers.clone(),
                CaseColumn::Input => input.clone(),
            };
            rows.write_record(self.names.iter().map(field))?;
        }
        Ok(String::from_utf8(rows.into_inner()?)?)
    }
}

/// The path of an assignment's file in a list, in a form that differs from a built-in name.
fn listed(path: String) -> String {
    if matches!(path.parse(), Ok(AssignmentName::File(_))) { path } else { format!("./{path}") }
}

/// The path of a file relative to the list's folder, so that both can be moved to another folder or system.
fn relative(file: &Path, list: &Path) -> Result<String> {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().with_context(|| format!("cannot find the folder {}", folder.display()))
    };
    let (of_file, of_list) = (folder(file)?, folder(list)?);
    let name = Path::new(file.file_name().unwrap_or_default());
    let common = of_file.components().zip(of_list.components()).take_while(|(one, other)| one == other).count();
    // On Windows, two drives do not have a common root.
    ensure!(common > 0, "{} and {} are on different drives; expected one", file.display(), list.display());
    let up = of_list.components().skip(common).map(|_| Component::ParentDir);
    let components = up.chain(of_file.components().skip(common)).chain(name.components());
    Ok(components.map(|component| component.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

impl Case {
    /// The job of the case; `None` if the program prints its answer.
    pub fn job(&self) -> Option<&Job> {
        match &self.kind {
            CaseKind::Job(job) => Some(job),
            CaseKind::Printed(_) => None,
        }
    }

    /// The name of the case's assignment.
    pub fn assignment(&self) -> String {
        match &self.kind {
            CaseKind::Job(job) => job.assignment.to_string(),
            CaseKind::Printed(printed) => printed.assignment.clone(),
        }
    }

    /// The files that the tested program writes, or its printed text.
    pub fn expected_files(&self) -> &'static [ExpectedFile] {
        match &self.kind {
            CaseKind::Job(job) => expected_files(job),
            CaseKind::Printed(_) => &[ExpectedFile::Answer],
        }
    }

    /// Reads the fields of a case with a printed answer. The error is the first column with an invalid field.
    fn read_printed<'a>(folder: &Path, line: usize, field: impl Fn(CaseColumn) -> &'a str) -> Result<Self, CaseColumn> {
        let path = |column| Some(field(column)).filter(|path| !path.is_empty()).map(|path| folder.join(path));
        let assignment = field(CaseColumn::Assignment).to_owned();
        let expected = path(CaseColumn::Expected);
        if assignment == "text" && expected.is_none() {
            return Err(CaseColumn::Expected);
        }
        let arguments = shlex::split(field(CaseColumn::Arguments)).ok_or(CaseColumn::Arguments)?;
        let accept = field(CaseColumn::Accept).split_whitespace().map(str::to_owned).collect();
        let empty = [CaseColumn::Task, CaseColumn::Depth, CaseColumn::LineEnds];
        if let Some(column) = empty.into_iter().find(|column| !field(*column).is_empty()) {
            return Err(column);
        }
        Ok(Self {
            name: case_name(&field)?,
            kind: CaseKind::Printed(Printed { assignment, arguments, expected, accept, line }),
            input: path(CaseColumn::Input).unwrap_or_default(),
            points: points(&field)?,
            visibility: visibility(&field)?,
            line_ends: LineEnding::default(),
            covers: field(CaseColumn::Covers).to_owned(),
        })
    }

    /// Reads the fields of a row in the list, and the input file of the case. The outer error is the first column with
    /// an invalid field; the inner error is an invalid input.
    fn read<'a>(
        folder: &Path,
        assignment: Option<Arc<Assignment>>,
        field: impl Fn(CaseColumn) -> &'a str,
    ) -> Result<Result<Self>, CaseColumn> {
        let name = case_name(&field)?;
        let assignment = assignment.ok_or(CaseColumn::Assignment)?;
        let task = match (field(CaseColumn::Task), assignment.input_says(Heading::Task)) {
            ("", true) => None,
            (_, true) => return Err(CaseColumn::Task),
            ("", false) => Some(assignment.only_task().ok_or(CaseColumn::Task)?),
            (number, false) => {
                let number = number.parse().ok().filter(|number| assignment.tasks.contains_key(number));
                Some(number.ok_or(CaseColumn::Task)?)
            }
        };
        let depth = match (field(CaseColumn::Depth), assignment.input_says(Heading::Depth)) {
            ("", true) => None,
            (_, true) => return Err(CaseColumn::Depth),
            (depth, false) => Some(depth.parse().map_err(|_| CaseColumn::Depth)?),
        };
        let input = field(CaseColumn::Input);
        if input.is_empty() || input == "-" {
            return Err(CaseColumn::Input);
        }
        let (points, visibility) = (points(&field)?, visibility(&field)?);
        let line_ends = match field(CaseColumn::LineEnds).to_ascii_lowercase().as_str() {
            "" => LineEnding::default(),
            name => name.parse().map_err(|_| CaseColumn::LineEnds)?,
        };
        let (input, covers) = (folder.join(input), field(CaseColumn::Covers).to_owned());
        let job = Job::read(&assignment, &input, Asked { task: task.map(AskedTask::Number), depth, weights: None });
        let job = job.and_then(Job::comparable);
        let kind = |job| CaseKind::Job(Box::new(job));
        Ok(job.map(|job| Self { name, kind: kind(job), input, points, visibility, line_ends, covers }))
    }
}

/// The name of a case, which is good for a file.
fn case_name<'a>(field: &impl Fn(CaseColumn) -> &'a str) -> Result<String, CaseColumn> {
    let name = field(CaseColumn::Name);
    let is_good = |letter: char| !letter.is_control() && !r#"/\:*?"<>|"#.contains(letter);
    let is_name = !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(is_good);
    if is_name { Ok(name.to_owned()) } else { Err(CaseColumn::Name) }
}

fn points<'a>(field: &impl Fn(CaseColumn) -> &'a str) -> Result<f64, CaseColumn> {
    match field(CaseColumn::Points) {
        "" => Ok(1.0),
        number => {
            let points = number.parse().ok().filter(|points: &f64| (0.0..=1e6).contains(points));
            points.ok_or(CaseColumn::Points)
        }
    }
}

fn visibility<'a>(field: &impl Fn(CaseColumn) -> &'a str) -> Result<Visibility, CaseColumn> {
    match field(CaseColumn::Visibility).to_ascii_lowercase().as_str() {
        "" => Ok(Visibility::default()),
        name => name.parse().map_err(|_| CaseColumn::Visibility),
    }
}
