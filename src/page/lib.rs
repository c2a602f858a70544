//! The page with the program inside, for students who install nothing.
//!
//! The page (`page.html`, `page.css`, `page.js`) contains this package as a module of WebAssembly. A worker
//! (`worker.js`) puts files into the module and asks it. [`ask`] answers a request; requests and answers are JSON. The
//! module has no files of a system, no threads and no clock.

mod answers;
#[cfg(not(target_family = "wasm"))]
mod document;
mod events;
mod example;
mod expected;
#[cfg(target_family = "wasm")]
mod exports;
mod job;
mod position;
mod request;
mod submission;
mod watch;

#[cfg(not(target_family = "wasm"))]
pub use document::{Course, LARGEST_MODULE, html};
pub use request::ask;

/// A text in every compiled module: the name, the version, and a semicolon.
const MARK: &str = concat!("the reversi of a page, version ", env!("CARGO_PKG_VERSION"), ";");
