//! Tests `next` in the related assignments: outputs byte for byte, and errors of inputs.
//!
//! The plain reference in `src/tests/reference` has written the snapshots.

use std::{fs, path::Path};

#[test]
fn outputs_of_assignments_are_those_of_the_reference() {
    let _settings = crate::snapshots("next");
    for (assignment, prefix) in [("usc2014", "usc2014-"), ("usc2017a", "usc2017-"), ("usc2017", "usc2017-")] {
        let mut inputs = crate::texts("fixtures/next");
        inputs.retain(|input| input.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)));
        assert!(inputs.len() >= 8, "only {} inputs", inputs.len());
        let outputs = inputs.iter().map(|input| {
            let name = input.file_stem().expect("a name").to_string_lossy().replacen(prefix, "", 1);
            crate::section(&name, &run(&["--assignment", assignment], input))
        });
        insta::assert_binary_snapshot!(&format!("{assignment}.txt"), outputs.collect::<Vec<_>>().concat());
    }
}

fn run(arguments: &[&str], input: &Path) -> Vec<u8> {
    let assert = crate::reversi().arg("next").args(arguments).arg("-i").arg(input).args(["-o", "-"]).assert();
    assert.success().stderr("").get_output().stdout.clone()
}

#[test]
fn crlf_changes_the_line_ends_and_nothing_else() {
    for name in ["usc2014-alphabeta-midgame.txt", "usc2014-greedy-black-midgame.txt"] {
        let input = Path::new("fixtures/next").join(name);
        let lf = run(&["--assignment", "usc2014"], &input);
        let crlf = run(&["--assignment", "usc2014", "--line-ending", "crlf"], &input);
        assert_eq!(String::from_utf8_lossy(&crlf), String::from_utf8_lossy(&lf).replace('\n', "\r\n"));
    }
}

#[test]
fn usc2013_writes_the_next_board_and_the_log_of_the_batch_job() {
    let board = Path::new("fixtures/midgame-quiet.txt");
    let output = run(&["--assignment", "usc2013", "-t2", "-d3"], board);
    let batch = |file| String::from_utf8(crate::batch::pinned("midgame-quiet", file)).expect("text");
    let (moves, log) = (batch("-t 2 -d 3: moves"), batch("-t 2 -d 3: log"));
    let second_step: Vec<&str> = moves.lines().skip_while(|line| *line != "STEP = 2").skip(2).take(8).collect();
    let expected = second_step.join("\n") + "\n" + &log;
    assert_eq!(String::from_utf8(output).expect("text"), expected);
}

#[test]
fn the_assignments_are_listed_with_their_differences() {
    let _settings = crate::snapshots("next");
    let assert = crate::reversi().arg("assignments").assert().success().stderr("");
    insta::assert_snapshot!("assignments", crate::stdout(&assert));
}

#[test]
fn a_bad_input_is_explained_and_nothing_is_written() {
    let _settings = crate::snapshots("next");
    let mut explained = String::new();
    for path in crate::texts("fixtures/next/bad") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().join("output.txt");
        let arguments = ["next", "--assignment", "usc2014", "-i"];
        let assert = crate::reversi().args(arguments).arg(&path).arg("-o").arg(&output).assert();
        let assert = assert.code(2).stdout("");
        explained += &crate::stderr(&assert);
        explained.push('\n');
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{}", path.display());
    }
    insta::assert_snapshot!("errors", explained);
}
