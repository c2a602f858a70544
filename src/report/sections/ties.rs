//! What the cut-offs at ties save.

use super::words;
use crate::report::{
    Results,
    column::Column,
    cost::{Cost, ratio},
    document::{Block, Table},
};

/// The section.
pub(super) fn section(results: &Results, costs: &[Cost]) -> Vec<Block> {
    let mut columns = words::depth_and_evaluation(results, |cost: &Cost| (cost.depth, cost.evaluation));
    columns.extend([
        Column::numbers("nodes", |cost: &Cost| cost.alpha_beta.nodes),
        Column::numbers("without ties", |cost: &Cost| cost.strict.nodes),
        Column::numbers("times", |cost: &Cost| format!("{:.2}", ratio(cost.strict.nodes, cost.alpha_beta.nodes))),
    ]);
    vec![
        Block::Heading("What ties save".to_owned()),
        Block::Paragraph(
            "Alpha-beta cuts off at alpha = beta, where a move is merely as good as one that is known. This trial cuts off \
             only at alpha > beta. The more positions an evaluation calls equal, the more nodes the trial takes."
                .to_owned(),
        ),
        Block::Table(Table::new("Nodes of alpha-beta, and of alpha-beta without cut-offs at ties", costs, columns)),
    ]
}
