//! Compares the system calls of the page with the system calls of Node.js.

use std::process::Command;

use reversi_testing::by_profile;
use tempfile::TempDir;

use crate::{Lack, not_tested};

#[test]
fn each_call_of_the_system_does_as_in_node() {
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return not_tested(Lack::Tool, "the page's system against that of Node.js: no node runs here");
    }
    for seed in 1..=by_profile(1, 4) {
        let folder = TempDir::new().expect("a folder");
        let mut command = Command::new("node");
        command.args(["--no-warnings", "src/tests/page/calls.mjs", "src/page/wasi.js"]);
        let output = command.arg(folder.path()).args(["3000", &seed.to_string()]).output().expect("node");
        let compared = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{compared}{}", String::from_utf8_lossy(&output.stderr));
        assert!(compared.lines().count() >= 23, "{compared}");
    }
}
