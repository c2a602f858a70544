//! The levels: which one it is, and that none of the other tests depends on it.

use std::{
    env,
    io::{self, Write as _},
    panic::resume_unwind,
    process::{Command as Process, Stdio},
    thread,
};

use reversi::sandbox::Level;

use super::{AGAIN, confined, has_namespaces, is_root, runs_again};

/// Starts a command with the rights of somebody who is nobody else.
const SOMEBODY: [&str; 6] = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];

/// All tests of this folder, in another process; fails as they do.
fn again(prefix: &[&str], level: Level) {
    let mut process = Process::new(prefix[0]);
    process.args(&prefix[1..]).arg(env::current_exe().expect("a name")).args([
        "sandbox::",
        "grade::neighbours",
        "grade::programs",
        "--test-threads",
        "2",
    ]);
    let output = process.env(AGAIN, level.to_string()).stdin(Stdio::null()).output().expect("it starts");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success() && said.contains(" passed; 0 failed"), "{said}");
}

#[test]
fn the_best_level_is_the_best_that_the_machine_can() {
    let level = confined().level();
    let expected = env::var(AGAIN).unwrap_or_else(|_| {
        let attempt = Process::new("unshare").args(["-Urmpnif", "--mount-proc", "true"]).output();
        let works = attempt.is_ok_and(|output| output.status.success());
        if works { Level::Namespaces } else { Level::SeparateUser }.to_string()
    });
    assert_eq!(level.to_string(), expected);
}

#[test]
fn an_ordinary_user_is_as_safe() {
    if is_root() && !runs_again() {
        again(&SOMEBODY, confined().level());
    }
}

/// With a filter of system calls, which the thread's children inherit, and nobody else.
#[test]
fn root_is_safe_without_namespaces() {
    if is_root() && !runs_again() {
        let filtered = thread::spawn(|| {
            forbid_namespaces();
            again(&["env"], Level::SeparateUser);
        });
        filtered.join().unwrap_or_else(|panic| resume_unwind(panic));
    }
}

/// Forbids this thread, and all that it starts, to make namespaces.
fn forbid_namespaces() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
    let calls = [(nix::libc::SYS_unshare, Vec::new())].into_iter().collect();
    let architecture = env::consts::ARCH.try_into().expect("an architecture");
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(1), architecture);
    let filter: BpfProgram = filter.expect("a filter").try_into().expect("a filter");
    apply_filter(&filter).expect("a filter");
}

#[test]
fn the_doctor_says_what_this_machine_can_contain() {
    let assert = crate::reversi().args(["grade", "--doctor"]).assert().success();
    let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let level = confined().level();
    assert!(said.contains(&format!("{level}: works\n")), "{said}");
    assert_eq!(said.contains("namespaces: works\n"), has_namespaces(), "{said}");
    // Past the test runner, which keeps what tests print: whoever reads its output sees what was tested.
    let _ = write!(io::stdout(), "programs are contained at the level `{level}`; of the machine it is said:\n{said}");
}
