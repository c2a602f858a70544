//! Facts about a row in the search of an explicit tree.

use std::borrow::Cow;

use super::{Before, Elsewhere, RowFacts, Sentence, Template};
use reversi_core::{
    game::{Game as _, Turn},
    games::tree::{NodeId, Tree, TreeGame},
};
use reversi_course::log::{Columns, CutWindow, Event, Row, RowFormat};

/// The log format for the search of an explicit tree, whose values are places among the numbers of the tree.
pub fn tree_format(tree: &Tree) -> RowFormat {
    RowFormat { numbers: tree.numbers().map(str::to_owned).collect(), ..TREE_FORMAT }
}

const TREE_FORMAT: RowFormat = RowFormat {
    columns: Columns::ALL,
    header_separator: Cow::Borrowed(","),
    header: Cow::Borrowed("Node,Depth,Value,Alpha,Beta"),
    separator: Cow::Borrowed(" "),
    infinity: Cow::Borrowed("Infinity"),
    root: Cow::Borrowed("root"),
    pass: Cow::Borrowed("pass"),
    cut_marker: Cow::Borrowed(" CUT-OFF"),
    decimals: 0,
    root_depth: 1,
    cut_window: CutWindow::Narrowed,
    last_line_end: true,
    numbers: Vec::new(),
};

/// Makes the facts about a row, with names of nodes. `turn` is the player to move at the root.
pub fn tree_row_facts(tree: &Tree, turn: Turn, row: &Row<NodeId>, before: Before<NodeId>) -> RowFacts {
    let name = |node: NodeId| tree.name(node);
    let in_sentence = |node: Option<NodeId>| node.map_or("the root".to_owned(), name);
    let position = row.path.iter().fold(TreeGame::root(tree, turn), |position, &child| position.after(child));
    let elsewhere = before.sources.of_opponent(position.turn());
    let own_name = in_sentence(row.path.last().copied());
    let leaf = Sentence::new(Template::LeafGiven)
        .with("name", &own_name)
        .with("value", row.path.last().map_or_else(|| tree.number(NodeId::ROOT), |&node| tree.number(node)));
    RowFacts {
        event: row.event.map(name),
        name: own_name,
        parent: row.path.split_last().map(|(_, parent)| in_sentence(parent.last().copied())),
        who: position.turn().to_string(),
        opponent: position.turn().opponent().to_string(),
        turn: position.turn(),
        has_players: false,
        moves: position.moves().map(name).collect(),
        value: row.value,
        value_before: before.value,
        window: row.window,
        elsewhere: elsewhere.map(|source| Elsewhere::new(source, row.path, in_sentence)),
        leaf: if row.event == Event::Leaf { vec![leaf] } else { Vec::new() },
    }
}
