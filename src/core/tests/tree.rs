//! Tests explicit trees: the parser against generated trees, the search against the definition of minimax.

use std::fmt::Write as _;

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Turn},
    games::tree::{LeafValues, NodeKind, Tree, TreeGame, parse},
};
use reversi_io::files::diagnostic::Problem;

const DEEPEST: Depth = Depth::new(20);

/// A random tree for writing and reading back.
#[derive(Clone, Debug)]
struct Model {
    named: bool,
    kind: ModelKind,
}

#[derive(Clone, Debug)]
enum ModelKind {
    Leaf(i32),
    Inner(Vec<Model>),
}

fn model() -> impl Strategy<Value = Model> {
    // A small number of different values causes ties, which matter for the first best move and for cut-offs.
    let value = prop_oneof![9 => -3..=3, 1 => any::<i32>()];
    let leaf = (any::<bool>(), value).prop_map(|(named, value)| Model { named, kind: ModelKind::Leaf(value) });
    leaf.prop_recursive(5, 60, 4, |tree| {
        (any::<bool>(), prop::collection::vec(tree, 1..=4))
            .prop_map(|(named, children)| Model { named, kind: ModelKind::Inner(children) })
    })
}

/// The expected level, name and value of a node.
type Shown = (usize, String, Option<i32>);

impl Model {
    /// Writes the text of the tree and the expected description of each node. A node with a name has the name `n` with
    /// its number.
    fn write(&self, text: &mut String, shown: &mut Vec<Shown>, level: usize, place: &str) {
        let name = if self.named { format!("n{}", shown.len()) } else { place.to_owned() };
        match &self.kind {
            ModelKind::Leaf(value) => {
                let equals = if self.named { format!("{name} =") } else { String::new() };
                write!(text, "{equals}{value}\t").expect("a string takes everything");
                shown.push((level, name, Some(*value)));
            }
            ModelKind::Inner(children) => {
                let own = if self.named { &name } else { "" };
                writeln!(text, "({own} # (x=1").expect("a string takes everything");
                shown.push((level, name.clone(), None));
                let above = if name == "." { "" } else { &name };
                for (number, child) in (1..).zip(children) {
                    child.write(text, shown, level + 1, &format!("{above}.{number}"));
                }
                text.push(')');
            }
        }
    }

    fn written(&self) -> (String, Vec<Shown>) {
        let (mut text, mut shown) = (String::new(), Vec::new());
        self.write(&mut text, &mut shown, 0, ".");
        (text, shown)
    }
}

fn shown(tree: &Tree) -> Vec<Shown> {
    let shown = |node| {
        let value = match tree.kind(node) {
            NodeKind::Leaf(_) => tree.number(node).parse().ok(),
            NodeKind::Inner { .. } => None,
        };
        (tree.level(node), tree.name(node), value)
    };
    tree.nodes().map(shown).collect()
}

proptest! {
    #![proptest_config(reversi_testing::random(500))]

    #[test]
    fn a_tree_reads_as_it_was_written(model in model()) {
        let (text, expected) = model.written();
        let tree = parse(&text, DEEPEST).map_err(|problem| TestCaseError::fail(problem.explain("tree", &text)))?;
        prop_assert_eq!(tree.leaves(), expected.iter().filter(|(.., value)| value.is_some()).count());
        prop_assert_eq!(shown(&tree), expected);
    }

    #[test]
    fn alpha_beta_and_minimax_find_the_value_and_first_best_child(model in model()) {
        let (text, _) = model.written();
        let tree = parse(&text, DEEPEST).map_err(|problem| TestCaseError::fail(problem.explain("tree", &text)))?;
        for turn in [Turn::Max, Turn::Min] {
            reversi_testing::definition::check(&TreeGame::root(&tree, turn), DEEPEST.plies(), &LeafValues)?;
        }
    }

    #[test]
    fn reading_any_text_ends_in_a_tree_or_a_place_in_the_text(text in "[()=#A-C0-9 \n\\-é]{0,40}") {
        if let Err(problem) = parse(&text, DEEPEST) {
            prop_assert!(reversi_testing::is_place_in(&text, problem.line, problem.column), "{problem:?}");
            prop_assert!(problem.suggestion.is_none());
        }
    }
}

#[test]
fn brackets_may_be_as_deep_as_the_caller_says_and_no_deeper() {
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    assert!(parse(&nested(20), DEEPEST).is_ok());
    let expected = Problem::new(1, 21, "too many brackets are open here; expected at most 20 levels");
    assert_eq!(parse(&nested(21), DEEPEST), Err(expected.clone()));
    assert_eq!(parse(&"(".repeat(100_000), DEEPEST), Err(expected));
}
