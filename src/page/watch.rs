//! A search as a page of its own, for a frame.

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use reversi_check::explain::{self, MOST_ROWS, node_path};
use reversi_core::{
    game::Turn,
    games::tree::{self, DEEPEST},
    search::Algorithm,
};
use reversi_course::assignment::Job;
use reversi_io::files::input::Input;

#[derive(Deserialize)]
pub(crate) struct AskedTree {
    tree: String,
    minimax: bool,
    /// True if MIN moves at the root.
    min: bool,
    at: String,
}

pub(crate) fn of_job(job: &Job, at: &str) -> Result<Json> {
    job.ensure_logged()?;
    let page = explain::of_job(job, &node_path::read(job, at, "Subtree")?, MOST_ROWS)?;
    Ok(json!({ "html": page.html() }))
}

impl AskedTree {
    pub(crate) fn watch(&self) -> Result<Json> {
        let input = Input { name: "the tree".to_owned(), text: self.tree.clone() };
        let tree = tree::parse(&input.text, DEEPEST).map_err(|problem| input.explain(&problem))?;
        let algorithm = if self.minimax { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let turn = if self.min { Turn::Min } else { Turn::Max };
        let at: Vec<String> = self.at.split_whitespace().map(str::to_owned).collect();
        let page = explain::of_tree(&tree, turn, algorithm, &input.name, &at, MOST_ROWS)?;
        Ok(json!({ "html": page.html() }))
    }
}
