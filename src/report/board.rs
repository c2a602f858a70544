//! Lists the start positions of a report: board files, folders of board files, and balanced openings.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    assignment::{Assignment, JobInput},
    games::reversi::{Position, Size},
    openings,
};

/// The name of each board is unique in the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBoard {
    /// The path of the file as given, or the moves of the opening.
    pub name: String,
    pub position: Position,
}

/// Reads the given files and, sorted by name, the `.txt` files of the given folders. Leaves out a board that equals an
/// earlier board, and calls `left_out` with the names of both boards.
pub fn read_boards(
    assignment: &Assignment,
    paths: &[PathBuf],
    mut left_out: impl FnMut(&str, &str),
) -> Result<Vec<NamedBoard>> {
    let mut boards: Vec<NamedBoard> = Vec::new();
    for path in paths {
        for file in files(path)? {
            let position = JobInput::read(assignment, &file)?.position;
            let name = file.display().to_string();
            match boards.iter().find(|board| board.position == position) {
                Some(equal) => left_out(&name, &equal.name),
                None => boards.push(NamedBoard { name, position }),
            }
        }
    }
    Ok(boards)
}

fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut files: Vec<PathBuf> = entries.with_context(|| format!("cannot read the folder {}", path.display()))?;
    files.retain(|file| file.extension().is_some_and(|kind| kind == "txt"));
    files.sort();
    ensure!(!files.is_empty(), "{} has no boards; expected files that end in .txt", path.display());
    Ok(files)
}

/// The first balanced openings of 8x8. For smaller boards, the opening itself is the only one.
pub fn balanced_openings(count: usize, size: Size) -> Vec<NamedBoard> {
    if size != Size::EIGHT {
        return vec![NamedBoard { name: format!("opening {size}"), position: Position::opening(size) }];
    }
    let openings = openings::balanced().into_iter().take(count);
    openings.map(|opening| NamedBoard { name: opening.to_string(), position: *opening.position() }).collect()
}
