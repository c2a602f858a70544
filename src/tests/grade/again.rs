//! A class that is graded again, elsewhere, in parts, and after it was stopped.

use std::{fs, process::Stdio, thread, time::Duration};

use super::{Workspace, assert_same, class, files};

#[test]
fn a_class_is_the_same_bytes_however_it_is_graded() {
    let workspace = Workspace::of_fixtures();
    let alone = workspace.grade(&class(), "alone", &["--jobs", "1"]).success();
    let expected = files(&workspace.path("alone"));
    let beside = workspace.grade(&class(), "beside", &["--jobs", "4"]).success();
    assert_same(&expected, &files(&workspace.path("beside")), "four jobs");
    assert_eq!(alone.get_output().stdout, beside.get_output().stdout);
    for shard in ["1/3", "2/3", "3/3"] {
        workspace.grade(&class(), &format!("part{}", &shard[..1]), &["--shard", shard]).success();
    }
    let merged = workspace.run(&["--merge", "part3", "part1", "part2", "--out", "merged"]).success();
    assert_same(&expected, &files(&workspace.path("merged")), "three parts");
    assert_eq!(alone.get_output().stdout, merged.get_output().stdout);
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("summary", String::from_utf8_lossy(&alone.get_output().stdout));
    insta::assert_snapshot!("grades", workspace.text("alone/grades.csv"));
}

#[test]
fn whoever_is_killed_goes_on_and_comes_to_the_same() {
    let workspace = Workspace::of_fixtures();
    workspace.grade(&class(), "whole", &[]).success();
    for milliseconds in [50, 200, 450, 900, 1600] {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("reversi"));
        command.current_dir(workspace.path(".")).arg("grade").arg(class());
        command.args(["--config", "grade.toml", "--out", "killed", "--jobs", "2"]).stdout(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        thread::sleep(Duration::from_millis(milliseconds));
        process.kill().and_then(|()| process.wait()).expect("a child");
        for (name, bytes) in files(&workspace.path(".")).iter().filter(|(name, _)| name.starts_with("killed/records")) {
            serde_json::from_slice::<serde_json::Value>(bytes)
                .unwrap_or_else(|_| panic!("{} is half written", name.display()));
        }
    }
    workspace.grade(&class(), "killed", &[]).success();
    assert_same(&files(&workspace.path("whole")), &files(&workspace.path("killed")), "killed");
}

#[test]
fn only_what_has_changed_is_graded_again() {
    let workspace = Workspace::of_one_case();
    // What is not deterministic shows who was run.
    let script = "cat /proc/sys/kernel/random/uuid > log.txt";
    workspace.submit("ada", script);
    workspace.submit("bob", script);
    let wrote = || {
        workspace.grade_all(&[]);
        let results = workspace.json("results/results.json");
        [0, 1].map(|student| results["students"][student]["graded"]["cases"][0]["digest"].to_string())
    };
    let first = wrote();
    assert_eq!(first, wrote(), "nothing has changed");
    workspace.submit("bob", &[script, "\n"].concat());
    let second = wrote();
    assert!(first[0] == second[0] && first[1] != second[1], "one submission has changed");
    workspace.grade_all(&["--only", "ada"]);
    let third = wrote();
    assert!(second[0] != third[0] && second[1] == third[1], "one is asked for");
    workspace.configure("# the same, but for a comment");
    let fourth = wrote();
    assert!(third[0] != fourth[0] && third[1] != fourth[1], "the configuration has changed");
    fs::write(workspace.path("board.txt"), fs::read("fixtures/midgame-late.txt").expect("a board")).expect("a board");
    let fifth = wrote();
    assert!(fourth[0] != fifth[0] && fourth[1] != fifth[1], "a board has changed");
    workspace.grade_all(&["--again"]);
    let sixth = wrote();
    assert!(fifth[0] != sixth[0] && fifth[1] != sixth[1], "everything is asked for");
}

#[test]
fn parts_of_different_classes_are_not_put_together() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    workspace.submit("bob", "exit 0");
    workspace.grade(&workspace.path("class"), "one", &["--shard", "1/2"]).success();
    workspace.configure("environment = { A = 'b' }");
    workspace.grade(&workspace.path("class"), "other", &["--shard", "2/2"]).success();
    let refused = workspace.run(&["--merge", "one", "other", "--out", "merged"]).code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert_eq!(
        message,
        "reversi: one and other are of different classes: expected the same cases, configuration and submissions\n"
    );
    fs::remove_file(workspace.path("other/results.json")).expect("a file");
    let refused = workspace.run(&["--merge", "one", "other", "--out", "merged"]).code(2);
    assert!(
        String::from_utf8_lossy(&refused.get_output().stderr).contains("expected the folder of a part that was graded")
    );
}
