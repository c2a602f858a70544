//! A class: its students are graded side by side, and nobody is graded again whose record is still valid.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::{
    escape,
    grader::Grader,
    people::{overrides::Overrides, roster::Roster},
    results::{
        ClassResults, Graded, StudentResult,
        records::{Record, Records},
        times::Times,
    },
    submissions::{Submission, Submissions},
};
use crate::{names::nearest, shard::Shard, terminal::progress::Progress, threads};

/// A class and the grader that grades it.
#[derive(Debug)]
pub struct Class {
    /// The grader of every submission.
    pub grader: Grader,
    /// The submissions, sorted by name. A student of the roster who handed in nothing has one without a path.
    pub submissions: Vec<Submission>,
    /// The course system's list of the students.
    pub roster: Roster,
    /// The points that staff have given by hand.
    pub overrides: Overrides,
}

/// Which students this run grades, and how.
#[derive(Clone, Debug)]
pub struct GradingOptions {
    /// The part of the class.
    pub shard: Shard,
    /// How many commands run side by side.
    pub jobs: usize,
    /// Whether students with a valid record are graded again, too.
    pub again: bool,
    /// If it names anybody, only these students are graded, whether they have a valid record or not.
    pub only: Vec<String>,
}

/// The results of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The results of all who were graded, now or before.
    pub results: ClassResults,
    /// A line for each student who could not be graded for a reason outside of the submission: name and reason.
    pub failures: Vec<String>,
    /// How many students have not changed since an earlier run, whose results count.
    pub unchanged: usize,
    /// Students whose submissions have changed, and whom this run was not to grade: they keep their results.
    pub outdated: Vec<String>,
}

/// Where a student's result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The submission was graded now.
    Now,
    /// It is that of an earlier run, and the submission has not changed.
    Unchanged,
    /// It is that of an earlier run, and the submission has changed.
    Outdated,
}

impl Class {
    /// Finds the submissions in a folder, and reads the roster and the overrides.
    ///
    /// # Errors
    /// A folder, a roster or overrides that cannot be read or parsed. `remark` is told which files are no submissions, and
    /// which submissions are not in the roster.
    pub fn find(grader: Grader, folder: &Path, mut remark: impl FnMut(String)) -> Result<Self> {
        let Submissions { mut submissions, passed_over } = Submissions::find(folder)?;
        if submissions.is_empty() {
            bail!("{} holds no submission; expected a folder or a .zip archive for each student", folder.display());
        }
        if !passed_over.is_empty() {
            remark(format!("passed over, as neither a folder nor a .zip archive: {}", passed_over.join(", ")));
        }
        let configuration = grader.configuration();
        let roster = configuration.roster.as_ref().map(Roster::read).transpose()?;
        let overrides = Overrides::read(configuration)?;
        if let Some(roster) = &roster {
            let names: Vec<String> = submissions.iter().map(|submission| submission.name.clone()).collect();
            let unknown: Vec<&str> =
                names.iter().filter(|name| roster.find(name).is_none()).map(String::as_str).collect();
            if !unknown.is_empty() {
                remark(format!("not in the roster: {}", unknown.join(", ")));
            }
            let missing = roster.missing(&names).into_iter();
            submissions.extend(missing.map(|name| Submission { name: escape::line(&name), path: None }));
            submissions.sort_by(|one, other| one.name.cmp(&other.name));
        }
        overrides.check(|name| submissions.iter().any(|submission| submission.name == name))?;
        configuration.students.check(submissions.iter().map(|submission| submission.name.as_str()))?;
        Ok(Self { grader, submissions, roster: roster.unwrap_or_default(), overrides })
    }

    /// A class of one, without a roster.
    ///
    /// # Errors
    /// Overrides that cannot be read or parsed.
    pub fn of_one(grader: Grader, submission: Submission) -> Result<Self> {
        let overrides = Overrides::read(grader.configuration())?;
        Ok(Self { grader, submissions: vec![submission], roster: Roster::default(), overrides })
    }

    /// Grades all students one after the other, without reading or writing records.
    ///
    /// # Errors
    /// A failure of the machine or of the sandbox, not of a submission.
    pub fn grade_one(&self, jobs: usize) -> Result<(ClassResults, Times)> {
        let mut times = Times::default();
        let pool = threads::pool(jobs)?;
        let grade = |submission: &Submission| {
            let done = pool.install(|| self.grader.grade(submission, submission.open()))?;
            times.commands.extend(done.times.commands);
            Ok(self.result(&submission.name, done.graded))
        };
        let students = self.submissions.iter().map(grade).collect::<Result<Vec<_>>>()?;
        Ok((self.grader.results(self.names(), students), times))
    }

    /// Grades the students.
    ///
    /// # Errors
    /// A name in `only` that is no submission's, and records that cannot be written.
    pub fn grade(&self, options: &GradingOptions, records: &Records) -> Result<Outcome> {
        let names: BTreeSet<&str> = self.submissions.iter().map(|submission| submission.name.as_str()).collect();
        if let Some(unknown) = options.only.iter().find(|name| !names.contains(name.as_str())) {
            let meant = nearest(unknown, names).map_or(String::new(), |name| format!("; did you mean {name}?"));
            bail!("nobody has handed in {unknown:?}; expected the name of a submission, without .zip{meant}");
        }
        let mine: Vec<&Submission> = options.shard.of(&self.submissions).collect();
        let progress = Progress::of_parts("grading", mine.len() as u64);
        let failures = Mutex::new(Vec::new());
        let grade = |submission: &&Submission| {
            let graded = self.student(submission, options, records);
            progress.advance();
            match graded {
                Ok(graded) => Ok(graded.map(|(graded, origin)| (self.result(&submission.name, graded), origin))),
                Err(Stop::Student(why)) => {
                    // A panic cannot leave a list of texts half changed.
                    let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                    failures.push(format!("{}: {why}", submission.name));
                    Ok(None)
                }
                Err(Stop::All(error)) => Err(error),
            }
        };
        let pool = threads::pool(options.jobs)?;
        // Threads take one student at a time, so that students are finished in about the order of their names.
        let graded = pool.install(|| mine.par_iter().with_max_len(1).map(grade).collect::<Result<Vec<Option<_>>>>())?;
        drop(progress);
        let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        failures.sort();
        let (students, origins): (Vec<StudentResult>, Vec<Origin>) = graded.into_iter().flatten().unzip();
        let of =
            |origin| students.iter().zip(&origins).filter(move |(_, of)| **of == origin).map(|(student, _)| student);
        let unchanged = of(Origin::Unchanged).count();
        let outdated = of(Origin::Outdated).map(|student| student.name.clone()).collect();
        let shard = (options.shard != Shard::WHOLE).then(|| options.shard.to_string());
        let results = ClassResults { shard, ..self.grader.results(self.names(), students) };
        records.sync(results.students.iter().map(|student| student.name.as_str()))?;
        Ok(Outcome { results, failures, unchanged, outdated })
    }

    fn names(&self) -> Vec<String> {
        self.submissions.iter().map(|submission| submission.name.clone()).collect()
    }

    /// Takes a student's result from the record, or grades the submission and keeps a record. `None` for a student without
    /// a record of the same procedure whom `only` does not name.
    fn student(
        &self,
        submission: &Submission,
        options: &GradingOptions,
        records: &Records,
    ) -> Result<Option<(Graded, Origin)>, Stop> {
        let contents = submission.open();
        let digest = self.grader.digest(&submission.name, &contents);
        let is_asked = options.only.contains(&submission.name);
        let is_left_out = !options.only.is_empty() && !is_asked;
        let known = records.find(&submission.name).filter(|record| record.procedure == *self.grader.procedure());
        match known {
            Some(record) if record.submission == digest && !is_asked && (is_left_out || !options.again) => {
                return Ok(Some((record.graded, Origin::Unchanged)));
            }
            Some(record) if is_left_out => return Ok(Some((record.graded, Origin::Outdated))),
            None if is_left_out => return Ok(None),
            _ => {}
        }
        let done = self.grader.grade(submission, contents).map_err(|error| Stop::Student(format!("{error:#}")))?;
        let record = Record { procedure: self.grader.procedure().clone(), submission: digest, graded: done.graded };
        records.keep(&submission.name, &record, Some(done.times)).map_err(Stop::All)?;
        Ok(Some((record.graded, Origin::Now)))
    }

    /// Adds lateness and overrides to what a submission earned.
    pub fn result(&self, name: &str, graded: Graded) -> StudentResult {
        let enrolled = self.roster.find(name).cloned();
        let overrides = self.overrides.of(name);
        let mut student = StudentResult { enrolled, overrides, ..StudentResult::new(name, graded) };
        student.add_up(self.grader.configuration());
        student
    }
}

/// Why a student has no result.
enum Stop {
    /// A reason that concerns this student alone.
    Student(String),
    /// Records cannot be written, so that the whole run ends.
    All(anyhow::Error),
}
