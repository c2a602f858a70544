//! Explicit game trees, as in textbooks: each leaf has a number, and MAX and MIN alternate by level. The module does
//! not depend on search or log.

mod lists;
mod numbers;
mod parse;

use std::iter;

use crate::game::{Evaluation, Game, Turn, Value};
use reversi_io::visible;

pub use parse::{DEEPEST, in_place_of_board, parse};

/// An explicit game tree. The tree has a root, and every inner node has at least one child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// All nodes in depth-first order, so the nodes of a subtree are consecutive.
    nodes: Vec<TreeNode>,
    /// A leaf for each different number, from the smallest number to the largest.
    numbers: Vec<NodeId>,
    negative: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeNode {
    name: Option<String>,
    /// The number of a leaf, as it is written; empty for an inner node.
    number: String,
    kind: NodeKind,
    /// `None` for the root.
    parent: Option<NodeId>,
    /// The node's number among the parent's children, from 1; undefined for the root.
    place: usize,
    level: usize,
}

/// The kind of a node: leaf or inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A leaf, with the place of its number among all different numbers of the tree, from the smallest. Places compare
    /// as the numbers do, so that a search with decimals is exact.
    Leaf(i32),
    Inner {
        /// The first node after the inner node's subtree.
        end: NodeId,
    },
}

/// A node of a tree, by its number in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

impl NodeId {
    pub const ROOT: Self = Self(0);

    /// The number of nodes before the node in depth-first order.
    pub const fn index(self) -> usize {
        self.0
    }
}

impl Tree {
    /// The number of nodes, at least 1.
    #[allow(clippy::len_without_is_empty)] // a tree is never empty
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of leaves, at least 1.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Leaf(_))).count()
    }

    /// The kind of a node: leaf or inner node.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.nodes[node.0].kind
    }

    /// All nodes, depth first.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len()).map(NodeId)
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0].parent
    }

    /// The number of plies between the root and a node.
    pub fn level(&self, node: NodeId) -> usize {
        self.nodes[node.0].level
    }

    /// The name of a node. A node without a name in the text is named by its place: `.` is the root, `.2` its second
    /// child, `B.1` the first child of `B`.
    pub fn name(&self, node: NodeId) -> String {
        let (mut node, mut places) = (&self.nodes[node.0], Vec::new());
        while let (None, Some(parent)) = (&node.name, node.parent) {
            places.push(node.place);
            node = &self.nodes[parent.0];
        }
        let root = if places.is_empty() { "." } else { "" };
        let mut name = visible::line(node.name.as_deref().unwrap_or(root));
        for place in places.into_iter().rev() {
            name.extend([".", &place.to_string()]);
        }
        name
    }

    /// The number of a leaf, as it is written; empty for an inner node.
    pub fn number(&self, node: NodeId) -> &str {
        &self.nodes[node.0].number
    }

    /// The name of a leaf, or its number if it has no name.
    pub fn label(&self, leaf: NodeId) -> String {
        if self.nodes[leaf.0].name.is_some() { self.name(leaf) } else { self.number(leaf).to_owned() }
    }

    /// The numbers of the tree, as they are written first, from the smallest to the largest.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        self.numbers.iter().map(|&leaf| self.number(leaf))
    }

    /// The place of zero among the numbers of the tree; between two places if the tree has no zero.
    pub fn place_of_zero(&self) -> f64 {
        let has_zero =
            self.numbers.get(self.negative).is_some_and(|&leaf| numbers::scaled(self.number(leaf)) == Some(0));
        self.negative as f64 - if has_zero { 0.0 } else { 0.5 }
    }

    /// The children of a node, in order; a leaf has none.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.end(node);
        let is_inside = move |child: &NodeId| *child < end;
        let first = Some(NodeId(node.0 + 1)).filter(is_inside);
        iter::successors(first, move |&child| Some(self.end(child)).filter(is_inside))
    }

    /// The first node after the subtree of a node.
    pub fn end(&self, node: NodeId) -> NodeId {
        match self.kind(node) {
            NodeKind::Leaf(_) => NodeId(node.0 + 1),
            NodeKind::Inner { end } => end,
        }
    }
}

/// A game on an explicit tree: each move goes to a child.
///
/// ```
/// use reversi_core::{
///     game::{Depth, Turn, Value},
///     games::tree::{LeafValues, TreeGame, parse},
///     search::{AlphaBeta, Counts, Search},
/// };
///
/// let tree = parse("(A (B 3 12) (C 2 4))", Depth::new(10)).unwrap();
/// let root = TreeGame::root(&tree, Turn::Max);
/// let mut counts = Counts::default();
/// let search = Search { root, depth: Depth::UNLIMITED, window: AlphaBeta::FULL, evaluation: &LeafValues };
/// let Ok(outcome) = search.run(&mut counts);
/// assert_eq!(outcome.value, Value::new(1)); // the second of the numbers 2, 3, 4 and 12
/// assert_eq!(outcome.best.map(|child| tree.name(child)), Some("B".to_owned()));
/// assert_eq!(counts.cut_offs, 1); // 4 is not searched
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TreeGame<'a> {
    tree: &'a Tree,
    node: NodeId,
    turn: Turn,
}

impl<'a> TreeGame<'a> {
    /// The game at the root of a tree, with the given player to move.
    pub const fn root(tree: &'a Tree, turn: Turn) -> Self {
        Self { tree, node: NodeId::ROOT, turn }
    }
}

impl Game for TreeGame<'_> {
    type Move = NodeId;

    fn turn(&self) -> Turn {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = NodeId> {
        self.tree.children(self.node)
    }

    fn after(&self, child: NodeId) -> Self {
        Self { node: child, turn: self.turn.opponent(), ..*self }
    }
}

/// Evaluates a leaf of an explicit tree by the place of its number. A search must go down to the leaves
/// ([`Depth::UNLIMITED`](crate::game::Depth::UNLIMITED)).
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafValues;

impl Evaluation<TreeGame<'_>> for LeafValues {
    /// # Panics
    /// Panics for an inner node.
    fn evaluate(&self, game: &TreeGame) -> Value {
        match game.tree.kind(game.node) {
            NodeKind::Leaf(value) => Value::new(value),
            NodeKind::Inner { .. } => panic!("an inner node has no number; search the tree down to its leaves"),
        }
    }
}
