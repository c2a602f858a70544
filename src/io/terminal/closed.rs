//! Finds out if standard output is closed, so that a lost answer is an error.
//!
//! Before `main`, the standard library opens `/dev/null` in place of a closed standard output: all that the program
//! prints would be lost without an error.

use std::{
    fs::{File, OpenOptions},
    os::fd::{AsRawFd as _, IntoRawFd as _},
    sync::atomic::{AtomicBool, Ordering},
};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[allow(unsafe_code)] // the address of a function that the loader calls before `main`; no Rust code runs at that time
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = replace;

/// Puts a file in the place of a closed standard output to which nobody can write.
extern "C" fn replace() {
    let open = || OpenOptions::new().write(true).open("/dev/full").ok();
    // The system gives each new file the smallest free number; 1 is standard output.
    let keep = |file: File| IS_CLOSED.store(file.into_raw_fd() == 1, Ordering::Relaxed);
    match open() {
        Some(input) if input.as_raw_fd() == 0 => {
            if let Some(output) = open().filter(|output| output.as_raw_fd() == 1) {
                keep(input);
                keep(output);
            }
        }
        Some(output) if output.as_raw_fd() == 1 => keep(output),
        _ => {}
    }
}

/// True if the program was started without a standard output.
pub fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}
