//! Tests the command line: valid arguments and error messages.

use std::{fs, path::PathBuf};

use tempfile::TempDir;

/// Runs the batch job with wrong output arguments, and returns the error message.
fn refused(arguments: &[&str]) -> String {
    let message = crate::stderr(&crate::reversi().args(arguments).assert().code(2).stdout(""));
    ["$ reversi ", &arguments.join(" "), "\n", &message, "\n"].concat()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

#[test]
fn weights_from_a_file_apply_to_task_3_by_number_or_name() {
    let size = |by: &[&str]| {
        let arguments = ["--weights", "fixtures/weights/ones.csv", "-d3", "-i", "fixtures/opening.txt", "--dry-run"];
        let assert = crate::reversi().args(by).args(arguments).assert().success();
        crate::stdout(&assert)
    };
    assert_eq!(size(&["-t3"]), size(&["--search", "alphabeta", "--eval", "weights"]));
}

#[test]
fn every_spelling_of_the_flags_is_the_same_job() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (moves, log) = (path("moves.txt"), path("log.txt"));
    let (moves_equals, log_equals) = (format!("-op={moves}"), format!("-ol={log}"));
    let board = "fixtures/midgame-late.txt";
    let spellings: [&[&str]; 5] = [
        &["-t", "2", "-d", "3", "-i", board, "-op", &moves, "-ol", &log],
        &["-ol", &log, "-op", &moves, "-i", board, "-d", "3", "-t", "2"],
        &["-t2", "-d3", "-i", board, &moves_equals, &log_equals],
        &["--task=2", "--depth=3", "--input", board, "--moves", &moves, "--log", &log],
        &["--task", "2", "--depth", "3", "--input", board, "--op", &moves, "--ol", &log],
    ];
    let pinned = |file: &str| crate::batch::pinned("midgame-late", &format!("-t 2 -d 3: {file}"));
    for words in spellings {
        crate::reversi().args(words).assert().success().stdout("").stderr("");
        assert_eq!(fs::read(&moves).expect("a moves file"), pinned("moves"), "{words:?}");
        assert_eq!(fs::read(&log).expect("a log file"), pinned("log"), "{words:?}");
        fs::remove_file(&moves).expect("a moves file");
        fs::remove_file(&log).expect("a log file");
    }
}

#[test]
fn a_minus_is_standard_input_or_output() {
    let board = fs::read("fixtures/midgame-late.txt").expect("a fixture");
    let pinned = crate::batch::pinned("midgame-late", "-t 2 -d 3: moves");
    let arguments = ["-t2", "-d3", "-i", "-", "-op", "-", "-ol", crate::NULL_DEVICE];
    crate::reversi().args(arguments).write_stdin(board).assert().success().stdout(pinned).stderr("");
}

#[test]
fn a_bad_board_is_explained_and_nothing_is_written() {
    let _settings = crate::snapshots("command-line");
    let mut explained = String::new();
    for board in files("fixtures/bad") {
        let folder = TempDir::new().expect("a temporary folder");
        let old = folder.path().join("moves.txt");
        fs::write(&old, "old").expect("a file");
        let (old, new) = (old.to_string_lossy(), folder.path().join("log.txt"));
        let arguments = ["-t2", "-d3", "-i", &board.to_string_lossy(), "-op", &old, "-ol", &new.to_string_lossy()];
        let assert = crate::reversi().args(arguments).assert().code(2).stdout("");
        explained += &crate::stderr(&assert);
        explained.push('\n');
        assert_eq!(fs::read_to_string(&*old).expect("the old file"), "old", "{}", board.display());
        assert_eq!(files(&folder.path().to_string_lossy()).len(), 1, "{}", board.display());
    }
    insta::assert_snapshot!("bad-boards", explained);
}

#[test]
fn bad_weights_are_explained() {
    let _settings = crate::snapshots("command-line");
    let mut explained = String::new();
    for weights in files("fixtures/weights").iter().map(|path| path.to_string_lossy()).filter(|p| p.contains("bad-")) {
        let arguments =
            ["--search", "alphabeta", "--eval", "weights", "-d1", "-i", "fixtures/opening.txt", "-op", "-", "-ol"];
        explained += &refused(&[&arguments[..], &[crate::NULL_DEVICE, "--weights", &weights]].concat());
    }
    insta::assert_snapshot!("bad-weights", explained);
}

#[test]
fn weights_from_a_file_are_the_evaluation() {
    let moves = |evaluation: &[&str]| {
        let board = ["-d2", "-i", "fixtures/midgame-quiet.txt", "-op", crate::NULL_DEVICE, "-ol", "-"];
        let assert = crate::reversi().args(["--search", "alphabeta"]).args(evaluation).args(board).assert();
        crate::stdout(&assert.success().stderr(""))
    };
    let by = |file: &str| moves(&["--eval", "weights", "--weights", &format!("fixtures/weights/{file}.csv")]);
    assert_eq!(by("assignment"), moves(&["--eval", "weights"]));
    assert_eq!(by("ones"), moves(&["--eval", "pieces"]));
    // The values are far larger than the values whose texts a log prepares.
    let thousands = |text: String| {
        let scaled = text.lines().skip(1).map(|row| {
            let fields = row.split(' ').map(|field| match field.strip_suffix(".0").map(str::parse::<i64>) {
                Some(Ok(value)) => format!("{}.0", value * 32767),
                _ => field.to_owned(),
            });
            fields.collect::<Vec<_>>().join(" ")
        });
        scaled.collect::<Vec<_>>()
    };
    assert_eq!(by("largest").lines().skip(1).collect::<Vec<_>>(), thousands(by("ones")));
}

#[test]
fn the_statistics_have_a_row_for_each_step() {
    let _settings = crate::snapshots("command-line");
    let board = "fixtures/pass-inside-search-six-empties.txt";
    let arguments = ["-t2", "-d3", "-i", board, "-op", crate::NULL_DEVICE, "-ol", crate::NULL_DEVICE, "--stats", "-"];
    let statistics = crate::stdout(&crate::reversi().args(arguments).assert().success().stderr(""));
    let without_times = statistics.lines().enumerate().map(|(row, line)| {
        let mut fields: Vec<&str> = line.split(',').collect();
        if row > 0 && fields[12].parse::<u64>().is_ok() {
            fields[12] = "[nanoseconds]";
        }
        fields.join(",")
    });
    insta::assert_snapshot!("statistics", without_times.collect::<Vec<_>>().join("\n"));
}

#[test]
fn slow_statistics_say_their_time_before_they_count() {
    let board = "fixtures/opening.txt";
    let arguments = [
        "-t1",
        "-d8",
        "-i",
        board,
        "-op",
        crate::NULL_DEVICE,
        "-ol",
        crate::NULL_DEVICE,
        "--stats",
        crate::NULL_DEVICE,
    ];
    let said = crate::first_said(&arguments);
    let seconds = said.strip_prefix("reversi: --stats: counting the searches of 62 steps takes about ");
    let seconds = seconds.and_then(|rest| rest.strip_suffix(" seconds\n")).map(str::parse::<f64>);
    assert!(matches!(seconds, Some(Ok(1.0..=100.0))), "{said}");
}

#[test]
fn the_statistics_count_the_rows_of_the_log() {
    let board = "fixtures/midgame-early.txt";
    for task in ["1", "2", "3"] {
        let arguments =
            ["-t", task, "-d3", "-i", board, "-op", crate::NULL_DEVICE, "-ol", crate::NULL_DEVICE, "--stats", "-"];
        let assert = crate::reversi().args(arguments).assert().success();
        let mut statistics = csv::Reader::from_reader(assert.get_output().stdout.as_slice());
        let first = statistics.records().next().expect("a step").expect("a record");
        let number = |column: usize| first[column].parse::<usize>().expect("a number");
        let (nodes, leaves, cut_offs) = (number(9), number(10), number(11));
        let log =
            String::from_utf8(crate::batch::pinned("midgame-early", &format!("-t {task} -d 3: log"))).expect("text");
        // Each node has a row, and each node except the root adds a row to its parent.
        assert_eq!(log.lines().count() - 1, 2 * nodes - 1);
        assert_eq!(log.lines().filter(|row| row.ends_with("CUT-OFF")).count(), cut_offs);
        let deepest = log.lines().filter(|row| row.split(' ').nth(1) == Some("4")).count();
        assert_eq!(deepest, leaves, "no node of this search is a leaf before the cut-off");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_text_is_refused_at_once() {
    let _settings = crate::snapshots("command-line");
    let folder = TempDir::new().expect("a temporary folder");
    let huge = folder.path().join("huge.txt");
    fs::File::create(&huge).and_then(|file| file.set_len(1 << 40)).expect("a file of holes");
    let mut explained = String::new();
    for path in ["no-such-board.txt", "fixtures", &*huge.to_string_lossy(), "/dev/zero"] {
        let arguments = ["-t2", "-d3", "-i", path, "-op", "-", "-ol", crate::NULL_DEVICE];
        explained += &refused(&arguments);
    }
    insta::assert_snapshot!("no-text-files", crate::in_folder(&explained, folder.path()));
}
