//! Runs deep searches on a large stack: each ply is a recursive call, and some trees have thousands of plies.

use std::{panic, thread};

use anyhow::{Context as _, Result};

/// The largest depth limit in plies, for games that may never end.
pub const DEEPEST: u32 = 10_000;

/// The bytes of stack for [`DEEPEST`] plies: four times as many as an unoptimized build needs. The operating system
/// only provides the part of the stack that is used.
const STACK: usize = 64 << 20;

/// Runs a search of up to [`DEEPEST`] plies in a separate thread. Returns an error if the system cannot start a thread.
/// On a system without threads, the program's own stack is large enough (`.cargo/config.toml`).
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
