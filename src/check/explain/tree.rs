//! Makes a page of the search of an explicit tree.

use anyhow::{Result, bail};
use serde_json::{Value as Json, json};

use super::{FirstRow, Page, capital_name, rows::PageRows, subtree::Use};
use crate::reasons::{list, tree_format, tree_row_facts};
use reversi_core::{
    game::{Depth, Game as _, Turn},
    games::tree::{LeafValues, NodeId, Tree, TreeGame},
    search::{Algorithm, AlphaBeta, NoWindow, Search, Window, stack},
};
use reversi_course::log::{EachRow, Event, Row, RowFormat};

/// The page of a tree's search, or of the subtree at the end of a path of names. The title of the page contains the
/// name of the tree.
///
/// # Errors
/// Returns an error if the search does not follow the path, if there are more rows than `most`, or if there is not
/// enough memory for a deep search.
pub fn of_tree(
    tree: &Tree,
    turn: Turn,
    algorithm: Algorithm,
    tree_name: &str,
    at: &[String],
    most: u64,
) -> Result<Page> {
    let shown = Shown { tree, turn, format: tree_format(tree) };
    let path = shown.path(at)?;
    let page = stack::with_deep_stack(|| match algorithm {
        Algorithm::Minimax => shown.page(NoWindow, &path, most),
        Algorithm::AlphaBeta => shown.page(AlphaBeta::FULL, &path, most),
    })??;
    Ok(Page { title: format!("{} on {tree_name}", capital_name(algorithm)), ..page })
}

struct Shown<'a> {
    tree: &'a Tree,
    turn: Turn,
    format: RowFormat,
}

impl Shown<'_> {
    fn last_name(&self, path: &[NodeId]) -> String {
        path.last().map_or(self.format.root.to_string(), |&node| self.tree.name(node))
    }

    fn children(&self, path: &[NodeId]) -> Vec<NodeId> {
        let root = TreeGame::root(self.tree, self.turn);
        path.iter().fold(root, |position, &child| position.after(child)).moves().collect()
    }

    /// The nodes with these names, from the root down.
    fn path(&self, at: &[String]) -> Result<Vec<NodeId>> {
        let mut path: Vec<NodeId> = Vec::new();
        for wanted in at {
            let children = self.children(&path);
            let Some(&child) = children.iter().find(|child| self.tree.name(**child) == *wanted) else {
                let node = path.last().map_or("the root".to_owned(), |&node| self.tree.name(node));
                let expected = list(children.into_iter().map(|child| self.tree.name(child)));
                bail!("--at: {wanted} is not a move at {node}; expected {expected}");
            };
            path.push(child);
        }
        Ok(path)
    }

    fn page<W: Window>(&self, window: W, at: &[NodeId], most: u64) -> Result<Page> {
        let mut rows = PageRows::new(at, most);
        let mut first = None;
        let mut each_row = EachRow::new(|row: &Row<NodeId>| {
            let mut shown = None;
            let row_use = rows.take(row, |before| {
                let facts = tree_row_facts(self.tree, self.turn, row, before);
                (self.line(row), shown.insert(facts).sentences(&self.format))
            });
            if let Some(facts) = shown
                && !matches!(row.event, Event::Update { .. })
            {
                first.get_or_insert_with(|| {
                    let sentences = facts.sentences(&self.format);
                    FirstRow { row: self.line(row), sentences, board: String::new() }
                });
                rows.push_node(self.last_name(row.path), facts.moves);
            }
            if row_use == Use::Stop { Err(()) } else { Ok(()) }
        });
        let root = TreeGame::root(self.tree, self.turn);
        // An error means that the page does not need any more rows.
        let _ = Search { root, depth: Depth::UNLIMITED, window, evaluation: &LeafValues }.run(&mut each_row);
        let (numbers, mut data) = rows.finish(&self.format, |node| self.tree.name(node))?;
        data["players"] = json!([self.turn, self.turn.opponent()].map(Turn::name));
        data["max"] = usize::from(self.turn == Turn::Min).into();
        for absent in ["colors", "depth", "board", "student"] {
            data[absent] = Json::Null;
        }
        Ok(Page { title: String::new(), first_row: first.expect("a subtree has a first row"), numbers, data })
    }

    fn line(&self, row: &Row<NodeId>) -> String {
        let numbers = row.window.into_iter().flat_map(|window| [window.alpha, window.beta]);
        let numbers = [row.value].into_iter().chain(numbers).map(|value| self.format.number(value));
        let name = self.last_name(row.path);
        let depth = (row.ply() + self.format.root_depth as usize).to_string();
        let fields: Vec<String> = [name, depth].into_iter().chain(numbers).collect();
        fields.join(&self.format.separator) + if row.event.is_cut_off() { &self.format.cut_marker } else { "" }
    }
}
