//! `reversi page`: makes a web page with the program inside, which needs no installation.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;

use super::arguments;
use crate::{
    assignment::AssignmentName,
    cases::CaseList,
    files::output,
    page::{self, Course},
};

#[derive(Debug, Args)]
#[command(after_help = "\
`page` writes one HTML file with this program inside. Open the file in a browser, from disk or from a web server. \
The page loads no other files. Files that you drop on the page stay on your computer.

Example:
  rustup target add wasm32-wasip1
  cargo build -p reversi --profile page --target wasm32-wasip1
  reversi page -o reversi.html")]
pub struct Arguments {
    /// This program, compiled to WebAssembly
    #[arg(value_name = "MODULE.wasm", default_value = "target/wasm32-wasip1/page/reversi.wasm")]
    module: PathBuf,
    /// Write the page here; `-`: standard output
    #[arg(short, long, value_name = "FILE.html", default_value = "reversi.html")]
    output: PathBuf,
    /// Select this assignment when the page opens
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: Option<AssignmentName>,
    /// Offer the inputs of the visible cases of this list
    #[arg(long, value_name = "CASES.csv")]
    cases: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { module, output, assignment, cases } = arguments;
    output::distinct(&[("MODULE", module)], &[("-o", output)])?;
    let name = module.display();
    let mut bytes = Vec::new();
    let file = File::open(module).map_err(|error| {
        anyhow!(
            "cannot read {name}, this program as WebAssembly: {error}; these two commands make it:\n  \
             rustup target add wasm32-wasip1\n  \
             cargo build -p reversi --profile page --target wasm32-wasip1"
        )
    })?;
    file.take(page::LARGEST_MODULE + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= page::LARGEST_MODULE, "{name} is too large for a page");
    let assignment = assignment.as_ref().map(|assignment| assignment.read(Path::new(""))).transpose()?;
    let cases = cases.as_deref().map(CaseList::read).transpose()?;
    let course = Course { assignment: assignment.as_deref(), cases: cases.as_ref() };
    let page = page::html(&bytes, course).with_context(|| format!("cannot use {name}"))?;
    output::write(output, page.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
