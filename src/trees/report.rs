//! A searched tree as indented text: a line a node, then the value, the move, and how much was pruned.

use std::io::{self, Write};

use super::{NodeTrace, Searched};
use crate::{
    game::{Turn, Value},
    games::tree::{Step, Walk},
    search::{AlphaBeta, Window},
};

/// The bounds of a window as a part of a node's line, each with a blank before it; nothing of minimax, which has none.
fn bounds(window: impl Window) -> String {
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
///
/// # Errors
/// Those of the output.
pub fn write_report<W: Window>(output: &mut impl Write, searched: &Searched<W>) -> io::Result<()> {
    let mut best = None;
    let (mut leaves, mut inner, mut pruned) = (0, 0, 0);
    let mut walk = Walk::new(searched.tree);
    while let Some(Step { node, level, name, .. }) = walk.step() {
        if searched.outcome.best == Some(node) {
            best = Some(name.to_owned());
        }
        write!(output, "{:indent$}{name} ", "", indent = 2 * level)?;
        match searched.at(node) {
            None => {
                writeln!(output, "X")?;
                pruned += 1;
                walk.skip_below(node);
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
    if let Some(name) = best {
        writeln!(output, "move {name}")?;
    }
    if W::PRUNES {
        let all_leaves = searched.tree.leaves();
        let all_inner = searched.tree.len() - all_leaves;
        writeln!(output, "leaves {leaves} of {all_leaves}, internal {inner} of {all_inner}, pruned branches {pruned}")?;
    }
    Ok(())
}
