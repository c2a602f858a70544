//! What SIGINT and SIGTERM do. A job that can be stopped stops. Otherwise the process ends: unfinished output files go,
//! the terminal is left clean, and one message tells of it.

#[cfg(unix)]
use std::{
    io::{self, Write as _},
    process,
    sync::atomic::Ordering,
    thread,
};
use std::{
    mem,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

#[cfg(unix)]
use anyhow::{Context, Result};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
};

#[cfg(unix)]
use crate::{files::output, terminal::progress};

/// What stops the job under way.
static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// What the command in hand does last.
static FAREWELL: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

fn exchange<T>(place: &Mutex<Option<T>>, value: Option<T>) -> Option<T> {
    mem::replace(&mut place.lock().unwrap_or_else(PoisonError::into_inner), value)
}

/// Does a job that can be stopped: the first interrupt sets its flag, a second one ends the process.
pub fn stoppable<T>(job: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    exchange(&STOP, Some(Arc::clone(&stop)));
    let done = job(stop);
    exchange(&STOP, None);
    done
}

/// Has something done last when an interrupt ends the process.
pub fn before_end(farewell: impl FnOnce() + Send + 'static) {
    exchange(&FAREWELL, Some(Box::new(farewell)));
}

/// Takes care of SIGINT and SIGTERM from now on. Where they end the process, it has the exit code 128 + signal as
/// shells have it, and the old files of all outputs that are not committed stay as they are.
///
/// # Errors
/// Where the system has no descriptor or thread left for it.
#[cfg(unix)]
pub fn watch() -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM]).context("cannot watch for interrupts")?;
    let watch = move || {
        for signal in signals.forever() {
            match exchange(&STOP, None) {
                Some(stop) => stop.store(true, Ordering::Relaxed),
                None => end(signal),
            }
        }
    };
    thread::Builder::new().name("interrupts".to_owned()).spawn(watch).context("cannot watch for interrupts")?;
    Ok(())
}

#[cfg(unix)]
fn end(signal: i32) {
    // From here on nothing is created, committed or drawn.
    let unfinished = output::abandon_all();
    progress::clear();
    let message = match unfinished.as_slice() {
        [] => None,
        [name] => Some(format!("interrupted: {name} is as it was")),
        [names @ .., last] => Some(format!("interrupted: {} and {last} are as they were", names.join(", "))),
    };
    if let Some(message) = message {
        // Nothing is left to tell where the message itself cannot be written.
        let _ = writeln!(io::stderr(), "{message}");
    }
    if let Some(farewell) = exchange(&FAREWELL, None) {
        farewell();
    }
    process::exit(128 + signal);
}
