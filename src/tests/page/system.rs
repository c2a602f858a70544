//! The system under the program, call by call, against that of Node.js.

use std::process::Command;

use tempfile::TempDir;

use crate::{Lack, not_tested};

#[test]
fn each_call_of_the_system_returns_and_leaves_what_that_of_another_runtime_does() {
    compare_with_node(&["1"]);
}

#[test]
#[ignore = "seconds: the same of more calls"]
fn more_calls_of_the_system_return_and_leave_what_those_of_another_runtime_do() {
    compare_with_node(&["2", "3", "4"]);
}

fn compare_with_node(seeds: &[&str]) {
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return not_tested(Lack::Tool, "the page's system against that of Node.js: no node runs here");
    }
    for seed in seeds {
        let folder = TempDir::new().expect("a folder");
        let mut command = Command::new("node");
        command.args(["--no-warnings", "src/tests/page/calls.mjs", "src/page/wasi.js"]);
        let output = command.arg(folder.path()).args(["3000", seed]).output().expect("node");
        let compared = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{compared}{}", String::from_utf8_lossy(&output.stderr));
        assert!(compared.lines().count() >= 23, "{compared}");
    }
}
