//! `reversi explain`: writes a web page that steps through a search.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::{ArgGroup, Args};

use super::{arguments, job_arguments::JobArguments, tree};
use crate::{
    explain::{self, MOST_ROWS, Page, node_path},
    files::output,
    game::Turn,
    search::Algorithm,
};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("what").args(["input", "tree"]).required(true),
    group = ArgGroup::new("of a tree").args(["tree", "minimax", "root"]).multiple(true).conflicts_with("JobArguments"),
    after_help = "\
The page is a single file. The page works in any browser, without a network connection.

Examples:
  reversi explain -t 2 -d 3 -i opening.txt -o page.html
  reversi explain --tree deep-cuts.txt -o tree.html"
)]
pub struct Arguments {
    #[command(flatten)]
    job: JobArguments,
    /// Search this game tree instead of a board
    #[arg(help_heading = "Game tree", long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// Use minimax instead of alpha-beta (with --tree)
    #[arg(help_heading = "Game tree", long, requires = "tree")]
    minimax: bool,
    /// Start with this player (with --tree)
    #[arg(help_heading = "Game tree", long, value_parser = arguments::turn(), default_value = "max", requires = "tree")]
    root: Turn,
    /// Write the page here; `-`: standard output
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
    /// Show only the subtree after these moves: 'd3 c3'
    #[arg(help_heading = "Output", long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    at: String,
    /// Limit the rows of the page
    #[arg(
        help_heading = "Output",
        long,
        value_name = "ROWS",
        value_parser = arguments::number::<u64>("a number of rows up to 700000", ..=explain::LARGEST_PAGE),
        default_value_t = MOST_ROWS
    )]
    most_rows: u64,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let page = match &arguments.tree {
        Some(tree) => of_tree(tree, arguments)?,
        None => of_job(arguments)?,
    };
    output::write(&arguments.output, page.html().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn of_job(Arguments { job, output, most_rows, at, .. }: &Arguments) -> Result<Page> {
    output::distinct(&job.inputs(), &[("-o", output)])?;
    let job = job.job()?;
    job.ensure_logged()?;
    explain::of_job(&job, &node_path::read(&job, at, "--at")?, *most_rows)
}

fn of_tree(file: &Path, arguments: &Arguments) -> Result<Page> {
    output::distinct(&[("--tree", file)], &[("-o", &arguments.output)])?;
    let input = tree::read(file)?;
    let tree = tree::parse(&input)?;
    let algorithm = if arguments.minimax { Algorithm::Minimax } else { Algorithm::AlphaBeta };
    let name = file.file_name().map_or(input.name.clone(), |name| name.to_string_lossy().into_owned());
    let at: Vec<String> = arguments.at.split_whitespace().map(str::to_owned).collect();
    explain::of_tree(&tree, arguments.root, algorithm, &name, &at, arguments.most_rows)
}
