//! `reversi page`: the document, the system under the program and, in a browser, what the page shows and does.

mod document;
#[cfg(unix)]
mod jobs;
#[cfg(unix)]
pub mod parts;
#[cfg(unix)]
mod system;
