//! A deep stack: the search recurses once a ply, and some trees are thousands of plies deep.

use std::{panic, thread};

use anyhow::{Context as _, Result};

/// The deepest search that the program offers where a game does not end by itself, in plies.
pub const DEEPEST: u32 = 10_000;

/// Bytes of stack for [`DEEPEST`] plies: four times what an unoptimized build needs, and the system hands out only what
/// is used.
const STACK: usize = 64 << 20;

/// Runs a search of up to [`DEEPEST`] plies, unless the system has no thread to give. On a system without threads the stack
/// of the program is as deep (`.cargo/config.toml`).
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
