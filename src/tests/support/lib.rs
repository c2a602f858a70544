//! Helpers for the tests of several packages: paths, snapshots, random inputs, a plain reference of the rules.

#![allow(clippy::missing_panics_doc)] // a helper that panics fails the test that called it

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use proptest::prelude::ProptestConfig;

pub mod definition;
pub mod documents;
pub mod positions;
pub mod slow;

/// The absolute path of a file of the repository, or of the copy in `REVERSI_REPOSITORY`. Cargo runs the tests of each
/// package in the package's own folder.
pub fn path(in_repository: impl AsRef<Path>) -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).expect("the repository");
    env::var_os("REVERSI_REPOSITORY").map_or(repository.to_path_buf(), PathBuf::from).join(in_repository)
}

/// Writes snapshots to `snapshots/SUBJECT/NAME.snap` while the caller keeps the returned guard.
pub fn snapshots(subject: &str) -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path("snapshots").join(subject));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // Windows has other error texts and path separators.
    #[cfg(windows)]
    for (there, here) in [
        (r"\bNUL\b", "/dev/null"),
        (r"[^:\n]* \(os error [23]\)", " No such file or directory (os error 2)"),
        (r"(File|Path) not found\.", "No such file or directory"),
        (r"target\\wasm32", "target/wasm32"),
        (r"((?:fixtures/|years)[\w/-]*)\\", "$1/"),
        // On Windows, `grade` is not in the list of commands.
        (r"\btree, play\b", "tree, grade, play"),
    ] {
        settings.add_filter(there, here);
    }
    settings.bind_to_scope()
}

/// A text with `FOLDER` for the path of a folder, and `/` before the names in the folder.
pub fn in_folder(text: &str, folder: &Path) -> String {
    let path = folder.to_str().expect("a path");
    // In JSON, backslashes are doubled.
    let text = text.replace(&path.replace('\\', r"\\"), "FOLDER").replace(path, "FOLDER");
    text.replace(r"FOLDER\\", "FOLDER/").replace(r"FOLDER\", "FOLDER/")
}

/// True if a line and a column, which both count from 1, are a place in a text or directly after a line.
pub fn is_place_in(text: &str, line: usize, column: usize) -> bool {
    text.split('\n').nth(line - 1).is_some_and(|line| (1..=line.chars().count() + 1).contains(&column))
}

/// True in the profile "all": `cargo test -- --include-ignored`. The default profile is `cargo test`.
pub fn all_tests() -> bool {
    env::args().any(|argument| argument == "--include-ignored" || argument == "--ignored")
}

/// Returns the value for the current profile.
pub fn by_profile<T>(default: T, all: T) -> T {
    if all_tests() { all } else { default }
}

/// Tries a property on `cases` random inputs in the profile "all". The default is a tenth of `cases`, but at least
/// three inputs.
pub fn random(cases: u32) -> ProptestConfig {
    let cases = by_profile((cases / 10).max(3), cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The reason why something is not tested.
#[derive(Clone, Copy)]
pub enum Lack {
    /// A program is not installed.
    Tool,
    /// The processor, the kernel or the user's rights do not allow the test.
    Machine,
}

/// Reports an untested subject. The test runner captures printed text, so the message goes to standard error directly.
/// The message also goes to the file in `REVERSI_NOT_TESTED`, whose lines `.ci/run` prints at the end.
pub fn not_tested(lack: Lack, subject: &str) {
    let line = match lack {
        Lack::Tool => format!("tool: {subject}\n"),
        Lack::Machine => format!("machine: {subject}\n"),
    };
    let _ = io::stderr().write_all(["not tested, for want of a ", &line].concat().as_bytes());
    let list = env::var_os("REVERSI_NOT_TESTED").map(|path| OpenOptions::new().append(true).create(true).open(path));
    if let Some(Ok(mut list)) = list {
        list.write_all(line.as_bytes()).expect("room for a line");
    }
}
