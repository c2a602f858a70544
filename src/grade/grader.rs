//! The grader: builds a submission, runs it on every case, and checks its files.
//!
//! ```text
//! Grader        a class: the configuration, the cases, and the Runner
//!   Trial       a submission: its recipe, its earlier results, and the times of its commands
//!     build       one project                                                      -> BuildReport
//!     Built       the files after the build, and the words that start the program  -> Start
//!     run_all     visible cases side by side, then hidden cases                    -> Ran, one a case
//!       Runner      a command in the sandbox; alone again if it exceeds time or memory
//!       CaseChecker the written files beside the expected output                   -> CaseResult
//!   graded      the diagnosis of all wrong cases together                          -> Graded
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Error, Result, bail};
use rayon::prelude::*;

use super::{
    build_id,
    checking::{
        CaseCheck, CaseChecker,
        case_result::{CaseResult, PartResult},
        cases::{GradedCase, GradedCases},
        diagnosis::StudentDiagnosis,
        length::endless_game,
        verdict::{Ending, Written},
    },
    configuration::{Configuration, Executables, Recipe, command_line::CommandLine},
    digest::{Digest, Digester},
    escape,
    people::roster::Gradebook,
    recipes::{
        Undecided,
        build::{BuildOutcome, BuildReport, Built, MOST_NAMED, build},
        execution::{Runner, why_not_started},
        has_build, projects,
    },
    results::{
        CaseHeading, ClassResults, Graded, Inputs, StudentResult,
        records::{StudentRecord, SubmissionDigest},
    },
    submissions::{Contents, Submission},
    times::CommandTime,
};
use crate::sandbox::{End, Level, Limit, Run, SandboxError, Unusable, Usage};
use reversi_check::Role;
use reversi_course::cases::Visibility;
use reversi_io::names::{list, more};

/// The configuration, the cases and the sandbox for grading submissions.
#[derive(Debug)]
pub struct Grader {
    pub configuration: Configuration,
    pub cases: GradedCases,
    /// `None` if no program runs, because the submissions contain output files.
    runner: Option<Runner>,
    /// A digest of everything that influences the result of a case, apart from the case, the submission and its recipe.
    /// Points and visibility do not influence results, so the digest does not include them.
    pub procedure: Digest,
    /// The digests of the cases, in their order.
    pub digests: Vec<(String, Digest)>,
    inputs: Inputs,
}

/// The exit status of a driver of the course that cannot ask a submission. The student is not graded.
const FAILED_DRIVER: i32 = 100;

/// The largest number of files under other names to show and to compare.
const MOST_MADE: usize = 5;

/// The largest part of a file under another name to compare, in bytes.
const MOST_COMPARED: u64 = 16 << 20;

/// A submission that is being built and run.
struct Trial<'a> {
    grader: &'a Grader,
    runner: &'a Runner,
    recipe: &'a Recipe,
    earlier: Earlier<'a>,
    times: Vec<CommandTime>,
}

/// Earlier results of the same submission. The better of two results of a case stays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Earlier<'a> {
    pub record: Option<&'a StudentRecord>,
    /// True if a case runs again even if its result is known.
    pub again: bool,
}

impl<'a> Earlier<'a> {
    /// The earlier result of a case, if the case has not changed.
    fn of(&self, grader: &Grader, case: &str) -> Option<&'a CaseResult> {
        let record = self.record?;
        let digest = |digests: &[(String, Digest)]| digests.iter().find(|(name, _)| name == case).cloned();
        record.graded.case(case).filter(|_| digest(&record.cases) == digest(&grader.digests))
    }
}

/// A case that was run, with its result.
struct Ran<'a> {
    check: CaseCheck<'a>,
    /// The time and memory of the run; `None` if the program could not be started.
    usage: Option<Usage>,
}

impl Grader {
    /// The largest number of lines of a program's printed text in the feedback.
    const LINES: usize = 30;
    const LINES_BEFORE_LIMIT: usize = 3;

    /// Searches all cases, and tries the system's programs that the configuration names.
    pub fn new(configuration: Configuration, runner: Option<Runner>) -> Result<Self> {
        if let Some(runner) = &runner {
            if configuration.recipe.run.is_none() {
                let expected = "expected a line such as run = \"./reversi -i {input}\"";
                bail!("{} sets no `run` command; {expected}", configuration.text.name);
            }
            let of_students = configuration.students.values().map(|own| own.over(&configuration.recipe));
            let recipes: Vec<Recipe> = of_students.chain([configuration.recipe.clone()]).collect();
            let programs: BTreeSet<&str> = recipes.iter().flat_map(Recipe::programs).collect();
            if !configuration.programs.readable.is_empty() {
                runner.require_readable()?;
            }
            programs.into_iter().try_for_each(|name| runner.require(name))?;
        }
        let cases = GradedCases::new(&configuration)?;
        let mut program = Digester::default();
        build_id::add_this_program(&mut program).context("cannot read this program")?;
        let program = program.finish();
        let digests: Vec<(String, Digest)> =
            cases.all.iter().map(|case| (case.case.name.clone(), case.digest())).collect();
        let mut digester = Digester::default();
        digester.add(program.to_string()).add(configuration.digest().to_string());
        if let Some(runner) = &runner {
            let level = runner.sandbox.level();
            digester.add(level.name()).add(level.left_open().collect::<String>());
        }
        let procedure = digester.finish();
        for (_, digest) in &digests {
            digester.add(digest.to_string());
        }
        cases.all.iter().for_each(|case| _ = digester.add(case.points().to_string()));
        let of_cases = digester.finish();
        let of_configuration = digester.add(&configuration.text.text).finish();
        let inputs = Inputs { program, cases: of_cases, configuration: of_configuration };
        Ok(Self { configuration, cases, runner, procedure, digests, inputs })
    }

    /// True if the results of a student's record are valid for this grader, as far as their cases have not changed. If a case was hidden when it ran, its result must not
    /// become visible while other cases stay hidden. The program could have copied their boards into the result.
    pub fn accepts(&self, record: &StudentRecord) -> bool {
        let hidden = self.cases.hidden();
        let keeps_secrets = hidden.is_empty() || record.hidden.iter().all(|name| hidden.contains(name));
        record.procedure == self.procedure && (record.hidden == hidden || keeps_secrets)
    }

    /// True if programs run; false if the submissions contain output files.
    pub const fn runs(&self) -> bool {
        self.runner.is_some()
    }

    /// The digests of a submission and its recipe.
    pub fn digest(&self, name: &str, contents: &Result<Contents>) -> SubmissionDigest {
        let of_problem = |problem: &Error| Digester::default().add(problem.to_string()).finish();
        let files = contents.as_ref().map_or_else(of_problem, |contents| contents.digest.clone());
        SubmissionDigest { files, recipe: self.configuration.recipe(name).digest() }
    }

    /// Grades a submission, and returns the times of all commands. An error means that the machine or the sandbox
    /// failed, so the submission must be graded again.
    pub(crate) fn grade(
        &self,
        submission: &Submission,
        contents: Result<Contents>,
        earlier: Earlier,
    ) -> Result<(Graded, Vec<CommandTime>)> {
        let recipe = &self.configuration.recipe(&submission.name);
        let checkers = self.cases.all.par_iter().map(|case| self.checker(recipe, case));
        let graded = match (contents, &self.runner) {
            (Err(problem), _) if is_of_system(&problem) => return Err(problem.context("cannot read the submission")),
            (Err(problem), _) => {
                let ending = if submission.path.is_some() { Ending::NotBuilt } else { Ending::NotSubmitted };
                let problem = escape::line(&format!("{problem:#}"));
                let cases = checkers.map(|checker| checker.nothing(ending, Some(problem.clone()))).collect();
                let build = BuildReport { failure: Some(problem.clone()), ..BuildReport::default() };
                self.graded(cases, None, submission.path.as_ref().map(|_| build))
            }
            (Ok(contents), None) => {
                let cases = checkers.map(|checker| {
                    let name = &checker.case.case.name;
                    checker.check(Ending::FINISHED, |what, _| {
                        contents.open(Path::new(&format!("{name}{}", what.suffix())))
                    })
                });
                self.graded(cases.collect::<Result<_>>()?, None, None)
            }
            (Ok(contents), Some(runner)) => {
                let mut trial = Trial { grader: self, runner, recipe, earlier, times: Vec::new() };
                let mut graded = trial.run(contents)?;
                if let Some(build) = &mut graded.build {
                    build.has_own_recipe = self.configuration.students.contains_key(&submission.name);
                    let shown = |line: &CommandLine| self.configuration.programs.shown(line);
                    build.remarks.splice(0..0, recipe.changes(&self.configuration.recipe, shown));
                }
                return Ok((graded, trial.times));
            }
        };
        Ok((graded, Vec::new()))
    }

    const fn checker<'a>(&'a self, recipe: &'a Recipe, case: &'a GradedCase) -> CaseChecker<'a> {
        CaseChecker { configuration: &self.configuration, recipe, cases: &self.cases, case }
    }

    /// Collects the checked cases in order, and finds explanations of the wrong cases.
    fn graded(&self, mut checks: Vec<CaseCheck>, containment: Option<Level>, build: Option<BuildReport>) -> Graded {
        let diagnosis = StudentDiagnosis::of(&mut checks, self.configuration.marking.effort);
        let cases = checks.into_iter().map(|check| check.result).collect();
        Graded { containment, build, cases, diagnosis }
    }

    /// Collects the results of some students.
    pub fn results(&self, class: Vec<String>, students: Vec<StudentResult>) -> ClassResults {
        let heading = |case: &GradedCase| CaseHeading {
            name: case.case.name.clone(),
            assignment: case.case.assignment(),
            points: case.points(),
            is_hidden: case.is_hidden(),
            input: String::from_utf8_lossy(case.shown_input().1).into_owned(),
        };
        let assignments = self.configuration.cases.assignments();
        let described = assignments.iter().flat_map(|assignment| &assignment.files);
        ClassResults {
            program: format!("reversi {}", env!("CARGO_PKG_VERSION")),
            inputs: self.inputs.clone(),
            class,
            numbers: None,
            missed: None,
            gradebook: Gradebook::default(),
            cases: self.cases.all.iter().map(heading).collect(),
            assignments: described.map(|file| (file.path.display().to_string(), file.text.clone())).collect(),
            manual: self.configuration.manual.clone(),
            maximum: self.configuration.maximum(),
            limits: self.configuration.programs.limits,
            feedback: self.configuration.feedback.clone(),
            changes: Vec::new(),
            students,
            not_graded: Vec::new(),
        }
    }
}

/// The first paths of a set, as code in Markdown.
fn some_of(paths: &BTreeSet<PathBuf>) -> String {
    let shown = paths.iter().take(MOST_NAMED).map(|path| escape::span(&path.to_string_lossy()));
    list(shown.chain(more(paths.len(), MOST_NAMED)), "and")
}

impl<'a> Trial<'a> {
    /// Builds the submission, and runs all cases.
    fn run(&mut self, mut contents: Contents) -> Result<Graded> {
        let Self { grader, recipe, .. } = *self;
        let programs = &grader.configuration.programs;
        let containment = Some(self.runner.sandbox.level());
        if let Some(folder) = &recipe.folder {
            contents = contents.within(Path::new(folder));
        }
        let left_out = match programs.executables {
            Executables::Refuse => contents.leave_out_executables(),
            Executables::Allow => Vec::new(),
        };
        let submitted: BTreeSet<PathBuf> = contents.names().map(Path::to_path_buf).collect();
        contents.add(&programs.added).context("cannot read the files to add")?;
        let (mut report, built) = self.build(&contents)?;
        for (is_new, verb, place) in [(false, "added", "to"), (true, "replaced", "in")] {
            let files =
                contents.of_course.iter().filter(|(_, replaced)| **replaced == is_new).map(|(path, _)| path.clone());
            let files: BTreeSet<PathBuf> = files.collect();
            if !files.is_empty() {
                report.has_files_of_course = true;
                report.remarks.push(format!("The course {verb} {} {place} your submission.", some_of(&files)));
            }
        }
        let shown = |(name, kind): &(PathBuf, &str)| (escape::line(&name.to_string_lossy()), (*kind).to_owned());
        report.left_out = left_out.iter().take(MOST_NAMED).map(shown).collect();
        report.left_out.extend(more(left_out.len(), MOST_NAMED).map(|more| (more, "of such kinds".to_owned())));
        let Some(built) = built else {
            let is_missing =
                ["not found", "No such file", "no such file"].iter().any(|why| report.output.contains(why));
            if submitted.is_empty() {
                report.remarks.push("The submission is empty.".to_owned());
            } else if is_missing {
                report.remarks.push(format!("The submission has {}.", some_of(&submitted)));
            }
            if report.recipe == "C++" {
                let standard = "`g++` used its default standard. If your program is written for another one, such as C++98, \
                                tell the course staff: `-std=c++98` chooses it.";
                report.remarks.push(standard.to_owned());
            }
            let not_built = |case| grader.checker(recipe, case).nothing(Ending::NotBuilt, None);
            let cases = grader.cases.all.par_iter().map(not_built).collect();
            return Ok(grader.graded(cases, containment, Some(report)));
        };
        let changed = built.changed().into_iter().filter(|path| contents.of_course.contains_key(path));
        let changed: BTreeSet<PathBuf> = changed.collect();
        if !changed.is_empty() && recipe.build.is_none() {
            let remark =
                "Your build changed {} of the course. The files of the course were put in again before the run.";
            report.remarks.push(remark.replace("{}", &some_of(&changed)));
        }
        if let Some(case) = grader.cases.all.first() {
            let first = built.line(recipe.command(&case.case)?);
            let version = built.python(&first).map(|python| self.runner.version(&python)).transpose()?;
            report.interpreter = version.and_then(Result::ok);
            report.of_course = programs.of_course(recipe.build.iter().flatten().chain([&first]));
        }
        let ran = self.run_all(&built)?;
        let checks = ran.into_iter().map(|Ran { check, usage, .. }| {
            self.times.extend(usage.map(|usage| CommandTime { what: check.result.case.clone(), usage }));
            check
        });
        Ok(grader.graded(checks.collect(), containment, Some(report)))
    }

    /// Runs all cases once. Hidden cases run after all visible ones have ended. Students see more details of visible
    /// cases, so a program could copy information from a hidden case to a visible case.
    fn run_all(&self, built: &Built) -> Result<Vec<Ran<'a>>> {
        let mut ran = BTreeMap::new();
        for visibility in Visibility::ALL {
            let cases = self.grader.cases.all.par_iter().enumerate();
            let cases = cases.filter(|(_, case)| case.case.visibility == visibility);
            let run = |(place, case)| Ok((place, self.case_or_earlier(case, built)?));
            ran.extend(cases.map(run).collect::<Result<Vec<_>>>()?);
        }
        Ok(ran.into_values().collect())
    }

    /// Builds a submission. If the submission has several projects, a person decides.
    fn build(&mut self, contents: &Contents) -> Result<BuildOutcome> {
        let Self { runner, recipe, ref mut times, .. } = *self;
        let mut attempt = |contents: &Contents| build(runner, recipe, contents, times);
        let program = recipe.program();
        let is_named = recipe.folder.is_some() || program.as_os_str().is_empty();
        let projects = if is_named { BTreeSet::new() } else { projects(contents, &program) };
        if projects.len() < 2 {
            if let Some(folder) = projects.first().filter(|folder| has_build(contents, folder, &program)) {
                let attempted = attempt(&contents.within(folder))?;
                // If the recipe has its own commands, they may start outside the project's folder.
                if recipe.build.is_none() || attempted.1.is_some() {
                    return Ok(attempted);
                }
            }
            return attempt(contents);
        }
        if recipe.build.is_some() { attempt(contents) } else { Err(Undecided::projects(&projects).into()) }
    }

    /// Runs a case, unless an earlier result stays.
    fn case_or_earlier(&self, case: &'a GradedCase, built: &Built) -> Result<Ran<'a>> {
        let of_earlier = |result: &CaseResult| CaseCheck { case, result: result.clone(), checked: None, printed: None };
        let before = self.earlier.of(self.grader, &case.case.name);
        if let Some(known) = before.filter(|known| known.is_settled() && !self.earlier.again) {
            return Ok(Ran { check: of_earlier(known), usage: None });
        }
        let mut ran = self.case(case, built)?;
        if let Some(before) = before.filter(|before| ran.check.result.differs(before)) {
            if before.merit() >= ran.check.result.merit() {
                ran.check = of_earlier(before);
            }
            ran.check.result.varies = true;
        }
        Ok(ran)
    }

    fn case(&self, case: &'a GradedCase, built: &Built) -> Result<Ran<'a>> {
        let Self { grader, runner, recipe, .. } = self;
        let programs = &grader.configuration.programs;
        let checker = grader.checker(recipe, case);
        let graded = case;
        let GradedCase { case, expected, .. } = case;
        let line = built.line(recipe.command(case)?);
        if let Some(problem) = line.problem() {
            return Ok(Ran { check: checker.nothing(Ending::Ran(End::NotStarted), Some(problem)), usage: None });
        }
        let started = recipe.stdout.as_ref().map_or_else(|| line.clone(), |file| line.into_file(&file.0));
        let run = match runner.run(|| match &graded.answer {
            Some(answer) => built.answering(runner, recipe, &started, answer, &expected.input),
            None => built.command(runner, recipe, &started, &expected.input),
        }) {
            Err(SandboxError::Files(error)) => {
                let problem = escape::line(&format!("the program cannot be copied: {error}"));
                return Ok(Ran { check: checker.nothing(Ending::NotBuilt, Some(problem)), usage: None });
            }
            run => run?,
        };
        let ending = Ending::Ran(run.end);
        if run.end == End::Exited(FAILED_DRIVER) && !programs.added.is_empty() {
            let said = String::from_utf8_lossy(&run.stderr.beginning).into_owned();
            let said = escape::short(said.lines().last().unwrap_or_default());
            bail!("the case {}: the driver of the course ended with status {FAILED_DRIVER}: {said}", case.name);
        }
        let mut check = if run.end == End::NotStarted {
            checker.nothing(ending, Some(why_not_started(&line, &run)?))
        } else if graded.answer.is_some() && recipe.answer.is_none() {
            checker.answer(ending, &run.stdout)
        } else {
            checker.check(ending, |_, name| run.folder.open(name))?
        };
        let result = &mut check.result;
        let is_silent = ending == Ending::FINISHED && result.verdict.written == Written::Nothing;
        result.printed = match ending {
            _ if ending.is_crash() || is_silent => printed(&run, Grader::LINES),
            // How much more a stopped program prints depends on the machine.
            _ if ending.is_limit() => printed(&run, Grader::LINES_BEFORE_LIMIT),
            _ => String::new(),
        };
        let is_missing = |part: &PartResult| matches!(run.folder.open(Path::new(&part.file)), Err(Unusable::Missing));
        let writes_files = graded.answer.is_none() || recipe.answer.is_some();
        if writes_files && !ending.is_limit() && result.parts.iter().any(is_missing) {
            let made = built.made(&run.folder, &recipe.files());
            let shown = |path: &PathBuf| escape::line(&path.to_string_lossy());
            result.other_files = made.iter().take(MOST_MADE).map(shown).chain(more(made.len(), MOST_MADE)).collect();
            let file_of = |text: &[u8]| {
                let name = recipe.file(grader.cases.expected_as(text, graded)?);
                result.parts.iter().any(|part| part.file == name && is_missing(part)).then_some(name)
            };
            let found = misplaced(&run, &made, file_of)?;
            result.problem = result.problem.take().or(found);
        }
        let has_input = graded.answer.is_some() && recipe.answer.is_none() && !expected.input.is_empty();
        let input = match has_input {
            true => format!(" < {}", GradedCase::INPUT),
            // In a terminal, a program that reads standard input would wait.
            false if ending.is_crash() || ending.is_limit() => " < /dev/null".to_owned(),
            false => String::new(),
        };
        let output = recipe.stdout.as_ref().map_or(String::new(), |file| format!(" > {}", escape::word(&file.0)));
        result.command = Some([programs.shown(&line), input, output].concat());
        if result.verdict.ending.is_limit()
            && let Some(part) = result.parts.iter_mut().find(|part| part.role == Role::Moves)
            && let Ok(file) = run.folder.open(Path::new(&part.file))
            && let Some(job) = case.job()
            && let Some(why) = endless_game(file, job)?
        {
            result.is_endless = true;
            result.problem = Some(format!("{} does not end: {why}", escape::span(&part.file)));
            part.problem = part.problem.take().map(|_| "it does not end".to_owned());
        }
        let limits = programs.limits;
        result.problem = result.problem.take().or_else(|| match run.end {
            End::Exceeded(Limit::Output) => Some(format!("it printed and wrote more than {} MiB", limits.output >> 20)),
            End::Exceeded(Limit::Files) => Some(format!("it made more than {} files and folders", limits.files)),
            _ => None,
        });
        Ok(Ran { check, usage: Some(run.usage) })
    }
}

/// Finds the text of a missing file in the printed text, or in one of the first files that the program made. `file_of`
/// returns the name of the missing file that has a text.
fn misplaced<'a>(run: &Run, made: &[PathBuf], file_of: impl Fn(&[u8]) -> Option<&'a str>) -> Result<Option<String>> {
    let wants = |place: &str, file: &str| format!("{place} the expected text; the assignment wants it in {file}");
    let printed = Some(&*run.stdout.beginning).filter(|text| run.stdout.length == text.len() as u64);
    if let Some(file) = printed.and_then(&file_of) {
        return Ok(Some(wants("your program printed", file)));
    }
    for path in made.iter().take(MOST_MADE) {
        if let Ok(file) = run.folder.open(path) {
            let mut text = Vec::new();
            file.take(MOST_COMPARED).read_to_end(&mut text)?;
            if let Some(file) = file_of(&text) {
                let place = format!("your file {} has", escape::line(&path.to_string_lossy()));
                return Ok(Some(wants(&place, file)));
            }
        }
    }
    Ok(None)
}

/// True if the operating system caused a read error, and not the content of the submission.
fn is_of_system(problem: &Error) -> bool {
    let mut errors = problem.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    errors.any(|error| error.raw_os_error().is_some())
}

/// The beginning of standard error, followed by the beginning of standard output.
fn printed(run: &Run, lines: usize) -> String {
    let both = [&run.stderr, &run.stdout].map(|kept| escape::beginning(&kept.beginning, lines));
    both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}
