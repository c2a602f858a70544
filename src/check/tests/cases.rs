//! Describes a student's submission in a test: the jobs, the mistakes of the program, and the changed lines.

use std::{cell::OnceCell, fmt::Write as _, fs, path::PathBuf, sync::Arc};

use reversi_check::{
    Checked, CheckedCase, CheckedCases, Detail, Equality, Report, batch_in_any_order, output, write_cases,
    write_cases_json, write_json, write_report,
};
use reversi_core::game::Depth;
use reversi_course::{
    assignment::{Asked, AskedTask, Assignment, Heading, Job, OpenReading, TaskNumber},
    mistakes::{JobFiles, MistakenJob, Mistakes, WrongWeight},
};
use reversi_io::files::input::Input;
use reversi_testing::path;
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The name of a case; empty if it is the only case.
    name: String,
    /// The name of a built-in assignment, or the text of an assignment file; `usc2013` if the key is missing.
    assignment: Option<String>,
    task: Option<u8>,
    depth: Option<u32>,
    /// The path of the file with the start board.
    input: String,
    /// The mistakes of the student's program, joined by `+`.
    mistakes: Option<String>,
    /// The wrong weights of the student's program: squares with weights.
    wrong_weights: Vec<(String, i16)>,
    /// The only file that shows the mistakes; if the key is empty, all files show the mistakes.
    mistaken_file: String,
    /// The job that the student's program ran instead of the requested job.
    ran: Ran,
    /// True if the moves file and the log have swapped names.
    swapped: bool,
    /// The files to check; if empty, all files.
    files: Vec<String>,
    moves: Vec<Change>,
    log: Vec<Change>,
    output: Vec<Change>,
    /// `exact` or `lenient`.
    equality: String,
    effort: Option<u64>,
    accept: Vec<String>,
}

/// The changes that turn the requested job into the job that a student's program ran.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ran {
    assignment: Option<String>,
    task: Option<u8>,
    depth: Option<u32>,
    input: Option<String>,
}

/// A change of a student's file; lines count from 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Change {
    /// Replaces lines by the lines of a text, starting at a line number.
    Line(usize, String),
    /// Replaces the last line.
    Last(String),
    /// Removes a line.
    Drop(usize),
    /// Inserts a line before a line number.
    Insert(usize, String),
    /// Replaces a text everywhere in the file.
    Replace(String, String),
    /// Replaces a text once in one line.
    ReplaceIn(usize, String, String),
    /// Two lines are swapped.
    Swap(usize, usize),
    /// Adds a number of zeros at the end of a line.
    Lengthen(usize, usize),
    /// Keeps only a number of lines at the beginning of the file.
    Keep(usize),
    /// Removes a number of lines at the beginning of the file.
    Skip(usize),
    /// Appends a copy of all lines from a line number on.
    RepeatFrom(usize),
    Append(String),
    /// Removes a number of characters at the end of the file.
    Cut(usize),
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let changed;
        match self {
            Self::Replace(one, other) => return text.replace(one, other),
            Self::Append(end) => return [text, end].concat(),
            Self::Cut(count) => return text.chars().take(text.chars().count() - count).collect(),
            Self::Line(line, others) => {
                lines.iter_mut().skip(line - 1).zip(others.lines()).for_each(|(one, other)| *one = other);
            }
            Self::Last(other) => *lines.last_mut().expect("a line") = other,
            Self::Drop(line) => drop(lines.remove(line - 1)),
            Self::Insert(line, added) => lines.insert(line - 1, added),
            Self::ReplaceIn(line, one, other) => {
                changed = lines[line - 1].replacen(one, other, 1);
                lines[line - 1] = &changed;
            }
            Self::Lengthen(line, letters) => {
                changed = lines[line - 1].to_owned() + &"0".repeat(*letters);
                lines[line - 1] = &changed;
            }
            Self::Swap(one, other) => lines.swap(one - 1, other - 1),
            Self::Keep(count) => lines.truncate(*count),
            Self::Skip(count) => drop(lines.drain(..count)),
            Self::RepeatFrom(line) => lines.extend_from_within(line - 1..),
        }
        lines.into_iter().map(|line| [line, "\n"].concat()).collect()
    }
}

/// A case in a test: the student's files and the right program's files, each with name and text.
struct Case {
    keys: Keys,
    job: Job,
    written: Vec<(&'static str, String)>,
    right: Vec<(&'static str, String)>,
}

/// One case, or several cases that are diagnosed together.
pub struct Submission {
    cases: Vec<Case>,
    reports: OnceCell<(String, Value)>,
}

fn job(assignment: Option<&str>, task: Option<u8>, depth: Option<u32>, input: &str) -> Job {
    let assignment = assignment.unwrap_or("usc2013");
    let assignment = if assignment.contains('\n') {
        let input = Input { name: String::new(), text: assignment.to_owned() };
        Arc::new(Assignment::parse(&input).expect("an assignment"))
    } else {
        Assignment::named(assignment).expect("a built-in assignment")
    };
    // If the input names the task and depth, the values in the file's first block only apply to other sections.
    let task = task.filter(|_| !assignment.input_says(Heading::Task));
    let depth = depth.filter(|_| !assignment.input_says(Heading::Depth));
    let task = task.map(|task| AskedTask::Number(TaskNumber::new(task).expect("a task")));
    let asked = Asked { task, depth: depth.map(Depth::new), weights: None };
    Job::read(&assignment, &path(input), asked).unwrap_or_else(|error| panic!("{input}: {error:#}"))
}

/// The files of a program with some mistakes and wrong weights; `None` if the program does not end.
fn files(job: &Job, mistakes: &str, weights: &[(String, i16)]) -> Option<Vec<(&'static str, String)>> {
    let mistakes: Mistakes = mistakes.parse().unwrap_or_else(|error| panic!("{mistakes}: {error}"));
    let weight =
        |(square, value): &(String, i16)| WrongWeight { square: square.parse().expect("a square"), value: *value };
    let weights: Vec<WrongWeight> = weights.iter().map(weight).collect();
    Some(match JobFiles::new(job, &MistakenJob::new(job, mistakes, &weights)).ok()? {
        JobFiles::Game { moves, log } => vec![("moves", moves), ("log", log)],
        JobFiles::Next { output } => vec![("output", output)],
    })
}

impl Case {
    fn new(keys: Keys) -> Option<Self> {
        let readings =
            keys.accept.iter().map(|name| OpenReading::ALL.iter().copied().find(|reading| reading.name() == name));
        let readings: Vec<OpenReading> = readings.map(|reading| reading.expect("an open reading")).collect();
        let asked = job(keys.assignment.as_deref(), keys.task, keys.depth, &keys.input);
        let job = asked.accepting(&readings).expect("an open reading of the assignment");
        let Ran { assignment, task, depth, input } = &keys.ran;
        let done = self::job(
            assignment.as_deref().or(keys.assignment.as_deref()),
            task.or(keys.task),
            depth.or(keys.depth),
            input.as_ref().unwrap_or(&keys.input),
        );
        let changed = |(name, text): (&'static str, String)| {
            let changes = match name {
                "moves" => &keys.moves,
                "log" => &keys.log,
                _ => &keys.output,
            };
            (name, changes.iter().fold(text, |text, change| change.apply(&text)))
        };
        let is_given = |(name, _): &(&str, String)| keys.files.is_empty() || keys.files.iter().any(|file| file == name);
        let right = files(&job, "none", &[])?;
        let mut written = files(&done, keys.mistakes.as_deref().unwrap_or("none"), &keys.wrong_weights)?;
        if !keys.mistaken_file.is_empty() {
            let file = written.iter().position(|(name, _)| *name == keys.mistaken_file).expect("a file of the job");
            written = right
                .iter()
                .cloned()
                .enumerate()
                .map(|(at, one)| if at == file { written[at].clone() } else { one })
                .collect();
        }
        if let (true, [(_, moves), (_, log)]) = (keys.swapped, &mut written[..]) {
            std::mem::swap(moves, log);
        }
        let written = written.into_iter().filter(is_given).map(changed).collect();
        Some(Self { keys, job, written, right })
    }

    fn equality(&self) -> Equality {
        match &*self.keys.equality {
            "exact" => Equality::Exact,
            "lenient" => Equality::Lenient,
            "" => Equality::Lines,
            other => panic!("{other}: not an equality"),
        }
    }

    fn write(&self, folder: &TempDir) {
        for (name, text) in &self.written {
            fs::write(self.path(folder, name), text).expect("a file");
        }
    }

    fn path(&self, folder: &TempDir, name: &str) -> PathBuf {
        let case = &self.keys.name;
        folder.path().join(if case.is_empty() { format!("{name}.txt") } else { format!("{case}-{name}.txt") })
    }

    fn check(&self, folder: &TempDir) -> Checked {
        self.write(folder);
        let file = |name| {
            let is_written = self.written.iter().any(|(file, _)| *file == name);
            is_written.then(|| self.path(folder, name))
        };
        let mut checked = if let Some(file) = file("output") {
            output(&self.job, &file, self.equality()).expect("a check")
        } else {
            let [moves, log] = ["moves", "log"].map(file);
            batch_in_any_order(&self.job, moves.as_deref(), log.as_deref(), self.equality()).expect("a check")
        };
        if self.effort() > 0 {
            checked.diagnose(&self.job, self.effort(), &|_| ());
        }
        checked
    }

    fn effort(&self) -> u64 {
        self.keys.effort.unwrap_or(1_000_000)
    }
}

/// Takes the folder from the paths of the files, so that the report has the same lines in every folder.
fn name_files_alone(report: &mut Report) {
    for file in &mut report.files {
        file.path = file.path.file_name().expect("a name").into();
    }
}

fn text_of(files: &[(&str, String)], name: &str) -> String {
    let file = files.iter().find(|(file, _)| *file == name);
    file.unwrap_or_else(|| panic!("no file {name}")).1.clone()
}

impl Submission {
    /// Makes a submission from the keys of a case. For several cases, a list named `case` has the keys of each case.
    /// Returns `None` if a program does not end.
    pub fn new(mut keys: toml::Table) -> Option<Self> {
        let cases = match keys.remove("case") {
            Some(toml::Value::Array(cases)) => cases,
            _ => vec![toml::Value::Table(toml::Table::new())],
        };
        let case = |case: toml::Value| {
            let own = case.as_table().expect("a table").clone();
            let all: toml::Table = keys.clone().into_iter().chain(own).collect();
            Case::new(all.try_into().unwrap_or_else(|error| panic!("{error}")))
        };
        Some(Self { cases: cases.into_iter().map(case).collect::<Option<_>>()?, reports: OnceCell::new() })
    }

    fn reports(&self) -> &(String, Value) {
        self.reports.get_or_init(|| {
            let (folder, mut text, mut json) = (TempDir::new().expect("a folder"), Vec::new(), Vec::new());
            let plain = anstream::StripStream::new(&mut text);
            match &self.cases[..] {
                [case] => {
                    let mut report = case.check(&folder).report;
                    name_files_alone(&mut report);
                    write_report(&report, &case.job, Detail::Short, plain)
                        .and_then(|()| write_json(&report, &case.job, &mut json))
                }
                cases => {
                    let effort = cases[0].effort();
                    let checked = cases.iter().map(|case| {
                        case.write(&folder);
                        let files: Vec<PathBuf> = case.right.iter().map(|(name, _)| case.path(&folder, name)).collect();
                        CheckedCase::new(&case.keys.name, &case.job, &files, case.equality()).expect("a check")
                    });
                    let mut checked = CheckedCases::diagnose(checked.collect(), effort);
                    for case in &mut checked.cases {
                        case.checked.iter_mut().for_each(|checked| name_files_alone(&mut checked.report));
                    }
                    write_cases(&checked, plain).and_then(|()| write_cases_json(&checked, &mut json))
                }
            }
            .expect("room in memory");
            let text = String::from_utf8(text).expect("text");
            let text = reversi_testing::in_folder(&text, folder.path()).replace("FOLDER/", "");
            (text, serde_json::from_slice(&json).expect("one object"))
        })
    }

    pub fn report(&self) -> String {
        self.reports().0.clone()
    }

    pub fn json_report(&self) -> &Value {
        &self.reports().1
    }

    /// The values from the JSON report at some JSON pointers; each line begins with a pointer.
    pub fn json(&self, pointers: &str) -> String {
        let json = self.json_report();
        let mut values = String::new();
        for pointer in pointers.lines().filter_map(|line| line.split_whitespace().next()) {
            let value = json.pointer(pointer).unwrap_or_else(|| panic!("nothing is at {pointer} in {json}"));
            writeln!(values, "{pointer} {value}").expect("room in memory");
        }
        values
    }

    /// Replaces the text of a file in a submission with one case.
    pub fn with(mut self, name: &str, text: &str) -> Self {
        let file = self.cases[0].written.iter_mut().find(|(file, _)| *file == name);
        text.clone_into(&mut file.expect("a file of the job").1);
        self
    }

    /// The text of a student's file in the first case.
    pub fn written(&self, name: &str) -> String {
        text_of(&self.cases[0].written, name)
    }

    /// The lines of a student's file around the first wrong line, with line numbers.
    pub fn excerpt(&self, name: &str) -> String {
        let (written, right) = (self.written(name), text_of(&self.cases[0].right, name));
        let wrong = written.lines().zip(right.lines()).take_while(|(one, other)| one == other).count() + 1;
        let lines = (1..).zip(written.lines()).skip(wrong.saturating_sub(4)).take(6);
        lines.fold(String::new(), |mut excerpt, (number, line)| {
            writeln!(excerpt, "{} {number:3}  {line}", if number == wrong { '>' } else { ' ' })
                .expect("room in memory");
            excerpt
        })
    }
}
