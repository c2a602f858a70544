//! The whole process for a small job, against a process that does nothing.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use super::{
    measure::{medians, print},
    program,
};

const RUNS: usize = 200;

pub fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let [mut one, mut two, mut three] = [1, 2, 3].map(|task| {
        let mut job = program::job(task, 3);
        job.arg("-op").arg(folder.path().join("moves.txt")).arg("-ol").arg(folder.path().join("log.txt"));
        move || program::run(&mut job)
    });
    let (name, mut idle) = idle();
    let mut idle = || program::run(&mut idle);
    let [idle, times @ ..] = medians(RUNS, [&mut idle, &mut one, &mut two, &mut three]);
    for (task, time) in (1..).zip(times) {
        print("ms", &format!("start-up: task {task}, depth 3, whole process"), time * 1e3, name, idle * 1e3);
    }
}

/// A process that does nothing.
fn idle() -> (&'static str, Command) {
    if Path::new("/bin/true").exists() {
        return ("`/bin/true`", Command::new("/bin/true"));
    }
    let mut version = Command::new(env!("CARGO_BIN_EXE_reversi"));
    version.arg("--version").stdout(Stdio::null());
    ("`reversi --version`", version)
}
