//! The grader: it builds a submission, runs it on every case and judges the files that it wrote.

use std::{collections::BTreeSet, io, path::Path};

use anyhow::{Error, Result};
use rayon::prelude::*;

use super::{
    configuration::{Configuration, case_points, command_line::CommandLine},
    digest::{Digest, Digester},
    escape,
    judging::{
        Judge,
        expected::{Expected, ExpectedCase},
        verdict::{Ending, Written},
    },
    recipes::{
        build::{Built, build},
        execution::{Runner, case_command, why_not_started},
    },
    results::{CaseHeading, CaseResult, ClassResults, Contained, Graded, StudentResult, times::Times},
    submissions::{Contents, Submission},
};
use crate::{
    cases::{Case, Visibility},
    sandbox::{End, Run, SandboxError, Usage},
};

/// How submissions are graded.
#[derive(Debug)]
pub struct Grader {
    configuration: Configuration,
    expected: Expected,
    /// `None` if nothing is run because the submissions hold output files that were made elsewhere.
    runner: Option<Runner>,
    assignment: Digest,
}

/// The result of a submission, and how long its commands took.
#[derive(Debug)]
pub struct GradedSubmission {
    /// The result.
    pub graded: Graded,
    /// How long each command took.
    pub times: Times,
}

impl Grader {
    /// How many lines of a program's printed output the feedback shows.
    const LINES: usize = 30;

    /// Searches all cases to know what a program should write.
    ///
    /// # Errors
    /// A configuration without a command although programs are to be run, and cases that cannot be searched.
    pub fn new(configuration: Configuration, runner: Option<Runner>) -> Result<Self> {
        if let Some(runner) = &runner {
            configuration.cases.cases.iter().try_for_each(|case| configuration.command(case).map(drop))?;
            let given = configuration.build.iter().flatten().chain(&configuration.run);
            let programs = given.chain(configuration.students.commands()).filter_map(CommandLine::program_of_system);
            programs.collect::<BTreeSet<_>>().into_iter().try_for_each(|name| runner.require(&configuration, name))?;
        }
        let expected = Expected::new(&configuration)?;
        let mut digester = Digester::default().part(program()).part(&configuration.text.text);
        for (case, expected) in configuration.cases.cases.iter().zip(&expected.cases) {
            let points = case_points(case).to_string();
            digester = digester.part(&case.name).part(points).part(case.visibility.to_string());
            digester = digester.part(format!("{:?}", case.job)).part(&expected.input);
        }
        let assignment = digester.part(format!("{:?}", contained(runner.as_ref()))).finish();
        Ok(Self { configuration, expected, runner, assignment })
    }

    /// The configuration.
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The key of a record: a digest of the submission, the cases, the configuration and the version of this program. A
    /// record with another key is not valid any more.
    pub fn key(&self, name: &str, contents: &Result<Contents>) -> Digest {
        let of_contents = contents.as_ref().map_or_else(ToString::to_string, |contents| contents.digest.to_string());
        let recipe = self.configuration.students.of(name);
        Digester::default().part(self.assignment.to_string()).part(of_contents).part(recipe).finish()
    }

    /// Grades a submission.
    ///
    /// # Errors
    /// A failure of the machine or of the sandbox, not of the submission: it has to be graded again.
    pub fn grade(&self, submission: &Submission, contents: Result<Contents>) -> Result<GradedSubmission> {
        let mut times = Times::default();
        let configuration = &self.configuration.of_student(&submission.name);
        let graded = match (contents, &self.runner) {
            (Err(problem), _) if is_of_system(&problem) => return Err(problem.context("cannot read the submission")),
            (Err(problem), _) => self.graded_nothing(configuration, submission, &problem),
            (Ok(contents), None) => {
                let case = |judge: Judge| {
                    let name = &judge.case().name;
                    judge.judge(Ending::Finished, |what, _| {
                        contents.open(Path::new(&format!("{name}{}", what.suffix())))
                    })
                };
                let cases = self.judges(configuration).map(case).collect::<Result<_>>()?;
                Graded { containment: None, build: None, cases }
            }
            (Ok(contents), Some(runner)) => self.run(runner, configuration, contents, &mut times)?,
        };
        Ok(GradedSubmission { graded, times })
    }

    fn judges<'a>(&'a self, configuration: &'a Configuration) -> impl ParallelIterator<Item = Judge<'a>> {
        let expected = &self.expected;
        (0..self.configuration.cases.cases.len()).into_par_iter().map(|index| Judge { configuration, expected, index })
    }

    fn graded_nothing(&self, configuration: &Configuration, submission: &Submission, problem: &Error) -> Graded {
        let is_there = submission.path.is_some() && self.runner.is_some();
        let ending = if is_there { Ending::NotBuilt } else { Ending::Finished };
        let problem = escape::line(&format!("{problem:#}"));
        let cases = self.judges(configuration).map(|judge| judge.nothing(ending, Some(problem.clone()))).collect();
        Graded { containment: None, build: None, cases }
    }

    fn run(
        &self,
        runner: &Runner,
        configuration: &Configuration,
        contents: Contents,
        times: &mut Times,
    ) -> Result<Graded> {
        let containment = contained(Some(runner));
        let (report, built) = build(runner, configuration, contents, times)?;
        let Some(built) = built else {
            let cases = self.judges(configuration).map(|judge| judge.nothing(Ending::NotBuilt, None)).collect();
            return Ok(Graded { containment, build: Some(report), cases });
        };
        // What a program learns in a hidden case it cannot bring into a visible one, of which the student is told more: by
        // then all visible cases have ended.
        let is_hidden = |judge: &Judge| judge.case().visibility == Visibility::Hidden;
        let mut ran = Vec::new();
        for visibility in [false, true] {
            let judges = self.judges(configuration).filter(|judge| is_hidden(judge) == visibility);
            let cases = judges.map(|judge| Ok((judge.index, self.case(runner, judge, &built)?)));
            ran.extend(cases.collect::<Result<Vec<_>>>()?);
        }
        ran.sort_by_key(|(index, _)| *index);
        let ran: Vec<_> = ran.into_iter().map(|(_, case)| case).collect();
        for (case, usage) in &ran {
            if let Some(usage) = usage {
                times.add(&case.case, usage);
            }
        }
        let cases = ran.into_iter().map(|(case, _)| case).collect();
        Ok(Graded { containment, build: Some(report), cases })
    }

    /// Runs a case, and judges it.
    fn case(&self, runner: &Runner, judge: Judge, built: &Built) -> Result<(CaseResult, Option<Usage>)> {
        let line = built.start.command(judge.configuration.command(judge.case())?);
        let input = &self.expected.cases[judge.index].input;
        let run = match runner.run(|| case_command(judge.configuration, &line, input, built)) {
            Err(SandboxError::Files(error)) => {
                let problem = format!("the program cannot be copied: {error}");
                return Ok((judge.nothing(Ending::NotBuilt, Some(problem)), None));
            }
            run => run?,
        };
        let ending = Ending::from(&run.end);
        let result = if let End::NotStarted(why) = &run.end {
            judge.nothing(ending, Some(why_not_started(&line, why, &run.folder)?))
        } else {
            judge.judge(ending, |_, name| run.folder.open(name))?
        };
        let is_bad_end = matches!(ending, Ending::Status(_) | Ending::Signal(_));
        let is_silent = ending == Ending::Finished && result.verdict.written == Written::Nothing;
        let printed = if is_bad_end || is_silent { printed(&run) } else { String::new() };
        Ok((CaseResult { command: Some(line.to_string()), printed, ..result }, Some(run.usage)))
    }

    /// Results without students.
    pub fn results(&self, class_size: usize, students: Vec<StudentResult>) -> ClassResults {
        let heading = |(case, expected): (&Case, &ExpectedCase)| CaseHeading {
            name: case.name.clone(),
            dialect: case.job.assignment.to_string(),
            points: case_points(case),
            is_hidden: case.visibility == Visibility::Hidden,
            input: (self.configuration.names.input.clone(), String::from_utf8_lossy(&expected.input).into_owned()),
        };
        let assignments = self.configuration.cases.assignments();
        let described = assignments.iter().flat_map(|assignment| &assignment.files);
        ClassResults {
            program: program(),
            assignment: self.assignment.clone(),
            class_size,
            cases: self.configuration.cases.cases.iter().zip(&self.expected.cases).map(heading).collect(),
            assignments: described.map(|file| (file.path.display().to_string(), file.text.clone())).collect(),
            manual: self.configuration.manual.clone(),
            maximum: self.configuration.maximum(),
            limits: self.configuration.limits,
            students,
        }
    }
}

/// This program and its version.
fn program() -> String {
    format!("reversi {}", env!("CARGO_PKG_VERSION"))
}

fn contained(runner: Option<&Runner>) -> Option<Contained> {
    let containment = runner?.sandbox().containment();
    let left_open = containment.left_open().map(str::to_owned).collect();
    Some(Contained { level: containment.level, left_open })
}

/// Whether reading a submission failed with an error of the operating system, and not because of what it holds.
fn is_of_system(problem: &Error) -> bool {
    let mut errors = problem.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    errors.any(|error| error.raw_os_error().is_some())
}

/// The beginning of standard error, and then of standard output.
fn printed(run: &Run) -> String {
    let both = [&run.stderr, &run.stdout].map(|kept| escape::beginning(&kept.beginning, Grader::LINES));
    both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}
