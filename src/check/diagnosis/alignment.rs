//! How many lines of a student's file differ from what a job writes, wherever they stand: a line too many or too few does
//! not make all that follows another.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use super::{Explanation, evidence::Exhibits};
use crate::{
    Role,
    node_alignment::{MOST_ROWS, RowTree},
    subsequence::common_subsequence,
};
use reversi_course::mistakes::{JobWriter as _, NodeBudget};
use reversi_io::files::LineEnding;

/// How many rows of the log differ from those of the job with a set, both aligned by node. Of a search that does not end, the
/// rows that it has written count.
pub(super) fn differing_rows(exhibits: &Exhibits, set: &Explanation, budget: &mut NodeBudget) -> u64 {
    let Some(found) = exhibits.hashes() else { return 0 };
    let most = (found.len() + Exhibits::MOST_MISSING).min(MOST_ROWS);
    let job = exhibits.job;
    let mut tree = RowTree::new(job.spelling().root_depth);
    let mut add = |row| {
        tree.add(Some(&row));
        if tree.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if *set == Explanation::default() {
        job.task.search().each_row(&mut |row| add(job.spelling().line(row)));
    } else {
        let _ = exhibits.job_with(set).log(budget, &mut |row| add(*row));
    }
    tree.hashes().differing(found)
}

/// The lines of a moves file or a board, numbered so that equal ones have the same number.
struct Alignment {
    numbers: HashMap<String, usize>,
    found: Vec<usize>,
}

/// The most lines that are missing or too many before the alignment is given up: what comes after them counts as different.
const MOST_DIFFERENCES: usize = 1000;

/// How many lines of the moves file or the board differ from those of the job with a set.
pub(super) fn differing_lines(exhibits: &Exhibits, set: &Explanation, budget: &mut NodeBudget) -> u64 {
    let Some((role, part)) = exhibits.rest else { return 0 };
    let mut all = Alignment { numbers: HashMap::new(), found: Vec::new() };
    for (_, line) in part.lines().trimmed() {
        let next = all.numbers.len();
        all.found.push(*all.numbers.entry(String::from_utf8_lossy(line).into_owned()).or_insert(next));
    }
    let (mut numbers, job) = (Vec::new(), exhibits.job);
    let mut note = |line: &str| {
        numbers.push(all.numbers.get(line.trim_end()).copied().unwrap_or(usize::MAX));
        let is_enough = numbers.len() >= all.found.len() + MOST_DIFFERENCES;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let is_truth = *set == Explanation::default();
    let _ = match (role, is_truth) {
        (Role::Board, true) => job.next_board(LineEnding::Lf).lines().try_for_each(note),
        (_, true) => job.task.steps(Arc::default()).flat_map(|step| step.lines(job)).try_for_each(|line| note(&line)),
        (Role::Board, false) => {
            let board = exhibits.job_with(set).board(budget, None);
            board.iter().flatten().try_for_each(|line| note(line))
        }
        (_, false) => {
            let _ = exhibits.job_with(set).moves(budget, &mut note);
            ControlFlow::Continue(())
        }
    };
    let common = common_subsequence(&numbers, &all.found, MOST_DIFFERENCES);
    (numbers.len().max(all.found.len()) - common) as u64
}
