//! How the evaluations play.

use super::words;
use crate::report::{
    Results,
    document::{Block, Column, Table},
    figures::{Style, ratio},
    plots::{Lines, Scale, Series},
};

/// The section; nothing where no evaluation plays against another.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let styles = Style::all(results);
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

fn table(results: &Results, styles: &[Style]) -> Table {
    let mut columns = words::depth_and_evaluation(results, |style: &Style| (style.depth, style.evaluation));
    columns.extend([
        Column::numbers("games", |style: &Style| style.games),
        Column::numbers("legal", |style: &Style| format!("{:.2}", ratio(style.legal_moves, style.moves))),
        Column::numbers("offered %", |style: &Style| words::percent(ratio(style.corners_offered, style.moves))),
        Column::numbers("taken %", |style: &Style| words::percent(ratio(style.corners_taken, style.corners_offered))),
        Column::numbers("held", |style: &Style| format!("{:.2}", ratio(style.corners_held, style.games))),
        Column::numbers("nodes", |style: &Style| format!("{:.1}", ratio(style.nodes, style.moves))),
    ]);
    Table::new("Choice, corners and nodes in games", styles, columns)
}

fn lead(results: &Results, styles: &[Style]) -> Lines {
    let depth = results.plan.depths.deepest();
    #[allow(clippy::cast_precision_loss)] // discs of some games
    let point = |(&discs, &(games, lead)): (&u32, &(u64, i64))| (f64::from(discs), lead as f64 / games as f64);
    let series = |style: &Style| Series {
        name: words::evaluation(results, style.evaluation),
        points: style.lead.iter().map(point).collect(),
    };
    Lines {
        name: "discs",
        title: format!("Discs over the game at depth {depth}"),
        x: "discs on the board",
        y: "own discs less those of the opponent, in the mean of all games",
        scale: Scale::Linear,
        series: styles.iter().filter(|style| style.depth == depth).map(series).collect(),
    }
}
