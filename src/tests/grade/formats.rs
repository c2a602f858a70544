//! Tests the outputs for other programs by their schemas.

use std::{
    fs,
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

#[test]
fn files_that_were_made_elsewhere_are_judged() {
    let workspace = Workspace::of_one_case();
    workspace.right();
    for (name, moves) in [("ada", "right-moves"), ("bob", "right-log")] {
        let folder = workspace.path("class").join(name);
        fs::create_dir(&folder).expect("a folder");
        fs::copy(workspace.path(moves), folder.join("mid-moves.txt")).expect("a file");
        fs::copy(workspace.path("right-log"), folder.join("mid-log.txt")).expect("a file");
    }
    let link = workspace.path("class/eve");
    fs::create_dir(&link).expect("a folder");
    for name in ["moves", "log"] {
        std::os::unix::fs::symlink(workspace.path(&format!("right-{name}")), link.join(format!("mid-{name}.txt")))
            .expect("a link");
    }
    // The class has nothing to run, so the feedback shows no command.
    workspace.write("grade.toml", "cases = 'cases.csv'\n");
    workspace.grade_all(&["--collected"]);
    let verdicts = workspace.verdicts();
    assert_eq!([&verdicts["ada"], &verdicts["bob"], &verdicts["eve"]], ["right", "wrong output", "no output"]);
}

#[test]
fn runs_without_a_sandbox_are_reported() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", &workspace.right());
    let graded = workspace.graded(&["--unconfined"]).success();
    let said = crate::stdout(&graded);
    assert!(said.starts_with("The programs of 1 of 1 ran without a sandbox (limits only).\n"), "{said}");
    let contained = &workspace.json("results/results.json")["students"][0]["graded"]["containment"];
    assert_eq!(contained["level"], "unconfined");
    let one =
        crate::stdout(&workspace.run(&["--one", "class/ada", "--config", "grade.toml", "--unconfined"]).success());
    assert!(one.starts_with("The program ran without a sandbox (limits only).\n\n# `ada`\n"), "{one}");
    assert!(contained["left_open"].as_array().is_some_and(|open| open.len() > 2));
}

/// The board and the log of a later assignment are two parts of one file, under fixed names.
#[test]
fn later_years_are_graded() {
    let workspace =
        Workspace::with("name,assignment,input,points\nlater,usc2014,later.txt,10\ngreedy,usc2014,greedy.txt,1\n");
    fs::copy("fixtures/next/usc2014-alphabeta-midgame.txt", workspace.path("later.txt")).expect("a board");
    let later = workspace.text("later.txt");
    let mut lines: Vec<&str> = later.lines().collect();
    lines[0] = "1";
    workspace.write("greedy.txt", lines.join("\n") + "\n");
    workspace.write("grade.toml", "cases = 'cases.csv'\nrun = './reversi'\n[limits]\nseconds = 1\n");
    let expected = |name: &str| {
        let input = workspace.path(&format!("{name}.txt"));
        let output = workspace.path(&format!("{name}-output"));
        let mut command = crate::reversi();
        command.args(["next", "--assignment", "usc2014", "-i"]).arg(input).arg("-o").arg(&output).assert().success();
        fs::read_to_string(output).expect("a file")
    };
    let script = |later: &str, greedy: &str| {
        let choose = "if [ \"$(head -n 1 input.txt)\" = 1 ]; then";
        format!("{choose}\ncat > output.txt <<'END'\n{greedy}\nEND\nelse\ncat > output.txt <<'END'\n{later}\nEND\nfi\n")
    };
    let (later, greedy) = (expected("later"), expected("greedy"));
    fs::create_dir(workspace.path("class")).expect("a folder");
    workspace.submit("right", &script(&later, &greedy));
    // The board is wrong and the log correct; in the greedy task only the board counts.
    let other: String = "********\n".to_owned() + later.split_once('\n').expect("lines").1;
    workspace.submit("wrong-board", &script(&other, &other));
    workspace.submit("wrong-log", &script(&later.replacen("root,0,-Infinity", "root,0,Infinity", 1), &greedy));
    workspace.grade_all(&[]);
    assert_eq!(
        workspace.text("results/grades.csv"),
        "student,points,maximum,late penalty,later,greedy\nright,11,11,0,10,1\nwrong-board,6,11,0,6,0\nwrong-log,5,11,0,4,1\n"
    );
}

/// In a GitHub workflow, no line of a program's output or name is a command.
#[test]
fn a_workflow_takes_no_orders_from_submissions() {
    let workspace = Workspace::of_one_case();
    workspace.submit("::error::x", "echo '::set-output name=a::b' >&2; echo ' ##[group]c' >&2; exit 1");
    let class = workspace.path("class");
    let class = class.to_str().expect("a name");
    for arguments in [&[class, "--out", "results"][..], &["--one", "class/::error::x"]] {
        let graded =
            workspace.command(arguments).args(["--config", "grade.toml"]).env("GITHUB_ACTIONS", "true").assert();
        let said = crate::stdout(&graded);
        let token = said.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).expect("a token");
        assert!(said.ends_with(&format!("\n::{token}::\n")) && !said.contains("##["), "{said}");
    }
}
