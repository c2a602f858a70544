//! The cases of a student: each is checked and diagnosed, and then all of them together.

use std::path::PathBuf;

use anyhow::Result;

use super::{
    Checked, Equality, Report, batch,
    diagnosis::{CommonDiagnosis, StudentCase},
    output,
};
use reversi_course::assignment::Job;

/// A case and the files that a student's program wrote for it.
#[derive(Clone, Debug)]
pub struct CaseFiles<'a> {
    pub name: &'a str,
    pub job: &'a Job,
    /// The moves file and the log, or the one output. One that is not there is part of what is wrong.
    pub files: Vec<PathBuf>,
}

/// A checked case.
#[derive(Clone, Debug)]
pub struct CheckedCase<'a> {
    pub name: &'a str,
    pub job: &'a Job,
    /// What the check has found, or the first of its files that is not there.
    pub checked: Result<Checked, PathBuf>,
}

/// The checked cases of a student.
#[derive(Clone, Debug)]
pub struct CheckedCases<'a> {
    /// The cases, in the order of the list.
    pub cases: Vec<CheckedCase<'a>>,
    /// What explains the wrong cases together.
    pub common: CommonDiagnosis,
}

impl<'a> CheckedCase<'a> {
    /// Checks a case and diagnoses it, visiting about `effort` nodes at most.
    ///
    /// # Errors
    /// A file that cannot be read, whatever is in it.
    pub fn new(case: &CaseFiles<'a>, equality: Equality, effort: u64) -> Result<Self> {
        let CaseFiles { name, job, files } = case;
        let missing = files.iter().find(|file| !file.exists());
        let mut checked = match (missing, &files[..]) {
            (Some(missing), _) => Err(missing.clone()),
            (None, [moves, log]) => Ok(batch(job, Some(moves), Some(log), equality)?),
            (None, files) => Ok(output(job, &files[0], equality)?),
        };
        if let Ok(checked) = &mut checked {
            if effort > 0 {
                checked.diagnose(job, effort, &|_| ());
            }
            if checked.report.is_same() {
                checked.texts.clear();
            }
        }
        Ok(Self { name, job, checked })
    }

    /// What is to be said of its files; none where one is not there.
    pub fn report(&self) -> Option<&Report> {
        self.checked.as_ref().ok().map(|checked| &checked.report)
    }

    /// The case for the diagnosis of all; none where a file is not there.
    fn student_case(&mut self) -> Option<StudentCase<'_>> {
        let checked = self.checked.as_mut().ok()?;
        Some(StudentCase { job: self.job, wrong: Some(checked).filter(|checked| !checked.report.is_same()) })
    }

    /// Whether all its files are there and right, or right but for their spelling.
    pub fn is_right(&self) -> bool {
        self.report().is_some_and(Report::is_right)
    }

    /// True if all its files are there and right.
    pub fn is_same(&self) -> bool {
        self.report().is_some_and(Report::is_same)
    }
}

impl<'a> CheckedCases<'a> {
    /// Looks for what explains the wrong ones of some cases, visiting about `effort` nodes at most. What one case contradicts
    /// is not said of another any more.
    pub fn diagnose(mut cases: Vec<CheckedCase<'a>>, effort: u64) -> Self {
        let places: Vec<usize> = (0..cases.len()).filter(|&place| cases[place].checked.is_ok()).collect();
        let mut student: Vec<StudentCase> = cases.iter_mut().filter_map(CheckedCase::student_case).collect();
        let mut common = CommonDiagnosis::of(&mut student, effort);
        for place in common.left.iter_mut().chain(&mut common.unseen) {
            *place = places[*place];
        }
        if let Some((place, _)) = &mut common.told_apart_by {
            *place = places[*place];
        }
        common.left.extend((0..cases.len()).filter(|&place| cases[place].checked.is_err()));
        common.left.sort_unstable();
        Self { cases, common }
    }

    /// How many cases are wrong, or lack a file; those whose spelling alone is another are not wrong.
    pub fn wrong(&self) -> usize {
        self.cases.iter().filter(|case| !case.is_right()).count()
    }

    /// The names of the cases that are wrong, or lack a file, and are not explained.
    pub fn left(&self) -> Vec<&str> {
        self.common.left.iter().map(|&place| self.cases[place].name).collect()
    }
}
