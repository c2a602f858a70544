//! Calculates wrong weights and coefficients that would give a leaf the value in a student's log.

use super::{Explanation, program::ReadCase};
use crate::reasons::row_contexts;
use reversi_core::games::reversi::{Bitboard, Color, Expression, Position, Square};
use reversi_course::{
    assignment::Job,
    log::{Event, FieldValue, LineField, LogColumn},
    mistakes::{WrongTerm, WrongWeight},
};

/// If the first difference is the value of a leaf, finds every wrong weight that explains this value. The weight may be
/// wrong for one occupied square, for the square and one mirror image, or for all four images. Wrong coefficients of
/// the evaluation's terms follow after the wrong weights.
pub(super) fn candidates(case: &ReadCase) -> Vec<Explanation> {
    let wrong = || {
        let job = case.job;
        let evaluation = job.task.evaluation();
        let number = case.expected().log.row?;
        let (_, found) = case.log.as_ref()?.rows().nth(usize::try_from(number - 1).ok()?)?;
        let found = found?;
        let leaf = row_contexts(&job.task, &[number]).pop().filter(|context| context.event == Event::Leaf)?;
        let expected = job.row_format().line(&leaf.row());
        let is_value_alone = expected.differences(&found, &LogColumn::ALL).eq([LineField::Column(LogColumn::Value)]);
        let change = found.value().0 - expected.value().0;
        // The sum of a leaf stays within 32 bits.
        let is_possible = is_value_alone && change.abs() < f64::from(i32::MAX / 128);
        is_possible.then(|| {
            let (leaf, max) = (&leaf.position, job.task.max());
            let weights = evaluation.weights_term(leaf.size());
            let weights =
                weights.map(|(coefficient, weights)| of_change(&weights, leaf, max, change / f64::from(coefficient)));
            weights.into_iter().flatten().chain(terms_of_change(evaluation, leaf, max, change)).collect()
        })
    };
    wrong().unwrap_or_default()
}

/// False for a weight above ten times the largest weight of the table, unless two boards show the same weight. A
/// program that reads the board wrongly is more common than a program with weights this large.
pub(super) fn is_plausible(set: &Explanation, jobs: &[&Job]) -> bool {
    let largest = |job: &&Job| {
        let (_, table) = job.task.evaluation().weights_term(job.assignment.size)?;
        table.as_flattened().iter().map(|weight| i32::from(*weight).abs()).max()
    };
    let most = 10 * jobs.iter().filter_map(largest).max().unwrap_or_default();
    set.weights.iter().all(|weight| i32::from(weight.value).abs() <= most)
        || jobs.iter().any(|job| job.task.start != jobs[0].task.start)
}

/// The wrong coefficients that change the value of a leaf by `change`, for one term of the evaluation at a time.
fn terms_of_change(evaluation: &Expression, leaf: &Position, side: Color, change: f64) -> Vec<Explanation> {
    let mut candidates: Vec<Explanation> = Vec::new();
    for term in evaluation.terms() {
        let feature = term.feature.to_string();
        let counts = term.feature.counts(leaf);
        let difference = counts[side] - counts[side.opponent()];
        let wrong = evaluation.coefficient(&feature).and_then(|right| {
            let coefficient = whole(f64::from(right) + change / f64::from(difference))?;
            // No leaf may exceed 32 bits.
            evaluation.with_coefficient(&feature, coefficient)?;
            Some(WrongTerm { coefficient, feature })
        });
        let candidate = Explanation { term: wrong, ..Explanation::default() };
        if candidate.term.is_some() && !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// The wrong weights that change the value of a leaf by `change`.
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

/// The square alone, the square with its vertical or horizontal mirror image, and all four images.
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

/// A number as a weight or a coefficient; `None` if it is not whole or too large.
#[allow(clippy::cast_possible_truncation)] // the comparison finds the difference
fn whole(number: f64) -> Option<i32> {
    let weight = number as i32;
    (FieldValue(weight.into()) == FieldValue(number)).then_some(weight)
}
