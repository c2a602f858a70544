//! Tests that no more of a file is checked than the expected output requires.

use serde_json::Value;

use super::Workspace;

/// The expected output is so small that only the first 64 KiB of a file are checked.
const LOOKED_AT: usize = 64 << 10;

impl Workspace {
    /// Submits files that were made elsewhere for the only case.
    fn collect(&self, student: &str, moves: &str, log: &str) {
        self.write(&format!("class/{student}/mid-moves.txt"), moves);
        self.write(&format!("class/{student}/mid-log.txt"), log);
    }

    /// The results of each student in the only case, without the digest of the files.
    fn found(&self) -> Vec<Value> {
        self.grade_all(&["--collected"]);
        let results = self.json("results/results.json");
        let case = |student: &Value| {
            let mut graded = student["graded"].clone();
            graded["cases"][0].as_object_mut().expect("a case").remove("digest");
            graded
        };
        results["students"].as_array().expect("students").iter().map(case).collect()
    }
}

/// The correct moves file, the correct log, and a workspace for submissions.
fn of_right_files() -> (Workspace, String, String) {
    let workspace = Workspace::of_one_case();
    workspace.right();
    let (moves, log) = (workspace.text("right-moves"), workspace.text("right-log"));
    (workspace, moves, log)
}

/// The grader reads bytes after the compared part only once; no message depends on these bytes.
#[test]
fn bytes_beyond_the_compared_part_change_nothing() {
    let (workspace, moves, log) = of_right_files();
    let last = log.lines().last().expect("a row").to_owned() + "\n";
    let surplus = last.repeat(LOOKED_AT / last.len() + 1);
    for (student, rest) in [("ada", last.repeat(10)), ("bob", "?".repeat(5_000)), ("eve", log.repeat(20))] {
        workspace.collect(student, &moves, &[log.as_str(), &surplus, &rest].concat());
    }
    let found = workspace.found();
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    let log_part = &found[0]["cases"][0]["parts"][1];
    let rows = log_part["found"].as_u64().expect("a number");
    assert!(rows <= (LOOKED_AT / last.len() + log.lines().count()) as u64, "{log_part}");
    assert_eq!(log_part["matching"].as_u64(), Some(log.lines().count() as u64 - 1), "all of it is there: {log_part}");
}

#[test]
fn a_step_counts_once_if_its_pattern_begins_with_a_number() {
    let workspace = Workspace::of_one_case();
    workspace.write("dots.toml", "name = 'dots'\nlike = 'usc2013'\n[moves]\nstep = '{}. step'\n");
    workspace.write("cases.csv", super::ONE_CASE.replace("usc2013", "dots.toml"));
    let [board, moves, log] = ["board.txt", "moves", "log"].map(|name| workspace.path(name).display().to_string());
    let mut job = crate::reversi();
    job.current_dir(workspace.path("")).args(["-t", "1", "-d", "1", "--assignment", "dots.toml", "-i", &board]);
    job.args(["-op", &moves, "-ol", &log]).assert().success();
    // Ada's boards are all wrong, and all lines of Ada's log are correct.
    workspace.collect("ada", &workspace.text("moves").replace('*', "?"), &workspace.text("log"));
    let part = &workspace.found()[0]["cases"][0]["parts"][0];
    assert_eq!(part["found"], part["all"], "{part}");
    assert!(part["matching"].as_u64() < Some(3) && part["all"].as_u64() > Some(5), "{part}");
}
