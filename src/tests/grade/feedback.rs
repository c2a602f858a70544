//! Tests the feedback for students: useful, and without secrets.

use std::{collections::BTreeSet, fs};

use super::{GRADED, Workspace, files};

#[test]
fn feedback_says_what_is_wrong() {
    let (workspace, _) = &*GRADED;
    let _settings = crate::snapshots("grade");
    for student in [
        "ada_lovelace",
        "alan_turing",
        "barbara_liskov",
        "donald_knuth",
        "grace_hopper",
        "john_mccarthy",
        "ken_thompson",
        "margaret_hamilton",
        "niklaus_wirth",
        "noam_chomsky",
    ] {
        insta::assert_snapshot!(format!("feedback-{student}"), workspace.feedback(student));
    }
}

/// The class has every kind of wrong submission, and a submission that prints its whole input.
#[test]
fn feedback_shows_nothing_of_a_hidden_board() {
    let workspace = Workspace::of_two_cases();
    let given = "while [ $# -gt 0 ]; do case $1 in -i) input=$2 ;; esac; shift; done\n";
    workspace.submit("curious", &[given, "cat $input; cat $input >&2; exit 1"].concat());
    workspace.submit("quiet", &[given, "cat $input"].concat());
    workspace.submit(
        "copying",
        &[given, "cp $input moves.txt; cp $input log.txt; cp $input \"$(head -n 1 $input)\""].concat(),
    );
    workspace.submit("gone", &[given, "rm -rf reversi; exec \"$(head -n 1 $input)\""].concat());
    workspace.graded(&[]).success();
    let rows = |board: &str| -> BTreeSet<String> { workspace.text(board).lines().map(str::to_owned).collect() };
    let visible = rows("endgame-eight-empties.txt");
    let hidden: BTreeSet<String> = rows("pass-inside-search-six-empties.txt").difference(&visible).cloned().collect();
    assert!(hidden.len() > 5, "the boards are different");
    let mut seen = 0;
    let all = files(&workspace.path("results")).into_iter().chain(files(&GRADED.0.path("results")));
    for (path, bytes) in all {
        if !path.starts_with("feedback") {
            continue;
        }
        seen += 1;
        let text = String::from_utf8(bytes).expect("text");
        let leak = hidden.iter().find(|row| text.contains(row.as_str()));
        assert_eq!(leak, None, "{}", path.display());
    }
    assert_eq!(seen, 4 + 13);
    // To prove that the text search works, the test finds the same text of the visible board.
    let curious = workspace.feedback("curious");
    assert!(visible.iter().all(|row| curious.contains(row)), "{curious}");
    let everything = workspace.text("results/results.json");
    assert!(hidden.iter().any(|row| everything.contains(row)), "the assistant sees it");
}

/// Every output treats students' text as data.
#[test]
fn text_of_students_is_data() {
    let workspace = Workspace::of_one_case();
    let said =
        "printf '```\\n# A heading\\n<script>alert(1)</script> [a link](http://x) \\033[31mred\\033[0m\\n' >&2; exit 3";
    workspace.submit("=cmd|'calc'", said);
    workspace.submit("@mention <b>", said);
    workspace.submit("new\nline\u{1b}[31m", said);
    workspace.submit("\u{ff1d}wide", "printf '\\357\\277\\277\\n' >&2; exit 3");
    workspace.submit(" =blank", said);
    workspace.grade_all(&[]);
    let grades = workspace.text("results/grades.csv");
    assert!(grades.contains("\n'=cmd|'calc',0,") && grades.contains("\n'@mention <b>,0,"), "{grades}");
    assert!(grades.contains("\nnew\\x0aline\\x1b[31m,0,"), "{grades}");
    assert!(grades.contains("\n'\u{ff1d}wide,0,") && grades.contains("\n' =blank,0,"), "{grades}");
    assert!(workspace.text("results/times.csv").contains("\n' =blank,"));
    let names: Vec<String> = fs::read_dir(workspace.path("results/feedback"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), 5);
    for name in names.into_iter().filter(|name| !name.contains("wide")) {
        let feedback = workspace.text(&format!("results/feedback/{name}"));
        assert!(!feedback.contains('\u{1b}') && feedback.contains(r"\x1b[31mred"), "{feedback}");
        // The block ends at its real end, not where the student's text looks like an end.
        let after_fence = feedback.split("````text\n").nth(1).expect("a long fence").split("\n````\n").next();
        assert!(after_fence.is_some_and(|inside| inside.contains("<script>") && inside.contains("# A heading")));
    }
    assert!(workspace.feedback("@mention <b>").starts_with("# `@mention <b>`\n"));
}

/// The name of a student's file appears in commands and in compilers' messages.
#[test]
fn names_of_files_are_data() {
    let workspace = Workspace::of_one_case();
    let name = "a\u{1b}[31m\n::error::b\u{ffff};=1+1|`c`.py";
    workspace.write(&format!("class/eve/{name}"), "import sys\nsys.exit(3)\n");
    workspace.submit("a;=1+1", "exit 3");
    workspace.submit("tab\t=1+1", "exit 3");
    workspace.grade_all(&["--lms", "moodle"]);
    let printed = crate::stdout(
        &workspace.run(&["--one", "class/eve", "--config", "grade.toml", "--gradescope", "one.json"]).code(1),
    );
    // The texts as a reader of the JSON shows them.
    let gradescope = workspace.json("one.json");
    let shown = [&gradescope["output"], &gradescope["tests"][0]["output"]].map(|text| text.as_str().expect("a text"));
    let shown = [("Gradescope", shown.concat())];
    let outputs = ["feedback/eve.md", "staff/eve.md", "class.md", "grades.csv", "moodle.csv", "times.csv"];
    let files = outputs.map(|name| (name, workspace.text(&format!("results/{name}"))));
    for (output, text) in files.into_iter().chain(shown).chain([("", printed)]) {
        let raw = ["\u{1b}", "\u{ffff}", "\n::error::"].into_iter().find(|raw| text.contains(raw));
        assert_eq!(raw, None, "{output}: {text}");
        let is_of_files = !["class.md", "grades.csv", "moodle.csv", "times.csv"].contains(&output);
        assert_eq!(text.contains(r"a\033[31m\012::error::b"), is_of_files, "{output}: {text}");
    }
    let grades = workspace.text("results/grades.csv");
    assert!(grades.contains("\n\"a;=1+1\",0,") && grades.contains("\ntab\\x09=1+1,0,"), "{grades}");
}
