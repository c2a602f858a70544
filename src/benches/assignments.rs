//! The logs of assignments that are described in a file, against those of the built-in one that they copy.

use std::{fs, path::Path, process::Command};

use reversi::{
    assignment::Assignment,
    files::LineEnding,
    game::Depth,
    games::reversi::{NoPass, Pieces, Position, Size},
    log::{LogFormat, LoggedSearch as _},
    search::{NoWindow, Search},
};

use crate::{
    measure::{Unit, compare},
    program,
};

/// Deep enough that reading the description takes no part of the time.
const DEPTH: u32 = 11;

/// A description that says what `usc2013` says costs nothing, and neither does the order of the moves: the opening equals
/// its transpose, so that both orders search trees of one size.
pub fn run() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = Command::new(env!("CARGO_BIN_EXE_reversi")).args(["dialects", "--show", "usc2013"]).output();
    let copy = String::from_utf8(shown.expect("the program runs").stdout).expect("a text");
    let (by_rows, by_columns) = (r#"order = "rows""#, r#"order = "columns""#);
    assert!(copy.contains(by_rows), "a described assignment says the order of the moves");
    let described = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("room");
        path
    };
    let (copied, columns) =
        (described("copy.toml", &copy), described("columns.toml", &copy.replace(by_rows, by_columns)));

    let root = NoPass(Position::opening(Size::EIGHT));
    let search = Search { root, depth: Depth::new(DEPTH), window: NoWindow, evaluation: &Pieces };
    let format = LogFormat::Spelled(Assignment::usual().spelling.clone());
    let rows = search.log_size(&format, LineEnding::Lf).expect("threads").rows;
    let log = |assignment: Option<&Path>| {
        let mut job = program::job_to_nowhere(1, DEPTH);
        job.args(assignment.map(|_| "--dialect")).args(assignment);
        move || {
            program::run(&mut job);
            rows
        }
    };
    let what = format!("log: task 1, depth {DEPTH}, whole process");
    compare(Unit::ROWS, &format!("{what}, a described copy"), log(Some(&copied)), "usc2013", log(None));
    let by_rows = log(Some(&copied));
    compare(Unit::ROWS, &format!("{what}, column by column"), log(Some(&columns)), "row by row", by_rows);
}
