//! A class: its students, graded side by side; who is known already is not graded again.

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
use crate::{files::Shard, terminal::progress::Progress, threads};

/// Who is graded, and how.
#[derive(Debug)]
pub struct Class {
    /// What grades them.
    pub grader: Grader,
    /// Those who take part, by name: whoever has handed in something, and whoever should have.
    pub submissions: Vec<Submission>,
    /// What the course system says of them.
    pub roster: Roster,
    /// What a person has given them.
    pub overrides: Overrides,
}

/// What is to be done this time.
#[derive(Clone, Debug)]
pub struct GradingOptions {
    /// The part of the class.
    pub shard: Shard,
    /// How many commands run side by side.
    pub jobs: usize,
    /// Whether those are graded again of whom everything is known.
    pub again: bool,
    /// The names of those who are graded again, and alone; all where there are none.
    pub only: Vec<String>,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// The results of all who were graded, now or before.
    pub results: ClassResults,
    /// Who could not be graded, and why; it is not their fault.
    pub failures: Vec<String>,
}

impl Class {
    /// Finds the submissions of a folder and what there is to say of their students.
    ///
    /// # Errors
    /// A folder, a roster or overrides that cannot be read or are none. What is passed over is told to `remark`.
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
        Ok(Self { grader, submissions, roster: roster.unwrap_or_default(), overrides })
    }

    /// A class of one, without a roster.
    ///
    /// # Errors
    /// Overrides that cannot be read or are none.
    pub fn of_one(grader: Grader, submission: Submission) -> Result<Self> {
        let overrides = Overrides::read(grader.configuration())?;
        Ok(Self { grader, submissions: vec![submission], roster: Roster::default(), overrides })
    }

    /// Grades all students anew, one after the other, and keeps nothing.
    ///
    /// # Errors
    /// What is not the students' fault.
    pub fn grade_one(&self, jobs: usize) -> Result<(ClassResults, Times)> {
        let mut times = Times::default();
        let pool = threads::pool(jobs)?;
        let grade = |submission: &Submission| {
            let done = pool.install(|| self.grader.grade(submission, submission.open()))?;
            times.commands.extend(done.times.commands);
            Ok(self.result(&submission.name, done.graded))
        };
        let students = self.submissions.iter().map(grade).collect::<Result<Vec<_>>>()?;
        Ok((self.grader.results(self.submissions.len(), students), times))
    }

    /// Grades the students.
    ///
    /// # Errors
    /// A name that nobody has, and results that cannot be written.
    pub fn grade(&self, options: &GradingOptions, records: &Records) -> Result<Outcome> {
        let names: BTreeSet<&str> = self.submissions.iter().map(|submission| submission.name.as_str()).collect();
        if let Some(unknown) = options.only.iter().find(|name| !names.contains(name.as_str())) {
            bail!("nobody has handed in {unknown:?}; expected the name of a submission, without .zip");
        }
        let mine: Vec<&Submission> = options.shard.of(&self.submissions).collect();
        let progress = Progress::of_parts("grading", mine.len() as u64);
        let failures = Mutex::new(Vec::new());
        let grade = |submission: &&Submission| {
            let graded = self.student(submission, options, records);
            progress.advance();
            match graded {
                Ok(graded) => Ok(graded.map(|graded| self.result(&submission.name, graded))),
                Err(Stop::Student(why)) => {
                    // A list of texts is whole between any two.
                    let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                    failures.push(format!("{}: {why}", submission.name));
                    Ok(None)
                }
                Err(Stop::All(error)) => Err(error),
            }
        };
        let pool = threads::pool(options.jobs)?;
        // One student after the other is taken, so that the first are done first.
        let students =
            pool.install(|| mine.par_iter().with_max_len(1).map(grade).collect::<Result<Vec<Option<_>>>>())?;
        drop(progress);
        let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        failures.sort();
        let results = self.grader.results(self.submissions.len(), students.into_iter().flatten().collect());
        records.sync(results.students.iter().map(|student| student.name.as_str()))?;
        Ok(Outcome { results, failures })
    }

    /// What came of a student; nothing where others alone are graded, and nothing is known of this one.
    fn student(
        &self,
        submission: &Submission,
        options: &GradingOptions,
        records: &Records,
    ) -> Result<Option<Graded>, Stop> {
        let contents = submission.open();
        let key = self.grader.key(&contents);
        let is_asked = options.only.contains(&submission.name);
        let known = records.find(&submission.name).filter(|record| record.key == key);
        if let Some(record) = known.filter(|_| !options.again && !is_asked) {
            return Ok(Some(record.graded));
        }
        if !options.only.is_empty() && !is_asked {
            return Ok(None);
        }
        let done = self.grader.grade(submission, contents).map_err(|error| Stop::Student(format!("{error:#}")))?;
        let record = Record { key, graded: done.graded };
        records.keep(&submission.name, &record, Some(done.times)).map_err(Stop::All)?;
        Ok(Some(record.graded))
    }

    /// What is known of a student, with all that counts.
    #[must_use]
    pub fn result(&self, name: &str, graded: Graded) -> StudentResult {
        let enrolled = self.roster.find(name).cloned();
        let overrides = self.overrides.of(name);
        let mut student = StudentResult { enrolled, overrides, ..StudentResult::new(name, graded) };
        student.add_up(self.grader.configuration().columns());
        student
    }
}

/// Why a student is not graded.
enum Stop {
    /// For a reason that others do not share.
    Student(String),
    /// Because results cannot be kept.
    All(anyhow::Error),
}
