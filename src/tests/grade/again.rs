//! Tests a class that is graded again: elsewhere, in parts, and after an interrupt.

use std::{fs, path::PathBuf, process::Stdio, sync::LazyLock, thread, time::Duration};

use reversi_testing::{all_tests, by_profile};

use super::{GRADED, Workspace, assert_same, class, files};

/// Two cases, and submissions with different results, most of them from the fixtures: correct, wrong, endless,
/// crashing, and not built.
fn of_few() -> Workspace {
    let workspace = Workspace::of_two_cases();
    let names = ["ada_lovelace", "barbara_liskov", "margaret_hamilton", "niklaus_wirth"];
    workspace.submit_of(&class(), &names);
    // An endless output reaches its limit faster than a loop, and the submission runs twice.
    workspace.submit("printer", "cat /dev/zero");
    let limits = workspace.text("grade.toml").replace("[limits]\n", "[limits]\noutput = '1 MiB'\n");
    workspace.write("grade.toml", limits);
    workspace
}

/// A workspace and its class: few submissions, or in the profile "all" the whole class with all cases.
fn workspace() -> (Workspace, PathBuf) {
    let workspace = if all_tests() { Workspace::of_fixtures() } else { of_few() };
    let class = if all_tests() { class() } else { workspace.path("class") };
    (workspace, class)
}

/// A small class, graded one submission at a time, with the printed summary.
static ALONE: LazyLock<(Workspace, String)> = LazyLock::new(|| {
    let (workspace, class) = workspace();
    let printed = workspace.grade_alone(&class);
    (workspace, printed)
});

#[test]
fn a_class_gets_its_grades() {
    let (workspace, printed) = &**by_profile(&GRADED, &ALONE);
    let [summary, grades] = by_profile(["summary", "grades"], ["summary-of-all-cases", "grades-of-all-cases"]);
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!(summary, super::without_missed(printed));
    insta::assert_snapshot!(grades, workspace.text("results/grades.csv"));
}

#[test]
fn a_class_is_the_same_bytes_however_it_is_graded() {
    let ((alone, printed), (workspace, class)) = (&*ALONE, workspace());
    let class = class.as_path();
    let expected = files(&alone.path("results"));
    let beside = workspace.grade(class, "beside", &["--jobs", "4"]).success();
    assert_same(&expected, &files(&workspace.path("beside")), "four jobs");
    assert_eq!(printed.as_bytes(), beside.get_output().stdout);
    // Two machines share a folder, and the third one's records are copied into it.
    for (shard, out) in [("1/3", "parts"), ("2/3", "parts"), ("3/3", "other")] {
        workspace.grade(class, out, &["--shard", shard]).success().stdout("");
        assert!(!workspace.path(out).join("results.json").exists(), "{shard}");
    }
    for record in fs::read_dir(workspace.path("other/records")).expect("records").flatten() {
        let copied = workspace.path("parts/records").join(record.file_name());
        fs::rename(record.path(), copied).expect("a record");
    }
    let whole = workspace.grade(class, "parts", &[]).success();
    assert_same(&expected, &files(&workspace.path("parts")), "three parts");
    assert_eq!(printed.as_bytes(), whole.get_output().stdout);
    let all = expected.keys().filter(|path| path.starts_with("records")).count();
    assert!(crate::stderr(&whole).contains(&format!("{all} of {all} students have not changed")), "nothing runs again");
}

#[test]
fn a_killed_run_continues_to_the_same_results() {
    let (workspace, class) = workspace();
    for milliseconds in by_profile(&[50, 150, 300][..], &[50, 300, 600, 1200, 2400]) {
        let mut command = std::process::Command::new(crate::program());
        command.current_dir(workspace.path(".")).arg("grade").arg(&class);
        command.args(["--config", "grade.toml", "--out", "killed", "--jobs", "2"]).stdout(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        thread::sleep(Duration::from_millis(*milliseconds));
        process.kill().and_then(|()| process.wait()).expect("a child");
        for (name, bytes) in files(&workspace.path(".")).iter().filter(|(name, _)| name.starts_with("killed/records")) {
            serde_json::from_slice::<serde_json::Value>(bytes)
                .unwrap_or_else(|_| panic!("{} is half written", name.display()));
        }
    }
    workspace.grade(&class, "killed", &[]).success();
    assert_same(&files(&ALONE.0.path("results")), &files(&workspace.path("killed")), "killed");
}

/// After Ctrl-C a message names the results that are kept.
#[test]
fn an_interrupt_says_what_is_kept() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    workspace.submit("bob", "sleep 100");
    let mut command = std::process::Command::new(crate::program());
    command.current_dir(workspace.path(".")).args(["grade", "class", "--config", "grade.toml", "--out", "results"]);
    command.args(["--jobs", "1"]).stdout(Stdio::null()).stderr(Stdio::piped());
    let process = command.spawn().expect("it starts");
    let record = workspace.path("results/records/ada/graded.json");
    crate::signals::wait_until("one is graded", || record.exists(), |exists| *exists);
    let process_id = process.id().to_string();
    std::process::Command::new("kill").args(["-INT", &process_id]).status().expect("kill is there");
    let ended = process.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(130));
    let kept = "reversi: interrupted: 1 of 2 students is graded and kept in results; run the same command to \
        continue\n";
    assert!(said.contains(kept), "{said}");
}
