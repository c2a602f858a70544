//! The page of the documentation that says where a change goes names files that are there.

use std::path::Path;

const PAGE: &str = include_str!("../where_a_change_goes.md");

const KINDS: [&str; 13] = [
    "A column of the log",
    "An assignment",
    "A rule",
    "A task",
    "An evaluation",
    "A game",
    "A subcommand",
    "A part of the page with the program inside",
    "A mistake",
    "A sentence",
    "A language of submissions",
    "A format of grades",
    "A plot",
];

/// The paths that a text names; for a new file or folder, that of the folder in which it will lie.
fn paths(text: &str) -> Vec<&Path> {
    let quoted = text.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|word| ["src/", "fixtures", "snapshots"].iter().any(|start| word.starts_with(start)));
    let existing = |path| match Path::new(path).file_stem() {
        Some(name) if name == "NAME" || name == "SUBJECT" => Path::new(path).parent().expect("a folder"),
        _ => Path::new(path),
    };
    paths.map(existing).collect()
}

#[test]
fn every_kind_of_change_touches_files_that_are_there() {
    let sections: Vec<(&str, &str)> =
        PAGE.split("\n## ").skip(1).map(|section| section.split_once('\n').expect("a heading")).collect();
    let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, KINDS);
    for (kind, section) in sections {
        assert!(!paths(section).is_empty(), "{kind} touches no file");
    }
    for path in paths(PAGE) {
        assert!(path.exists(), "there is no {}", path.display());
    }
}
