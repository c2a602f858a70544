//! Tests jobs that are killed at any moment: checks the remaining files.

use std::{
    fs,
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use reversi_testing::by_profile;
use tempfile::TempDir;

use crate::output::names;

const OLD: &str = "old";

/// A job of about ten milliseconds.
const SHORT: [&str; 2] = ["-t1", "-d7"];

fn job(folder: &Path, task_and_depth: [&str; 2]) -> Command {
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let mut command = Command::new(crate::program::BUILT);
    command.current_dir(folder).args(task_and_depth).args(["-op", "moves", "-ol", "log", "-i"]).arg(board);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn written() -> [String; 2] {
    let folder = TempDir::new().expect("a temporary folder");
    assert!(job(folder.path(), SHORT).status().expect("the program runs").success());
    ["moves", "log"].map(|name| fs::read_to_string(folder.path().join(name)).expect("a file"))
}

#[test]
fn killed_job_leaves_each_file_old_or_new() {
    // In each round the job is killed later, by `step` microseconds.
    let (rounds, step) = by_profile((25, 1700), (420, 100));
    let [new_moves, new_log] = written();
    for round in 0..rounds {
        let folder = TempDir::new().expect("a temporary folder");
        let has_old = round % 2 == 0;
        if has_old {
            for name in ["moves", "log"] {
                fs::write(folder.path().join(name), OLD).expect("a new file");
            }
        }
        let mut child = job(folder.path(), SHORT).stderr(Stdio::null()).spawn().expect("the program runs");
        thread::sleep(Duration::from_micros(round * step));
        child.kill().expect("a child");
        child.wait().expect("a child");
        for (name, new) in [("moves", &new_moves), ("log", &new_log)] {
            match fs::read_to_string(folder.path().join(name)) {
                Err(error) => {
                    assert!(!has_old && error.kind() == ErrorKind::NotFound, "round {round}: {name}: {error}");
                }
                Ok(text) => {
                    let is_whole = has_old && text == OLD || text == *new;
                    assert!(is_whole, "round {round}: {name} has {} bytes", text.len());
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn limit_on_the_size_of_files_is_a_write_error() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("log"), OLD).expect("a new file");
    let job = job(folder.path(), SHORT);
    let output = Command::new("sh")
        .current_dir(folder.path())
        .args(["-c", "ulimit -f 1; exec \"$@\"", "sh"])
        .arg(job.get_program())
        .args(job.get_args())
        .output()
        .expect("a shell");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(message, "reversi: cannot write log: File too large\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(names(folder.path()), ["log"]);
    assert_eq!(fs::read_to_string(folder.path().join("log")).expect("a file"), OLD);
}

#[test]
fn a_hopeless_depth_is_refused_and_not_counted() {
    for arguments in [["-t1", "-d16"], ["-t2", "-d60"], ["-t3", "-d99999999999999999999"]] {
        let folder = TempDir::new().expect("a temporary folder");
        let output = job(folder.path(), arguments).output().expect("the program runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(message.starts_with("reversi: cannot write log: the log is larger than the "), "{message}");
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
