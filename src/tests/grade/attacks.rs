//! What a submission does to the grader itself: it holds nobody up, and the machine is not blamed for it.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::Command as Process,
    thread,
};

use reversi::grade::{
    people::anonymity::AnonymousKey,
    recipes::{BuildPlan, projects},
    submissions::Submission,
};
use tempfile::TempDir;

use super::{Workspace, archives::zip};

/// What this thread has taken so far: nanoseconds of processor time, and bytes that it has read.
fn taken() -> [u64; 2] {
    let first = |file: &str, name: &str| {
        let text = fs::read_to_string(Path::new("/proc/thread-self").join(file)).expect("figures");
        let number = text.split_once(name).and_then(|(_, rest)| rest.split_whitespace().next());
        number.and_then(|number| number.parse().ok()).expect("a number")
    };
    [first("schedstat", ""), first("io", "rchar:")]
}

#[test]
fn the_grader_looks_through_sources_in_few_steps() {
    let includes: String = (0..100).map(|number| format!("#include \"none_{number}.h\"\n")).collect();
    let source = includes.repeat(2) + "int main() {}\n";
    let names: Vec<String> = (0..2000).map(|number| format!("part_{number}.cpp")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), source.as_bytes())).collect();
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("eve.zip");
    fs::write(&path, zip(&members)).expect("a file");
    let contents = Submission::at(&path).expect("a file").expect("an archive").open().expect("files");
    let before = taken();
    assert_eq!(projects(&contents, Path::new("reversi")).len(), 1);
    assert!(BuildPlan::candidates(&contents, Path::new("reversi")).is_ok());
    let [nanoseconds, read] = [0, 1].map(|which| taken()[which] - before[which]);
    let length = (source.len() * names.len()) as u64;
    // 400,000 names that none of 2,000 sources has: some milliseconds, or many seconds where each is compared with each.
    assert!((length..4 * length).contains(&read) && nanoseconds < 4_000_000_000, "{read} bytes, {nanoseconds} ns");
}

#[test]
fn an_anonymous_key_is_made_whole_and_no_other_is_taken() {
    for _ in 0..50 {
        let folder = TempDir::new().expect("a folder");
        let class = ["ada", "bob", "eve"].map(str::to_owned);
        let numbers = || AnonymousKey::of_folder(folder.path()).expect("a key").numbers(&class);
        let all: BTreeSet<_> = thread::scope(|scope| {
            let runs: Vec<_> = (0..4).map(|_| scope.spawn(numbers)).collect();
            runs.into_iter().map(|run| run.join().expect("numbers")).collect()
        });
        assert_eq!(all.len(), 1, "runs that begin at the same time have the same key");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    for key in ["", "\n", "0123456789abcdef\n"] {
        workspace.write("anonymous.key", key);
        let refused = workspace.grade(&workspace.path("class"), "results", &["--anonymous"]).code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains("anonymous.key has fewer than 32 characters"), "{said}");
    }
}
