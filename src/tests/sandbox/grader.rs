//! A process that grades, for other tests to start and kill.

use std::{
    env, fs,
    path::Path,
    process::{Command as Process, Stdio},
};

use super::{With as _, all_of, confined, shell, text, unconfined};

/// Runs the shell script in `SCRIPT`. `TIMES` is the number of runs.
#[test]
#[ignore = "a process of its own, which other tests start"]
fn grader() {
    let Ok(script) = env::var("SCRIPT") else { return };
    let sandbox = if env::var("UNCONFINED").is_ok() { unconfined() } else { confined() };
    let open_files = || fs::read_dir("/proc/self/fd").expect("open files").count();
    let before = open_files();
    for _ in 0..env::var("TIMES").map_or(1, |times| times.parse().expect("a number")) {
        let command = shell(&script).with("CONFINE_MARK", env::var_os("GRADER_MARK").expect("a mark"));
        let run = sandbox.run(&command).expect("an answer");
        println!("{:?}", run.end);
        // Another run examines and uses the remaining files.
        if let Ok(script) = env::var("THEN") {
            println!("{} files", run.folder.files(Path::new("")).expect("a folder").len());
            let mut next = shell(&script);
            next.files = all_of(&run.folder);
            println!("{}", text(&sandbox.run(&next).expect("an answer").stdout));
        }
    }
    assert_eq!(open_files(), before);
    assert!(rustix::process::wait(rustix::process::WaitOptions::NOHANG).is_err(), "a child is left");
}

/// Starts [`grader`] with its own folder for temporary files.
pub(super) fn start_grader(script: &str, mark: &str, temporary: &Path, prefix: &[&str], is_confined: bool) -> Process {
    let mut process = Process::new(prefix[0]);
    process.args(&prefix[1..]).arg(env::current_exe().expect("a name"));
    if !is_confined {
        process.env("UNCONFINED", "");
    }
    as_grader(process, script, mark, temporary)
}

/// Makes a process of this test program run [`grader`].
pub(super) fn as_grader(mut process: Process, script: &str, mark: &str, temporary: &Path) -> Process {
    process.args(["--exact", "sandbox::grader::grader", "--ignored", "--nocapture"]);
    process.env("SCRIPT", script).env("GRADER_MARK", mark).env("TMPDIR", temporary).stdin(Stdio::null());
    process
}
