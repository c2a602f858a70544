//! The positions that a report starts from: board files, folders of them, and balanced openings.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::{
    assignment::{Assignment, JobInput},
    games::reversi::Position,
    openings,
};

/// A position and its name, which no other of the report has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The file as it was given, or the moves of the opening.
    pub name: String,
    /// The position.
    #[serde(with = "in_one_line")]
    pub position: Position,
}

/// Boards that were read, no two of them equal.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// The boards, in the order in which they were given.
    pub boards: Vec<Board>,
    /// The names of the files left out, each with that of an equal board before it.
    pub repeated: Vec<(String, String)>,
}

impl Boards {
    /// Reads the batch job's boards: files, and of folders all files that end in `.txt`, by name.
    ///
    /// # Errors
    /// What cannot be read or is no board, and a folder without boards.
    pub fn read(paths: &[PathBuf]) -> Result<Self> {
        let mut read = Self::default();
        let mut known: HashMap<Position, String> = HashMap::new();
        for path in paths {
            for file in files(path)? {
                let (name, position) =
                    (file.display().to_string(), JobInput::read(&Assignment::usual(), &file)?.position);
                if let Some(equal) = known.get(&position) {
                    read.repeated.push((name, equal.clone()));
                } else {
                    known.insert(position, name.clone());
                    read.boards.push(Board { name, position });
                }
            }
        }
        Ok(read)
    }
}

/// The file, or the files of a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let cannot_read = || format!("cannot read the folder {}", path.display());
    let entries = fs::read_dir(path).with_context(cannot_read)?;
    let files: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files = files.with_context(cannot_read)?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "txt"));
    files.sort();
    ensure!(!files.is_empty(), "{} has no boards; expected files that end in .txt", path.display());
    Ok(files)
}

/// The first of the balanced openings that come with the program.
pub fn balanced_openings(count: usize) -> Vec<Board> {
    let openings = openings::balanced().into_iter().take(count);
    openings.map(|opening| Board { name: opening.to_string(), position: *opening.position() }).collect()
}

/// A position in JSON: its rows joined by slashes, and who is to move.
mod in_one_line {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use crate::games::reversi::{Position, one_line};

    pub(super) fn serialize<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&one_line::slashes_with_side(position))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let text = String::deserialize(deserializer)?;
        one_line::parse_with_side(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is no position")))
    }
}
