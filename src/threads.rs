//! Threads, where the system may have none left to give.

use std::{
    fmt, io,
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread::{Builder, Scope, ScopedJoinHandle},
};

use anyhow::{Context as _, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

const CANNOT_START: &str = "cannot start a thread";

/// The system has no thread to give.
#[derive(Debug, Error)]
#[error("{CANNOT_START}")]
pub struct NoThread(#[source] io::Error);

impl NoThread {
    /// Whether this is why something failed.
    #[must_use]
    pub fn explains(error: &io::Error) -> bool {
        matches!(error.get_ref(), Some(source) if source.is::<Self>())
    }
}

/// Work that is done by another thread or, where there is none for it, by whoever waits for it.
pub enum Beside<'scope, T> {
    /// By another thread.
    Thread(ScopedJoinHandle<'scope, T>),
    /// By whoever waits.
    Here(Box<dyn FnOnce() -> T + Send + 'scope>),
}

/// Has work done beside this thread, or else by it.
///
/// # Panics
/// Never: either the thread has the work, or there is no thread.
pub fn beside<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Beside<'scope, T> {
    // A thread that is not started takes its work with it, unless somebody else has it, too.
    let shared = Arc::new(Mutex::new(Some(work)));
    let take = |shared: &Mutex<Option<_>>| {
        shared.lock().unwrap_or_else(PoisonError::into_inner).take().expect("one of the two takes it")
    };
    let of_thread = Arc::clone(&shared);
    match Builder::new().spawn_scoped(scope, move || take(&of_thread)()) {
        Ok(thread) => Beside::Thread(thread),
        Err(_) => Beside::Here(Box::new(take(&shared))),
    }
}

impl<T> Beside<'_, T> {
    /// Waits for what comes of the work, or does it now. A panic goes on in this thread.
    #[must_use]
    pub fn join(self) -> T {
        match self {
            Self::Thread(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Self::Here(work) => work(),
        }
    }

    /// Whether nobody has begun it.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        matches!(self, Self::Here(_))
    }
}

impl<T> fmt::Debug for Beside<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_waiting() { "Here" } else { "Thread" })
    }
}

/// Starts a thread for work that nobody else can do.
///
/// # Errors
/// [`NoThread`].
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work).map_err(|error| io::Error::new(error.kind(), NoThread(error)))
}

/// Some threads that share work.
///
/// # Errors
/// That the system has too few to give.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().context(CANNOT_START)
}

/// Starts the threads that all parallel work shares which asks for no others, one for each processor. A command does so
/// once, before such work.
///
/// # Errors
/// That the system has too few to give.
pub fn start_common_pool() -> Result<()> {
    ThreadPoolBuilder::new().build_global().context(CANNOT_START)
}
