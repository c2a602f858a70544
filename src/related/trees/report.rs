//! Writes a searched tree as indented text: a line for each node, then a summary.

use std::io::{self, Write};

use super::Searched;
use reversi_core::{
    game::Turn,
    games::tree::{NodeId, NodeKind},
};

/// Writes the report.
pub fn write_report(output: &mut impl Write, searched: &Searched) -> io::Result<()> {
    let tree = searched.tree;
    let (mut leaves, mut inner, mut pruned) = (0, 0, 0);
    let mut after_pruned = NodeId::ROOT;
    for node in tree.nodes() {
        if node < after_pruned {
            continue;
        }
        let level = tree.level(node);
        write!(output, "{:indent$}{} ", "", tree.name(node), indent = 2 * level)?;
        match (searched.at(node), tree.kind(node)) {
            (None, _) => {
                writeln!(output, "X")?;
                pruned += 1;
                after_pruned = tree.end(node);
            }
            (Some(_), NodeKind::Leaf(_)) => {
                writeln!(output, "{}", tree.number(node))?;
                leaves += 1;
            }
            (Some(trace), NodeKind::Inner { .. }) => {
                let turn = match searched.turn_at(level) {
                    Turn::Max => "MAX",
                    Turn::Min => "MIN",
                };
                let cut = if trace.cut { " cut" } else { "" };
                writeln!(output, "{turn}{} value={}{cut}", searched.bounds(trace), searched.value(node))?;
                inner += 1;
            }
        }
    }
    writeln!(output, "value {}", searched.value(NodeId::ROOT))?;
    if let Some(best) = searched.best {
        writeln!(output, "move {}", tree.name(best))?;
    }
    if searched.prunes {
        let all_leaves = tree.leaves();
        let all_inner = tree.len() - all_leaves;
        writeln!(output, "leaves {leaves} of {all_leaves}, internal {inner} of {all_inner}, pruned branches {pruned}")?;
    }
    Ok(())
}
