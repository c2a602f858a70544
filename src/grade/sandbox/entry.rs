//! This program, started again as a process of a run.

use std::{ffi::OsString, fs, os::fd::RawFd, process::ExitCode};

use rustix::process::setsid;

use super::{launcher, supervisor};

/// Runs a process of a run, if this program was started again for one, and returns its exit code. A program asks this
/// before it does anything else: a process that has threads cannot enter namespaces. The arguments are documented nowhere
/// else, because they are of no use to people.
pub fn serve(arguments: &[OsString]) -> Option<ExitCode> {
    let given = arguments.get(1..)?;
    let process: fn() = match given {
        _ if given == supervisor::ARGUMENTS => supervisor::supervise,
        _ if given == launcher::ARGUMENTS => launcher::launch,
        _ => return None,
    };
    // Signals to a group of processes, and the terminal of the one who grades, end at the session. Only the leader of a
    // group may not make one, and this process leads none.
    if close_inherited().is_none() || setsid().is_err() {
        return Some(ExitCode::FAILURE);
    }
    process();
    Some(ExitCode::SUCCESS)
}

/// Closes all descriptors but standard input, output and error. The grading process may have inherited other descriptors. The
/// program that it starts must not get them.
fn close_inherited() -> Option<()> {
    let entries = fs::read_dir("/proc/self/fd").ok()?.flatten();
    let descriptors: Vec<RawFd> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in descriptors.into_iter().filter(|&descriptor| descriptor > 2) {
        // The descriptor by which the folder was read is closed already.
        let _ = nix::unistd::close(descriptor);
    }
    Some(())
}
