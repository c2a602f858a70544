//! Tests tournaments: games by each protocol, forfeits, standings, and repeated runs.

mod attacks;
mod configuration;
mod csc242;
mod engine;
mod page;
mod protocols;
mod resume;

use std::{fs, path::Path};

use crate::program::Assert;
use reversi::games::reversi::{Move, Position, Record};
use tempfile::TempDir;

use crate::{Lack, not_tested, stderr};

/// A class and its results in a new folder.
struct Class {
    folder: TempDir,
}

impl Class {
    /// An empty class; `None` if there is no Python for its agents.
    fn new() -> Option<Self> {
        if !Path::new("/usr/bin/python3").exists() {
            not_tested(Lack::Tool, "a tournament: there is no /usr/bin/python3");
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        fs::create_dir(folder.path().join("class")).expect("a folder");
        Some(Self { folder })
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path").to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(Path::new(&path).parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(&format!("results/{name}"))).unwrap_or_else(|_| panic!("no {name}"))
    }

    /// Adds a student whose program `file` is a fixture for a protocol, with a fault in Python.
    fn student(&self, name: &str, protocol: &str, file: &str, fault: &str) {
        let fixture = |name: &str| fs::read_to_string(format!("fixtures/tournament/{name}")).expect("a fixture");
        self.write(&format!("class/{name}/board.py"), &fixture("board.py"));
        self.write(&format!("class/{name}/fault.py"), fault);
        self.write(&format!("class/{name}/{file}"), &fixture(&format!("{protocol}.py")));
    }

    fn command(&self) -> crate::program::Command {
        let mut command = crate::reversi();
        command.current_dir(self.folder.path());
        command.args(["tournament", "class", "--config", "tournament.toml", "--out", "results"]);
        command
    }

    fn play(&self, configuration: &str) -> Assert {
        self.write("tournament.toml", configuration);
        self.command().assert()
    }

    fn games(&self) -> Vec<csv::StringRecord> {
        let games = csv::Reader::from_path(self.path("results/games.csv")).expect("a table");
        games.into_records().map(|game| game.expect("a row")).collect()
    }

    /// The players and the moves of each game; replaying from the first position checks the moves.
    fn records(&self, first: Position) -> Vec<([String; 2], Record)> {
        let record = |game: csv::StringRecord| {
            let mut record = Record::new(first);
            for square in game[9].trim_end_matches('-').as_bytes().chunks(2) {
                record.pass_if_forced();
                let played: Move = str::from_utf8(square).expect("a square").parse().expect("a move");
                assert!(record.legal().contains(&played), "{played} in {game:?}");
                record.play(played);
            }
            ([game[0].to_owned(), game[1].to_owned()], record)
        };
        self.games().into_iter().map(record).collect()
    }
}
