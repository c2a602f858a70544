//! Saves a game as its moves, below a comment with the command that continues the game.

use std::path::Path;

use super::Player;
use crate::games::reversi::{ByColor, Position, Record, one_line};

pub fn saved(file: &Path, record: &Record, players: &ByColor<Player>) -> String {
    format!("# {}\n{record}\n", command(file, record, players))
}

/// The command that continues a saved game.
pub fn command(file: &Path, record: &Record, players: &ByColor<Player>) -> String {
    let (start, file) = (record.start(), file.display().to_string());
    let rows = start.size().rows().to_string();
    let board = one_line::slashes_with_side(start);
    let mut words = vec!["reversi", "play", "--load", &file];
    words.extend(if *start == Position::opening(start.size()) { ["--size", &rows] } else { ["--board", &board] });
    let agent = match (&players.black, &players.white) {
        (Player::Person, Player::Agent { name, .. }) => Some((name.to_string(), "x")),
        (Player::Agent { name, .. }, Player::Person) => Some((name.to_string(), "o")),
        _ => None,
    };
    match &agent {
        Some((name, side)) => words.extend(["--opponent", name, "--side", side]),
        None => words.extend(["--opponent", "person"]),
    }
    // Quoting fails only for a zero byte, but no argument contains a zero byte.
    shlex::try_join(words).unwrap_or_default()
}
