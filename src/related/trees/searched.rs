//! Searches a tree and keeps the trace of the search at each node.

use std::convert::Infallible;

use anyhow::Result;

use reversi_core::{
    game::{Depth, Turn, Value},
    games::tree::{LeafValues, NodeId, NodeKind, Tree, TreeGame},
    search::{Algorithm, AlphaBeta, NoWindow, Node, Observer, Search, Update, Window, stack},
};

/// The result of a search, with the trace.
#[derive(Debug)]
pub struct Searched<'a> {
    pub tree: &'a Tree,
    /// The first best child of the root; `None` if the root is a leaf.
    pub best: Option<NodeId>,
    pub prunes: bool,
    nodes: Vec<Option<NodeTrace>>,
    turn: Turn,
}

/// The result of a search at a node. Equal numbers can be written in several ways, so values and bounds are the leaves
/// whose numbers they have.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeTrace {
    value: Option<NodeId>,
    /// The leaves with alpha and beta when the search left the node; `None` for an infinity. A cut-off does not update
    /// the bounds: AIMA's figure 5.7 tests the value first.
    bounds: [Option<NodeId>; 2],
    pub cut: bool,
}

/// A window that causes a cut-off only if alpha > beta, not if alpha = beta.
#[derive(Clone, Copy)]
struct StrictAlphaBeta(AlphaBeta);

impl Window for StrictAlphaBeta {
    const PRUNES: bool = true;

    fn raise(self, value: Value) -> Self {
        Self(self.0.raise(value))
    }

    fn lower(self, value: Value) -> Self {
        Self(self.0.lower(value))
    }

    fn is_closed(self) -> bool {
        self.0.alpha > self.0.beta
    }

    fn bounds(self) -> Option<AlphaBeta> {
        Some(self.0)
    }
}

struct Trace {
    nodes: Vec<Option<NodeTrace>>,
    /// The bounds at the nodes from the root to the node that is searched.
    path: Vec<[Option<NodeId>; 2]>,
}

impl<'a> Searched<'a> {
    /// Searches a tree of at most [`stack::DEEPEST`] levels down to its leaves. A strict search cuts off only if
    /// alpha > beta.
    pub fn new(tree: &'a Tree, turn: Turn, algorithm: Algorithm, is_strict: bool) -> Result<Self> {
        let (best, nodes) = match algorithm {
            Algorithm::Minimax => search(tree, turn, NoWindow)?,
            Algorithm::AlphaBeta if is_strict => search(tree, turn, StrictAlphaBeta(AlphaBeta::FULL))?,
            Algorithm::AlphaBeta => search(tree, turn, AlphaBeta::FULL)?,
        };
        Ok(Self { tree, best, prunes: algorithm == Algorithm::AlphaBeta, nodes, turn })
    }

    /// The trace of a node; `None` if the search did not reach the node.
    pub fn at(&self, node: NodeId) -> Option<NodeTrace> {
        self.nodes[node.index()]
    }

    /// The value of a searched node, as its leaf is written.
    pub fn value(&self, node: NodeId) -> &str {
        let leaf = self.at(node).and_then(|trace| trace.value);
        leaf.map_or("", |leaf| self.tree.number(leaf))
    }

    /// Alpha and beta of an inner node, each after a space; empty for minimax.
    pub fn bounds(&self, trace: NodeTrace) -> String {
        let [alpha, beta] = trace.bounds.map(|leaf| leaf.map(|leaf| self.tree.number(leaf)));
        let bounds = || format!(" alpha={} beta={}", alpha.unwrap_or("-inf"), beta.unwrap_or("+inf"));
        if self.prunes { bounds() } else { String::new() }
    }

    /// The leaves in the order visited, with `#` for each pruned branch, then the value, then the best child.
    pub fn leaves(&self) -> String {
        let is_seen = |node| self.at(node).is_some();
        let word = |node| match (self.tree.kind(node), self.tree.parent(node)) {
            (NodeKind::Leaf(_), _) if is_seen(node) => Some(self.tree.label(node)),
            (_, Some(parent)) if !is_seen(node) && is_seen(parent) => Some("#".to_owned()),
            _ => None,
        };
        let leaves: Vec<String> = self.tree.nodes().filter_map(word).collect();
        let best = self.best.map(|best| self.tree.name(best));
        let lines = [leaves.join(" "), self.value(NodeId::ROOT).to_owned()];
        lines.into_iter().chain(best).map(|line| line + "\n").collect()
    }

    /// The player to move at a level below the root.
    pub const fn turn_at(&self, level: usize) -> Turn {
        if level.is_multiple_of(2) { self.turn } else { self.turn.opponent() }
    }
}

fn search<W: Window>(tree: &Tree, turn: Turn, window: W) -> Result<(Option<NodeId>, Vec<Option<NodeTrace>>)> {
    let mut trace = Trace { nodes: vec![None; tree.len()], path: Vec::new() };
    let root = TreeGame::root(tree, turn);
    let search = Search { root, depth: Depth::UNLIMITED, window, evaluation: &LeafValues };
    let Ok(outcome) = stack::with_deep_stack(|| search.run(&mut trace))?;
    Ok((outcome.best, trace.nodes))
}

impl Trace {
    fn at(&mut self, node: Node<NodeId>) -> &mut Option<NodeTrace> {
        &mut self.nodes[node.reached_by.unwrap_or(NodeId::ROOT).index()]
    }
}

impl<W: Window> Observer<NodeId, W> for Trace {
    type Error = Infallible;

    fn leaf(&mut self, node: Node<NodeId>, _: Value, _: W) -> Result<(), Infallible> {
        let value = Some(node.reached_by.unwrap_or(NodeId::ROOT));
        *self.at(node) = Some(NodeTrace { value, ..NodeTrace::default() });
        Ok(())
    }

    fn enter(&mut self, node: Node<NodeId>, _: Value, _: W) -> Result<(), Infallible> {
        self.path.truncate(node.ply.plies() as usize);
        let bounds = self.path.last().copied().unwrap_or_default();
        self.path.push(bounds);
        *self.at(node) = Some(NodeTrace { bounds, ..NodeTrace::default() });
        Ok(())
    }

    fn update(&mut self, node: Node<NodeId>, update: Update<NodeId, W>) -> Result<(), Infallible> {
        let Update { child, improved, before, after, cut, .. } = update;
        let child = self.nodes[child.index()].and_then(|child| child.value);
        let trace = self.at(node).get_or_insert_default();
        if improved {
            trace.value = child;
        }
        trace.cut = cut;
        if let (Some(before), Some(after), false) = (before.bounds(), after.bounds(), cut) {
            for (bound, is_changed) in
                trace.bounds.iter_mut().zip([before.alpha != after.alpha, before.beta != after.beta])
            {
                *bound = if is_changed { trace.value } else { *bound };
            }
        }
        let bounds = trace.bounds;
        self.path.truncate(node.ply.plies() as usize);
        self.path.push(bounds);
        Ok(())
    }
}
