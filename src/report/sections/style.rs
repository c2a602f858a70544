//! How the evaluations play.

use super::{cost::combinations, words};
use crate::{
    game::Depth,
    report::{
        Results,
        document::{Block, Column, Table},
        figures::Style,
        plots::{Lines, Scale, Series},
    },
};

/// The section; nothing where no evaluation plays against another.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let styles: Vec<(Depth, usize, Style)> = combinations(results)
        .into_iter()
        .map(|(depth, evaluation)| (depth, evaluation, Style::of(results, evaluation, depth)))
        .filter(|(_, _, style)| style.games > 0)
        .collect();
    if styles.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![
        Block::Heading("How they play".to_owned()),
        Block::Paragraph(
            "Of the games between evaluations at one depth: legal moves to choose from a move; the positions, in percent, in \
             which a corner was offered, and of these those in which it was taken; corners held at the end of a game; \
             nodes searched for a move."
                .to_owned(),
        ),
        Block::Table(table(results, &styles)),
    ];
    blocks.extend(lead(results, &styles).draw().map(Block::Plot));
    blocks
}

fn table(results: &Results, styles: &[(Depth, usize, Style)]) -> Table {
    let columns = vec![
        Column::numbers("depth"),
        Column::words("evaluation"),
        Column::numbers("games"),
        Column::numbers("legal"),
        Column::numbers("offered %"),
        Column::numbers("taken %"),
        Column::numbers("held"),
        Column::numbers("nodes"),
    ];
    let row = |(depth, evaluation, style): &(Depth, usize, Style)| {
        vec![
            depth.to_string(),
            words::evaluation(results, *evaluation),
            style.games.to_string(),
            format!("{:.2}", style.legal_moves_per_move()),
            words::percent(style.offered_per_move()),
            words::percent(style.taken_of_offered()),
            format!("{:.2}", style.held_per_game()),
            format!("{:.1}", style.nodes_per_move()),
        ]
    };
    Table { caption: "Choice, corners and nodes in games".to_owned(), columns, rows: styles.iter().map(row).collect() }
}

fn lead(results: &Results, styles: &[(Depth, usize, Style)]) -> Lines {
    let depth = results.plan.depths.deepest();
    let point = |(&discs, &(games, lead)): (&u32, &(u64, i64))| (f64::from(discs), lead as f64 / games as f64);
    let series = |(_, evaluation, style): &(Depth, usize, Style)| Series {
        name: words::evaluation(results, *evaluation),
        points: style.lead.iter().map(point).collect(),
    };
    Lines {
        name: "discs",
        title: format!("Discs over the game at depth {depth}"),
        x: "discs on the board",
        y: "own discs less those of the opponent, in the mean of all games",
        scale: Scale::Linear,
        series: styles.iter().filter(|(at, _, _)| *at == depth).map(series).collect(),
    }
}
