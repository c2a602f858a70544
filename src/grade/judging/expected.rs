//! The expected files of the cases: their lengths, and fingerprints by which a misplaced file is recognised.

use std::{collections::HashMap, fs};

use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fingerprint::{Fingerprint, Fingerprinter};
use crate::{
    assignment::{Heading, Job, Step, TaskNumber},
    cases::{Case, ExpectedFile, Visibility, expected_files},
    check::Role,
    files::LineEnding,
    grade::configuration::Configuration,
};

/// The expected files of all cases.
#[derive(Debug)]
pub struct Expected {
    /// The cases, in their order.
    pub cases: Vec<ExpectedCase>,
    origins: HashMap<Fingerprint, Vec<Origin>>,
}

/// The input of a case, and the lengths of its expected files.
#[derive(Clone, Debug)]
pub struct ExpectedCase {
    /// The bytes of the input.
    pub input: Vec<u8>,
    /// Steps of the game, in 2013.
    pub steps: u64,
    /// Rows of the log, without the column names.
    pub rows: u64,
}

impl ExpectedCase {
    /// How many lines all files have together, or a few more.
    pub const fn lines(&self) -> u64 {
        // A moves file ends in a line of its own, an output begins with a board and the column names.
        self.steps * Step::LINES + self.rows + 10
    }

    /// How many rows or steps a file has, or a part of one; a board is one.
    pub const fn length(&self, role: Role) -> u64 {
        match role {
            Role::Moves => self.steps,
            Role::Board => 1,
            Role::Log => self.rows,
        }
    }
}

/// A case and file, or the other task, for which a content would be right.
#[derive(Clone, Copy, Debug)]
struct Origin {
    case: usize,
    file: ExpectedFile,
    /// The task that writes the content, if it is another than that of the case.
    task: Option<TaskNumber>,
}

/// What a wrong file is in place of what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisplacedFile {
    /// The other file of the case.
    Exchanged,
    /// What another task writes for the same board and depth.
    OtherTask(u8),
    /// What another case should write: its name, where it may be known.
    OtherCase(Option<String>),
}

impl Expected {
    /// Searches all cases.
    /// Errors: an input that cannot be read any more, and expected files that are larger than the configured limit of output.
    pub fn new(configuration: &Configuration) -> Result<Self> {
        let cases = &configuration.cases.cases;
        let all: Vec<(ExpectedCase, Vec<(Fingerprint, Origin)>)> = cases
            .par_iter()
            .enumerate()
            .map(|(index, case)| expected(index, case, configuration))
            .collect::<Result<_>>()?;
        let mut expected = Self { cases: Vec::new(), origins: HashMap::new() };
        for (case, origins) in all {
            expected.cases.push(case);
            for (fingerprint, origin) in origins {
                expected.origins.entry(fingerprint).or_default().push(origin);
            }
        }
        Ok(expected)
    }

    /// Recognises a wrong file of a case by its fingerprint, if it would be right as another file.
    pub fn recognise(
        &self,
        fingerprint: &Fingerprint,
        (index, file): (usize, ExpectedFile),
        cases: &[Case],
    ) -> Option<MisplacedFile> {
        let origins = self.origins.get(fingerprint)?;
        let is_other = |origin: &&Origin| origin.case == index && origin.task.is_none() && origin.file != file;
        let of_task = || origins.iter().filter(|origin| origin.case == index).find_map(|origin| origin.task);
        let elsewhere = || origins.iter().find(|origin| origin.case != index && origin.task.is_none());
        let name = |origin: &Origin| {
            let case = &cases[origin.case];
            (case.visibility == Visibility::Visible).then(|| case.name.clone())
        };
        origins
            .iter()
            .find(is_other)
            .map(|_| MisplacedFile::Exchanged)
            .or_else(|| of_task().map(|task| MisplacedFile::OtherTask(task.get())))
            .or_else(|| elsewhere().map(|origin| MisplacedFile::OtherCase(name(origin))))
    }
}

/// Searches a case, and the other tasks of 2013 on the same board.
fn expected(
    index: usize,
    case: &Case,
    configuration: &Configuration,
) -> Result<(ExpectedCase, Vec<(Fingerprint, Origin)>)> {
    let input = fs::read(&case.input).with_context(|| format!("cannot read {}", case.input.display()))?;
    let input = with_line_ends(input, case.line_ends);
    let mut origins = Vec::new();
    let mut expected = ExpectedCase { input, steps: 0, rows: 0 };
    let mut pages = 0;
    for &file in expected_files(&case.job) {
        let written = write(file, &case.job)?;
        match file {
            // The last line says that the game is over.
            ExpectedFile::Moves => expected.steps = written.lines / Step::LINES,
            ExpectedFile::Log => expected.rows = written.lines - 1,
            // Eight lines of the board and the column names; the last row has no line end.
            ExpectedFile::Output => expected.rows = (written.lines + 1).saturating_sub(9),
        }
        pages += written.bytes.div_ceil(4096) * 4096;
        origins.push((written.finish(), Origin { case: index, file, task: None }));
    }
    if pages > configuration.limits.output {
        bail!(
            "{}: the files of the case {} take {} bytes, and [limits] output is {}; expected more than they take",
            configuration.text.name,
            case.name,
            pages,
            configuration.limits.output
        );
    }
    let Job { assignment, number, task, named_depth, .. } = &case.job;
    if !assignment.input_says(Heading::Task) {
        let others = assignment.tasks.keys().filter(|other| Some(**other) != *number);
        for job in others.filter_map(|other| Job::numbered(assignment, *other, task.start, *named_depth).ok()) {
            for &file in expected_files(&job) {
                origins.push((write(file, &job)?.finish(), Origin { case: index, file, task: job.number }));
            }
        }
    }
    Ok((expected, origins))
}

/// A text with these line ends. What is not written in bytes, such as UTF-16, stays as it is.
fn with_line_ends(text: Vec<u8>, ending: LineEnding) -> Vec<u8> {
    if text.contains(&0) {
        return text;
    }
    let lines = text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.collect::<Vec<_>>().join(ending.text().as_bytes())
}

fn write(file: ExpectedFile, job: &Job) -> Result<Fingerprinter> {
    let mut written = Fingerprinter::default();
    file.write(job, &mut written)?;
    Ok(written)
}
