//! Wrong weights by calculation: which other weight of a square, or coefficient of a term, would give a leaf the value that
//! the student found?

use super::{Explanation, evidence::Exhibits, trial::Trial};
use crate::reasons::row_contexts;
use reversi_core::games::reversi::{Bitboard, Color, Expression, Position, Square};
use reversi_course::{
    assignment::Job,
    log::{Event, FieldValue, Line},
    mistakes::{WrongTerm, WrongWeight},
};

/// Where the first difference of the truth is the value of a leaf: every wrong weight that would explain that value, of an
/// occupied square alone, with its image above or below, with its image to the left or right, and of all four; and where the
/// evaluation is a sum, every wrong coefficient.
pub(super) fn candidates(exhibits: &Exhibits, truth: &Trial) -> Vec<Explanation> {
    let wrong = || {
        let job = exhibits.job;
        let evaluation = job.task.evaluation();
        let number = truth.differing_row?;
        let (_, found) = exhibits.log.as_ref()?.rows().nth(usize::try_from(number - 1).ok()?)?;
        let found = found?;
        let leaf = row_contexts(&job.task, &[number]).pop().filter(|context| context.event == Event::Leaf)?;
        let expected = job.spelling().line(&leaf.row());
        let is_value_alone = Line { value: expected.value, ..found } == expected;
        let change = found.value.0 - expected.value.0;
        is_value_alone.then(|| match evaluation.weights_table() {
            Some(weights) => of_change(weights, &leaf.position, job.task.max(), change),
            None => terms_of_change(evaluation, &leaf.position, job.task.max(), change),
        })
    };
    wrong().unwrap_or_default()
}

/// False for weights that are larger than ten times the largest of the table, unless two boards agree on them: a program reads
/// the board in another way more often than it has such weights.
pub(super) fn is_plausible(set: &Explanation, jobs: &[&Job]) -> bool {
    let largest = |job: &&Job| {
        let weights = job.task.evaluation().weights_table().into_iter().flatten().flatten();
        weights.map(|weight| i32::from(*weight).abs()).max()
    };
    let most = 10 * jobs.iter().filter_map(largest).max().unwrap_or_default();
    set.weights.iter().all(|weight| i32::from(weight.value).abs() <= most)
        || jobs.iter().any(|job| job.task.start != jobs[0].task.start)
}

/// The other coefficients of a term, one at a time, that change the value of a leaf by so much.
fn terms_of_change(evaluation: &Expression, leaf: &Position, side: Color, change: f64) -> Vec<Explanation> {
    let mut candidates: Vec<Explanation> = Vec::new();
    for term in evaluation.terms() {
        let feature = term.feature.to_string();
        let counts = term.feature.counts(leaf);
        let difference = counts[side] - counts[side.opponent()];
        let wrong = evaluation.coefficient(&feature).and_then(|right| {
            Some(WrongTerm { coefficient: whole(f64::from(right) + change / f64::from(difference))?, feature })
        });
        let candidate = Explanation { term: wrong, ..Explanation::default() };
        if candidate.term.is_some() && !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// The wrong weights that change the value of a leaf by so much.
fn of_change(weights: &[[i16; 8]; 8], leaf: &Position, side: Color, change: f64) -> Vec<Explanation> {
    let mut tried: Vec<Bitboard> = Vec::new();
    let mut candidates = Vec::new();
    for square in leaf.discs(Color::Black) | leaf.discs(Color::White) {
        for squares in with_images(square) {
            if tried.contains(&squares) {
                continue;
            }
            tried.push(squares);
            let count = |discs: Bitboard| i32::try_from((discs & squares).len()).unwrap_or_default();
            let signs = count(leaf.discs(side)) - count(leaf.discs(side.opponent()));
            let each = change / f64::from(signs);
            let wrong = squares.into_iter().map(|square| {
                let weight = weights[usize::from(square.row())][usize::from(square.column())];
                Some(WrongWeight { square, value: whole(f64::from(weight) + each)?.try_into().ok()? })
            });
            if let Some(weights) = wrong.collect() {
                candidates.push(Explanation { weights, ..Explanation::default() });
            }
        }
    }
    candidates
}

/// A square alone, with its image above or below, with its image to the left or right, and all four.
fn with_images(square: Square) -> [Bitboard; 4] {
    let (row, column) = (square.row(), square.column());
    let set = |rows: &[u8], columns: &[u8]| {
        let squares = rows.iter().flat_map(|&row| columns.iter().filter_map(move |&column| Square::new(row, column)));
        squares.collect()
    };
    [
        set(&[row], &[column]),
        set(&[row, 7 - row], &[column]),
        set(&[row], &[column, 7 - column]),
        set(&[row, 7 - row], &[column, 7 - column]),
    ]
}

/// A number as a weight or a coefficient; `None` for what is not whole, or larger than any.
#[allow(clippy::cast_possible_truncation)] // what is cut off is found by the comparison
fn whole(number: f64) -> Option<i32> {
    let weight = number as i32;
    (FieldValue(weight.into()) == FieldValue(number)).then_some(weight)
}
