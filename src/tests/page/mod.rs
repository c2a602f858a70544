//! Tests `reversi page`: the document, the system calls, and the page in a browser.

mod document;
#[cfg(unix)]
mod jobs;
#[cfg(unix)]
pub mod parts;
#[cfg(unix)]
mod system;
