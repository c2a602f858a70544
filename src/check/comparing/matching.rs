//! Counts a wrong file's right rows by a longest common subsequence with the expected file.

use std::collections::HashMap;

use crate::{
    Checked, Equality, Role,
    diagnosis::Evidence,
    expected_text::expected_text,
    lines::{Part, TextLines, trimmed},
    subsequence::{MOST_DIFFERENCES, common_subsequence},
};
use reversi_course::assignment::Job;

/// The number of right rows of a wrong file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matching {
    pub role: Role,
    /// The number of log rows, or of steps in the moves file, that are in the right order.
    pub right: u64,
    /// The number of rows or steps in the file.
    pub found: u64,
}

impl Checked {
    /// Counts the right rows of each wrong log and moves file, in the text that `check` kept.
    pub fn matching(&self, job: &Job, equality: Equality) -> Vec<Matching> {
        let evidence = self.evidence();
        let wrong = evidence.iter().zip(&self.report.files).filter(|(_, file)| !file.is_same());
        wrong.filter(|(text, _)| text.role != Role::Board).map(|(text, _)| matching(job, text, equality)).collect()
    }
}

fn matching(job: &Job, evidence: &Evidence, equality: Equality) -> Matching {
    let role = evidence.role;
    let truth = expected_text(job, role, 1);
    let text = evidence.reformatted.filter(|_| equality == Equality::Lenient).unwrap_or(evidence.part.text);
    let [expected, found] = [truth.part().text, text].map(|text| match role {
        Role::Log => rows(job, text, equality),
        Role::Moves | Role::Board | Role::Answer => steps(job, text, equality),
    });
    let mut numbers = HashMap::new();
    for line in &expected {
        let next = numbers.len();
        numbers.entry(line).or_insert(next);
    }
    let [expected, found] = [&expected, &found]
        .map(|lines| lines.iter().map(|line| numbers.get(line).copied().unwrap_or(usize::MAX)).collect::<Vec<usize>>());
    Matching { role, right: common_subsequence(&expected, &found, MOST_DIFFERENCES) as u64, found: found.len() as u64 }
}

/// The rows of a log, in a form for comparison.
fn rows(job: &Job, text: &[u8], equality: Equality) -> Vec<Vec<u8>> {
    let row_format = job.row_format();
    let rows = lines(text, equality).filter(|line| !row_format.is_column_names(trimmed(line)));
    rows.map(|line| match row_format.read(line) {
        Ok(row) if equality == Equality::Lenient => row_format.write(&row).into_bytes(),
        _ => line.to_vec(),
    })
    .collect()
}

/// The steps of a moves file; each begins with the line that has its number.
fn steps(job: &Job, text: &[u8], equality: Equality) -> Vec<Vec<u8>> {
    let first = &job.assignment.moves.step;
    let (before, after) = first.split_once("{}").unwrap_or((first, ""));
    // If the assignment does not have any text before the step number, every line may begin a step. Without text before
    // the step number, the whole line must be a number.
    let is_first = |line: &[u8]| match before {
        "" => line.strip_suffix(after.as_bytes()).is_some_and(|number| number.iter().all(u8::is_ascii_digit)),
        _ => line.starts_with(before.as_bytes()),
    };
    let mut steps: Vec<Vec<u8>> = Vec::new();
    for line in lines(text, equality) {
        match steps.last_mut() {
            Some(step) if !is_first(line) => step.extend([b"\n", line].concat()),
            _ => steps.push(line.to_vec()),
        }
    }
    steps
}

/// The lines of a text. If every byte counts, the lines contain their line endings.
fn lines(text: &[u8], equality: Equality) -> impl Iterator<Item = &[u8]> {
    let is_exact = equality == Equality::Exact;
    let lines =
        if is_exact { TextLines::new(text.strip_suffix(b"\n").unwrap_or(text)) } else { Part::whole(text).lines() };
    lines.map(move |(_, line)| if is_exact { line } else { trimmed(line) })
}
