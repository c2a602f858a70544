//! Starts threads, and handles a system that refuses to start a thread.

use std::{
    io,
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread::{Builder, Scope, ScopedJoinHandle},
};

use anyhow::{Context as _, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

const CANNOT_START: &str = "cannot start a thread";

/// The error that the system has refused to start a thread.
#[derive(Debug, Error)]
#[error("{CANNOT_START}")]
pub struct NoThread(#[source] io::Error);

impl NoThread {
    /// True if an error means that a thread could not be started.
    pub fn explains(error: &io::Error) -> bool {
        matches!(error.get_ref(), Some(source) if source.is::<Self>())
    }
}

/// Starts work in another thread, and returns a function that waits for its result. If the system refuses to start a
/// thread, this function does the work. A panic of the work continues in this function.
///
/// If the returned function is dropped, nobody waits for the thread.
///
/// # Panics
/// Never panics: if a thread was refused, the work is still there.
pub fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> impl FnOnce() -> T {
    // If a thread cannot be started, the thread's closure is dropped; the second owner keeps the work.
    let kept = Arc::new(Mutex::new(Some(work)));
    let take = |kept: &Mutex<Option<_>>| {
        kept.lock().unwrap_or_else(PoisonError::into_inner).take().expect("one of the two takes it")
    };
    let of_thread = Arc::clone(&kept);
    let thread = Builder::new().spawn(move || take(&of_thread)());
    move || match thread {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => take(&kept)(),
    }
}

/// Starts a thread for work that must run in its own thread. The error is [`NoThread`].
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).map_err(|error| io::Error::new(error.kind(), NoThread(error)))
}

/// A pool of threads that share work.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().context(CANNOT_START)
}

/// Starts rayon's global pool, one thread for each processor. The global pool runs all parallel work outside a
/// [`pool`]. A command calls `start_common_pool` once before parallel work.
pub fn start_common_pool() -> Result<()> {
    ThreadPoolBuilder::new().build_global().context(CANNOT_START)
}
