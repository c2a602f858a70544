//! Starts this program again as a supervisor or a launcher.

use std::{ffi::OsString, fs, os::fd::RawFd, process::ExitCode};

use rustix::process::setsid;

use super::{launcher, supervisor};

/// If this program was started as a supervisor or launcher, runs it and returns the exit code. A program must call this
/// function first, because a process with threads cannot enter namespaces. The arguments are not documented for users,
/// because only this program uses them.
pub fn serve(arguments: &[OsString]) -> Option<ExitCode> {
    let given = arguments.get(1..)?;
    let process: fn() = match given {
        _ if given == supervisor::ARGUMENTS => supervisor::supervise,
        _ if given == launcher::ARGUMENTS => launcher::launch,
        _ => return None,
    };
    // A new session protects this process from signals of the grader's terminal and process group. A process group's
    // leader cannot make a session, but this process is not a leader.
    if close_inherited().is_none() || setsid().is_err() {
        return Some(ExitCode::FAILURE);
    }
    process();
    Some(ExitCode::SUCCESS)
}

/// Closes all descriptors except standard input, output and error. The grading process may have inherited other
/// descriptors, which the command must not get.
fn close_inherited() -> Option<()> {
    let entries = fs::read_dir("/proc/self/fd").ok()?.flatten();
    let descriptors: Vec<RawFd> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in descriptors.into_iter().filter(|&descriptor| descriptor > 2) {
        // The descriptor with which the folder of descriptors was read is already closed.
        let _ = nix::unistd::close(descriptor);
    }
    Some(())
}
