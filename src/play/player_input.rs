//! What a person can type when a move is asked for: a move, or a command.

use std::path::PathBuf;

use crate::{
    games::reversi::{Move, Square},
    names::nearest,
};

/// What a person has typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// A move, legal or not.
    Move(Move),
    /// The legal moves and the commands.
    Help,
    /// To take the last move back.
    Undo,
    /// Advice.
    Hint,
    /// To write the moves to a file; an empty name is a missing one.
    Save(PathBuf),
    /// To leave.
    Quit,
}

impl PlayerInput {
    /// The commands, for people.
    pub const COMMANDS: &str = "\
Type one of these:
  a2         lay a disc on a square (or another: a column and a row)
  pass       leave the turn to the other side, without a legal move only
  hint       show the best move, what it is worth, and the line it expects
  undo       take back your last move and what came after it
  save FILE  write the game to a file, for --load
  ?, help    show this
  quit, exit leave the game
";

    /// Reads an entry, in either letter case; a square may have a blank in it.
    ///
    /// # Errors
    /// For anything else, what was probably meant: a square whose row stands before its column, or the command that is most
    /// like it, if one is.
    pub fn read(line: &str) -> Result<Self, Option<String>> {
        let line = line.trim();
        let word: String = line.split_whitespace().collect();
        if let Ok(played) = word.parse() {
            return Ok(Self::Move(played));
        }
        if let Ok(square) = word.chars().rev().collect::<String>().parse::<Square>() {
            return Err(Some(square.to_string()));
        }
        let (command, file) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_ascii_lowercase().as_str(), file.trim_start()) {
            ("?" | "help", "") => Ok(Self::Help),
            ("undo", "") => Ok(Self::Undo),
            ("hint", "") => Ok(Self::Hint),
            ("quit" | "exit", "") => Ok(Self::Quit),
            ("save", file) => Ok(Self::Save(file.into())),
            (word, _) => {
                let command = nearest(word, ["pass", "hint", "undo", "save", "help", "quit", "exit"]);
                Err(command.map(|command| format!("the command `{command}`")))
            }
        }
    }
}
