//! Tests that anonymous grades have no names. The tables that people write are tested in `fixtures/grade/classes`.

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::Workspace;

#[test]
fn anonymous_grades_have_no_names() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    workspace.submit("ada_lovelace", &right);
    workspace.submit("bob", &right);
    workspace.submit("zoe", "exit 0");
    let numbers = || {
        workspace.grade_all(&["--anonymous"]);
        let grades = workspace.text("results/grades.csv");
        for (path, text) in super::files(&workspace.path("results")) {
            let text = [path.to_string_lossy().into_owned(), String::from_utf8_lossy(&text).into_owned()].concat();
            let is_kept = ["records", "results.json", ".reversi-grade"].iter().any(|kept| path.starts_with(kept));
            assert!(is_kept || ["ada", "bob", "zoe"].iter().all(|name| !text.contains(name)), "{text}");
        }
        grades
    };
    let first = numbers();
    let refused = crate::stderr(&workspace.graded(&["--anonymous", "--lms", "canvas"]).code(2));
    assert!(refused.contains("cannot be used with"), "{refused}");
    assert_eq!(fs::metadata(workspace.path("anonymous.key")).expect("a key").permissions().mode() & 0o777, 0o600);
    assert_eq!(first, numbers(), "the key stays");
    // The class list does not reveal the numbers: another key gives other numbers.
    let is_other = |number: u32| {
        workspace.write("anonymous.key", format!("{number:064}"));
        first != numbers()
    };
    assert!((0..20).any(is_other));
}
