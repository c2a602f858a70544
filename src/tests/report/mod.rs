//! Tests `reversi report`: recomputes every figure from the games, and compares files of several runs.

mod counts;
pub mod files;
mod plain;
mod tables;

use std::{collections::HashMap, fs, io, path::Path, sync::LazyLock};

use reversi::games::reversi::{Color, Position, Square, one_line};
use tempfile::TempDir;

use crate::examples::words;

/// The arguments of the report for most tests: few boards and openings, and three evaluations.
const ARGUMENTS: &str = "--eval pieces --eval weights --eval mine=fixtures/weights/own.csv --depths 1-3 --openings 11";
const BOARDS: &str = "fixtures/midgame-late.txt fixtures/pass-inside-search.txt fixtures/midgame-wide.txt \
                      fixtures/full-board.txt";

static REPORT: LazyLock<TempDir> = LazyLock::new(|| report(&format!("{BOARDS} {ARGUMENTS}")));

/// The file with the printed report.
pub const PRINTED: &str = "printed.txt";

/// Makes a report in a new folder from the words of a command line. The folder also gets the printed report.
pub fn report(arguments: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let report =
        crate::reversi().arg("report").args(words(arguments)).arg("--out").arg(folder.path()).assert().success();
    fs::write(folder.path().join(PRINTED), crate::stdout(&report)).expect("room");
    folder
}

/// A row of a data file, by column names.
pub struct Row(HashMap<String, String>);

impl Row {
    pub fn all(mut reader: csv::Reader<impl io::Read>) -> Vec<Self> {
        reader.deserialize().map(|row| Self(row.expect("a row"))).collect()
    }

    pub fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    pub fn number(&self, column: &str) -> u64 {
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

    /// Replays the game of a row. Returns the final position, and each position before a placed disc with its square.
    pub fn replay(&self) -> (Vec<(Position, Square)>, Position) {
        let mut position = self.position();
        let mut plies = Vec::new();
        for name in self.text("moves").as_bytes().chunks(2) {
            let square: Square = str::from_utf8(name).expect("text").parse().expect("a square");
            if position.legal_moves().is_empty() {
                position = position.passed();
            }
            assert!(position.legal_moves().contains(square), "{square}");
            plies.push((position, square));
            position = position.after(square);
        }
        assert!(position.is_over());
        let discs = Color::ALL.map(|side| position.discs(side).len().to_string());
        assert_eq!(discs, ["black_discs", "white_discs"].map(|column| self.text(column)));
        (plies, position)
    }
}

fn rows(folder: &Path, name: &str) -> Vec<Row> {
    Row::all(csv::Reader::from_path(folder.join(name)).expect("a data file"))
}

pub fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a text file")
}
