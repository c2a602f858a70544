//! Tests the outputs for other programs by their schemas.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Workspace, class};

/// Validates files by a schema of the fixtures, and returns the problems; `None` without Python.
fn problems(schema: &str, files: &[PathBuf]) -> Option<String> {
    let schemas = Path::new("fixtures/grade/schemas");
    let validate =
        Command::new("python3").arg(schemas.join("validate.py")).arg(schemas.join(schema)).args(files).output();
    let Ok(validated) = validate else {
        crate::not_tested(crate::Lack::Tool, "schemas: no python3 is installed");
        return None;
    };
    assert!(validated.stderr.is_empty(), "{}", String::from_utf8_lossy(&validated.stderr));
    let said = String::from_utf8_lossy(&validated.stdout).trim().to_owned();
    assert_eq!(validated.status.success(), said.is_empty(), "{said}");
    Some(said)
}

fn assert_valid(schema: &str, files: &[PathBuf]) {
    assert_eq!(problems(schema, files).unwrap_or_default(), "");
}

#[test]
fn results_for_gradescope_match_their_schema() {
    let workspace = Workspace::of_two_cases();
    let student = class().join("alan_turing");
    let student = student.to_str().expect("a name");
    workspace.run(&["--one", student, "--config", "grade.toml", "--gradescope", "one.json"]).code(1);
    assert_valid("gradescope.json", &[workspace.path("one.json")]);
    let read = workspace.json("one.json");
    assert!(read["execution_time"].is_number() && read["stdout_visibility"] == "hidden");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let tests = read["tests"].as_array().expect("tests");
    let sum: f64 = tests.iter().map(|test| number(&test["score"])).sum();
    assert!(tests.len() == 2 && (number(&read["score"]) - sum).abs() < 1e-9 && sum < 30.0);
    for test in tests {
        assert_eq!(test["status"] == "passed", number(&test["score"]) >= number(&test["max_score"]));
    }
    // The schema refuses what Gradescope does not know.
    for (old, new) in [
        ("\"score\": ", "\"score\": -"),
        ("\"max_score\": ", "\"maximum\": "),
        ("\"failed\"", "\"wrong\""),
        ("\"visible\"", "\"seen\""),
        ("\"tests\": [", "\"tests\": [3, "),
        ("\"output\": \"", "\"output\": 3, \"name\": \""),
    ] {
        let text = workspace.text("one.json");
        assert!(text.contains(old), "{old}");
        workspace.write("changed.json", text.replacen(old, new, 1));
        let problems = problems("gradescope.json", &[workspace.path("changed.json")]);
        assert_ne!(problems, Some(String::new()), "{old} became {new}");
    }
}

#[test]
fn gradescope_learns_that_the_grader_was_killed() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "sleep 100");
    workspace.write("one.json", "what a submission has left");
    let mut command = Command::new(crate::program());
    command.current_dir(workspace.path(".")).stdout(Stdio::null()).stderr(Stdio::null());
    command.args(["grade", "--one", "class/ada", "--config", "grade.toml", "--gradescope", "one.json"]);
    let mut process = command.spawn().expect("it starts");
    let says = || serde_json::from_str::<serde_json::Value>(&workspace.text("one.json")).ok();
    crate::signals::wait_until("it says that it failed", || says().is_some(), |says| *says);
    process.kill().and_then(|()| process.wait()).expect("a child");
    assert_valid("gradescope.json", &[workspace.path("one.json")]);
    let read = says().expect("JSON");
    assert!(read["score"] == 0 && read["output"].as_str().is_some_and(|said| said.starts_with("Grading failed")));
}
