//! The section on agreement: positions where two evaluations choose different moves, and ties in these positions.

use super::words::{self, ratio};
use crate::{
    game::Depth,
    report::{
        Results,
        column::Column,
        document::{Block, Table},
        plots::{Lines, Scale, Series},
    },
    search::Algorithm,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    pub depth: Depth,
    /// The numbers of the evaluations in the plan.
    pub first: usize,
    pub second: usize,
    /// The number of positions with a move.
    pub positions: u64,
    /// The number of positions where the two evaluations choose different moves.
    pub other_move: u64,
    /// Among the positions with different choices, the number where the first evaluation gives both moves the same
    /// value.
    pub tie_for_first: u64,
    /// Among the positions with different choices, the number where the second evaluation gives both moves the same
    /// value.
    pub tie_for_second: u64,
    /// Among the positions with different choices, the number where at least one evaluation gives both moves the same
    /// value.
    pub tie_for_one: u64,
}

impl Agreement {
    pub fn all(results: &Results) -> Vec<Self> {
        let pairs = results.plan.evaluation_pairs();
        let depths = results.plan.depths.list().iter();
        depths.flat_map(|&depth| pairs.iter().map(move |&pair| Self::of(results, pair, depth))).collect()
    }

    /// Compares the choices of alpha-beta with two evaluations at a depth.
    fn of(results: &Results, (first, second): (usize, usize), depth: Depth) -> Self {
        let mut agreement = Self { depth, first, second, ..Self::default() };
        for sample in results.samples_at(depth) {
            let [one, other] =
                [first, second].map(|evaluation| results.search(sample, Algorithm::AlphaBeta, evaluation));
            let (Some(of_first), Some(of_second)) = (one.best, other.best) else { continue };
            agreement.positions += 1;
            if of_first == of_second {
                continue;
            }
            let tie_for_first = one.ties.is_some_and(|ties| ties.moves.contains(of_second));
            let tie_for_second = other.ties.is_some_and(|ties| ties.moves.contains(of_first));
            agreement.other_move += 1;
            agreement.tie_for_first += u64::from(tie_for_first);
            agreement.tie_for_second += u64::from(tie_for_second);
            agreement.tie_for_one += u64::from(tie_for_first || tie_for_second);
        }
        agreement
    }

    /// The share of positions where the two evaluations choose different moves.
    pub fn part_other(&self) -> f64 {
        ratio(self.other_move, self.positions)
    }
}

/// The section is empty if the plan has only one evaluation.
pub(super) fn section(results: &Results, agreements: &[Agreement]) -> Vec<Block> {
    const SENTENCES: &str = "The table shows in how many positions with a move two evaluations choose different \
        moves. The choice is a tie for an evaluation if it gives both moves the same value. The last columns show the ties in percent of the \
        different choices: for the first evaluation, the second, and at least one of them. Separate full-window \
        searches find the ties; no other table counts these searches.";
    if agreements.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::Heading("Agreement"), Block::Paragraph(SENTENCES.to_owned())];
    blocks.push(Block::Table(table(results, agreements)));
    if results.plan.depths.list().len() > 1 {
        blocks.extend(plot(results, agreements).draw().map(Block::Plot));
    }
    blocks
}

fn table(results: &Results, agreements: &[Agreement]) -> Table {
    let of_other = |ties, agreement: &Agreement| words::percent(ratio(ties, agreement.other_move));
    let columns = vec![
        Column::numbers("depth", |agreement: &Agreement| agreement.depth),
        Column::words("first", |agreement: &Agreement| words::evaluation(results, agreement.first)),
        Column::words("second", |agreement: &Agreement| words::evaluation(results, agreement.second)),
        Column::numbers("positions", |agreement: &Agreement| agreement.positions),
        Column::numbers("other", |agreement: &Agreement| agreement.other_move),
        Column::numbers("other %", |agreement: &Agreement| words::percent(agreement.part_other())),
        Column::numbers("tie 1st %", |agreement: &Agreement| of_other(agreement.tie_for_first, agreement)),
        Column::numbers("2nd %", |agreement: &Agreement| of_other(agreement.tie_for_second, agreement)),
        Column::numbers("one %", |agreement: &Agreement| of_other(agreement.tie_for_one, agreement)),
    ];
    Table::new("Positions in which two evaluations choose different moves", agreements, columns)
}

fn plot(results: &Results, agreements: &[Agreement]) -> Lines {
    let series = |(first, second)| {
        let name = format!("{} and {}", words::evaluation(results, first), words::evaluation(results, second));
        let of_pair = agreements.iter().filter(|agreement| (agreement.first, agreement.second) == (first, second));
        let point = |agreement: &Agreement| (f64::from(agreement.depth.plies()), 100.0 * agreement.part_other());
        Series { name, points: of_pair.map(point).collect() }
    };
    Lines {
        name: "agreement",
        title: "Positions with different moves".to_owned(),
        x: "depth limit in plies",
        y: "positions with different moves, in percent",
        scale: Scale::Linear,
        series: results.plan.evaluation_pairs().into_iter().map(series).collect(),
    }
}
