//! With `--sync`, files are on the disk before the program says that it is done.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nix::errno::Errno;
use tempfile::TempDir;

use super::{
    JOBS, files,
    tracer::{self, Call, Fault, Injection, Outcome},
    workspace,
};

/// A run in which nothing fails; none where this system lets nobody trace.
fn run(workspace: &TempDir, arguments: &[&str], code: i32) -> Option<Outcome> {
    let outcome = tracer::run(workspace.path(), arguments, "", None).ok().or_else(|| {
        crate::not_tested(crate::Lack::Machine, "how many calls are made: no process may be traced");
        None
    })?;
    assert_eq!(outcome.code, Some(code), "{}", String::from_utf8_lossy(&outcome.stderr));
    Some(outcome)
}

/// What of a workspace was synced, by its path there; the workspace itself is the empty path.
fn synced(workspace: &TempDir, outcome: &Outcome) -> Vec<PathBuf> {
    let root = fs::canonicalize(workspace.path()).expect("a folder");
    let inside = |path: &PathBuf| path.strip_prefix(&root).ok().map(Path::to_owned);
    outcome.synced.iter().filter_map(inside).collect()
}

#[test]
fn every_file_and_every_folder_is_synced_where_that_is_asked_for_and_nothing_otherwise() {
    // Files, folders of theirs, and folders above those that are new; standard output is a file here.
    let expected = [
        ("batch", 2 + 1 + 1),
        ("next", 1 + 1 + 1),
        ("explain", 1 + 1 + 1),
        ("mistakes write", 2 + 1 + 1),
        ("cases expected", 2 + 1 + 1 + 1),
        ("match", 1 + 1 + 1),
    ];
    for (name, count) in expected {
        let job = JOBS.iter().find(|job| job.name == name).expect("a job of that name");
        for (sync, count) in [(None, 0), (Some("--sync"), count)] {
            let workspace = workspace();
            let before = files(workspace.path());
            let arguments: Vec<&str> = job.arguments.iter().copied().chain(sync).collect();
            let Some(outcome) = run(&workspace, &arguments, 0) else { return };
            assert_ne!(files(workspace.path()), before);
            assert_eq!(outcome.counts.get(&Call::Sync).copied().unwrap_or_default(), count, "{name}");
        }
    }
}

/// A job with outputs in two folders.
const TWO_FOLDERS: [&str; 9] =
    ["-t1", "-d2", "-i", "board.txt", "-op", "one/moves.txt", "-ol", "other/log.txt", "--sync"];

/// A workspace with the folders of that job, and old files there.
fn two_folders() -> TempDir {
    let workspace = workspace();
    for path in TWO_FOLDERS.iter().filter(|path| path.contains('/')).map(|path| workspace.path().join(path)) {
        fs::create_dir(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "old").expect("a file");
    }
    workspace
}

#[test]
fn a_call_that_fails_before_the_files_have_their_names_leaves_all_old_ones() {
    let clean = two_folders();
    let old = files(clean.path());
    let Some(outcome) = run(&clean, &TWO_FOLDERS, 0) else { return };
    let mut refused = 0;
    for after in 0..outcome.counts[&Call::Open] {
        let workspace = two_folders();
        let injection = Injection { call: Call::Open, after, fault: Fault::Error(Errno::EACCES) };
        let outcome = tracer::run(workspace.path(), &TWO_FOLDERS, "", Some(injection)).expect("it was traced before");
        if outcome.code == Some(0) {
            continue;
        }
        let said = String::from_utf8_lossy(&outcome.stderr);
        assert!(files(workspace.path()) == old, "{said}");
        refused += usize::from(said.contains("cannot sync the folder "));
    }
    // Each folder is opened when its file is created, and before the files get their names.
    assert_eq!(refused, 4);
}

#[test]
fn a_folder_that_cannot_be_synced_is_told_when_all_is_written_and_the_other_is_synced() {
    let clean = two_folders();
    let Some(outcome) = run(&clean, &TWO_FOLDERS, 0) else { return };
    let all = synced(&clean, &outcome);
    let folders = ["one", "other"].map(PathBuf::from);
    assert!(all.ends_with(&folders), "{all:?}");
    for (number, folder) in ["one", "other"].into_iter().enumerate() {
        let fail = |error| {
            let workspace = two_folders();
            let injection = Injection { call: Call::Sync, after: 2 + number, fault: Fault::Error(error) };
            let outcome =
                tracer::run(workspace.path(), &TWO_FOLDERS, "", Some(injection)).expect("it was traced before");
            assert_eq!(files(workspace.path()), files(clean.path()));
            assert!(synced(&workspace, &outcome).ends_with(&folders));
            (outcome.code, String::from_utf8(outcome.stderr).expect("a message"))
        };
        let message = format!(
            "reversi: cannot sync the folder {folder}: Input/output error (os error 5); one/moves.txt and other/log.txt \
             are written, but a power failure may undo that: run the command again, or without --sync\n"
        );
        assert_eq!(fail(Errno::EIO), (Some(2), message));
        // There, nobody can.
        for error in [Errno::EINVAL, Errno::EOPNOTSUPP] {
            assert_eq!(fail(error), (Some(0), String::new()));
        }
    }
}

#[test]
fn new_inputs_are_synced_before_the_list_that_names_them() {
    let workspace = workspace();
    fs::copy("fixtures/next/usc2017-black-midgame.txt", workspace.path().join("one.txt")).expect("an input");
    fs::write(workspace.path().join("cases.csv"), "input,dialect,name\none.txt,usc2017,one").expect("a list");
    let Some(outcome) = run(&workspace, &["cases", "audit", "cases.csv", "--add", "added", "--sync"], 0) else {
        return;
    };
    let mut folders = synced(&workspace, &outcome);
    folders.retain(|path| !path.to_string_lossy().contains("(deleted)"));
    // The name of the new folder, what is in it, and the list.
    assert_eq!(folders, ["", "added", ""].map(PathBuf::from));
}

#[test]
fn records_of_an_earlier_run_are_synced_where_they_are_used() {
    let workspace = workspace();
    let job = JOBS.iter().find(|job| job.name == "grade --collected").expect("a job of that name");
    let Some(_) = run(&workspace, job.arguments, 0) else { return };
    let outcome = run(&workspace, &[job.arguments, &["--sync"]].concat(), 0).expect("it was traced before");
    let synced = synced(&workspace, &outcome);
    for path in ["new/records/ada.json", "new/times.csv", "new/records", "new"] {
        assert!(synced.contains(&PathBuf::from(path)), "{path} is not among {synced:?}");
    }
}

#[test]
fn the_line_for_github_is_synced() {
    let workspace = workspace();
    let arguments =
        ["grade", "--one", "collected/ada", "--collected", "--config", "grade.toml", "--classroom", "--sync"];
    let Some(outcome) = run(&workspace, &arguments, 1) else { return };
    assert_eq!(synced(&workspace, &outcome), ["github.txt", ""].map(PathBuf::from));
}
