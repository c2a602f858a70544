//! Tests the batch job: compares both files of every board, task and depth byte for byte.
//!
//! The plain reference in `src/tests/reference` has written the snapshots, not this program.

use std::{
    fs,
    path::{Path, PathBuf},
};

use reversi_testing::by_profile;
use tempfile::TempDir;

struct Files {
    moves: Vec<u8>,
    log: Vec<u8>,
}

fn run(board: &Path, arguments: &[&str]) -> Files {
    let folder = TempDir::new().expect("a temporary folder");
    let (moves, log) = (folder.path().join("moves.txt"), folder.path().join("log.txt"));
    let output =
        crate::reversi().args(arguments).arg("-i").arg(board).arg("-op").arg(&moves).arg("-ol").arg(&log).assert();
    output.success().stdout("").stderr("");
    Files { moves: fs::read(moves).expect("a moves file"), log: fs::read(log).expect("a log file") }
}

/// A file that the reference has written for a board, as `-t 2 -d 3: log`.
pub fn pinned(board: &str, job: &str) -> Vec<u8> {
    let depth = job.split_once(" -d ").expect("a depth").1.split(':').next().expect("a depth");
    let outputs = fs::read(format!("snapshots/batch/{board}/d{depth}.snap.txt")).expect("a snapshot");
    let head = format!("==== {job}, ");
    let start = outputs.windows(head.len()).position(|window| window == head.as_bytes()).expect("the job");
    let rest = &outputs[start + head.len()..];
    let length = rest.iter().position(|&byte| byte == b' ').expect("a length");
    let bytes = String::from_utf8_lossy(&rest[..length]).parse().expect("a number");
    rest[length + " bytes\n".len()..][..bytes].to_vec()
}

#[test]
fn the_log_of_the_fixtures_is_the_log_of_the_reference() {
    let log = fs::read("fixtures/logs/midgame-early-t2-d3.txt").expect("a log");
    assert!(log == pinned("midgame-early", "-t 2 -d 3: log"));
}

/// The boards with snapshots: all fixtures without other formats of the same board.
fn boards() -> Vec<PathBuf> {
    let is_spelling = |path: &PathBuf| SPELLINGS.iter().any(|input| path.ends_with(input));
    crate::texts("fixtures").into_iter().filter(|path| !is_spelling(path)).collect()
}

/// Other formats of `endgame-eight-empties.txt`.
const SPELLINGS: [&str; 3] = ["crlf-line-ends.txt", "no-final-newline.txt", "bom-trailing-blanks.txt"];

#[test]
fn tasks_write_the_files_of_the_reference() {
    let boards = boards();
    assert!(boards.len() >= 16, "only {} boards", boards.len());
    for (number, board) in boards.iter().enumerate() {
        let name = board.file_stem().expect("a name").to_string_lossy();
        let _settings = crate::snapshots(&format!("batch/{name}"));
        for depth in by_profile(vec![1 + number % 4], (1..=4).collect()) {
            let mut outputs = Vec::new();
            for task in 1..=3 {
                let files = run(board, &["-t", &task.to_string(), "-d", &depth.to_string()]);
                outputs.extend(crate::section(&format!("-t {task} -d {depth}: moves"), &files.moves));
                outputs.extend(crate::section(&format!("-t {task} -d {depth}: log"), &files.log));
            }
            insta::assert_binary_snapshot!(&format!("d{depth}.txt"), outputs);
        }
    }
}

#[test]
fn the_spelling_of_a_board_changes_nothing() {
    let plain = run(Path::new("fixtures/endgame-eight-empties.txt"), &["-t2", "-d3"]);
    for input in SPELLINGS {
        let files = run(&Path::new("fixtures").join(input), &["-t2", "-d3"]);
        assert_eq!(files.moves, plain.moves, "{input}");
        assert_eq!(files.log, plain.log, "{input}");
    }
}

#[test]
fn crlf_changes_the_line_ends_and_nothing_else() {
    for board in ["fixtures/midgame-quiet.txt", "fixtures/full-board.txt", "fixtures/pass-at-root.txt"] {
        let lf = run(Path::new(board), &["-t2", "-d3"]);
        let crlf = run(Path::new(board), &["-t2", "-d3", "--line-ending", "crlf"]);
        let with_crlf = |text: &[u8]| String::from_utf8_lossy(text).replace('\n', "\r\n").into_bytes();
        assert_eq!(crlf.moves, with_crlf(&lf.moves), "{board}");
        assert_eq!(crlf.log, with_crlf(&lf.log), "{board}");
    }
}

#[test]
fn a_task_is_its_algorithm_with_its_evaluation() {
    let board = Path::new("fixtures/midgame-late.txt");
    for (task, algorithm, evaluation) in
        [("1", "minimax", "pieces"), ("2", "alphabeta", "pieces"), ("3", "alphabeta", "weights")]
    {
        let by_task = run(board, &["-t", task, "-d", "3"]);
        let by_parts = run(board, &["--search", algorithm, "--eval", evaluation, "-d", "3"]);
        assert_eq!(by_parts.moves, by_task.moves);
        assert_eq!(by_parts.log, by_task.log);
    }
}

#[test]
fn minimax_with_weights_plays_like_alpha_beta_with_weights() {
    for board in boards() {
        let minimax = run(&board, &["--search", "minimax", "--eval", "weights", "-d", "2"]);
        let alpha_beta = run(&board, &["-t3", "-d2"]);
        assert_eq!(minimax.moves, alpha_beta.moves, "{}", board.display());
        assert!(minimax.log.starts_with(b"Node,Depth,Value\n"));
    }
}

#[test]
fn a_depth_beyond_the_empty_squares_changes_nothing() {
    let board = Path::new("fixtures/endgame-three-empties.txt");
    for task in ["1", "2", "3"] {
        let to_the_end = run(board, &["-t", task, "-d", "3"]);
        for depth in ["4", "61", "4294967295", "99999999999999999999999"] {
            let beyond = run(board, &["-t", task, "-d", depth]);
            assert_eq!(beyond.moves, to_the_end.moves, "task {task}, depth {depth}");
            assert_eq!(beyond.log, to_the_end.log, "task {task}, depth {depth}");
        }
    }
}
