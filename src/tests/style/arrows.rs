//! Checks that modules only use modules below them, and that public items have comments.

use std::{collections::BTreeSet, fs, path::PathBuf};

use crate::{files, in_repository};

/// The modules of each package from top to bottom. Modules in one line do not use each other. The compiler checks the
/// dependencies between packages.
const PACKAGES: [(&str, &[&[&str]]); 7] = [
    ("src", &[&["cli"], &["commands"], &["examples", "play", "report"]]),
    (
        "src/tournament",
        &[
            &["outputs"],
            &["standings"],
            &["tournament"],
            &["referee", "student"],
            &["configuration", "player"],
            &["process", "protocols"],
            &["conversation"],
            &["game"],
            &["rules"],
            &["clock"],
        ],
    ),
    ("src/check", &[&["explain"], &["reasons"]]),
    ("src/solve", &[&["matches", "openings"], &["agents"], &["endgame"]]),
    ("src/course", &[&["cases"], &["mistakes"], &["assignment"], &["log"]]),
    ("src/core", &[&["fast"], &["search"], &["games"], &["game"]]),
    ("src/io", &[&["files", "shard", "threads"], &["terminal"], &["names", "visible"]]),
];

fn source_files(folder: &str) -> impl Iterator<Item = PathBuf> {
    files(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

/// The modules in a file's paths that begin with `crate`, alone or in a group.
fn rooms_named(text: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (place, _) in text.match_indices("crate::") {
        let rest = &text[place + "crate::".len()..];
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let Some(group) = rest.strip_prefix('{') else {
            rooms.insert(rest.chars().take_while(|&letter| is_name(letter)).collect());
            continue;
        };
        // Collect the first name of each entry of the group; entries may contain groups.
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
    for (package, levels) in PACKAGES {
        let level = |room: &str| levels.iter().position(|rooms| rooms.contains(&room));
        for room in levels.iter().copied().flatten() {
            let folder = crate::path(package).join(room);
            let is_folder = folder.is_dir();
            let files = is_folder.then(|| source_files(&in_repository(&folder)).collect());
            for file in files.unwrap_or_else(|| vec![folder.with_extension("rs")]) {
                let text = fs::read_to_string(&file).expect("a source file");
                let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                for other in rooms_named(&code).iter().filter(|other| *other != room && level(other).is_some()) {
                    seen += 1;
                    if level(other) <= level(room) {
                        wrong.push(format!("{} uses {other}", in_repository(&file)));
                    }
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} arrows were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A field needs a comment only if it is surprising, so the compiler's `missing_docs` is not used.
#[test]
fn public_items_have_comments() {
    const ITEMS: [&str; 7] = ["const fn ", "fn ", "struct ", "enum ", "trait ", "type ", "static "];
    // If a macro fills in the name, the comment is where the macro is used.
    let is_item = |line: &str| {
        line.strip_prefix("pub ")
            .filter(|rest| !rest.contains('$'))
            .is_some_and(|rest| ITEMS.iter().any(|item| rest.starts_with(item)))
    };
    let mut wrong = Vec::new();
    for package in ["check", "core", "course", "grade", "io", "related", "solve"] {
        for file in source_files(&format!("src/{package}")).filter(|file| !file.iter().any(|part| part == "tests")) {
            let text = fs::read_to_string(&file).expect("a source file");
            let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
            for (index, line) in lines.iter().enumerate().filter(|(_, line)| is_item(line)) {
                if !lines[..index]
                    .iter()
                    .rfind(|line| !line.starts_with("#["))
                    .is_some_and(|line| line.starts_with("///"))
                {
                    wrong.push(format!("{}: {line}", in_repository(&file)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
