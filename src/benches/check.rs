//! The check of a right log against writing it, and the memory that it takes.

use std::{fs, process::Command};

use super::{
    measure::{Unit, compare, print},
    memory::{LIMIT, peak},
    program,
};

pub fn run() {
    let folder = program::memory_folder();
    let log = folder.path().join("log.txt");
    program::run(program::job(1, 10).args(["-op", "/dev/null", "-ol"]).arg(&log));
    let length = fs::metadata(&log).expect("a log").len();
    let mut check = program::check(1, 10, &log);
    let mut write = program::job_to_nowhere(1, 10);
    let bytes = |command: &mut Command| {
        program::run(command);
        length
    };
    let what = "check: task 1, depth 10, a right log in a memory file";
    compare(Unit::GIGABYTES, what, || bytes(&mut check), "writing it to `/dev/null`", || bytes(&mut write));
    if let Some(peak) = peak(&mut check) {
        print("MiB", "peak memory: check, task 1, depth 10", peak, "the limit", LIMIT);
    }
}
