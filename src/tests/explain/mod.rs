//! Tests `reversi explain` and `check --html`: the document, its data, and the page in a browser.

mod document;
#[cfg(unix)]
mod rows;
#[cfg(unix)]
mod steps;

use std::path::{Path, PathBuf};

use crate::{examples::words, reversi};

/// Makes a page by a command line, in which `{page}` stands for the page's file.
fn page(folder: &Path, line: &str) -> PathBuf {
    let path = folder.join("page.html");
    let name = path.to_str().expect("a readable path");
    let given = words(line).into_iter().map(|argument| argument.replace("{page}", name));
    // A check makes a page even if the check finds a difference.
    let output = reversi().args(given).output().expect("the program");
    assert!(path.exists(), "no page: {line}\n{}", String::from_utf8_lossy(&output.stderr));
    path
}
