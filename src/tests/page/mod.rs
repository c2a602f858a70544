//! Tests `reversi page`: the document, the module in node, and the page in a browser.

mod document;
#[cfg(unix)]
mod module;
#[cfg(unix)]
pub mod parts;
