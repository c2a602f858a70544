//! Reads a person's input: a move or a command.

use std::path::PathBuf;

use crate::{
    games::reversi::{Move, Square},
    names::nearest,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerInput {
    /// A move that may be illegal.
    Move(Move),
    Help,
    Undo,
    Hint,
    /// Save the moves to a file; the path is empty if the person typed no name.
    Save(PathBuf),
    Quit,
}

/// The probable meaning of an input that is neither a move nor a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A square, if the person typed the row before the column.
    Square(Square),
    Command(&'static str),
    /// A command without arguments, to which the person added an argument.
    Alone(&'static str),
}

impl PlayerInput {
    /// Names for [`Hint`](Self::Hint) in other programs.
    const HINTS: [&str; 6] = ["analyse", "analyze", "analysis", "eval", "evaluate", "score"];

    pub const COMMANDS: &str = "\
Type one of these:
  a2         place a disc on a square (a column and a row)
  pass       pass, if you have no legal move
  hint       show the best move, and near the end by how many discs it wins
  undo       take back your last move and all later moves; repeat for earlier moves
  save FILE  write the game to a file, for --load
  ?, help    show this
  quit, exit leave the game
";

    /// Ignores the case of an input; a square such as `d 3` may contain a space.
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
