//! The grader: it builds a submission, runs it on every case and judges the files that it wrote.

use std::{collections::BTreeSet, fs::File, io, path::Path};

use anyhow::{Context as _, Error, Result};
use rayon::prelude::*;

use super::{
    configuration::{Configuration, case_points, command_line::CommandLine},
    digest::{Digest, Digester},
    escape,
    judging::{
        Judge, Judged,
        diagnosis::StudentDiagnosis,
        expected::{Expected, ExpectedCase},
        verdict::{Ending, Written},
    },
    recipes::{
        build::{BuildReport, Built, build},
        execution::{Runner, why_not_started},
    },
    results::{
        CaseHeading, ClassResults, Contained, Graded, StudentResult,
        times::{CommandTime, Times},
    },
    submissions::{Contents, Submission},
};
use crate::{
    cases::{Case, Visibility},
    sandbox::{End, Run, SandboxError, Usage},
};

/// How submissions are graded.
#[derive(Debug)]
pub struct Grader {
    pub configuration: Configuration,
    expected: Expected,
    /// `None` if nothing is run because the submissions hold output files that were made elsewhere.
    runner: Option<Runner>,
    /// A digest of all that a result depends on beside the submission and what is different for its student. What it is
    /// worth does not belong to it: points are computed from the result each time.
    pub procedure: Digest,
    assignment: Digest,
}

impl Grader {
    /// How many lines of a program's printed output the feedback shows.
    const LINES: usize = 30;

    /// Searches all cases to know what a program should write.
    /// Errors: a configuration without a command although programs are to be run, and cases that cannot be searched.
    pub fn new(configuration: Configuration, runner: Option<Runner>) -> Result<Self> {
        if let Some(runner) = &runner {
            configuration.cases.cases.iter().try_for_each(|case| configuration.command(case).map(drop))?;
            let given = configuration.build.iter().flatten().chain(&configuration.run);
            let programs = given.chain(configuration.students.commands()).filter_map(CommandLine::program_of_system);
            programs.collect::<BTreeSet<_>>().into_iter().try_for_each(|name| runner.require(&configuration, name))?;
        }
        let expected = Expected::new(&configuration)?;
        let procedure = procedure(&configuration, &expected, runner.as_ref())?;
        let mut digester = Digester::default();
        digester.add(procedure.to_string()).add(&configuration.text.text);
        for case in &configuration.cases.cases {
            digester.add(case_points(case).to_string());
        }
        Ok(Self { configuration, expected, runner, procedure, assignment: digester.finish() })
    }

    /// A digest of a submission and of what is different for its student.
    pub fn digest(&self, name: &str, contents: &Result<Contents>) -> Digest {
        let of_contents = contents.as_ref().map_or_else(ToString::to_string, |contents| contents.digest.to_string());
        Digester::default().add(of_contents).add(self.configuration.students.of(name)).finish()
    }

    /// Grades a submission; the times are those of its commands.
    /// Errors: a failure of the machine or of the sandbox, not of the submission: it has to be graded again.
    pub fn grade(&self, submission: &Submission, contents: Result<Contents>) -> Result<(Graded, Times)> {
        let mut times = Times::default();
        let configuration = &self.configuration.of_student(&submission.name);
        let graded = match (contents, &self.runner) {
            (Err(problem), _) if is_of_system(&problem) => return Err(problem.context("cannot read the submission")),
            (Err(problem), runner) => {
                let is_there = submission.path.is_some() && runner.is_some();
                let ending = if is_there { Ending::NotBuilt } else { Ending::Finished };
                let problem = escape::line(&format!("{problem:#}"));
                let judged = self.judges(configuration).map(|judge| judge.nothing(ending, Some(problem.clone())));
                self.graded(judged.collect(), None, None)
            }
            (Ok(contents), None) => {
                let case = |judge: Judge| {
                    let name = &judge.case().name;
                    judge.judge(Ending::Finished, |what, _| {
                        contents.open(Path::new(&format!("{name}{}", what.suffix())))
                    })
                };
                let judged = self.judges(configuration).map(case).collect::<Result<_>>()?;
                self.graded(judged, None, None)
            }
            (Ok(contents), Some(runner)) => self.run(runner, configuration, contents, &mut times)?,
        };
        Ok((graded, times))
    }

    fn judges<'a>(&'a self, configuration: &'a Configuration) -> impl ParallelIterator<Item = Judge<'a>> {
        let expected = &self.expected;
        (0..self.configuration.cases.cases.len()).into_par_iter().map(|index| Judge { configuration, expected, index })
    }

    /// Puts the judged cases together, in their order, and looks for what explains the wrong ones.
    fn graded(&self, judged: Vec<Judged>, containment: Option<Contained>, build: Option<BuildReport>) -> Graded {
        let cases = self.configuration.cases.cases.iter().zip(&judged);
        let diagnosis = StudentDiagnosis::of(cases, self.configuration.marking.effort);
        let cases = judged.into_iter().map(|judged| judged.result).collect();
        Graded { containment, build, cases, diagnosis }
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
            return Ok(self.graded(cases, containment, Some(report)));
        };
        // What a program learns in a hidden case it cannot bring into a visible one, of which the student is told more: by
        // then all visible cases have ended.
        let mut ran = Vec::new();
        for visibility in Visibility::ALL {
            let judges = self.judges(configuration).filter(|judge| judge.case().visibility == visibility);
            let cases = judges.map(|judge| Ok((judge.index, self.case(runner, judge, &built)?)));
            ran.extend(cases.collect::<Result<Vec<_>>>()?);
        }
        ran.sort_by_key(|(index, _)| *index);
        let judged = ran.into_iter().map(|(_, (judged, usage))| {
            times.extend(usage.map(|usage| CommandTime::new(&judged.result.case, &usage)));
            judged
        });
        Ok(self.graded(judged.collect(), containment, Some(report)))
    }

    /// Runs a case, and judges it.
    fn case(&self, runner: &Runner, judge: Judge, built: &Built) -> Result<(Judged, Option<Usage>)> {
        let line = built.start.command(judge.configuration.command(judge.case())?);
        let input = &self.expected.cases[judge.index].input;
        let run = match runner.run(|| built.command(judge.configuration, &line, input)) {
            Err(SandboxError::Files(error)) => {
                let problem = format!("the program cannot be copied: {error}");
                return Ok((judge.nothing(Ending::NotBuilt, Some(problem)), None));
            }
            run => run?,
        };
        let ending = Ending::from(&run.end);
        let mut judged = if let End::NotStarted(why) = &run.end {
            judge.nothing(ending, Some(why_not_started(&line, why, &run.folder)?))
        } else {
            judge.judge(ending, |_, name| run.folder.open(name))?
        };
        let is_bad_end = matches!(ending, Ending::Status(_) | Ending::Signal(_));
        let result = &mut judged.result;
        let is_silent = ending == Ending::Finished && result.verdict.written == Written::Nothing;
        result.printed = if is_bad_end || is_silent { printed(&run) } else { String::new() };
        result.command = Some(line.to_string());
        Ok((judged, Some(run.usage)))
    }

    /// Results without students.
    pub fn results(&self, class: Vec<String>, students: Vec<StudentResult>) -> ClassResults {
        let heading = |(case, expected): (&Case, &ExpectedCase)| CaseHeading {
            name: case.name.clone(),
            dialect: case.job.assignment.to_string(),
            points: case_points(case),
            is_hidden: case.visibility == Visibility::Hidden,
            input: String::from_utf8_lossy(&expected.input).into_owned(),
        };
        let assignments = self.configuration.cases.assignments();
        let described = assignments.iter().flat_map(|assignment| &assignment.files);
        ClassResults {
            program: format!("reversi {}", env!("CARGO_PKG_VERSION")),
            assignment: self.assignment.clone(),
            class,
            shard: None,
            cases: self.configuration.cases.cases.iter().zip(&self.expected.cases).map(heading).collect(),
            assignments: described.map(|file| (file.path.display().to_string(), file.text.clone())).collect(),
            manual: self.configuration.manual.clone(),
            maximum: self.configuration.maximum(),
            limits: self.configuration.limits,
            students,
        }
    }
}

/// A digest of the program, the cases, what the configuration says of running and comparing, and the containment.
fn procedure(configuration: &Configuration, expected: &Expected, runner: Option<&Runner>) -> Result<Digest> {
    let mut digester = Digester::default();
    digester.read(File::open("/proc/self/exe").context("cannot read this program")?)?;
    for (case, expected) in configuration.cases.cases.iter().zip(&expected.cases) {
        digester.add(&case.name).add(case.visibility.to_string()).add(format!("{:?}", case.job)).add(&expected.input);
    }
    let Configuration { build, run, environment, files, limits, build_limits, marking, .. } = configuration;
    let how = (build, run, environment, files, limits, build_limits, marking.equality, marking.effort);
    digester.add(format!("{how:?}"));
    for path in &files.read {
        digester.add_tree(path);
    }
    Ok(digester.add(format!("{:?}", contained(runner))).finish())
}

fn contained(runner: Option<&Runner>) -> Option<Contained> {
    let level = runner?.sandbox.level();
    Some(Contained { level, left_open: level.left_open().map(str::to_owned).collect() })
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
