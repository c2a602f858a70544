//! Tests the recognition of files.

use std::{fs, path::PathBuf};

use reversi_check::{FileRole, recognise};
use reversi_testing::path;
use tempfile::TempDir;

/// Writes files into a folder and recognises them. Returns the job as `assignment -t TASK -d DEPTH`.
fn job_of(files: &[(&str, &str)]) -> (String, Vec<Option<FileRole>>, Option<String>) {
    let folder = TempDir::new().expect("a folder");
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
    for (path, (_, text)) in paths.iter().zip(files) {
        fs::write(path, text).expect("a file");
    }
    let found = recognise(&paths, None);
    let number = |shown: Option<u32>| shown.map_or("?".to_owned(), |number| number.to_string());
    let task = number(found.task.as_ref().map(|task| task.value.into()));
    let depth = number(found.depth.as_ref().map(|depth| depth.value));
    let roles = found.files.iter().map(|file| file.role).collect();
    (format!("{} -t {task} -d {depth}", found.assignment.value), roles, found.problem)
}

fn text(file: &str) -> String {
    fs::read_to_string(path(file)).expect("a file")
}

#[test]
fn task_and_depth_of_a_right_log_are_recognised_in_any_format() {
    let log = text("fixtures/check/wrong-log.txt");
    let board = text("fixtures/opening.txt");
    for changed in [log.clone(), log.to_lowercase(), log.replace(".0", ""), log.replace(',', "\t")] {
        let (job, roles, problem) = job_of(&[("board.txt", &board), ("log.txt", &changed)]);
        assert_eq!(job, "usc2013 -t 2 -d 3", "{changed}");
        assert_eq!((roles, problem), (vec![Some(FileRole::Board), Some(FileRole::Log)], None));
    }
}

#[test]
fn a_log_without_depths_proposes_no_depth() {
    let log = "Node,Depth,Value\nroot 1 -Infinity\nd3 1 3.0\n";
    assert_eq!(job_of(&[("log.txt", log)]).0, "usc2013 -t ? -d ?");
}

#[test]
fn the_log_of_another_board_is_told_without_a_board() {
    let log = "Node,Depth,Value,Alpha,Beta\nroot 1 -Infinity -Infinity Infinity\na1 2 3.0 -Infinity Infinity\n";
    let (_, _, problem) = job_of(&[("log.txt", log)]);
    assert!(problem.expect("a problem").contains("another board"));
}

#[test]
fn inputs_of_later_years_show_their_assignment() {
    let input = text("fixtures/next/usc2014-alphabeta-midgame.txt");
    let output = text("fixtures/check/spelled-output.txt");
    let (job, roles, _) = job_of(&[("output.txt", &output), ("input.txt", &input)]);
    assert!(job == "usc2014 -t 3 -d 4", "{job}");
    assert_eq!(roles, [Some(FileRole::Output), Some(FileRole::Board)]);
}

#[test]
fn files_that_are_not_outputs_have_a_problem() {
    let folder = TempDir::new().expect("a folder");
    let files =
        [("Cargo.toml", "[package]\nname = \"x\"\n"), ("a.pdf", "%PDF-1.7"), ("e.txt", ""), ("m.py", "x = 1\n")];
    let paths = files.map(|(name, text)| {
        fs::write(folder.path().join(name), text).expect("a file");
        folder.path().join(name)
    });
    let found = recognise(&paths, None);
    for (file, problem) in found.files.iter().zip(["not an assignment", "a PDF", "empty", "source code"]) {
        assert_eq!(file.role, None);
        assert!(file.problem.as_ref().expect("a problem").contains(problem), "{file:?}");
    }
}

#[test]
fn names_of_files_show_task_and_depth() {
    let board = text("fixtures/opening.txt");
    let moves = format!("STEP = 1\nBLACK\n{board}\nSTEP = 2\nWHITE\n{board}\n");
    assert_eq!(job_of(&[("moves_task3-d4.txt", &moves)]).0, "usc2013 -t 3 -d 4");
}
