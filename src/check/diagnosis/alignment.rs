//! How many lines of a student's file differ from what a job writes, wherever they stand: a line too many or too few does
//! not make all that follows another.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use super::{
    Explanation,
    evidence::{Exhibits, LogRows},
};
use crate::{Role, subsequence::common_subsequence};
use reversi_course::{log::Line, mistakes::NodeBudget};
use reversi_io::files::LineEnding;

/// The lines of a file, numbered so that equal ones have the same number.
pub(super) struct Alignment {
    numbers: HashMap<String, usize>,
    found: Vec<usize>,
    /// The most lines that are missing or too many before the alignment is given up: what comes after them counts as
    /// different.
    most: usize,
}

impl Alignment {
    /// The log, or the lines of what else there is, aligned as long as at most so many lines are missing or too many.
    pub(super) fn new(exhibits: &Exhibits, role: Role, most: usize) -> Self {
        let mut all = Self { numbers: HashMap::new(), found: Vec::new(), most };
        if role == Role::Log {
            for (_, row) in exhibits.log.iter().flat_map(LogRows::rows) {
                all.add(row.map(|row| exhibits.job.spelling().write(&row)));
            }
        } else if let Some((_, part)) = exhibits.rest {
            for (_, line) in part.lines().trimmed() {
                all.add(Some(String::from_utf8_lossy(line).into_owned()));
            }
        }
        all
    }

    /// What is no row equals none.
    fn add(&mut self, line: Option<String>) {
        let next = self.numbers.len();
        self.found.push(line.map_or(usize::MAX - 1, |line| *self.numbers.entry(line).or_insert(next)));
    }

    /// How many lines of the file, or of those with the numbers of what is written, have no partner.
    pub(super) fn differing(&self, written: &[usize]) -> u64 {
        let common = common_subsequence(written, &self.found, self.most);
        (written.len().max(self.found.len()) - common) as u64
    }

    /// Takes down the number of a line that is written; breaks where there are enough to compare with.
    fn note(&self, line: &str, numbers: &mut Vec<usize>) -> ControlFlow<()> {
        numbers.push(self.numbers.get(line).copied().unwrap_or(usize::MAX));
        let is_enough = numbers.len() >= self.found.len() + self.most;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The numbers of the rows of the assignment's own log.
pub(super) fn rows_of_truth(exhibits: &Exhibits, alignment: &Alignment) -> Vec<usize> {
    let (mut numbers, spelling) = (Vec::new(), exhibits.job.spelling());
    exhibits.job.task.search().each_row(&mut |row| alignment.note(&spelling.write(&spelling.line(row)), &mut numbers));
    numbers
}

/// The numbers of the rows that the job with a set writes; of a search that does not end, of those that it has written.
pub(super) fn rows_of(
    exhibits: &Exhibits,
    set: &Explanation,
    alignment: &Alignment,
    budget: &mut NodeBudget,
) -> Vec<usize> {
    let (mut numbers, spelling) = (Vec::new(), exhibits.job.spelling());
    let _ = exhibits.job_with(set).log(budget, &mut |row: &Line| alignment.note(&spelling.write(row), &mut numbers));
    numbers
}

/// The numbers of the lines of the assignment's own moves file or board.
pub(super) fn lines_of_truth(exhibits: &Exhibits, role: Role, alignment: &Alignment) -> Vec<usize> {
    let (mut numbers, job) = (Vec::new(), exhibits.job);
    if role == Role::Board {
        let _ = job.next_board(LineEnding::Lf).lines().try_for_each(|line| alignment.note(line, &mut numbers));
    } else {
        let mut lines = job.task.steps(Arc::default()).flat_map(|step| step.lines(job));
        let _ = lines.try_for_each(|line| alignment.note(line.trim_end(), &mut numbers));
    }
    numbers
}

/// The numbers of the lines of the moves file or the board that the job with a set writes.
pub(super) fn lines_of(
    exhibits: &Exhibits,
    set: &Explanation,
    role: Role,
    alignment: &Alignment,
    budget: &mut NodeBudget,
) -> Vec<usize> {
    let (mut numbers, job) = (Vec::new(), exhibits.job_with(set));
    if role == Role::Moves {
        let _ = job.moves(budget, &mut |line| alignment.note(line.trim_end(), &mut numbers));
    } else if let Ok(board) = job.next(budget, &mut |_| ControlFlow::Continue(())) {
        let _ = board.iter().try_for_each(|line| alignment.note(line, &mut numbers));
    }
    numbers
}
