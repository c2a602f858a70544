//! Tests `reversi explain` and `check --html`: the document, its data, and the page in a browser.

mod document;
#[cfg(unix)]
mod rows;
#[cfg(unix)]
mod steps;

use std::path::{Path, PathBuf};

use crate::reversi;

/// Makes a page by the command line, with `{page}` for its file.
fn page(folder: &Path, arguments: &[&str]) -> PathBuf {
    let path = folder.join("page.html");
    let name = path.to_str().expect("a readable path");
    let given = arguments.iter().map(|argument| argument.replace("{page}", name));
    // A check that finds a difference makes a page, too.
    let output = reversi().args(given).output().expect("the program");
    assert!(path.exists(), "no page: {arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
    path
}
