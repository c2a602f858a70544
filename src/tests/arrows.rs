//! The rooms of the program and who may speak of whom: arrows point down.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The rooms from top to bottom. Those of one line do not know each other.
const LEVELS: [&[&str]; 13] = [
    &["cli"],
    &["commands"],
    &["grade", "page"],
    &["check", "cases", "report", "explain", "play"],
    &["reasons", "matches", "mistakes"],
    &["openings"],
    &["agents"],
    &["assignment", "tiny", "nxn", "awari", "trees"],
    &["log"],
    &["fast", "endgame"],
    &["search"],
    &["games"],
    &["game"],
];

/// The outside, which all may use and which knows none of the rooms.
const OUTSIDE: [&str; 6] = ["files", "names", "sandbox", "shard", "terminal", "threads"];

fn level(room: &str) -> Option<usize> {
    LEVELS.iter().position(|rooms| rooms.contains(&room))
}

/// Whether code of one room may name another.
fn may_use(room: &str, other: &str) -> bool {
    let is_outside = |room: &str| OUTSIDE.contains(&room);
    match (level(room), level(other)) {
        (Some(above), Some(below)) => above < below,
        (Some(_), None) => is_outside(other),
        // The few words that even the outside shares.
        (None, None) => other == "names",
        (None, Some(_)) => false,
    }
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The rooms that a file names by paths that begin with `crate`, alone or in a group.
fn rooms_named(text: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (place, _) in text.match_indices("crate::") {
        let rest = &text[place + "crate::".len()..];
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let Some(group) = rest.strip_prefix('{') else {
            rooms.insert(rest.chars().take_while(|&letter| is_name(letter)).collect());
            continue;
        };
        // The first name of each entry of the group, whatever groups there are inside.
        let (mut depth, mut is_first, mut name) = (1, true, String::new());
        for letter in group.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => is_first = true,
                _ if depth == 1 && is_first && is_name(letter) => name.push(letter),
                _ if depth == 1 && !letter.is_whitespace() => is_first = false,
                _ => {}
            }
            if !name.is_empty() && (!is_first || depth == 0 || letter == ',') {
                rooms.insert(std::mem::take(&mut name));
            }
            if depth == 0 {
                break;
            }
        }
    }
    rooms
}

#[test]
fn arrows_point_down() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    let folders = ["src", "src/engine"].into_iter().flat_map(|package| fs::read_dir(package).expect("the sources"));
    for folder in folders.map(|entry| entry.expect("an entry").path()) {
        let room = folder.file_name().expect("a name").to_string_lossy().into_owned();
        if !folder.is_dir() || ["engine", "tests", "benches", "fuzz"].contains(&room.as_str()) {
            continue;
        }
        assert!(level(&room).is_some() || OUTSIDE.contains(&room.as_str()), "src/{room} is no room of the drawing");
        for file in source_files(&folder) {
            let text = fs::read_to_string(&file).expect("a source file");
            let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for other in rooms_named(&code) {
                let is_room = level(&other).is_some() || OUTSIDE.contains(&other.as_str());
                seen += u32::from(is_room);
                if is_room && other != room && !may_use(&room, &other) {
                    wrong.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert!(seen > 100, "only {seen} arrows were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
