//! Tests `reversi report`: recomputes every figure from the games, and compares files of several runs.

mod counts;
pub mod files;
mod plain;
mod tables;

use std::{collections::HashMap, fs, path::Path, sync::LazyLock};

use reversi::games::reversi::{Position, one_line};
use tempfile::TempDir;

use crate::examples::words;

/// The arguments of the report for most tests: few boards and openings, and three evaluations.
const ARGUMENTS: &str = "--eval pieces --eval weights --eval mine=fixtures/weights/own.csv --depths 1-3 --openings 11";
const BOARDS: &str = "fixtures/midgame-late.txt fixtures/pass-inside-search.txt fixtures/midgame-wide.txt \
                      fixtures/full-board.txt";

static REPORT: LazyLock<TempDir> = LazyLock::new(|| report(&format!("{BOARDS} {ARGUMENTS} --txt")));

/// Makes a report in a new folder from the words of a command line.
pub fn report(arguments: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    run(folder.path(), arguments);
    folder
}

fn run(folder: &Path, arguments: &str) -> String {
    crate::stdout(&crate::reversi().arg("report").args(words(arguments)).arg("--out").arg(folder).assert().success())
}

/// A row of a data file, by column names.
struct Row(HashMap<String, String>);

impl Row {
    fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    fn number(&self, column: &str) -> u64 {
        self.text(column).parse().expect("a number")
    }

    fn depth(&self) -> u32 {
        self.text("depth").parse().expect("a depth")
    }

    fn position(&self) -> Position {
        let (rows, side) = self.text("position").split_once(' ').expect("a board and who is to move");
        let position = one_line::parse_rows(rows).expect("a board");
        if side == "o" { position.passed() } else { position }
    }
}

fn rows(folder: &Path, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(name)).expect("a data file");
    reader.deserialize().map(|row| Row(row.expect("a row"))).collect()
}

pub fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a text file")
}
