//! How often the evaluations choose another move.

use super::words;
use crate::report::{
    Results,
    document::{Block, Column, Table},
    figures::{Agreement, ratio},
    plots::{Lines, Scale, Series},
};

/// The section; nothing where there is one evaluation.
pub(super) fn section(results: &Results, agreements: &[Agreement]) -> Vec<Block> {
    if agreements.is_empty() {
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
        Block::Table(table(results, agreements)),
    ];
    blocks.extend(plot(results, agreements).draw().map(Block::Plot));
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
        Column::numbers("%", |agreement: &Agreement| words::percent(agreement.part_other())),
        Column::numbers("tie 1st", |agreement: &Agreement| of_other(agreement.tie_for_first, agreement)),
        Column::numbers("2nd", |agreement: &Agreement| of_other(agreement.tie_for_second, agreement)),
        Column::numbers("one", |agreement: &Agreement| of_other(agreement.tie_for_one, agreement)),
    ];
    Table::new("Positions in which two evaluations choose another move", agreements, columns)
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
        title: "How often two evaluations choose another move".to_owned(),
        x: "cut-off depth in plies",
        y: "positions with another move, in percent",
        scale: Scale::Linear,
        series: results.plan.evaluation_pairs().into_iter().map(series).collect(),
    }
}
