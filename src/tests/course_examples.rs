//! Tests the example of each course: every command of its README.md, from the empty folder to the grades.

use std::{fs, path::Path};

use reversi::guides::Guide;
use reversi_testing::{Lack, all_tests, not_tested};
use tempfile::TempDir;

use crate::examples;

/// Writes the example of a course, and runs all commands of its README.md. `None` if this machine has no program with
/// this path.
fn run(course: &str, language: &str) -> Option<TempDir> {
    if !Path::new(language).exists() {
        not_tested(Lack::Tool, &format!("the example of {course}: there is no {language}"));
        return None;
    }
    let folder = TempDir::new().expect("a folder");
    examples::example(folder.path(), &format!("reversi example . --assignment {course}"));
    let readme = fs::read_to_string(folder.path().join("README.md")).expect("README.md");
    let commands = examples::blocks(&readme, "sh").concat();
    assert!((3..=10).contains(&commands.lines().count()), "{commands}");
    for command in commands.lines() {
        examples::example(folder.path(), command).expect("a command of this program");
    }
    let again = crate::reversi().current_dir(folder.path()).args(["example", ".", "--assignment", course]).assert();
    assert!(crate::stderr(&again.code(2).stdout("")).contains(". is not empty; expected a new folder"));
    Some(folder)
}

/// Runs an example of `grade`. The right program must have full points, and the feedback to the other program must
/// contain `cause`.
fn grades(course: &str, language: &str, cause: &str) {
    let Some(folder) = run(course, language) else { return };
    if let Some(guide) = Guide::named(&format!("teach-{course}")).filter(|_| all_tests()) {
        let folder = TempDir::new().expect("a folder");
        for line in examples::blocks(guide.text, "sh").join("\n").lines() {
            examples::example(folder.path(), line).expect("a command of this program");
        }
        assert!(folder.path().join(format!("results-{course}/class.md")).exists());
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let results: serde_json::Value = serde_json::from_str(&read("results/results.json")).expect("JSON");
    let points = |student: usize| results["students"][student]["points"].clone();
    assert_eq!(points(0), results["maximum"], "{}", read("results/staff/ada_lovelace.md"));
    let feedback = read("results/feedback/charles_babbage.md");
    assert_ne!(points(1), results["maximum"], "{feedback}");
    assert!(feedback.contains(cause), "{feedback}");
    let printed =
        crate::stdout(&crate::reversi().args(["grade", "--example", "--assignment", course]).assert().success());
    assert_eq!(printed, read("grade.toml"));
}

#[test]
fn guide_of_own_assignments_grades_a_class_on_6x6() {
    if !Path::new("/usr/bin/python3").exists() {
        return not_tested(Lack::Tool, "a class on 6x6: there is no python3");
    }
    let folder = TempDir::new().expect("a folder");
    examples::example(folder.path(), "reversi example .");
    let guide = Guide::named("own-assignment").expect("a guide");
    for line in examples::blocks(guide.text, "sh").join("\n").lines() {
        examples::example(folder.path(), line).expect("a command of this program");
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let results: serde_json::Value = serde_json::from_str(&read("six-results/results.json")).expect("JSON");
    assert_eq!(results["students"][0]["points"], 100, "{}", read("six-results/class.md"));
    let feedback = read("six-results/feedback/charles_babbage.md");
    assert!(feedback.contains("strict-cut-off"), "{feedback}");
}

#[test]
fn example_of_text_grades_two_programs() {
    grades("text", "/bin/sh", "child: 12");
}

#[test]
fn example_of_nxn_grades_two_programs() {
    grades("nxn", "/usr/bin/python3", "missing-direction:down-right");
}

#[test]
#[ignore = "slow"]
fn example_of_tiny_grades_two_programs() {
    grades("tiny", "/usr/bin/javac", "strict-cut-off");
}

#[test]
#[ignore = "slow"]
fn example_of_awari_grades_two_programs() {
    grades("awari", "/usr/bin/javac", "majority-is-leaf");
}

/// Grades the class of an example, and returns the results.
fn graded(folder: &Path) -> serde_json::Value {
    let words = ["grade", "class", "--config", "grade.toml", "--out", "results"];
    crate::reversi().current_dir(folder).args(words).assert();
    serde_json::from_slice(&fs::read(folder.join("results/results.json")).expect("a file")).expect("JSON")
}

#[test]
fn driver_of_nxn_finds_the_module_that_defines_the_function() {
    let Some(folder) = run("nxn", "/usr/bin/python3") else { return };
    let class = folder.path().join("class");
    let right = fs::read_to_string(class.join("ada_lovelace/reversi.py")).expect("a module");
    fs::remove_dir_all(&class).expect("a class");
    for (student, file, text) in [
        ("beside", "main.py", "import solver\n"),
        ("beside", "solver.py", &right),
        ("twice", "one.py", &right),
        ("twice", "two.py", &right),
        ("without", "solver.py", "x = 1\n"),
    ] {
        fs::create_dir_all(class.join(student)).expect("a folder");
        fs::write(class.join(student).join(file), text).expect("a file");
    }
    fs::remove_dir_all(folder.path().join("results")).expect("results");
    let results = graded(folder.path());
    assert_eq!(results["students"][0]["points"], results["maximum"], "{}", results["students"][0]);
    assert_eq!(results["students"][1]["name"], "without");
    let failure = &results["not_graded"][0];
    let why = failure["why"].as_str().expect("a text");
    assert!(failure["name"] == "twice" && why.ends_with("several files define count_pieces: one, two"), "{why}");
}

#[test]
#[ignore = "slow"]
fn a_right_program_of_awari_may_count_plies_down() {
    let Some(folder) = run("awari", "/usr/bin/javac") else { return };
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
    let counts_up = read("class/ada_lovelace/studentAI.java");
    let changes = [
        ("maxDepth, 1, alpha", "maxDepth, maxDepth - 1, alpha"),
        ("depth == maxDepth", "depth == 0"),
        ("depth + 1", "depth - 1"),
    ];
    let counts_down = changes.iter().fold(counts_up, |text, (up, down)| text.replace(up, down));
    fs::write(path("class/charles_babbage/studentAI.java"), counts_down).expect("a file");
    let accept = |row: &str| match row {
        _ if row.starts_with("name") => format!("{row},accept\n"),
        _ if row.contains(",max ") || row.contains(",min ") => format!("{row},remaining-depth\n"),
        _ => format!("{row},\n"),
    };
    fs::write(path("cases/cases.csv"), read("cases/cases.csv").lines().map(accept).collect::<String>())
        .expect("a file");
    let results = graded(folder.path());
    // Each of the two readings is accepted.
    let has_all = |student: usize| results["students"][student]["points"] == results["maximum"];
    assert!(has_all(0) && has_all(1), "{}", read("results/staff/charles_babbage.md"));
}

#[test]
#[ignore = "slow"]
fn examples_of_usc_grade_two_programs() {
    for (course, cause) in
        [("usc2013", "strict-cut-off"), ("usc2014", "strict-cut-off"), ("usc2017", "evaluation-of-player-to-move")]
    {
        grades(course, "/usr/bin/python3", cause);
    }
}

#[test]
#[ignore = "slow"]
fn example_of_csc242_plays_two_programs() {
    let Some(folder) = run("csc242", "/usr/bin/python3") else { return };
    let feedback = |name: &str| fs::read_to_string(folder.path().join("results/feedback").join(name)).expect("a file");
    assert!(!feedback("ada_lovelace.md").contains(": no in "), "{}", feedback("ada_lovelace.md"));
    let message = "with its error message, and the game goes on: no in ";
    assert!(feedback("charles_babbage.md").contains(message), "{}", feedback("charles_babbage.md"));
    let refused = crate::reversi().args(["grade", "--example", "--assignment", "csc242"]).assert().code(2);
    assert!(crate::stderr(&refused).contains("expected `reversi tournament --example csc242`"));
}

#[test]
fn mistakes_of_printed_answers_are_explained() {
    let explain = |arguments: &[&str]| crate::reversi().args(["mistakes", "explain"]).args(arguments).assert();
    let text = "stops-at-proven-value: ";
    assert!(crate::stdout(&explain(&["stops-at-proven-value"]).success()).starts_with(text));
    let text = "wraps-around-edges: ";
    assert!(crate::stdout(&explain(&["wraps-around-edges", "--assignment", "tiny"]).success()).starts_with(text));
    let refused = explain(&["sows-into-houses", "--assignment", "tiny"]).code(2);
    assert!(crate::stderr(&refused).contains("sows-into-houses is not possible in tiny"));
}
