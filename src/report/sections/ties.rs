//! What the cut-offs at ties save.

use super::{cost::combinations, words};
use crate::report::{
    Results, SearchKind,
    document::{Block, Column, Table},
    figures::{Total, ratio},
};

/// The section.
pub(super) fn section(results: &Results) -> Vec<Block> {
    let row = |(depth, evaluation)| {
        let [alpha_beta, strict] =
            [SearchKind::AlphaBeta, SearchKind::Strict].map(|search| Total::of(results, search, evaluation, depth));
        let (alpha_beta, strict) = (alpha_beta?, strict?);
        Some(vec![
            depth.to_string(),
            words::evaluation(results, evaluation),
            alpha_beta.nodes.to_string(),
            strict.nodes.to_string(),
            format!("{:.2}", ratio(strict.nodes, alpha_beta.nodes)),
        ])
    };
    let columns = vec![
        Column::numbers("depth"),
        Column::words("evaluation"),
        Column::numbers("nodes"),
        Column::numbers("without ties"),
        Column::numbers("times"),
    ];
    let rows = combinations(results).into_iter().filter_map(row).collect();
    let caption = "Nodes of alpha-beta, and of alpha-beta without cut-offs at ties".to_owned();
    vec![
        Block::Heading("What ties save".to_owned()),
        Block::Paragraph(
            "Alpha-beta cuts off at alpha = beta, where a move is merely as good as one that is known. This trial cuts off \
             only at alpha > beta. The more positions an evaluation calls equal, the more nodes the trial takes."
                .to_owned(),
        ),
        Block::Table(Table { caption, columns, rows }),
    ]
}
