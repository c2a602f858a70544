//! Trees as programs with mistakes search them.

use reversi_core::{
    game::{Turn, Value},
    games::tree::{NodeId, NodeKind, Tree},
    search::Algorithm,
};
use reversi_course::{
    log::FieldValue,
    mistakes::{
        Bounds, Entered, MistakenSearch, NodeBudget, PlainMistake, PlainMistakes, SearchedGame, SearchedNode, Step,
        Stopped,
    },
};

/// A tree as a program with mistakes knows it.
#[derive(Clone, Copy)]
struct MistakenTree<'a> {
    tree: &'a Tree,
    made: PlainMistakes,
    /// The place of zero among the numbers of the tree.
    zero: f64,
}

/// The lines that a program with mistakes prints.
pub fn printed(
    tree: &Tree,
    algorithm: Algorithm,
    root: Turn,
    made: PlainMistakes,
    budget: &mut NodeBudget,
) -> Result<Vec<String>, Stopped> {
    let game = MistakenTree { tree, made, zero: tree.place_of_zero() };
    let root = if made.contains(PlainMistake::MaxAndMinSwapped) { root.opponent() } else { root };
    let children = |node: &SearchedNode<NodeId>| game.children(node.reached_by.unwrap_or(NodeId::ROOT));
    let mut words = Vec::new();
    let mut observe = |node: &SearchedNode<NodeId>, _, step| {
        match step {
            Step::Leaf { .. } => words.push(tree.label(node.reached_by.unwrap_or(NodeId::ROOT))),
            Step::Child { played, is_cut_off: true, .. } => {
                for pruned in children(node).into_iter().skip_while(|child| *child != played).skip(1) {
                    words.extend(marks(tree, made, pruned));
                }
            }
            _ => {}
        }
        Ok(())
    };
    let prunes = algorithm == Algorithm::AlphaBeta;
    let search = MistakenSearch::new(game, prunes, budget, &mut observe);
    let (value, best) = search.run((NodeId::ROOT, root), Bounds::FULL)?;
    if made.contains(PlainMistake::OneMarkInARow) {
        words.dedup_by(|next, word| next == "#" && word == "#");
    }
    let number = tree.numbers().zip(0..).find(|&(_, place)| FieldValue(f64::from(place)) == value);
    let value = number.map_or("0", |(number, _)| number);
    let best = best.map(|best| tree.name(best));
    Ok([words.join(" "), value.to_owned()].into_iter().chain(best).collect())
}

/// The words for a pruned branch.
fn marks(tree: &Tree, made: PlainMistakes, pruned: NodeId) -> Vec<String> {
    let is_leaf = |node: &NodeId| matches!(tree.kind(*node), NodeKind::Leaf(_));
    match () {
        () if made.contains(PlainMistake::PrunedLeafPrinted) && is_leaf(&pruned) => vec![tree.label(pruned)],
        () if made.contains(PlainMistake::MarkForEachPrunedLeaf) => {
            let branch = tree.nodes().skip(pruned.index()).take_while(|node| *node < tree.end(pruned));
            branch.filter(is_leaf).map(|_| "#".to_owned()).collect()
        }
        () => vec!["#".to_owned()],
    }
}

impl MistakenTree<'_> {
    fn children(&self, node: NodeId) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = self.tree.children(node).collect();
        if self.made.contains(PlainMistake::ReverseOrder) {
            children.reverse();
        }
        children
    }
}

impl SearchedGame for MistakenTree<'_> {
    type State = (NodeId, Turn);
    type Move = NodeId;

    fn mistakes(&self, _: Turn) -> PlainMistakes {
        self.made
    }

    fn turn(&self, &(_, turn): &(NodeId, Turn)) -> Turn {
        if self.made.contains(PlainMistake::EveryNodeMax) { Turn::Max } else { turn }
    }

    fn enter(&mut self, &(node, _): &(NodeId, Turn), _: &SearchedNode<NodeId>) -> Result<Entered<NodeId>, Stopped> {
        Ok(match self.tree.kind(node) {
            NodeKind::Leaf(value) => Entered::Leaf { value: Value::new(value).into(), is_at_limit: false },
            NodeKind::Inner { .. } => Entered::Inner(self.children(node)),
        })
    }

    fn after(&self, &(_, turn): &(NodeId, Turn), child: NodeId) -> (NodeId, Turn) {
        (child, turn.opponent())
    }

    fn keeps_bounds_at_cut_off(&self) -> bool {
        true
    }

    fn start(&self, turn: Turn) -> FieldValue {
        match turn {
            _ if self.made.contains(PlainMistake::StartsAtZero) => FieldValue(self.zero),
            Turn::Max => FieldValue::NEGATIVE_INFINITY,
            Turn::Min => FieldValue::INFINITY,
        }
    }
}
