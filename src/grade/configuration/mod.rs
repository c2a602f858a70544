//! `grade.toml`: the cases, how submissions are built and run, and how they are marked.

pub mod command_line;
mod size;
pub mod students;

use std::{
    collections::BTreeMap,
    fmt::Display,
    ops::Range,
    path::{Component, Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use anyhow::{Error, Result, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use toml::{Spanned, value::Datetime};

pub use size::ByteSize;

use self::{
    command_line::{CommandLine, Placeholder},
    students::StudentRecipes,
};
use super::{
    judging::points::{Points, Share},
    people::{lateness::LateRules, timestamp::Timestamp},
};
use crate::{
    assignment::{Assignment, Heading, OutputForm, SourceFile},
    cases::{Case, CaseList, ExpectedFile, expected_files},
    check::{Equality, Role},
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    names::{list, names, nearest},
    sandbox::Limits,
};

/// A commented configuration that works, for an assignment.
pub fn example(assignment: &Assignment) -> String {
    let is_game = assignment.output == OutputForm::Game;
    let option = |heading, option| if assignment.heads(heading) { "" } else { option };
    let [task, depth] = [option(Heading::Task, " -t {task}"), option(Heading::Depth, " -d {depth}")];
    let (run, files) = if is_game {
        (format!("./reversi{task}{depth} -i {{input}} -op {{moves}} -ol {{log}}"), ["input", "moves", "log"].as_slice())
    } else {
        ("./reversi".to_owned(), ["input", "output"].as_slice())
    };
    let (cases, make_cases) = match assignment.files.first() {
        None => (format!("fixtures/grade/{assignment}.csv"), String::new()),
        Some(SourceFile { path, .. }) => {
            let path = path.to_string_lossy();
            let command = CommandLine::of(["reversi", "cases", "new", "--dialect", &path, "--out", "cases"]);
            ("cases/cases.csv".to_owned(), format!(" This makes one:\n#   {command}"))
        }
    };
    let files: Vec<String> = files.iter().map(|file| format!("{file} = \"{file}.txt\"")).collect();
    let text = include_str!("example.toml")
        .replace("@NAME@", &assignment.name)
        .replace("@MAKE_CASES@", &make_cases)
        .replace("@CASES@", &cases)
        .replace("@RUN@", &run)
        .replace("@FILES@", &files.join("\n"));
    if is_game { text } else { text.replacen("\nmoves = ", "\nboard = ", 1).replace(" (later years: board)", "") }
}

/// The values of a `grade.toml`.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The cases.
    pub cases: CaseList,
    /// The commands that build a submission; `None` if a recipe is chosen by its files.
    pub build: Option<Vec<CommandLine>>,
    /// The command of a case; `None` if no program is to be run.
    pub run: Option<CommandLine>,
    /// Environment variables beside those that every command has.
    pub environment: BTreeMap<String, String>,
    /// What the files of a case are called.
    pub names: FileNames,
    /// Files and folders of the system that a submission may read, beside programs and libraries.
    pub readable: Vec<PathBuf>,
    /// Whether submissions may hold ready-made programs.
    pub executables: Executables,
    /// What is different for some students.
    pub students: StudentRecipes,
    /// The limits of a case.
    pub limits: Limits,
    /// The limits of each command that builds.
    pub build_limits: Limits,
    /// How files are marked.
    pub marking: Marking,
    /// The columns of points that staff fill in.
    pub manual: Vec<Manual>,
    /// The roster, the deadline and the rules for late submissions.
    pub roster: Option<RosterSettings>,
    /// The text of the file, and the path by which it was read.
    pub text: Input,
}

/// What the files of a case are called in the folder of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNames {
    /// The input.
    pub input: String,
    /// The moves file of 2013.
    pub moves: String,
    /// The log of 2013.
    pub log: String,
    /// The output of later years.
    pub output: String,
}

/// Whether submissions may hold ready-made programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Executables {
    /// They are left out.
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
    /// What counts as equal.
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

/// What a file earns that is right in part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partial {
    /// The share of the rows or steps that are right, wherever they stand: those of a longest common subsequence of the
    /// file and the truth.
    Matching,
    /// The share of the rows or steps before the first wrong one.
    #[default]
    Prefix,
    /// Nothing.
    None,
}

names! { Partial { Matching => "matching", Prefix => "prefix", None => "none" } }

/// A column of points that staff fill in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manual {
    /// The name of the column.
    pub name: String,
    /// The most points.
    pub points: Points,
}

/// The roster, the deadline and the rules for late submissions.
#[derive(Clone, Debug)]
pub struct RosterSettings {
    /// The list, as the course system writes it.
    pub file: PathBuf,
    /// When submissions were due, unless the list says otherwise.
    pub deadline: Option<Timestamp>,
    /// What late submissions lose.
    pub late: LateRules,
}

/// What is wrong with a configuration.
struct Misconfigured {
    /// The bytes of the text that are wrong.
    span: Range<usize>,
    message: String,
    /// What the writer probably meant.
    suggestion: Option<String>,
}

impl Misconfigured {
    fn explain(self, text: &Input) -> Error {
        text.explain(&Problem::at_byte(&text.text, self.span.start, self.message).suggesting(self.suggestion))
    }
}

fn fault(span: Range<usize>, message: impl Into<String>) -> Misconfigured {
    Misconfigured { span, message: message.into(), suggestion: None }
}

/// Reads a text as TOML.
fn read_toml<T: DeserializeOwned>(text: &Input) -> Result<T> {
    toml::from_str(&text.text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', "; ");
        let words = [
            ("expected u64", "expected a whole number from 0"),
            ("expected f64", "expected a number"),
            ("a sequence", "a list"),
            ("a string", "a text in quotes"),
        ];
        let message = words.iter().fold(message, |message, (from, to)| message.replace(from, to));
        let mut words = message.split('`').skip(1).step_by(2);
        let found = words.next().filter(|_| message.starts_with("unknown "));
        let meant = found.and_then(|found| nearest(found, words));
        let suggestion = meant.map(|meant| format!("did you mean {meant}?"));
        Misconfigured { suggestion, ..fault(error.span().unwrap_or_default(), message) }.explain(text)
    })
}

/// The fields of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    cases: PathBuf,
    build: Option<Vec<Spanned<String>>>,
    run: Option<Spanned<String>>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
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
#[serde(deny_unknown_fields)]
struct FileFields {
    #[serde(default)]
    read: Vec<PathBuf>,
    #[serde(default)]
    executables: Executables,
    input: Option<Spanned<String>>,
    moves: Option<Spanned<String>>,
    log: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitFields {
    seconds: Option<Spanned<f64>>,
    memory: Option<Spanned<String>>,
    output: Option<Spanned<String>>,
    files: Option<u64>,
    processes: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFields {
    moves: Option<Spanned<f64>>,
    board: Option<Spanned<f64>>,
    log: Option<Spanned<f64>>,
    partial: Option<Spanned<String>>,
    ending: Option<Spanned<f64>>,
    #[serde(default, with = "EqualityField")]
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
    points: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFields {
    file: PathBuf,
    deadline: Option<Spanned<Datetime>>,
    #[serde(default)]
    late: Vec<Spanned<String>>,
}

/// Reads what a text of the file says.
fn parsed<T: FromStr<Err: Display>>(text: &Spanned<String>) -> Result<T, Misconfigured> {
    text.get_ref().parse().map_err(|error| fault(text.span(), format!("{error}")))
}

/// Reads the command of a case, and checks that each of its placeholders stands for something in all cases.
fn checked_run(text: &Spanned<String>, cases: &CaseList) -> Result<CommandLine, Misconfigured> {
    let run: CommandLine = parsed(text)?;
    let has = |case: &Case, placeholder: Placeholder| match placeholder {
        Placeholder::Task => !case.job.assignment.heads(Heading::Task),
        Placeholder::Depth => !case.job.assignment.heads(Heading::Depth),
        Placeholder::Moves | Placeholder::Log => case.job.assignment.output == OutputForm::Game,
        Placeholder::Input | Placeholder::Output => true,
    };
    let without = |placeholder| cases.cases.iter().find(|case| run.has(placeholder) && !has(case, placeholder));
    let Some((placeholder, case)) = Placeholder::ALL.into_iter().find_map(|it| Some((it, without(it)?))) else {
        return Ok(run);
    };
    let others = Placeholder::ALL.into_iter().filter(|other| has(case, *other));
    let (name, assignment, expected) = (&case.name, &case.job.assignment, list(others, "and"));
    Err(fault(
        text.span(),
        format!("{placeholder} stands for nothing in the case {name} of {assignment}; expected {expected}"),
    ))
}

/// The name of a file beneath the folder of a program, or `usual` if the configuration gives none.
fn file_name(given: Option<&Spanned<String>>, usual: &str) -> Result<String, Misconfigured> {
    let Some(given) = given else { return Ok(usual.to_owned()) };
    let mut parts = Path::new(given.get_ref()).components().peekable();
    let is_beneath = parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
    let expected = "expected the name of a file in the folder of the program";
    is_beneath.then(|| given.get_ref().clone()).ok_or_else(|| fault(given.span(), expected))
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
        let fields: Fields = read_toml(&text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut cases = CaseList::read(&folder.join(&fields.cases))?;
        for case in &mut cases.cases {
            // The input is written with these line ends, and the truth with those of the input.
            case.job.line_ending = case.line_ends;
        }
        let configuration = fields.configuration(folder, cases, text.clone()).map_err(|fault| fault.explain(&text))?;
        let students = StudentRecipes::read(folder, &configuration.names, &configuration.cases)?;
        Ok(Self { students, ..configuration })
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
        let assignments = self.cases.assignments().into_iter().flat_map(|assignment| &assignment.files);
        let beside = ["overrides.csv", StudentRecipes::FILE].map(|name| self.folder().join(name));
        let own = [PathBuf::from(&self.text.name), list.to_owned()].into_iter().chain(beside);
        own.chain(self.roster.iter().map(|roster| roster.file.clone()))
            .chain(assignments.map(|file| file.path.clone()))
            .chain(self.cases.cases.iter().flat_map(expected))
    }

    /// The columns of the table of grades: the cases, then those that staff fill in.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let cases = self.cases.cases.iter().map(|case| case.name.as_str());
        cases.chain(self.manual.iter().map(|manual| manual.name.as_str()))
    }

    /// The most points of a column.
    pub fn most_points(&self, column: &str) -> Points {
        let case = self.cases.cases.iter().find(|case| case.name == column).map(case_points);
        let manual = || self.manual.iter().find(|manual| manual.name == column).map(|manual| manual.points);
        case.or_else(manual).unwrap_or_default()
    }

    /// The most points that a student can have.
    pub fn maximum(&self) -> Points {
        let cases = self.cases.cases.iter().map(case_points).sum::<Points>();
        cases + self.manual.iter().map(|manual| manual.points).sum()
    }

    /// The command of a case.
    ///
    /// # Errors
    /// A configuration without one.
    pub fn command(&self, case: &Case) -> Result<CommandLine> {
        let Some(run) = &self.run else {
            bail!("{} says no command to run; expected a line such as run = \"./reversi -i {{input}}\"", self.text.name)
        };
        Ok(run.filled(|placeholder| match placeholder {
            Placeholder::Task => case.job.number.map_or(String::new(), |number| number.to_string()),
            Placeholder::Depth => case.job.named_depth.to_string(),
            Placeholder::Input => self.names.input.clone(),
            Placeholder::Moves => self.names.moves.clone(),
            Placeholder::Log => self.names.log.clone(),
            Placeholder::Output => self.names.output.clone(),
        }))
    }
}

/// The points of a case.
pub fn case_points(case: &Case) -> Points {
    // The reader of cases accepts numbers from 0 on; what is more than a million counts as 0.
    Points::new(case.points).unwrap_or_default()
}

impl Fields {
    /// Checks the fields and makes the values of them.
    fn configuration(self, folder: &Path, cases: CaseList, text: Input) -> Result<Configuration, Misconfigured> {
        let build = self.build.map(|lines| lines.iter().map(parsed).collect()).transpose()?;
        let run = self.run.as_ref().map(|run| checked_run(run, &cases)).transpose()?;
        let names = FileNames {
            input: file_name(self.files.input.as_ref(), "input.txt")?,
            moves: file_name(self.files.moves.as_ref(), "moves.txt")?,
            log: file_name(self.files.log.as_ref(), "log.txt")?,
            output: file_name(self.files.output.as_ref(), "output.txt")?,
        };
        let limits = self.limits.over(Limits::default())?;
        let build_limits = Limits { memory: 2 << 30, output: 256 << 20, ..Limits::default() };
        let build_limits = self.build_limits.over(build_limits.with_processor(Duration::from_secs(60)))?;
        let marking = self.points.marking(&cases)?;
        let manual = manual(&self.manual, &cases)?;
        let roster = self.roster.map(|roster| roster.settings(folder)).transpose()?;
        Ok(Configuration {
            cases,
            build,
            run,
            environment: self.environment,
            names,
            readable: self.files.read,
            executables: self.files.executables,
            students: StudentRecipes::default(),
            limits,
            build_limits,
            marking,
            manual,
            roster,
            text,
        })
    }
}

impl LimitFields {
    /// The limits that the file gives, and `limits` for those that it does not give.
    fn over(&self, limits: Limits) -> Result<Limits, Misconfigured> {
        let bytes = |given: Option<&Spanned<String>>, usual: u64| {
            given.map_or(Ok(usual), |size| parsed(size).map(|ByteSize(bytes)| bytes))
        };
        let limits = Limits {
            memory: bytes(self.memory.as_ref(), limits.memory)?,
            output: bytes(self.output.as_ref(), limits.output)?,
            files: self.files.unwrap_or(limits.files),
            processes: self.processes.unwrap_or(limits.processes),
            ..limits
        };
        let Some(seconds) = &self.seconds else { return Ok(limits) };
        if !(0.01..=1e6).contains(seconds.get_ref()) {
            return Err(fault(seconds.span(), "expected seconds, at least 0.01 and at most a million"));
        }
        Ok(limits.with_processor(Duration::from_secs_f64(*seconds.get_ref())))
    }
}

impl PointFields {
    fn marking(&self, cases: &CaseList) -> Result<Marking, Misconfigured> {
        let share = |given: &Option<Spanned<f64>>, usual: f64| {
            let number = given.as_ref().map_or(usual, |number| *number.get_ref());
            let span = given.as_ref().map_or(0..0, Spanned::span);
            Share::new(number).ok_or_else(|| fault(span, "expected a part of a case's points, from 0 to 1"))
        };
        let [moves, board, log] = [share(&self.moves, 0.4)?, share(&self.board, 0.4)?, share(&self.log, 0.6)?];
        let ending = self.ending.as_ref().map_or(Ok(Share::ALL), |number| {
            let expected = "expected a part of what the files earn, from 0 to 1";
            Share::new(*number.get_ref()).ok_or_else(|| fault(number.span(), expected))
        })?;
        let partial = match &self.partial {
            None => Partial::default(),
            // Its name until there was `matching`.
            Some(word) if word.get_ref() == "rows" => Partial::Prefix,
            Some(word) => parsed(word)?,
        };
        let is_game = |case: &&Case| case.job.assignment.output == OutputForm::Game;
        for (name, given, other, has_file) in [
            ("moves", &self.moves, "board", cases.cases.iter().any(|case| is_game(&case))),
            ("board", &self.board, "moves", !cases.cases.iter().all(|case| is_game(&case))),
        ] {
            if let Some(given) = given.as_ref().filter(|_| !has_file) {
                let found = list(cases.assignments(), "and");
                let problem =
                    format!("no case has a {name} part, because {found} asks for none; expected {other} in its place");
                return Err(fault(given.span(), problem));
            }
        }
        for (name, given, first, mut cases) in [
            ("moves", &self.moves, moves, cases.cases.iter().filter(is_game).collect::<Vec<_>>()),
            ("board", &self.board, board, cases.cases.iter().filter(|case| !is_game(case)).collect()),
        ] {
            let sum = first + log;
            if sum != Share::ALL && cases.pop().is_some() {
                let span = given.as_ref().or(self.log.as_ref()).map_or(0..0, Spanned::span);
                return Err(fault(span, format!("{name} and log are {sum} of a case's points together; expected 1")));
            }
        }
        let effort = self.effort.unwrap_or(Configuration::EFFORT);
        Ok(Marking { moves, board, log, partial, ending, equality: self.equal, effort })
    }
}

fn manual(columns: &[ManualFields], cases: &CaseList) -> Result<Vec<Manual>, Misconfigured> {
    let mut manual: Vec<Manual> = Vec::new();
    for ManualFields { name, points } in columns {
        let is_taken = |taken: &str| name.get_ref().trim() == taken;
        let is_case = cases.cases.iter().any(|case| is_taken(&case.name));
        let is_other = ["", "student", "points", "maximum", "late"].iter().any(|taken| is_taken(taken));
        if is_case || is_other || manual.iter().any(|manual| is_taken(&manual.name)) {
            return Err(fault(name.span(), "expected a name that neither a case nor another column has"));
        }
        let most = Points::new(*points.get_ref()).filter(|points| *points > Points::ZERO);
        let most = most.ok_or_else(|| fault(points.span(), "expected the most points that it can get, more than 0"))?;
        manual.push(Manual { name: name.get_ref().trim().to_owned(), points: most });
    }
    Ok(manual)
}

impl RosterFields {
    fn settings(self, folder: &Path) -> Result<RosterSettings, Misconfigured> {
        let deadline = self.deadline.map(|deadline| {
            let span = deadline.span();
            Timestamp::try_from(deadline.into_inner()).map_err(|error| fault(span, error.to_string()))
        });
        let mut late = LateRules::default();
        for rule in &self.late {
            if !late.push(parsed(rule)?) {
                return Err(fault(rule.span(), "expected more hours than in the rule before"));
            }
        }
        Ok(RosterSettings { file: folder.join(self.file), deadline: deadline.transpose()?, late })
    }
}
