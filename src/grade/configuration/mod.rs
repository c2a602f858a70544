//! `grade.toml`: the cases, how submissions are built and run, and how they are marked.

pub mod command_line;
mod size;

use std::{
    collections::BTreeMap,
    fmt::Display,
    ops::Range,
    path::{Component, Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use anyhow::{Result, bail};
use serde::{Deserialize, Deserializer, Serialize, de};
use thiserror::Error;
use toml::{Spanned, value::Datetime};

pub use size::{ByteSize, ParseByteSizeError};

use self::command_line::{CommandLine, Placeholder};
use super::{
    judging::points::{Points, Share},
    people::{
        lateness::{LateRule, LateRules},
        timestamp::Timestamp,
    },
};
use crate::{
    assignment::{Heading, OutputForm},
    cases::{Case, CaseList},
    check::{Equality, Role},
    files::{
        diagnostic::{Located, Problem},
        input::{self, Input},
    },
    names::list,
    sandbox::Limits,
};

/// A commented configuration that works, for the assignment of 2013.
pub const EXAMPLE: &str = include_str!("example.toml");

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Partial {
    /// Nothing.
    None,
    /// The share of the rows or steps before the first wrong one.
    #[default]
    Rows,
}

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

/// Why a text is no configuration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ParseConfigurationError(String);

impl Problem for ParseConfigurationError {}

/// The bytes of the text that are wrong, and why.
type Misconfigured = (Range<usize>, ParseConfigurationError);

fn fault(span: Range<usize>, problem: impl Into<String>) -> Misconfigured {
    (span, ParseConfigurationError(problem.into()))
}

/// The fields of the file, each of which is right for itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    cases: PathBuf,
    build: Option<Vec<Parsed<CommandLine>>>,
    run: Option<Spanned<Parsed<CommandLine>>>,
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
    input: Option<Parsed<FileName>>,
    moves: Option<Parsed<FileName>>,
    log: Option<Parsed<FileName>>,
    output: Option<Parsed<FileName>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitFields {
    seconds: Option<Spanned<f64>>,
    memory: Option<Parsed<ByteSize>>,
    output: Option<Parsed<ByteSize>>,
    files: Option<u64>,
    processes: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointFields {
    moves: Option<Spanned<f64>>,
    board: Option<Spanned<f64>>,
    log: Option<Spanned<f64>>,
    #[serde(default)]
    partial: Partial,
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
    late: Vec<Spanned<Parsed<LateRule>>>,
}

/// What a text says.
struct Parsed<T>(T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(de::Error::custom)
    }
}

/// The name of a file beneath the folder of a program.
struct FileName(String);

impl FromStr for FileName {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut parts = Path::new(name).components().peekable();
        let is_beneath = parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)));
        is_beneath.then(|| Self(name.to_owned())).ok_or("expected the name of a file in the folder of the program")
    }
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
        let explain = |(span, problem): Misconfigured| {
            let (line, column) = place(&text.text, span.start);
            text.explain(&Located { line, column, problem })
        };
        let fields: Fields = toml::from_str(&text.text).map_err(|error| {
            let message = error.message().trim_end().replace('\n', "; ");
            explain(fault(error.span().unwrap_or_default(), message))
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let cases = CaseList::read(&folder.join(&fields.cases))?;
        fields.configuration(folder, cases, text.clone()).map_err(explain)
    }

    /// The folder of the configuration.
    pub fn folder(&self) -> &Path {
        Path::new(&self.text.name).parent().unwrap_or(Path::new(""))
    }

    /// The columns of the table of grades: the cases, then those that staff fill in.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let cases = self.cases.cases.iter().map(|case| case.name.as_str());
        cases.chain(self.manual.iter().map(|manual| manual.name.as_str()))
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

/// The line and the column, from 1, of a byte of a text.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

impl Fields {
    /// Checks the fields and makes the values of them.
    fn configuration(self, folder: &Path, cases: CaseList, text: Input) -> Result<Configuration, Misconfigured> {
        let run = self.run.map(|run| (run.span(), run.into_inner().0));
        if let Some((span, run)) = &run {
            let has = |case: &Case, placeholder: Placeholder| match placeholder {
                Placeholder::Task => !case.job.assignment.heads(Heading::Task),
                Placeholder::Depth => !case.job.assignment.heads(Heading::Depth),
                Placeholder::Moves | Placeholder::Log => case.job.assignment.output == OutputForm::Game,
                Placeholder::Input | Placeholder::Output => true,
            };
            let without = |placeholder| cases.cases.iter().find(|case| run.has(placeholder) && !has(case, placeholder));
            if let Some((placeholder, case)) = Placeholder::ALL.into_iter().find_map(|it| Some((it, without(it)?))) {
                let others = Placeholder::ALL.into_iter().filter(|other| has(case, *other));
                let (name, assignment, expected) = (&case.name, &case.job.assignment, list(others, "and"));
                let problem =
                    format!("{placeholder} stands for nothing in the case {name} of {assignment}; expected {expected}");
                return Err(fault(span.clone(), problem));
            }
        }
        let name = |given: Option<Parsed<FileName>>, usual: &str| given.map_or(usual.to_owned(), |name| name.0.0);
        let names = FileNames {
            input: name(self.files.input, "input.txt"),
            moves: name(self.files.moves, "moves.txt"),
            log: name(self.files.log, "log.txt"),
            output: name(self.files.output, "output.txt"),
        };
        let limits = self.limits.over(Limits::default())?;
        let build_limits = Limits { memory: 2 << 30, output: 256 << 20, ..Limits::default() };
        let build_limits = self.build_limits.over(build_limits.with_processor(Duration::from_secs(60)))?;
        let marking = self.points.marking(&cases)?;
        let manual = manual(&self.manual, &cases)?;
        let roster = self.roster.map(|roster| roster.settings(folder)).transpose()?;
        Ok(Configuration {
            cases,
            build: self.build.map(|lines| lines.into_iter().map(|line| line.0).collect()),
            run: run.map(|(_, run)| run),
            environment: self.environment,
            names,
            readable: self.files.read,
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
        let bytes = |given: &Option<Parsed<ByteSize>>, usual: u64| given.as_ref().map_or(usual, |size| size.0.0);
        let limits = Limits {
            memory: bytes(&self.memory, limits.memory),
            output: bytes(&self.output, limits.output),
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
        let is_game = |case: &&Case| case.job.assignment.output == OutputForm::Game;
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
        Ok(Marking { moves, board, log, partial: self.partial, equality: self.equal, effort })
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
        for rule in self.late {
            let span = rule.span();
            if !late.push(rule.into_inner().0) {
                return Err(fault(span, "expected more hours than in the rule before"));
            }
        }
        Ok(RosterSettings { file: folder.join(self.file), deadline: deadline.transpose()?, late })
    }
}
