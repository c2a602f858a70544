//! How often the evaluations choose another move.

use super::words;
use crate::{
    game::Depth,
    report::{
        Results,
        document::{Block, Column, Table},
        figures::{Agreement, ratio},
        plots::{Lines, Scale, Series},
    },
};

/// The section; nothing where there is one evaluation.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let pairs = results.plan.evaluation_pairs();
    if pairs.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        Block::Heading("How often they choose another move".to_owned()),
        Block::Paragraph(
            "Positions with a move, and those in which the two evaluations choose another one. Of these: the part, in percent, in which \
             the move of the other is as good as its own to the first, to the second, and to one of them at least. That \
             comes from full-window searches of all moves, which no other table counts."
                .to_owned(),
        ),
        Block::Table(table(results, &pairs)),
    ];
    blocks.extend(plot(results, &pairs).draw().map(Block::Plot));
    blocks
}

fn table(results: &Results, pairs: &[(usize, usize)]) -> Table {
    let columns = vec![
        Column::numbers("depth"),
        Column::words("first"),
        Column::words("second"),
        Column::numbers("positions"),
        Column::numbers("other"),
        Column::numbers("%"),
        Column::numbers("tie 1st"),
        Column::numbers("2nd"),
        Column::numbers("one"),
    ];
    let row = |depth: Depth, (first, second): (usize, usize)| {
        let agreement = Agreement::of(results, (first, second), depth);
        let of_other = |count| words::percent(ratio(count, agreement.other_move));
        vec![
            depth.to_string(),
            words::evaluation(results, first),
            words::evaluation(results, second),
            agreement.positions.to_string(),
            agreement.other_move.to_string(),
            words::percent(ratio(agreement.other_move, agreement.positions)),
            of_other(agreement.tie_for_first),
            of_other(agreement.tie_for_second),
            of_other(agreement.tie_for_one),
        ]
    };
    let depths = results.plan.depths.list().iter();
    let rows = depths.flat_map(|&depth| pairs.iter().map(move |&pair| row(depth, pair))).collect();
    Table { caption: "Positions in which two evaluations choose another move".to_owned(), columns, rows }
}

fn plot(results: &Results, pairs: &[(usize, usize)]) -> Lines {
    let series = |&(first, second): &(usize, usize)| {
        let point = |&depth: &Depth| {
            let agreement = Agreement::of(results, (first, second), depth);
            (f64::from(depth.plies()), 100.0 * ratio(agreement.other_move, agreement.positions))
        };
        let name = format!("{} and {}", words::evaluation(results, first), words::evaluation(results, second));
        Series { name, points: results.plan.depths.list().iter().map(point).collect() }
    };
    Lines {
        name: "agreement",
        title: "How often two evaluations choose another move".to_owned(),
        x: "cut-off depth in plies",
        y: "positions with another move, in percent",
        scale: Scale::Linear,
        series: pairs.iter().map(series).collect(),
    }
}
