//! Reads a person's input: a move or a command.

use std::path::PathBuf;

use crate::{
    games::reversi::{Move, Square},
    names::nearest,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// A move, legal or not.
    Move(Move),
    /// Show the legal moves and the commands.
    Help,
    /// Take back the last move.
    Undo,
    /// Ask for advice.
    Hint,
    /// Write the moves to a file; an empty path means that the name is missing.
    Save(PathBuf),
    Quit,
}

/// The probable meaning of an input that is neither a move nor a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A square whose row was typed before the column.
    Square(Square),
    /// The most similar command.
    Command(&'static str),
    /// A command that takes no argument.
    Alone(&'static str),
}

impl PlayerInput {
    /// Names for [`Hint`](Self::Hint) in other programs.
    const HINTS: [&str; 6] = ["analyse", "analyze", "analysis", "eval", "evaluate", "score"];

    /// The commands, for people.
    pub const COMMANDS: &str = "\
Type one of these:
  a2         lay a disc on a square (or another: a column and a row)
  pass       leave the turn to the other side, without a legal move only
  hint       show the best move, and near the end by how many discs it wins
  undo       take back your last move and what came after it; again, the one before
  save FILE  write the game to a file, for --load
  ?, help    show this
  quit, exit leave the game
";

    /// Reads an input in upper or lower case; a square may contain a space.
    pub fn read(line: &str) -> Result<Self, Option<Meant>> {
        let line = line.trim();
        let word: String = line.split_whitespace().collect();
        if let Ok(played) = word.parse() {
            return Ok(Self::Move(played));
        }
        if let Ok(square) = word.chars().rev().collect::<String>().parse::<Square>() {
            return Err(Some(Meant::Square(square)));
        }
        let (command, file) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_ascii_lowercase().as_str(), file.trim_start()) {
            ("?" | "help", "") => Ok(Self::Help),
            ("undo", "") => Ok(Self::Undo),
            ("hint", "") => Ok(Self::Hint),
            ("quit" | "exit", "") => Ok(Self::Quit),
            ("save", file) => Ok(Self::Save(file.into())),
            (word, "") if Self::HINTS.contains(&word) => Err(Some(Meant::Command("hint"))),
            (word, _) => {
                let command = nearest(word, ["pass", "hint", "undo", "save", "help", "quit", "exit"]);
                Err(command
                    .map(|command| if command == word { Meant::Alone(command) } else { Meant::Command(command) }))
            }
        }
    }
}
