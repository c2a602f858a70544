//! The built program, as a process.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// The batch job of a task from the opening; the outputs are up to the caller.
pub fn job(task: u32, depth: u32) -> Command {
    let mut job = Command::new(env!("CARGO_BIN_EXE_reversi"));
    job.args([format!("-t{task}"), format!("-d{depth}")]).args(["-i", "fixtures/opening.txt"]).stdout(Stdio::null());
    job
}

/// The same, and nothing is kept of what it writes.
pub fn job_to_nowhere(task: u32, depth: u32) -> Command {
    let mut job = job(task, depth);
    job.args(["-op", "/dev/null", "-ol", "/dev/null"]);
    job
}

/// The check of a log of that job.
pub fn check(task: u32, depth: u32, log: &Path) -> Command {
    let mut check = Command::new(env!("CARGO_BIN_EXE_reversi"));
    check.args(["check", &format!("-t{task}"), &format!("-d{depth}"), "-i", "fixtures/opening.txt", "-ol"]);
    check.arg(log).stdout(Stdio::null());
    check
}

/// A folder in memory, where the system has such a place.
pub fn memory_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

/// Runs a process to its end.
pub fn run(command: &mut Command) {
    let status = command.status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?} fails");
}
