//! Checks and diagnoses the cases of a student, each alone and all together.

use std::path::PathBuf;

use anyhow::Result;

use crate::{
    Checked, Equality, Report, batch_in_any_order,
    diagnosis::{CommonDiagnosis, diagnose_checked},
    output,
};
use reversi_course::assignment::Job;
use reversi_io::files;

/// A checked case.
#[derive(Clone, Debug)]
pub struct CheckedCase<'a> {
    pub name: &'a str,
    pub job: &'a Job,
    /// The result of the check, or the first file that does not exist.
    pub checked: Result<Checked, PathBuf>,
}

/// The checked cases of a student.
#[derive(Clone, Debug)]
pub struct CheckedCases<'a> {
    /// The cases, in the order of the list.
    pub cases: Vec<CheckedCase<'a>>,
    pub common: CommonDiagnosis,
}

impl<'a> CheckedCase<'a> {
    /// Checks the files of a case: the student's moves file and log, or the student's single output file. A missing file
    /// counts as wrong.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read; wrong content is not an error.
    pub fn new(name: &'a str, job: &'a Job, files: &[PathBuf], equality: Equality) -> Result<Self> {
        let missing = files.iter().find(|file| !files::exists(file));
        let mut checked = match (missing, files) {
            (Some(missing), _) => Err(missing.clone()),
            (None, [moves, log]) => Ok(batch_in_any_order(job, Some(moves), Some(log), equality)?),
            (None, files) => Ok(output(job, &files[0], equality)?),
        };
        if let Ok(checked) = &mut checked
            && checked.report.is_same()
        {
            checked.texts.clear();
        }
        Ok(Self { name, job, checked })
    }

    /// The report on the case; `None` if a file does not exist.
    pub fn report(&self) -> Option<&Report> {
        self.checked.as_ref().ok().map(|checked| &checked.report)
    }

    /// True if all files of the case exist and are right, possibly in another format.
    pub fn is_right(&self) -> bool {
        self.report().is_some_and(Report::is_right)
    }

    /// True if all files of the case exist and are right.
    pub fn is_same(&self) -> bool {
        self.report().is_some_and(Report::is_same)
    }
}

impl<'a> CheckedCases<'a> {
    /// Finds the sets of mistakes that explain the wrong cases. The search visits at most about `effort` nodes for each
    /// case. If `effort` is 0, the diagnosis finds no sets. If one case contradicts a set of mistakes, the diagnosis
    /// names this set for no case.
    pub fn diagnose(mut cases: Vec<CheckedCase<'a>>, effort: u64) -> Self {
        let mut absent: Vec<Checked> = vec![Checked::default(); cases.len()];
        let student = cases.iter_mut().zip(&mut absent).map(|(case, absent)| match &mut case.checked {
            Ok(checked) => (case.job, Some(checked).filter(|checked| !checked.report.is_same())),
            Err(_) => (case.job, Some(absent)),
        });
        let mut common = diagnose_checked(&mut student.collect::<Vec<_>>(), effort, &|_| ());
        common.location.lacks_files = cases.iter().any(|case| case.checked.is_err());
        common.left.extend((0..cases.len()).filter(|&place| cases[place].checked.is_err()));
        common.left.sort_unstable();
        Self { cases, common }
    }

    /// The number of cases that are wrong or lack a file. A case with only format deviations is not wrong.
    pub fn wrong(&self) -> usize {
        self.cases.iter().filter(|case| !case.is_right()).count()
    }

    /// The cases that are wrong or lack a file, and that no set of mistakes explains, by name.
    pub fn left(&self) -> Vec<&str> {
        self.common.left.iter().map(|&place| self.cases[place].name).collect()
    }
}
