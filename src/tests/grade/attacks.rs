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
