//! Writes a searched tree as a drawing for Graphviz; pruned branches are dashed.

use std::io::{self, Write};

use super::Searched;
use reversi_core::{game::Turn, games::tree::NodeKind};

/// Writes the drawing. Draws MAX as a triangle that points up, and MIN as a triangle that points down, as in AIMA.
pub fn write_drawing(output: &mut impl Write, searched: &Searched) -> io::Result<()> {
    writeln!(output, "digraph tree {{")?;
    writeln!(output, "  edge [arrowhead=none];")?;
    let tree = searched.tree;
    for node in tree.nodes() {
        let kind = tree.kind(node);
        let visit = searched.at(node);
        let value = match (visit, kind) {
            (Some(trace), NodeKind::Inner { .. }) => {
                format!("\\n{}{}", searched.value(node), searched.bounds(trace).replace(' ', "\\n"))
            }
            (_, NodeKind::Leaf(_)) => format!("\\n{}", tree.number(node)),
            (None, NodeKind::Inner { .. }) => String::new(),
        };
        let shape = match (kind, searched.turn_at(tree.level(node))) {
            (NodeKind::Leaf(_), _) => "box",
            (NodeKind::Inner { .. }, Turn::Max) => "triangle",
            (NodeKind::Inner { .. }, Turn::Min) => "invtriangle",
        };
        let style = if visit.is_some() { "solid" } else { "dashed" };
        let name = tree.name(node).replace('\\', "\\\\").replace('"', "\\\"");
        let index = node.index();
        writeln!(output, "  n{index} [label=\"{name}{value}\", shape={shape}, style={style}];")?;
        if let Some(parent) = tree.parent(node) {
            // AIMA marks a pruned branch; the branches below it are not marked again.
            let is_pruned = visit.is_none() && searched.at(parent).is_some();
            let mark = if is_pruned { ", label=X" } else { "" };
            writeln!(output, "  n{} -> n{index} [style={style}{mark}];", parent.index())?;
        }
    }
    writeln!(output, "}}")
}
