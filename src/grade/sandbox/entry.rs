//! This program, started again as a process of a run.

use std::{ffi::OsString, fs, os::fd::RawFd, process::ExitCode};

use rustix::process::setsid;

use super::{launcher, supervisor};

/// Runs a process of a run, if this program was started as one, and returns its exit code. A program must call this
/// first, because a process with threads cannot enter namespaces. The arguments are undocumented elsewhere, because
/// people do not need them.
pub fn serve(arguments: &[OsString]) -> Option<ExitCode> {
    let given = arguments.get(1..)?;
    let process: fn() = match given {
        _ if given == supervisor::ARGUMENTS => supervisor::supervise,
        _ if given == launcher::ARGUMENTS => launcher::launch,
        _ => return None,
    };
    // Signals to a process group, and from the grader's terminal, stop at the session. Only the leader of a group
    // cannot make a session, and this process is not a leader.
    if close_inherited().is_none() || setsid().is_err() {
        return Some(ExitCode::FAILURE);
    }
    process();
    Some(ExitCode::SUCCESS)
}

/// Closes all descriptors except standard input, output and error. The grading process may have inherited others, which
/// the started program must not get.
fn close_inherited() -> Option<()> {
    let entries = fs::read_dir("/proc/self/fd").ok()?.flatten();
    let descriptors: Vec<RawFd> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in descriptors.into_iter().filter(|&descriptor| descriptor > 2) {
        // The descriptor for reading the folder is already closed.
        let _ = nix::unistd::close(descriptor);
    }
    Some(())
}
