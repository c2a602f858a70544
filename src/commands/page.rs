//! `reversi page`: makes a web page with the program inside, which needs no installation.

use std::{
    borrow::Cow,
    env,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Args;

use super::arguments::{self, AnyAssignment};
use crate::{
    answers::System,
    cases::CaseList,
    files::output,
    page::{self, Course},
};

/// The module in a program that was built with the feature `page`.
#[cfg(feature = "page")]
const BUILT_IN: Option<&[u8]> = Some(include_bytes!(env!("REVERSI_WASM")));
#[cfg(not(feature = "page"))]
const BUILT_IN: Option<&[u8]> = None;

/// The place of the module in the folder of the compiler.
const BUILT: &str = "wasm32-unknown-unknown/page/reversi_page.wasm";

#[derive(Debug, Args)]
#[command(after_help = "\
`page` writes one HTML file with this program inside. Open the file in a browser, from disk or from a web server. \
The page loads no other files. Files that you choose on the page stay on your computer.

Released programs contain the module. Otherwise, two commands in the checkout make it:
  rustup target add wasm32-unknown-unknown
  cargo page

If a web site shows the page, the site must allow inline scripts and styles, and `wasm-unsafe-eval`, in its content \
security policy. A sandboxed frame needs `allow-scripts allow-forms`.

Example:
  reversi page --title 'Homework 2' --assignment usc2014 -o homework.html")]
pub struct Arguments {
    /// Module of WebAssembly [default: the module in this program or in the checkout]
    #[arg(value_name = "MODULE.wasm")]
    module: Option<PathBuf>,
    /// Write the page here; `-`: standard output
    #[arg(short, long, value_name = "FILE.html", default_value = "reversi.html")]
    output: PathBuf,
    /// Set the title of the page [default: reversi]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Offer only this assignment
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    assignment: Option<AnyAssignment>,
    /// Offer the inputs of the visible cases of this list
    #[arg(long, value_name = "CASES.csv")]
    cases: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { module, output, title, assignment, cases } = arguments;
    let inputs: Vec<_> = module.iter().map(|module| ("MODULE", &**module)).collect();
    output::distinct(&inputs, &[("-o", output)])?;
    let (name, module) = read_module(module.as_deref())?;
    let (assignment, printed) = match assignment {
        Some(AnyAssignment::Printed(System::Text)) => {
            bail!("the page has no part for other texts; use `reversi check`")
        }
        Some(AnyAssignment::Printed(system)) => (None, Some(system.name())),
        Some(name) => (Some(name.read()?), None),
        None => (None, None),
    };
    let cases = cases.as_deref().map(CaseList::read).transpose()?;
    let course = Course { title: title.as_deref(), assignment: assignment.as_deref(), printed, cases: cases.as_ref() };
    let page = page::html(&module, course).with_context(|| format!("cannot use {name}"))?;
    output::write(output, page.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The name and the bytes of a given module, of the module in this program, or of the module in the checkout.
fn read_module(given: Option<&Path>) -> Result<(String, Cow<'static, [u8]>)> {
    if let (None, Some(module)) = (given, BUILT_IN) {
        return Ok(("the module in this program".to_owned(), module.into()));
    }
    let checkout =
        || env::var_os("CARGO_TARGET_DIR").map_or(Path::new(env!("CARGO_MANIFEST_DIR")).join("target"), PathBuf::from);
    let path = given.map_or_else(|| checkout().join(BUILT), Path::to_owned);
    let name = path.display().to_string();
    let file = File::open(&path).map_err(|error| match given {
        Some(_) => anyhow!("cannot read {name}: {error}"),
        None => anyhow!("this program has no module of the page; `reversi help page` says how to make it"),
    })?;
    let mut bytes = Vec::new();
    file.take(page::LARGEST_MODULE + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= page::LARGEST_MODULE, "{name} is too large for a page");
    Ok((name, bytes.into()))
}
