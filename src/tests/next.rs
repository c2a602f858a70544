//! Tests `next` in the related assignments: outputs byte for byte, log formats, and errors of inputs.
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
        for input in inputs {
            let output = run(&["--assignment", assignment], &input);
            let name = input.file_name().expect("a name").to_string_lossy().replacen(prefix, "", 1);
            insta::assert_binary_snapshot!(&format!("{assignment}-{name}"), output);
        }
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
    let batch = |file: &str| fs::read(format!("snapshots/batch/midgame-quiet/t2-d3-{file}.snap.txt")).expect("pinned");
    let (moves, log) = (batch("moves"), batch("log"));
    let moves = String::from_utf8(moves).expect("text");
    let second_step: Vec<&str> = moves.lines().skip_while(|line| *line != "STEP = 2").skip(2).take(8).collect();
    let expected = second_step.join("\n") + "\n" + &String::from_utf8(log).expect("text");
    assert_eq!(String::from_utf8(output).expect("text"), expected);
}

#[test]
fn a_log_format_changes_the_spelling_and_not_the_search() {
    let input = Path::new("fixtures/next/usc2014-alphabeta-wipe-out-inside.txt");
    let own = String::from_utf8(run(&["--assignment", "usc2014"], input)).expect("text");
    let other = String::from_utf8(run(&["--assignment", "usc2014", "--log-format", "usc2013"], input)).expect("text");
    assert_eq!(own.lines().count(), other.lines().count());
    for (own, other) in own.lines().zip(other.lines()).skip(9) {
        let own: Vec<&str> = own.split(',').collect();
        let other: Vec<&str> = other.trim_end_matches(" CUT-OFF").split(' ').collect();
        assert_eq!(own[0], other[0]);
        let depth = |row: &[&str]| row[1].parse::<u32>().expect("a depth");
        assert_eq!(depth(&own) + 1, depth(&other));
        assert_eq!(own[2], other[2].trim_end_matches(".0"));
    }
}

#[test]
fn records_tell_the_steps_of_the_search() {
    let _settings = crate::snapshots("next");
    let input = Path::new("fixtures/next/usc2014-alphabeta-double-pass-black.txt");
    for form in ["csv", "jsonl"] {
        let output = run(&["--assignment", "usc2014", "--log-format", form], input);
        insta::assert_binary_snapshot!(&format!("records-{form}.{form}"), output);
    }
}

#[test]
fn records_and_rows_are_the_same_steps() {
    for (task, name) in [("2", "minimax-pass-inside"), ("3", "alphabeta-midgame")] {
        let input = format!("fixtures/next/usc2014-{name}.txt");
        let text = String::from_utf8(run(&["--assignment", "usc2014"], Path::new(&input))).expect("text");
        let csv = run(&["--assignment", "usc2014", "--log-format", "csv"], Path::new(&input));
        let jsonl = run(&["--assignment", "usc2014", "--log-format", "jsonl"], Path::new(&input));
        let mut records = csv::Reader::from_reader(csv.as_slice());
        let mut objects = jsonl.split(|&byte| byte == b'\n');
        let mut number = 0;
        for (row, record) in text.lines().skip(9).zip(records.records()) {
            number += 1;
            let record = record.expect("a record");
            let row: Vec<&str> = row.split(',').collect();
            assert_eq!(record[0].parse(), Ok(number));
            let path = &record[3];
            let last = path.rsplit(' ').next().expect("a path");
            assert_eq!(if last.is_empty() { "root" } else { last }, row[0]);
            assert_eq!(&record[4], row[1]);
            assert_eq!(record[4].parse(), Ok(path.split_whitespace().count()));
            assert_eq!(&record[7], row[2]);
            // At a cut-off the assignment shows the window before the child; the record shows alpha >= beta.
            if task == "3" && &record[1] != "cut" {
                assert_eq!((&record[8], &record[9]), (row[3], row[4]));
            }
            let object: serde_json::Value = serde_json::from_slice(objects.next().expect("an object")).expect("JSON");
            let names = ["row", "event", "leaf", "path", "ply", "player", "turn", "value", "alpha", "beta"];
            for (name, field) in names.into_iter().zip(&record) {
                let same = match &object[name] {
                    serde_json::Value::Null => field.is_empty(),
                    serde_json::Value::String(text) => field == text,
                    number => field.parse().is_ok_and(|field: serde_json::Value| field == *number),
                };
                assert!(same, "{name} in row {number}: {field:?}, {}", object[name]);
            }
        }
        assert_eq!(number, text.lines().count() - 9);
    }
}

#[test]
fn the_batch_job_writes_its_log_in_other_spellings() {
    let _settings = crate::snapshots("next");
    for form in ["usc2014", "csv", "jsonl"] {
        let arguments = ["-t3", "-d2", "-i", "fixtures/pass-inside-search.txt", "-op", crate::NULL_DEVICE, "-ol", "-"];
        let assert = crate::reversi().args(arguments).args(["--log-format", form]).assert();
        let output = assert.success().stderr("").get_output().stdout.clone();
        insta::assert_binary_snapshot!(&format!("batch-log-{form}.txt"), output);
    }
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
