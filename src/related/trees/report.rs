//! Writes a searched tree as indented text: a line for each node, then a summary.

use std::io::{self, Write};

use super::{NodeTrace, Searched};
use reversi_core::{
    game::{Turn, Value},
    games::tree::NodeId,
    search::{AlphaBeta, Window},
};

/// The bounds of a window in a node's line, each after a space; empty for minimax.
pub(super) fn bounds(window: impl Window) -> String {
    let bounds =
        window.bounds().map(|AlphaBeta { alpha, beta }| format!(" alpha={} beta={}", bound(alpha), bound(beta)));
    bounds.unwrap_or_default()
}

fn bound(value: Value) -> String {
    match value {
        Value::INFINITY => "+inf".to_owned(),
        Value::NEGATIVE_INFINITY => "-inf".to_owned(),
        finite => finite.to_string(),
    }
}

/// Writes the report.
pub fn write_report<W: Window>(output: &mut impl Write, searched: &Searched<W>) -> io::Result<()> {
    let tree = searched.tree;
    let (mut leaves, mut inner, mut pruned) = (0, 0, 0);
    let mut after_pruned = NodeId::ROOT;
    for node in tree.nodes() {
        if node < after_pruned {
            continue;
        }
        let level = tree.level(node);
        write!(output, "{:indent$}{} ", "", tree.name(node), indent = 2 * level)?;
        match searched.at(node) {
            None => {
                writeln!(output, "X")?;
                pruned += 1;
                after_pruned = tree.end(node);
            }
            Some(NodeTrace::Leaf { value }) => {
                writeln!(output, "{value}")?;
                leaves += 1;
            }
            Some(NodeTrace::Inner { value, window, cut }) => {
                let turn = match searched.turn_at(level) {
                    Turn::Max => "MAX",
                    Turn::Min => "MIN",
                };
                let cut = if cut { " cut" } else { "" };
                writeln!(output, "{turn}{} value={value}{cut}", bounds(window))?;
                inner += 1;
            }
        }
    }
    writeln!(output, "value {}", searched.outcome.value)?;
    if let Some(best) = searched.outcome.best {
        writeln!(output, "move {}", tree.name(best))?;
    }
    if W::PRUNES {
        let all_leaves = tree.leaves();
        let all_inner = tree.len() - all_leaves;
        writeln!(output, "leaves {leaves} of {all_leaves}, internal {inner} of {all_inner}, pruned branches {pruned}")?;
    }
    Ok(())
}
