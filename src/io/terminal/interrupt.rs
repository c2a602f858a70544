//! Handles interrupts: an interrupt stops a job, or runs the registered actions and ends the process.
//!
//! Interrupts are SIGINT, SIGTERM and SIGHUP or, on Windows, Ctrl-C, Ctrl-Break and the end of the console.

#[cfg(windows)]
use std::io;
#[cfg(any(unix, windows))]
use std::process;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};
#[cfg(unix)]
use std::thread;

#[cfg(any(unix, windows))]
use anyhow::Context;
use anyhow::Result;
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
    iterator::Signals,
};
#[cfg(windows)]
use windows_sys::{Win32::System::Console::SetConsoleCtrlHandler, core::BOOL};

/// The exit code after Ctrl-C: 128 plus the number of SIGINT, as in shells.
pub const EXIT_CODE: u8 = 130;

/// The actions to run when an interrupt ends the process; each action has its guard's number, the latest action is
/// last.
static AT_END: Mutex<Vec<(u64, EndAction)>> = Mutex::new(Vec::new());

/// The jobs that can be stopped; each job has its guard's number, the latest job is last.
static JOBS: Mutex<Vec<(u64, Arc<AtomicBool>)>> = Mutex::new(Vec::new());

type EndAction = Box<dyn FnOnce() + Send>;

fn lock<T>(registry: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic cannot leave the lists half changed.
    registry.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Dropping a guard removes the guard's entry from a registry.
#[derive(Debug)]
pub struct Guard {
    number: u64,
}

impl Guard {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { number: NEXT.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        lock(&AT_END).retain(|(number, _)| *number != self.number);
        lock(&JOBS).retain(|(number, _)| *number != self.number);
    }
}

/// Registers an action that runs if an interrupt ends the process while the guard lives. The latest action runs first.
/// After the last action, the process ends.
pub fn on_end(action: impl FnOnce() + Send + 'static) -> Guard {
    let guard = Guard::new();
    lock(&AT_END).push((guard.number, Box::new(action)));
    guard
}

/// Runs a job that can be stopped. The first interrupt sets the job's flag. A further interrupt, while the flag is set,
/// ends the process.
pub fn stoppable<T>(job: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    let guard = Guard::new();
    lock(&JOBS).push((guard.number, Arc::clone(&stop)));
    let done = job(stop);
    drop(guard);
    done
}

/// Handles SIGINT, SIGTERM and SIGHUP from now on, but not SIGHUP under `nohup`. The exit code is 128 + signal, as in
/// shells.
#[cfg(unix)]
pub fn watch() -> Result<()> {
    // If a file reaches the system's size limit, the write fails; without this registration, the process would end.
    signal_hook::flag::register(SIGXFSZ, Arc::default()).context("cannot watch for signals")?;
    let watched = [SIGINT, SIGTERM].into_iter().chain(Some(SIGHUP).filter(|_| !ignores_hangup()));
    let mut signals = Signals::new(watched).context("cannot watch for interrupts")?;
    let watch = move || {
        for signal in signals.forever() {
            interrupt(128 + signal);
        }
    };
    thread::Builder::new().name("interrupts".to_owned()).spawn(watch).context("cannot watch for interrupts")?;
    Ok(())
}

/// Handles Ctrl-C, Ctrl-Break and the end of the console from now on, like signals on other systems.
#[cfg(windows)]
#[allow(unsafe_code)] // a thread that waits, as safe libraries have, could not remove files before a closed console ends the process
pub fn watch() -> Result<()> {
    extern "system" fn handle(_: u32) -> BOOL {
        interrupt(EXIT_CODE.into());
        1
    }
    // SAFETY: the system calls `handle` in a new thread. The function lives as long as the process and may do what any
    // thread may.
    match unsafe { SetConsoleCtrlHandler(Some(handle), 1) } {
        0 => Err(io::Error::last_os_error()).context("cannot watch for interrupts"),
        _ => Ok(()),
    }
}

/// Does nothing: this system has no interrupts.
#[cfg(not(any(unix, windows)))]
pub fn watch() -> Result<()> {
    Ok(())
}

/// True if this process was started with SIGHUP ignored, as by `nohup`. Linux has a bit for each ignored signal, from
/// 1.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (SIGHUP - 1) & 1 == 1)
}

/// Stops the latest stoppable job, which is the running job. If no job can be stopped, ends the process.
#[cfg(any(unix, windows))]
fn interrupt(code: i32) {
    let job = lock(&JOBS).pop();
    match job {
        Some((_, stop)) => stop.store(true, Ordering::Relaxed),
        None => end(code),
    }
}

#[cfg(any(unix, windows))]
fn end(code: i32) {
    let mut actions = lock(&AT_END);
    while let Some((_, action)) = actions.pop() {
        action();
    }
    process::exit(code);
}
