//! `reversi tree`: searches an explicit game tree and shows the result of every node.

use std::{
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::Args;

use super::arguments;
use crate::{
    files::input::Input,
    game::Turn,
    games::{
        reversi::notation,
        tree::{self, DEEPEST, Tree},
    },
    search::Algorithm,
    trees::{Searched, write_drawing, write_report},
};

#[derive(Debug, Args)]
#[command(after_help = "\
A tree is a number, NAME=number, or parentheses around an optional name and at least one tree. `#` starts a comment:
    (A (B b1=3 b2=12 b3=8) (C c1=2 c2=4 c3=6) (D d1=14 d2=5 d3=2))      # AIMA, figure 5.2
JSON and Python are read, too: lists, {\"name\": \"B\", \"children\": [3, 12]}, or {\"B\": [3, 12], \"C\": [2, 4]}.
A tree has at most 500 levels. A node without a name is named by its position: `.2` is the second child of the root, `B.1` is the first child of B. \
`alphabeta` follows AIMA, figure 5.7: a cut-off leaves the bounds of the node as they were. X marks a pruned branch.

Example:
  reversi tree alphabeta deep-cuts.txt")]
pub struct Arguments {
    /// Algorithm
    #[arg(value_parser = arguments::algorithm())]
    algorithm: Algorithm,
    /// File with the tree; `-` is standard input
    file: PathBuf,
    /// Player to move at the root
    #[arg(value_parser = arguments::turn(), default_value = "max")]
    root: Turn,
    /// Draw the tree for Graphviz, with the pruned branches dashed
    #[arg(long)]
    dot: bool,
    /// Count equal bounds as no cut-off: prune only if alpha > beta
    #[arg(long)]
    strict: bool,
    /// Print the leaves in the order visited (# is a pruned branch), the value, and the best child
    #[arg(long, conflicts_with = "dot")]
    leaves: bool,
}

/// The largest file to read, in bytes: it has room for more than a million nodes with names.
const LARGEST_FILE: u64 = 16 << 20;

pub(super) fn read(file: &Path) -> Result<Input> {
    let name = file.to_string_lossy();
    if name.starts_with('(') && !file.exists() {
        bail!("cannot read {name}: no such file; to pass the tree as text, write it to standard input and give `-`");
    }
    Input::read(file, LARGEST_FILE)
}

pub(super) fn parse(input: &Input) -> Result<Tree> {
    tree::parse(&input.text, DEEPEST).map_err(|problem| {
        let is_board = !input.text.contains(['(', '[', '{']) && notation::is_meant(&input.text);
        let meant = "this is a board: `reversi -i` or `reversi solve` searches it";
        input.explain(&problem.suggesting(is_board.then(|| meant.to_owned())))
    })
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let input = read(&arguments.file)?;
    let tree = parse(&input)?;
    let Arguments { algorithm, root, strict, .. } = *arguments;
    let searched = Searched::new(&tree, root, algorithm, strict)?;
    let mut output = BufWriter::new(io::stdout().lock());
    match arguments {
        Arguments { leaves: true, .. } => output.write_all(searched.leaves().as_bytes()),
        Arguments { dot: true, .. } => write_drawing(&mut output, &searched),
        _ => write_report(&mut output, &searched),
    }?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
