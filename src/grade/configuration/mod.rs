//! `grade.toml`: the cases, how submissions are built and run, and how they are marked.

pub mod command_line;
mod example;
mod recipe;
mod size;

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, bail};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
    value::Datetime,
};

pub use example::example;
pub use recipe::{FileNames, Recipe};
pub use reversi_io::files::toml_file::{fault, read as read_toml};
pub use size::ByteSize;

use self::{
    command_line::{CommandLine, Placeholder},
    recipe::StudentRecipes,
};
use super::{
    digest::{Digest, Digester},
    escape,
    people::{anonymity, lateness::LateRules, overrides, roster::RosterSettings, timestamp::Timestamp},
    points::{Points, Share},
};
use crate::sandbox::Limits;
use reversi_check::{Equality, Role};
use reversi_course::{
    assignment::{Heading, OutputForm},
    cases::{Case, CaseList, ExpectedFile, expected_files},
};
use reversi_io::{
    files::input::{self, Input},
    names::{ParseError, list, names},
};

/// What holds for a class: the values of a `grade.toml`, and the files that it names.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub cases: CaseList,
    /// How submissions are built and run.
    pub recipe: Recipe,
    /// What is different for some students.
    pub students: StudentRecipes,
    /// What the programs of submissions may have and take.
    pub programs: ProgramSettings,
    pub marking: Marking,
    /// The columns of points that staff fill in.
    pub manual: Vec<Manual>,
    /// The roster, the deadline and the rules for late submissions.
    pub roster: Option<RosterSettings>,
    /// The text of the file, and the path by which it was read.
    pub text: Input,
}

/// What the programs of submissions may have and take, whatever they are run for.
#[derive(Clone, Debug, Default)]
pub struct ProgramSettings {
    /// The folder of the course, whose paths no student is shown.
    pub folder: PathBuf,
    /// Environment variables beside those that every command has.
    pub environment: BTreeMap<String, String>,
    /// Files and folders of the system that a submission may read, beside programs and libraries.
    pub readable: Vec<PathBuf>,
    /// Whether submissions may hold ready-made programs.
    pub executables: Executables,
    /// The limits of a run.
    pub limits: Limits,
    /// The limits of each command that builds.
    pub build_limits: Limits,
}

impl ProgramSettings {
    /// A command as a student is shown it: of the course's own paths with their names alone.
    pub fn shown(&self, line: &CommandLine) -> String {
        let folders = || self.readable.iter().chain([&self.folder]).filter_map(|folder| folder.canonicalize().ok());
        let is_private =
            |path: &Path| path.canonicalize().is_ok_and(|path| folders().any(|folder| path.starts_with(folder)));
        escape::start(&line.shown(is_private))
    }
}

/// Whether submissions may hold ready-made programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Executables {
    #[default]
    Refuse,
    /// They are files like any others.
    Allow,
}

/// How files are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marking {
    /// The share of the moves file of a case's points.
    pub moves: Share,
    /// The share of the next board of later years.
    pub board: Share,
    /// The share of the log.
    pub log: Share,
    /// What a file earns that is right in part.
    pub partial: Partial,
    /// The share of what its files earn that a case has if the program crashed or was stopped.
    pub ending: Share,
    pub equality: Equality,
    /// How many nodes the diagnosis of a case may visit at most.
    pub effort: u64,
}

impl Marking {
    /// The share of a file of a case's points; all of them if it is the only file.
    pub fn share(&self, case: &Case, role: Role) -> Share {
        match role {
            _ if !case.job.is_logged => Share::ALL,
            Role::Moves => self.moves,
            Role::Board => self.board,
            Role::Log => self.log,
        }
    }
}

names! {
    /// What a file earns that is right in part.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Partial {
        /// The share of the rows or steps that are right, wherever they stand: those of a longest common subsequence of
        /// the file and the truth.
        Matching => "matching",
        /// The share of the rows or steps before the first wrong one.
        #[default]
        Prefix => "prefix",
        None => "none",
    }
}

/// A column of points that staff fill in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manual {
    /// The name of the column.
    pub name: String,
    pub points: Points,
}

/// Checks that tables are tables: a list in the place of one would be read as its values in their order.
fn check_tables(text: &Input) -> Result<()> {
    // What is no TOML at all is told where its values are read.
    let Ok(document) = DeTable::parse(&text.text) else { return Ok(()) };
    for (key, value) in document.get_ref() {
        let name: &str = key.get_ref();
        let expected = match (name, value.get_ref()) {
            ("manual", DeValue::Array(_)) => continue,
            ("manual", _) => {
                "manual is no list; expected a line [[manual]], and name and points below, for each column"
            }
            (_, DeValue::Table(_)) => continue,
            ("environment" | "files" | "limits" | "build_limits" | "points" | "roster", _) => {
                &format!("{name} is no table; expected a line [{name}] and its keys below")
            }
            _ => continue,
        };
        return Err(fault(text, value.span().start, expected));
    }
    Ok(())
}

/// The fields of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    cases: PathBuf,
    build: Option<Vec<CommandLine>>,
    run: Option<Spanned<CommandLine>>,
    #[serde(default)]
    environment: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    files: FileFields,
    #[serde(default)]
    limits: LimitFields,
    #[serde(default)]
    build_limits: LimitFields,
    #[serde(default)]
    points: PointFields,
    #[serde(default)]
    manual: Vec<ManualFields>,
    roster: Option<RosterFields>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileFields {
    read: Vec<PathBuf>,
    executables: Executables,
    #[serde(deserialize_with = "file_name")]
    input: Option<String>,
    #[serde(deserialize_with = "file_name")]
    moves: Option<String>,
    #[serde(deserialize_with = "file_name")]
    log: Option<String>,
    #[serde(deserialize_with = "file_name")]
    output: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
/// The fields of a table of limits.
pub struct LimitFields {
    #[serde(deserialize_with = "seconds")]
    seconds: Option<Duration>,
    #[serde(deserialize_with = "bytes")]
    memory: Option<u64>,
    #[serde(deserialize_with = "bytes")]
    output: Option<u64>,
    files: Option<u64>,
    processes: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PointFields {
    moves: Option<Spanned<Share>>,
    board: Option<Spanned<Share>>,
    log: Option<Spanned<Share>>,
    #[serde(deserialize_with = "partial")]
    partial: Partial,
    #[serde(deserialize_with = "ending")]
    ending: Option<Share>,
    #[serde(with = "EqualityField")]
    equal: Equality,
    effort: Option<u64>,
}

#[derive(Deserialize)]
#[serde(remote = "Equality", rename_all = "lowercase")]
enum EqualityField {
    #[serde(rename = "default")]
    Lines,
    Exact,
    Lenient,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManualFields {
    name: Spanned<String>,
    #[serde(deserialize_with = "most_points")]
    points: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFields {
    file: PathBuf,
    #[serde(default, deserialize_with = "moment")]
    deadline: Option<Timestamp>,
    #[serde(default)]
    late: Vec<Spanned<String>>,
}

/// Reads the name of a file beneath the folder of a program.
fn file_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let mut parts = Path::new(&name).components().peekable();
    let is_beneath = parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
    let expected = "expected the name of a file in the folder of the program";
    if is_beneath { Ok(Some(name)) } else { Err(D::Error::custom(expected)) }
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = Some(f64::deserialize(deserializer)?).filter(|seconds| (0.01..=1e6).contains(seconds));
    let expected = "expected seconds, at least 0.01 and at most a million";
    seconds.map(Duration::from_secs_f64).map_or_else(|| Err(D::Error::custom(expected)), |seconds| Ok(Some(seconds)))
}

fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let ByteSize(bytes) = String::deserialize(deserializer)?.parse().map_err(D::Error::custom)?;
    Ok(Some(bytes))
}

fn partial<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Partial, D::Error> {
    match String::deserialize(deserializer)?.as_str() {
        "rows" => Ok(Partial::Prefix),
        word => word.parse().map_err(D::Error::custom),
    }
}

fn ending<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Share>, D::Error> {
    let share = Share::new(f64::deserialize(deserializer)?);
    share.map(Some).ok_or_else(|| D::Error::custom("expected a part of what the files earn, from 0 to 1"))
}

fn most_points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    let most = Points::new(f64::deserialize(deserializer)?);
    most.ok_or_else(|| D::Error::custom("expected the most points that the column can get, at most a million"))
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    Datetime::deserialize(deserializer)?.try_into().map(Some).map_err(D::Error::custom)
}

/// Checks that each placeholder of the command of a case stands for something in all cases.
fn checked_run(run: Spanned<CommandLine>, cases: &CaseList, text: &Input) -> Result<CommandLine> {
    let has = |case: &Case, placeholder: Placeholder| match placeholder {
        Placeholder::Task => !case.job.assignment.input_says(Heading::Task),
        Placeholder::Depth => !case.job.assignment.input_says(Heading::Depth),
        Placeholder::Moves | Placeholder::Log => case.job.assignment.output == OutputForm::Game,
        Placeholder::Input | Placeholder::Output => true,
    };
    for placeholder in Placeholder::ALL.into_iter().filter(|placeholder| run.get_ref().has(*placeholder)) {
        if let Some(case) = cases.cases.iter().find(|case| !has(case, placeholder)) {
            let others = Placeholder::ALL.into_iter().filter(|other| has(case, *other));
            let (name, assignment, expected) = (&case.name, &case.job.assignment, list(others, "and"));
            let problem =
                format!("{placeholder} stands for nothing in the case {name} of {assignment}; expected {expected}");
            return Err(fault(text, run.span().start, problem));
        }
    }
    Ok(run.into_inner())
}

impl Configuration {
    /// How many nodes the diagnosis of a case may visit, unless the configuration says otherwise: a second or so.
    const EFFORT: u64 = 30_000_000;

    /// Reads a configuration and the list of cases that it names. Paths in it are relative to it.
    ///
    /// # Errors
    /// A file that cannot be read, and the first place that is wrong.
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        check_tables(&text)?;
        let fields: Fields = read_toml(&text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut cases = CaseList::read(&folder.join(&fields.cases))?;
        for case in &mut cases.cases {
            // The input is written with these line ends, and the truth with those of the input.
            case.job.line_ending = case.line_ends;
        }
        let FileFields { read, executables, input, moves, log, output } = fields.files;
        let files = FileNames::default().replaced(input, moves, log, output);
        if let Some(clash) = files.clash(&cases) {
            return Err(fault(&text, text.text.find("[files]").unwrap_or_default(), clash));
        }
        Ok(Self {
            recipe: Recipe {
                folder: None,
                build: fields.build,
                run: fields.run.map(|run| checked_run(run, &cases, &text)).transpose()?,
                files: files.clone(),
            },
            programs: ProgramSettings {
                folder: folder.join("."),
                environment: environment(fields.environment, &text)?,
                readable: read,
                executables,
                limits: fields.limits.over(Limits::default()),
                build_limits: fields.build_limits.over(build_limits()),
            },
            marking: fields.points.marking(&cases, &text)?,
            manual: manual(&fields.manual, &cases, &text)?,
            roster: fields.roster.map(|roster| roster.settings(folder, &text)).transpose()?,
            students: StudentRecipes::read(folder, &cases, &files)?,
            cases,
            text,
        })
    }

    /// The folder of the configuration.
    pub fn folder(&self) -> &Path {
        Path::new(&self.text.name).parent().unwrap_or(Path::new(""))
    }

    /// The files of the course that no submission may see, wherever they lie.
    pub fn private(&self) -> impl Iterator<Item = PathBuf> {
        let list = self.cases.path();
        let expected = |case: &Case| {
            let file = |file: &ExpectedFile| list.with_file_name(format!("{}{}", case.name, file.suffix()));
            expected_files(&case.job).iter().map(file).chain([case.input.clone()]).collect::<Vec<_>>()
        };
        let assignments = self
            .cases
            .assignments()
            .into_iter()
            .flat_map(|assignment| assignment.files.iter().map(|file| &file.path).chain(&assignment.inherited));
        let beside = [overrides::FILE, StudentRecipes::FILE, anonymity::FILE].map(|name| self.folder().join(name));
        let own = [PathBuf::from(&self.text.name), list.to_owned()].into_iter().chain(beside);
        own.chain(self.roster.iter().map(|roster| roster.file.clone()))
            .chain(assignments.cloned())
            .chain(self.cases.cases.iter().flat_map(expected))
    }

    /// Checks that no file of the course lies in a submission, whose author could write it: the configuration and with it the
    /// overrides, the list of cases, their boards and expected files, the roster.
    ///
    /// # Errors
    /// A file that does, and submissions that the system cannot look up.
    pub fn check_apart<'a>(&self, submissions: impl IntoIterator<Item = &'a Path>) -> Result<()> {
        let files = self.private().filter_map(|path| Some((path.canonicalize().ok()?, path)));
        let files: Vec<(PathBuf, PathBuf)> = files.collect();
        for submission in submissions {
            let place = submission.canonicalize()?;
            if let Some((_, path)) = files.iter().find(|(file, _)| file.starts_with(&place)) {
                bail!(
                    "{} lies in the submission {}; expected a file that its author cannot change",
                    path.display(),
                    submission.display()
                );
            }
        }
        Ok(())
    }

    /// The columns of the table of grades with their most points: the cases, then those that staff fill in.
    pub fn columns(&self) -> impl Iterator<Item = (&str, Points)> {
        let cases = self.cases.cases.iter().map(|case| (case.name.as_str(), case_points(case)));
        cases.chain(self.manual.iter().map(|manual| (manual.name.as_str(), manual.points)))
    }

    /// The most points that a student can have.
    pub fn maximum(&self) -> Points {
        self.columns().map(|(_, points)| points.from_zero()).sum()
    }

    /// How the submission of a student is built and run: as those of the class, but for what is said of this student.
    pub fn recipe(&self, student: &str) -> Recipe {
        self.students.change(student, &self.recipe)
    }

    /// A digest of what a run depends on beside the cases and the recipe.
    pub fn digest(&self) -> Digest {
        let ProgramSettings { environment, readable, executables, limits, build_limits, folder: _ } = &self.programs;
        let mut digester = Digester::default();
        for (name, value) in environment {
            digester.add("environment").add(name).add(value);
        }
        for limits in [limits, build_limits] {
            let Limits { processor, wall, memory, output, files, processes } = limits;
            let [processor, wall] = [processor, wall].map(std::time::Duration::as_secs_f64);
            digester.add(format!("{processor} {wall} {memory} {output} {files} {processes}"));
        }
        digester.add(format!("{executables:?} {:?} {}", self.marking.equality, self.marking.effort));
        for path in readable {
            digester.add_tree(path);
        }
        digester.finish()
    }
}

/// The most points of a case.
pub fn case_points(case: &Case) -> Points {
    // The reader of cases accepts numbers from 0 to a million.
    Points::new(case.points).unwrap_or_default()
}

/// The limits of each command that builds, unless the configuration says otherwise.
pub fn build_limits() -> Limits {
    Limits { memory: 2 << 30, output: 256 << 20, ..Limits::default() }.with_processor(Duration::from_secs(60))
}

impl LimitFields {
    /// The limits that the file gives, and `limits` for those that it does not give.
    pub fn over(&self, limits: Limits) -> Limits {
        let limits = Limits {
            memory: self.memory.unwrap_or(limits.memory),
            output: self.output.unwrap_or(limits.output),
            files: self.files.unwrap_or(limits.files),
            processes: self.processes.unwrap_or(limits.processes),
            ..limits
        };
        self.seconds.map_or(limits, |seconds| limits.with_processor(seconds))
    }
}

impl PointFields {
    fn marking(&self, cases: &CaseList, text: &Input) -> Result<Marking> {
        let share = |given: &Option<Spanned<Share>>, usual| given.as_ref().map_or(usual, |given| *given.get_ref());
        let [moves, board] = [&self.moves, &self.board].map(|given| share(given, Share::percent(40)));
        let log = share(&self.log, Share::percent(60));
        let has_game =
            |is_game| cases.cases.iter().any(|case| (case.job.assignment.output == OutputForm::Game) == is_game);
        for (name, given, first, other, is_asked_for) in [
            ("moves", &self.moves, moves, "board", has_game(true)),
            ("board", &self.board, board, "moves", has_game(false)),
        ] {
            let sum = first + log;
            let (given, problem) = match given {
                Some(_) if !is_asked_for => {
                    let found = list(cases.assignments(), "and");
                    let why = format!("because {found} asks for none; expected {other} in its place");
                    (given, format!("no case has a {name} part, {why}"))
                }
                _ if is_asked_for && sum != Share::ALL => {
                    let given = if given.is_some() { given } else { &self.log };
                    (given, format!("{name} and log are {sum} of a case's points together; expected 1"))
                }
                _ => continue,
            };
            return Err(fault(text, given.as_ref().map_or(0, |given| given.span().start), problem));
        }
        let ending = self.ending.unwrap_or(Share::ALL);
        let effort = self.effort.unwrap_or(Configuration::EFFORT);
        Ok(Marking { moves, board, log, partial: self.partial, ending, equality: self.equal, effort })
    }
}

/// The variables; no system takes those that are refused.
fn environment(
    variables: BTreeMap<Spanned<String>, Spanned<String>>,
    text: &Input,
) -> Result<BTreeMap<String, String>> {
    for (name, value) in &variables {
        if name.get_ref().is_empty() || name.get_ref().contains(['=', '\0']) {
            return Err(fault(text, name.span().start, "expected a name without = and without NUL characters"));
        }
        if value.get_ref().contains('\0') {
            return Err(fault(text, value.span().start, "expected a value without NUL characters"));
        }
    }
    Ok(variables.into_iter().map(|(name, value)| (name.into_inner(), value.into_inner())).collect())
}

fn manual(columns: &[ManualFields], cases: &CaseList, text: &Input) -> Result<Vec<Manual>> {
    let mut manual: Vec<Manual> = Vec::new();
    for ManualFields { name, points } in columns {
        let is_taken = |taken: &str| name.get_ref().trim().eq_ignore_ascii_case(taken);
        let is_case = cases.cases.iter().any(|case| is_taken(&case.name));
        let is_other =
            ["", "student", "name", "points", "maximum", "late penalty", overrides::TOTAL].into_iter().any(is_taken);
        if is_case || is_other || manual.iter().any(|manual| is_taken(&manual.name)) {
            let message = format!(
                "{:?} is taken; a column of [[manual]] has a name that neither a case nor another column has",
                name.get_ref()
            );
            return Err(fault(text, name.span().start, message));
        }
        manual.push(Manual { name: name.get_ref().trim().to_owned(), points: *points });
    }
    Ok(manual)
}

impl RosterFields {
    fn settings(self, folder: &Path, text: &Input) -> Result<RosterSettings> {
        let mut late = LateRules::default();
        for rule in &self.late {
            let fault = |message: String| fault(text, rule.span().start, message);
            if !late.push(rule.get_ref().parse().map_err(|error: ParseError| fault(error.to_string()))?) {
                return Err(fault("expected more hours than in the rule before".to_owned()));
            }
        }
        Ok(RosterSettings { file: folder.join(self.file), deadline: self.deadline, late })
    }
}
