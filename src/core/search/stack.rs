//! A deep stack: the search recurses once for each ply, and some trees are thousands of plies deep.

use std::{panic, thread};

use anyhow::{Context as _, Result};

/// The greatest depth limit in plies, for games that do not end by themselves.
pub const DEEPEST: u32 = 10_000;

/// The bytes of stack for [`DEEPEST`] plies: four times the need of an unoptimized build. The operating system only
/// provides the used part.
const STACK: usize = 64 << 20;

/// Runs a search of up to [`DEEPEST`] plies in its own thread. Returns an error if the system cannot start a thread. On
/// a system without threads, the program's own stack is as deep (`.cargo/config.toml`).
pub fn with_deep_stack<T: Send>(search: impl FnOnce() -> T + Send) -> Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(search());
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        let joined = thread.context("cannot start a thread for the search")?.join();
        Ok(joined.unwrap_or_else(|panic| panic::resume_unwind(panic)))
    })
}
