//! Tests that the program finds the best sandbox level, and that other tests pass at each level.

use std::{
    env,
    io::{self, Write as _},
    panic::resume_unwind,
    process::{Command as Process, Stdio},
    thread,
};

use reversi::sandbox::Level;
use reversi_testing::by_profile;

use super::{AGAIN, ForOthers, can_test, confined, has_namespaces, is_root, runs_again};

/// Starts a command with the rights of an otherwise unused user.
const SOMEBODY: [&str; 6] = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];

const ALL: [&str; 5] =
    ["sandbox::", "grade::neighbours", "grade::programs", "--skip=sandbox::files", "--skip=sandbox::limits"];

/// Tests that are longer in the profile "all", and whose results differ by level.
const LONG: [&str; 2] = ["real_programs_get_their_points", "--include-ignored"];

/// The fastest tests for each difference between the levels: harm to others, and traces.
const FEW: [&str; 6] = [
    "the_best_level_is_the_best_that_the_machine_can",
    "files_of_others_are_neither_read_nor_changed",
    "nothing_is_reached_and_nothing_listens",
    "nothing_is_written_outside_of_the_folders",
    "folders_of_any_depth_and_mode_are_removed",
    "segments_of_shared_memory_do_not_stay",
];

/// Longer tests that differ without namespaces for files and processes.
const FEW_ON_THE_DISK: [&str; 2] =
    ["memory_counts_if_it_is_given_up_and_still_held", "attackers_cost_others_neither_points_nor_words"];

/// Runs tests in another process, by their names and the harness's options; fails if a test fails.
fn again(tests: &[&str], prefix: &[&str], level: Level) {
    let programs = ForOthers::new();
    let mut process = programs.process(prefix, "tests");
    process.args(tests).args(["--test-threads", "2"]);
    process.env(AGAIN, level.to_string()).env_remove("REVERSI_NOT_TESTED").stdin(Stdio::null());
    let output = process.output().expect("it starts");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success() && said.contains(" passed; 0 failed"), "{said}");
    for test in tests.iter().filter(|test| !test.starts_with("--")) {
        assert!(said.contains(test), "no test is called {test}");
    }
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
    if !runs_again() && can_test(is_root(), "containment as root: the tests run as another user") {
        // `.ci/run --all` runs the other tests of `ALL` as this user, in another folder.
        for tests in by_profile(&[&FEW[..]][..], &[&FEW, &LONG]) {
            again(tests, &SOMEBODY, confined().level());
        }
    }
}

#[test]
fn root_is_safe_without_namespaces() {
    if !runs_again() && can_test(is_root(), "containment by another user's rights: only root can give them") {
        // Only this thread and its children inherit the filter of system calls.
        let filtered = thread::spawn(|| {
            forbid_namespaces();
            for tests in by_profile(&[&[&FEW[..], &FEW_ON_THE_DISK].concat()[..]][..], &[&ALL, &LONG]) {
                again(tests, &["env"], Level::SeparateUser);
            }
        });
        filtered.join().unwrap_or_else(|panic| resume_unwind(panic));
    }
}

/// True if this process can test all levels.
pub(crate) fn is_root_with_namespaces() -> bool {
    is_root() && has_namespaces()
}

/// Forbids this thread and its children to make namespaces.
pub(crate) fn forbid_namespaces() {
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
    let said = crate::stdout(&assert);
    let level = confined().level();
    assert!(said.contains(&format!("{level}: works\n")), "{said}");
    assert_eq!(said.contains("namespaces: works\n"), has_namespaces(), "{said}");
    // The test runner captures `print!`; this line must be visible.
    let _ = write!(io::stdout(), "programs are contained at the level `{level}`; of the machine it is said:\n{said}");
}
