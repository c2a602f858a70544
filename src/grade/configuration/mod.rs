//! `grade.toml`: the cases, the commands to build and run submissions, and the rules for points.

pub mod command_line;
mod example;
mod recipe;
mod size;

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, bail};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use toml::{Spanned, value::Datetime};

pub use example::example;
pub use recipe::{FileName, RECIPES, Recipe, StudentRecipes, students};
pub use reversi_io::files::toml_file::{fault, read as read_toml};
pub use size::ByteSize;

use self::command_line::{CommandLine, Placeholder};
use super::{
    checking::cases::GradedCase,
    digest::{Digest, Digester},
    escape,
    feedback::detail::FeedbackRules,
    people::{anonymity, lateness::LateRule, overrides, roster::RosterSettings, timestamp},
    points::{Points, Share},
};
use crate::sandbox::Limits;
use reversi_check::{Equality, Role};
use reversi_course::{
    assignment::{Heading, OpenReading, OutputForm},
    cases::{Case, CaseKind, CaseList, ExpectedFile},
};
use reversi_io::{
    files::{
        input::{self, Input},
        toml_file::{TomlTable, texts},
    },
    names::{ParseError, UnknownName, list},
};

/// The values of a `grade.toml`, and the files that the configuration names.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub cases: CaseList,
    pub recipe: Recipe,
    pub students: StudentRecipes,
    pub programs: ProgramSettings,
    pub marking: Marking,
    pub feedback: FeedbackRules,
    accept: Vec<OpenReading>,
    /// The columns of points that staff fill in by hand.
    pub manual: Vec<Manual>,
    /// The roster, the deadline and the rules for late submissions.
    pub roster: Option<RosterSettings>,
    /// The maximum of this assignment's points in the course system.
    pub lms_maximum: Option<Points>,
    /// The text and the path of the configuration file.
    pub text: Input,
}

/// The environment and the limits of the programs of submissions.
#[derive(Clone, Debug, Default)]
pub struct ProgramSettings {
    /// The folder with the files of the course. Students do not see the paths of this folder.
    pub folder: PathBuf,
    /// Environment variables in addition to the variables that every command has.
    pub environment: BTreeMap<String, String>,
    /// Files and folders of the system that a submission may read, in addition to programs and libraries.
    pub readable: Vec<PathBuf>,
    /// Programs of the system that submissions must not see, such as engines of the course's own agents.
    pub hidden: Vec<PathBuf>,
    /// Files and folders of the course that are added to each submission, such as a driver.
    pub added: Vec<PathBuf>,
    pub executables: Executables,
    /// The limits of each run on a case.
    pub limits: Limits,
    pub build_limits: Limits,
}

impl ProgramSettings {
    /// A command as students see it, with only the last names of the course's paths, and of the program's path.
    pub fn shown(&self, line: &CommandLine) -> String {
        let program = Path::new(&line.words()[0]);
        let name = program.file_name().and_then(OsStr::to_str).filter(|_| program.is_absolute());
        // The number of an interpreter's version is that of this machine, too.
        let line = name.map_or_else(
            || line.clone(),
            |name| {
                let end = name.find('.').filter(|_| name.starts_with("python")).unwrap_or(name.len());
                line.clone().with_program(&name[..end])
            },
        );
        escape::start(&line.shown(|path| self.is_private(path)))
    }

    /// The names of programs of the course that these commands start.
    pub fn of_course<'a>(&self, lines: impl Iterator<Item = &'a CommandLine>) -> Vec<String> {
        let paths = lines.map(|line| Path::new(&line.words()[0])).filter(|path| path.is_absolute());
        let names = paths.filter(|path| self.is_private(path)).filter_map(Path::file_name);
        let names: BTreeSet<String> = names.map(|name| escape::line(&name.to_string_lossy())).collect();
        names.into_iter().collect()
    }

    /// True if the path is inside a folder of the course.
    fn is_private(&self, path: &Path) -> bool {
        let mut folders = self.readable.iter().chain([&self.folder]).filter_map(|folder| folder.canonicalize().ok());
        path.canonicalize().is_ok_and(|path| folders.any(|folder| path.starts_with(folder)))
    }
}

/// The rule for compiled programs in submissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Executables {
    #[default]
    Refuse,
    /// Compiled programs are used like any other file.
    Allow,
}

/// The rules for the points that files earn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marking {
    pub moves: Share,
    /// The next board's share of a case's points, in assignments with a single output.
    pub board: Share,
    pub log: Share,
    pub partial: Partial,
    /// The share of the points that a case keeps if the program crashed or if a limit stopped it.
    pub ending: Share,
    pub equality: Equality,
    /// The largest difference of numbers in printed texts of other programs.
    pub tolerance: f64,
    /// The largest number of nodes that the diagnosis of a case may visit.
    pub effort: u64,
}

impl Marking {
    /// A file's share of a case's points; all points if it is the only file.
    pub fn share(&self, case: &Case, role: Role) -> Share {
        match role {
            _ if case.job().is_none_or(|job| !job.is_logged) => Share::ALL,
            Role::Moves => self.moves,
            Role::Board => self.board,
            Role::Log => self.log,
            Role::Answer => Share::ALL,
        }
    }
}

/// The rule for the points of a partly right file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Partial {
    /// The share of right rows or steps at any position, by a longest common subsequence of the file and the expected
    /// output.
    Matching,
    /// The share of the rows or steps before the first wrong row or step.
    #[default]
    #[serde(alias = "rows", alias = "lines")]
    Prefix,
    None,
}

/// A column of points that staff fill in by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manual {
    pub name: String,
    pub points: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    cases: Spanned<PathBuf>,
    #[serde(default, deserialize_with = "texts")]
    build: Option<Vec<CommandLine>>,
    run: Option<Spanned<CommandLine>>,
    main: Option<String>,
    python: Option<String>,
    #[serde(default)]
    accept: Vec<Spanned<String>>,
    #[serde(default)]
    feedback: TomlTable<FeedbackRules>,
    #[serde(default)]
    environment: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    files: TomlTable<FileFields>,
    #[serde(default)]
    limits: TomlTable<LimitFields>,
    #[serde(default)]
    build_limits: TomlTable<LimitFields>,
    #[serde(default)]
    points: TomlTable<PointFields>,
    #[serde(default)]
    manual: Vec<ManualFields>,
    roster: Option<TomlTable<RosterFields>>,
    #[serde(default)]
    lms: LmsFields,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileFields {
    read: Vec<PathBuf>,
    add: Vec<Spanned<PathBuf>>,
    executables: Executables,
    input: Option<FileName>,
    moves: Option<FileName>,
    log: Option<FileName>,
    output: Option<FileName>,
    answer: Option<Spanned<FileName>>,
}

/// The fields of a table with limits in `grade.toml`.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitFields {
    seconds: Option<Seconds>,
    memory: Option<ByteSize>,
    output: Option<ByteSize>,
    files: Option<u64>,
    processes: Option<u64>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PointFields {
    moves: Option<Spanned<Share>>,
    board: Option<Spanned<Share>>,
    log: Option<Spanned<Share>>,
    partial: Partial,
    ending: Option<Share>,
    equal: Equality,
    tolerance: Option<Spanned<f64>>,
    effort: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManualFields {
    name: Spanned<String>,
    points: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFields {
    file: PathBuf,
    column: Option<String>,
    zone: Option<Spanned<String>>,
    deadline: Option<Spanned<Datetime>>,
    #[serde(default)]
    late: Vec<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LmsFields {
    maximum: Option<Points>,
}

/// A duration of at least a hundredth of a second.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
struct Seconds(Duration);

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Self, Self::Error> {
        let is_possible = (0.01..=1e6).contains(&seconds);
        let seconds = is_possible.then(|| Self(Duration::from_secs_f64(seconds)));
        seconds.ok_or("expected seconds, at least 0.01 and at most a million")
    }
}

/// The problem if a placeholder of a case's command has no value in a case.
fn problem_of_run(run: &CommandLine, cases: &[Case]) -> Option<String> {
    let has = |case: &Case, placeholder: Placeholder| match (placeholder, case.job()) {
        (Placeholder::Arguments, job) => job.is_none(),
        (_, None) => false,
        (Placeholder::Task, Some(job)) => !job.assignment.input_says(Heading::Task),
        (Placeholder::Depth, Some(job)) => !job.assignment.input_says(Heading::Depth),
        (Placeholder::Moves | Placeholder::Log, Some(job)) => job.assignment.output == OutputForm::Game,
        (Placeholder::Input | Placeholder::Output, Some(_)) => true,
    };
    Placeholder::ALL.into_iter().filter(|placeholder| run.has(*placeholder)).find_map(|placeholder| {
        let case = cases.iter().find(|case| !has(case, placeholder))?;
        let others = Placeholder::ALL.into_iter().filter(|other| has(case, *other));
        let (name, assignment, expected) = (&case.name, case.assignment(), list(others, "and"));
        Some(format!("{placeholder} has no value in the case {name} of {assignment}; expected {expected}"))
    })
}

/// The path of a file or folder that is added to each submission.
fn added(path: &Spanned<PathBuf>, folder: &Path, text: &Input) -> Result<PathBuf> {
    let full = folder.join(path.get_ref());
    if full.exists() && full.file_name().is_some() {
        return Ok(full);
    }
    let problem = format!("{} is not there; expected a file or a folder for all submissions", full.display());
    Err(fault(text, path.span().start, problem))
}

impl Configuration {
    /// The default limit of nodes for the diagnosis of a case: about a second.
    const EFFORT: u64 = 30_000_000;

    /// Reads a configuration and its list of cases. Paths are relative to the configuration.
    pub fn read(path: &Path) -> Result<Self> {
        let text = Input::read(path, input::LIMIT)?;
        let fields: Fields = read_toml(&text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let list = folder.join(fields.cases.get_ref());
        if !list.exists() {
            let message = "this list of cases does not exist; `reversi cases new` makes a list";
            return Err(fault(&text, fields.cases.span().start, message));
        }
        let mut cases = CaseList::read(&list)?;
        for case in &mut cases.cases {
            // The input has the line endings of the case, and so does the expected output.
            if let CaseKind::Job(job) = &mut case.kind {
                job.line_ending = case.line_ends;
            }
        }
        let mut accept = Vec::new();
        for name in &fields.accept {
            let fault = |problem: String| fault(&text, name.span().start, problem);
            let unknown = |error| fault(format!("{:?} is not an open reading; {error}", name.get_ref()));
            accept.push(name.get_ref().parse().map_err(|error: UnknownName| unknown(error))?);
            cases.accept(&accept[accept.len() - 1..]).map_err(|error| fault(error.to_string()))?;
        }
        let FileFields { read, add, executables, input, moves, log, output, answer } = fields.files.0;
        let is_wrong = |name: &FileName| cases.jobs().next().is_some() || name.0 == GradedCase::INPUT;
        if let Some(answer) = answer.as_ref().filter(|answer| is_wrong(answer.get_ref())) {
            let expected = format!("expected cases with a printed answer, and another name than {}", GradedCase::INPUT);
            return Err(fault(&text, answer.span().start, expected));
        }
        if let Some((run, problem)) =
            fields.run.as_ref().and_then(|run| Some((run, problem_of_run(run.get_ref(), &cases.cases)?)))
        {
            return Err(fault(&text, run.span().start, problem));
        }
        let recipe = Recipe {
            build: fields.build,
            run: fields.run.map(Spanned::into_inner),
            main: fields.main,
            python: fields.python,
            input,
            moves,
            log,
            output,
            answer: answer.map(Spanned::into_inner),
            ..Recipe::default()
        };
        if let Some(clash) = recipe.clash(&cases.cases) {
            return Err(fault(&text, text.text.find("[files]").unwrap_or_default(), clash));
        }
        Ok(Self {
            programs: ProgramSettings {
                folder: folder.join("."),
                environment: environment(fields.environment, &text)?,
                hidden: Vec::new(),
                readable: read.iter().map(|path| std::path::absolute(folder.join(path))).collect::<Result<_, _>>()?,
                added: add.iter().map(|path| added(path, folder, &text)).collect::<Result<_>>()?,
                executables,
                limits: fields.limits.0.over(Limits::default()),
                build_limits: fields.build_limits.0.over(build_limits()),
            },
            marking: fields.points.0.marking(&cases, &text)?,
            feedback: fields.feedback.0,
            accept,
            manual: manual(&fields.manual, &cases, &text)?,
            lms_maximum: fields.lms.maximum,
            roster: fields.roster.map(|TomlTable(roster)| roster.settings(folder, &text)).transpose()?,
            students: students(folder, &cases.cases, &recipe)?,
            recipe,
            cases,
            text,
        })
    }

    /// The folder of the configuration.
    pub fn folder(&self) -> &Path {
        Path::new(&self.text.name).parent().unwrap_or(Path::new(""))
    }

    /// The files of the course that submissions may never see.
    pub fn private(&self) -> impl Iterator<Item = PathBuf> {
        let list = self.cases.path();
        let expected = |case: &Case| {
            let file = |file: &ExpectedFile| list.with_file_name(format!("{}{}", case.name, file.suffix()));
            case.expected_files().iter().map(file).chain([case.input.clone()]).collect::<Vec<_>>()
        };
        let assignments = self
            .cases
            .assignments()
            .into_iter()
            .flat_map(|assignment| assignment.files.iter().map(|file| &file.path).chain(&assignment.inherited));
        let beside = [overrides::FILE, RECIPES, anonymity::FILE].map(|name| self.folder().join(name));
        let own = [PathBuf::from(&self.text.name), list.to_owned()].into_iter().chain(beside);
        own.chain(self.roster.iter().map(|roster| roster.file.clone()))
            .chain(assignments.cloned())
            .chain(self.cases.cases.iter().flat_map(expected))
    }

    /// Checks that no private file of the course is inside a submission, where the student could change the file.
    pub(crate) fn check_apart<'a>(&self, submissions: impl IntoIterator<Item = &'a Path>) -> Result<()> {
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

    /// The columns of the table of grades with their maximum points: the cases, then the `[[manual]]` columns.
    pub fn columns(&self) -> impl Iterator<Item = (&str, Points)> {
        let cases = self.cases.cases.iter().map(|case| (case.name.as_str(), case_points(case)));
        cases.chain(self.manual.iter().map(|manual| (manual.name.as_str(), manual.points)))
    }

    /// The maximum points of a student.
    pub fn maximum(&self) -> Points {
        self.columns().map(|(_, points)| points.from_zero()).sum()
    }

    /// The recipe of a student: the class's recipe with the changes of `recipes.toml`.
    pub fn recipe(&self, student: &str) -> Recipe {
        self.students.get(student).map_or_else(|| self.recipe.clone(), |own| own.over(&self.recipe))
    }

    /// A digest of the values that influence a run, apart from the cases and the recipe.
    pub fn digest(&self) -> Digest {
        let ProgramSettings { environment, readable, hidden: _, added, executables, limits, build_limits, folder: _ } =
            &self.programs;
        let mut digester = Digester::default();
        for (name, value) in environment {
            digester.add("environment").add(name).add(value);
        }
        for limits in [limits, build_limits] {
            digester.add(format!("{limits:?}"));
        }
        digester.add(format!(
            "{executables:?} {:?} {} {}",
            self.marking.equality, self.marking.tolerance, self.marking.effort
        ));
        for path in readable.iter().chain(added) {
            digester.add_tree(path);
        }
        self.accept.iter().for_each(|reading| _ = digester.add(reading.name()));
        digester.finish()
    }
}

/// The maximum points of a case.
pub fn case_points(case: &Case) -> Points {
    // The reader of cases accepts numbers from 0 to a million.
    Points::new(case.points).unwrap_or_default()
}

/// The default limits of each command that builds.
pub fn build_limits() -> Limits {
    Limits { memory: 2 << 30, output: 256 << 20, ..Limits::default() }.with_processor(Duration::from_secs(60))
}

impl LimitFields {
    /// Takes the limits from the file; missing limits are from `limits`.
    pub fn over(&self, limits: Limits) -> Limits {
        let limits = Limits {
            memory: self.memory.map_or(limits.memory, |memory| memory.0),
            output: self.output.map_or(limits.output, |output| output.0),
            files: self.files.unwrap_or(limits.files),
            processes: self.processes.unwrap_or(limits.processes),
            ..limits
        };
        self.seconds.map_or(limits, |seconds| limits.with_processor(seconds.0))
    }
}

impl PointFields {
    fn marking(&self, cases: &CaseList, text: &Input) -> Result<Marking> {
        let share = |given: &Option<Spanned<Share>>, usual| given.as_ref().map_or(usual, |given| *given.get_ref());
        let [moves, board] = [&self.moves, &self.board].map(|given| share(given, Share::percent(40)));
        let log = share(&self.log, Share::percent(60));
        let has_game = |is_game| cases.jobs().any(|job| (job.assignment.output == OutputForm::Game) == is_game);
        for (name, given, first, other, is_asked_for) in [
            ("moves", &self.moves, moves, "board", has_game(true)),
            ("board", &self.board, board, "moves", has_game(false)),
        ] {
            let sum = first + log;
            let (given, problem) = match given {
                Some(_) if !is_asked_for => {
                    let found = list(cases.assignments(), "and");
                    let why = format!("because {found} does not ask for it; expected {other}");
                    (given, format!("no case has a {name} part, {why}"))
                }
                _ if is_asked_for && sum != Share::ALL => {
                    let given = if given.is_some() { given } else { &self.log };
                    (given, format!("the shares of {name} and log sum to {sum}; expected 1"))
                }
                _ => continue,
            };
            return Err(fault(text, given.as_ref().map_or(0, |given| given.span().start), problem));
        }
        let ending = self.ending.unwrap_or(Share::ALL);
        let is_of_text = cases.cases.iter().any(|case| case.assignment() == "text");
        let is_possible = |tolerance: &f64| is_of_text && (0.0..=1e9).contains(tolerance);
        if let Some(tolerance) = self.tolerance.as_ref().filter(|tolerance| !is_possible(tolerance.get_ref())) {
            let problem = "expected a number from 0, and cases of the assignment text";
            return Err(fault(text, tolerance.span().start, problem));
        }
        let tolerance = self.tolerance.as_ref().map_or(0.0, |tolerance| *tolerance.get_ref());
        let effort = self.effort.unwrap_or(Configuration::EFFORT);
        Ok(Marking { moves, board, log, partial: self.partial, ending, equality: self.equal, tolerance, effort })
    }
}

/// Reads the environment variables, and refuses variables that no system allows.
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
                "the name {:?} is already used; expected a name that no case and no other column has",
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
        let mut late: Vec<LateRule> = Vec::new();
        for rule in &self.late {
            let fault = |message: String| fault(text, rule.span().start, message);
            late.push(rule.get_ref().parse().map_err(|error: ParseError| fault(error.to_string()))?);
            if !late.is_sorted_by(|one, next| one.hours < next.hours) {
                return Err(fault("expected more hours than in the rule before".to_owned()));
            }
        }
        let zone = self.zone.map(|zone| {
            let expected = "expected a zone such as America/Los_Angeles";
            TimeZone::get(zone.get_ref()).map_err(|_| fault(text, zone.span().start, expected))
        });
        let zone = zone.transpose()?;
        let deadline = self.deadline.map(|deadline| {
            let moment = timestamp::parse(&deadline.get_ref().to_string(), zone.as_ref());
            moment.map_err(|error| fault(text, deadline.span().start, error.to_string()))
        });
        Ok(RosterSettings {
            file: folder.join(self.file),
            column: self.column,
            zone,
            deadline: deadline.transpose()?,
            late,
        })
    }
}
