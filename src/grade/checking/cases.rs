//! The cases of a class with their expected output.

use std::{collections::HashMap, fs, io::Write as _, path::Path};

use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;

use super::fingerprint::{Fingerprint, Fingerprinter};
use crate::{
    configuration::{Configuration, case_points},
    digest::{Digest, Digester},
    points::Points,
};
use reversi_check::Role;
use reversi_course::{
    assignment::Step,
    cases::{Case, CaseKind, ExpectedFile, Printed, Visibility, expected_files},
};
use reversi_io::files::LineEnding;
use reversi_related::answers::PrintedCase;

/// The cases of a class in their order.
#[derive(Debug)]
pub struct GradedCases {
    pub all: Vec<GradedCase>,
    /// The expected files by their fingerprints: the index of the case in the list, and the kind of the file.
    owners: HashMap<Fingerprint, Vec<(usize, ExpectedFile)>>,
}

/// A case and its expected output.
#[derive(Clone, Debug)]
pub struct GradedCase {
    pub case: Case,
    pub expected: Expected,
    /// The request and the expected text, in an assignment with a printed answer.
    pub answer: Option<PrintedCase>,
}

/// The input of a case, and the size of the expected output.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    pub input: Vec<u8>,
    /// The number of steps of the game, in assignments with a whole game.
    pub steps: u64,
    /// The number of lines of the moves file, without its last line.
    lines: u64,
    /// The number of log rows, without the column names.
    pub rows: u64,
    pub moves_bytes: u64,
    /// The length of the log or of the output, in bytes.
    pub log_bytes: u64,
}

impl Expected {
    /// The number of lines of all expected files together, or slightly more.
    pub const fn lines(&self) -> u64 {
        // The end of a moves file is one more line; an output also has a board and the column names.
        self.lines + self.rows + 10
    }

    /// The largest number of bytes of a wrong file to compare after its first difference: sixteen times the expected
    /// length. The limit is necessary, because a program writes faster than `grade` compares.
    pub fn looked_at(&self, role: Role) -> usize {
        const LEAST: u64 = 64 << 10;
        let bytes = if role == Role::Moves { self.moves_bytes } else { self.log_bytes };
        usize::try_from(bytes.saturating_mul(16).max(LEAST)).unwrap_or(usize::MAX)
    }

    /// The number of rows or steps of a file or a part; a board counts as one row.
    pub const fn length(&self, role: Role) -> u64 {
        match role {
            Role::Moves => self.steps,
            Role::Board | Role::Answer => 1,
            Role::Log => self.rows,
        }
    }
}

impl GradedCase {
    /// True if students may not see the case.
    pub fn is_hidden(&self) -> bool {
        self.case.visibility == Visibility::Hidden
    }

    /// The maximum points.
    pub fn points(&self) -> Points {
        case_points(&self.case)
    }

    /// A digest of all parts of the case that influence a program's result. Visibility is not included.
    pub fn digest(&self) -> Digest {
        let mut digester = Digester::default();
        let name = &self.case.name;
        let CaseKind::Job(job) = &self.case.kind else {
            digester.add(name).add(self.case.assignment()).add(&self.expected.input);
            if let Some(answer) = &self.answer {
                answer.arguments.iter().for_each(|word| _ = digester.add(word));
                answer.accept.iter().for_each(|accept| _ = digester.add(accept.name()));
                answer.files.iter().for_each(|(name, bytes)| _ = digester.add(name).add(bytes));
                digester.add(&answer.expected);
            }
            return digester.finish();
        };
        let assignment = &job.assignment;
        digester.add(name).add(&assignment.name);
        for file in &assignment.files {
            digester.add(file.name.as_os_str().as_encoded_bytes()).add(&file.text);
        }
        let task = job.number.map_or(String::new(), |number| number.to_string());
        digester.add(task).add(job.named_depth.to_string()).add(job.line_ending.name()).add(&self.expected.input);
        digester.finish()
    }

    /// Runs the search of a case to get the size of the expected output. The second result has the fingerprints of the
    /// expected files. Fails if the expected files exceed the configured limit of output.
    fn search(case: &Case, configuration: &Configuration) -> Result<(Self, Vec<Fingerprint>)> {
        let job = match &case.kind {
            CaseKind::Job(job) => job,
            CaseKind::Printed(printed) => return Ok((Self::answered(case, printed, configuration)?, Vec::new())),
        };
        let input = fs::read(&case.input).with_context(|| format!("cannot read {}", case.input.display()))?;
        let mut expected = Expected { input: with_line_ends(input, case.line_ends), ..Expected::default() };
        let (mut pages, mut fingerprints) = (0, Vec::new());
        for &file in expected_files(job) {
            let mut written = Fingerprinter::default();
            file.write(job, &mut written)?;
            match file {
                // The last line of a moves file says that the game is over.
                ExpectedFile::Moves => {
                    let lines = Step::lines_on(job.assignment.size);
                    (expected.steps, expected.lines) = (written.lines / lines, written.lines);
                }
                ExpectedFile::Log => expected.rows = written.lines - 1,
                // The board and the column names come before the rows; the last row has no line ending.
                ExpectedFile::Output => {
                    expected.rows = written.lines.saturating_sub(job.assignment.size.rows().into());
                }
                ExpectedFile::Answer => {}
            }
            pages += written.bytes.div_ceil(4096) * 4096;
            if file == ExpectedFile::Moves {
                expected.moves_bytes = written.bytes;
            } else {
                expected.log_bytes = written.bytes;
            }
            fingerprints.push(written.finish());
        }
        let most = configuration.programs.limits.output;
        if pages > most {
            let (name, text) = (&case.name, &configuration.text.name);
            bail!(
                "{text}: the files of the case {name} take {pages} bytes, and [limits] output is {most}; expected a \
                 larger limit"
            );
        }
        Ok((Self { case: case.clone(), expected, answer: None }, fingerprints))
    }

    /// Computes the expected answer of a case.
    fn answered(case: &Case, printed: &Printed, configuration: &Configuration) -> Result<Self> {
        let list = &configuration.cases;
        let folder = list.path().parent().unwrap_or(Path::new(""));
        let answer =
            PrintedCase::read(printed, folder).map_err(|problem| list.fault(printed, format!("{problem:#}")))?;
        let input = if case.input.as_os_str().is_empty() {
            Vec::new()
        } else {
            fs::read(&case.input).with_context(|| format!("cannot read {}", case.input.display()))?
        };
        let expected = Expected { input, ..Expected::default() };
        Ok(Self { case: case.clone(), expected, answer: Some(answer) })
    }
}

impl GradedCases {
    /// Searches all cases.
    pub fn new(configuration: &Configuration) -> Result<Self> {
        let search = |case: &Case| GradedCase::search(case, configuration);
        let found: Vec<_> = configuration.cases.cases.par_iter().map(search).collect::<Result<_>>()?;
        let mut cases = Self { all: Vec::new(), owners: HashMap::new() };
        for (case, fingerprints) in found {
            for (fingerprint, &file) in fingerprints.into_iter().zip(case.case.expected_files()) {
                cases.owners.entry(fingerprint).or_default().push((cases.all.len(), file));
            }
            cases.all.push(case);
        }
        Ok(cases)
    }

    /// The names of the hidden cases.
    pub fn hidden(&self) -> Vec<String> {
        self.all.iter().filter(|case| case.is_hidden()).map(|case| case.case.name.clone()).collect()
    }

    /// The expected file of a case that has this text.
    pub fn expected_as(&self, text: &[u8], case: &GradedCase) -> Option<ExpectedFile> {
        if let Some(answer) = &case.answer {
            return (answer.expected.as_bytes() == text).then_some(ExpectedFile::Answer);
        }
        let mut written = Fingerprinter::default();
        // Writing into this value cannot fail.
        let _ = written.write_all(text);
        let mut owners = self.owners.get(&written.finish()).into_iter().flatten();
        owners.find(|(place, _)| self.all[*place].case.name == case.case.name).map(|(_, file)| *file)
    }

    /// Finds the case whose expected file has this fingerprint; if there are several, the given case first.
    pub fn owner(&self, fingerprint: &Fingerprint, case: &GradedCase) -> Option<&GradedCase> {
        let owners = self.owners.get(fingerprint).into_iter().flatten().map(|(place, _)| &self.all[*place]);
        owners.into_iter().min_by_key(|owner| owner.case.name != case.case.name)
    }
}

/// A text in which all lines have the given line ending. Text that contains zero bytes, such as UTF-16,
/// stays unchanged.
fn with_line_ends(text: Vec<u8>, ending: LineEnding) -> Vec<u8> {
    if text.contains(&0) {
        return text;
    }
    let lines = text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.collect::<Vec<_>>().join(ending.text().as_bytes())
}
