//! What other programs read: read back by them where they are there, otherwise by what their documentation says.

use std::{
    fs,
    process::{Command, Stdio},
};

use serde::Deserialize;

use super::{GRADED, Workspace, class};

/// Gradescope's results.json, by its documentation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // that a field is there is what is tested
struct Gradescope {
    score: f64,
    execution_time: Option<f64>,
    output: Option<String>,
    output_format: Format,
    visibility: Visibility,
    stdout_visibility: Visibility,
    tests: Vec<GradescopeTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // that a field is there is what is tested
struct GradescopeTest {
    name: String,
    score: f64,
    max_score: f64,
    status: Status,
    output: String,
    output_format: Format,
    visibility: Visibility,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    Md,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Visibility {
    Hidden,
    Visible,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Status {
    Passed,
    Failed,
}

/// What the grading reporter of GitHub Classroom takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Classroom {
    version: u8,
    status: String,
    max_score: f64,
    tests: Vec<ClassroomTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassroomTest {
    name: String,
    status: String,
    score: f64,
    message: String,
}

/// Prints a report as JSON: its number of tests, and of each suite the name, the failures and the tests, with whether
/// each is passed.
const READ_JUNIT: &str = "import json, sys, xml.etree.ElementTree as xml
report = xml.parse(sys.argv[1]).getroot()
test = lambda test: [test.get('name'), test.find('failure') is None]
suite = lambda suite: [suite.get('name'), int(suite.get('failures')), [test(each) for each in suite]]
print(json.dumps([int(report.get('tests')), [suite(each) for each in report]]))";

/// A suite as `READ_JUNIT` prints it: its name, its failures, and its tests' names and whether they are passed.
type Suite = (String, usize, Vec<(String, bool)>);

#[test]
fn junit_is_read_back() {
    let (workspace, _) = &*GRADED;
    let Ok(read) = Command::new("python3").args(["-c", READ_JUNIT]).arg(workspace.path("results/junit.xml")).output()
    else {
        return crate::not_tested(crate::Lack::Tool, "junit.xml is not read back: no python3 is installed");
    };
    let (tests, suites): (usize, Vec<Suite>) = serde_json::from_slice(&read.stdout).expect("a report");
    let results = workspace.json("results/results.json");
    let students = results["students"].as_array().expect("students");
    assert_eq!((tests, suites.len()), (2 * students.len(), students.len()));
    for ((name, failures, tests), student) in suites.iter().zip(students) {
        assert_eq!(*name, student["name"]);
        assert_eq!(*failures, tests.iter().filter(|(_, is_passed)| !is_passed).count());
        for ((name, is_passed), case) in tests.iter().zip(student["graded"]["cases"].as_array().expect("cases")) {
            assert_eq!(*name, case["case"]);
            let has_all =
                ["right", "files right"].iter().any(|end| case["verdict"].as_str().expect("text").ends_with(end));
            assert_eq!(*is_passed, has_all);
        }
    }
}

#[test]
fn gradescope_is_what_its_documentation_says() {
    let workspace = Workspace::of_two_cases();
    let student = class().join("alan_turing");
    let student = student.to_str().expect("a name");
    workspace.run(&["--one", student, "--config", "grade.toml", "--gradescope", "one.json"]).code(1);
    workspace.grade(&class(), "results", &["--only", "alan_turing"]).success();
    for (name, has_time) in [("one.json", true), ("results/gradescope/alan_turing.json", false)] {
        let read: Gradescope = serde_json::from_str(&workspace.text(name)).expect("what is documented");
        assert_eq!(read.execution_time.is_some(), has_time);
        assert!(read.stdout_visibility == Visibility::Hidden);
        assert_eq!(read.tests.len(), 2);
        let sum: f64 = read.tests.iter().map(|test| test.score).sum();
        assert!((read.score - sum).abs() < 1e-9 && read.score < 30.0);
        for test in &read.tests {
            assert_eq!(test.status == Status::Passed, test.score >= test.max_score);
        }
    }
}

/// Whatever ends the grader, Gradescope finds that it failed.
#[test]
fn gradescope_hears_of_a_grader_that_was_killed() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "sleep 100");
    fs::write(workspace.path("one.json"), "what a submission has left").expect("a file");
    let mut command = Command::new(crate::program());
    command.current_dir(workspace.path(".")).stdout(Stdio::null()).stderr(Stdio::null());
    command.args(["grade", "--one", "class/ada", "--config", "grade.toml", "--gradescope", "one.json"]);
    let mut process = command.spawn().expect("it starts");
    let says = || serde_json::from_str::<Gradescope>(&workspace.text("one.json")).ok();
    crate::signals::wait_until("it says that it failed", || says().is_some(), |says| *says);
    process.kill().and_then(|()| process.wait()).expect("a child");
    let read = says().expect("what is documented");
    assert!(read.score == 0.0 && read.output.is_some_and(|said| said.starts_with("Grading failed")));
}

#[test]
fn classroom_reads_what_coreutils_decode() {
    let workspace = Workspace::of_two_cases();
    for (student, status, code) in [("ada_lovelace", "pass", 0), ("margaret_hamilton", "fail", 1)] {
        let path = class().join(student);
        let mut command = crate::reversi();
        command
            .current_dir(workspace.path("."))
            .env("GITHUB_OUTPUT", workspace.path("output"))
            .arg("grade")
            .arg("--one")
            .arg(path);
        fs::write(workspace.path("output"), "before=this\n").expect("a file");
        let graded = command.args(["--config", "grade.toml", "--classroom"]).assert().code(code);
        // What a program printed gives no orders to GitHub.
        let said = String::from_utf8_lossy(&graded.get_output().stdout).into_owned();
        let token = said.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).expect("a token");
        assert!(token.len() == 32 && said.ends_with(&format!("\n::{token}::\n")), "{said}");
        let output = workspace.text("output");
        let payload = output.strip_prefix("before=this\nresult=").expect("a line more").trim_end();
        fs::write(workspace.path("payload"), payload).expect("a file");
        let decoded = Command::new("base64").arg("-d").arg(workspace.path("payload")).output().expect("coreutils");
        assert!(decoded.status.success());
        let read: Classroom = serde_json::from_slice(&decoded.stdout).expect("what the reporter takes");
        assert_eq!((read.version, read.status.as_str(), read.max_score, read.tests.len()), (1, status, 30.0, 2));
        for test in read.tests {
            assert!(test.name.starts_with("task") && !test.message.is_empty());
            assert_eq!(test.status, status);
            assert!((test.score > 0.0) == (student == "ada_lovelace") || test.status == "fail");
        }
    }
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
    // There is nothing to run, and so no command.
    fs::write(workspace.path("grade.toml"), "cases = 'cases.csv'\n").expect("a file");
    workspace.grade_all(&["--collected"]);
    let verdicts = workspace.verdicts();
    assert_eq!([&verdicts["ada"], &verdicts["bob"], &verdicts["eve"]], ["right", "wrong output", "no output"]);
}

#[test]
fn whoever_is_not_contained_is_named_so() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", &workspace.right());
    let graded = workspace.grade(&workspace.path("class"), "results", &["--unconfined"]).success();
    let said = String::from_utf8_lossy(&graded.get_output().stdout).into_owned();
    assert!(said.starts_with("The programs of 1 of 1 ran without a sandbox (limits only).\n"), "{said}");
    let contained = &workspace.json("results/results.json")["students"][0]["graded"]["containment"];
    assert_eq!(contained["level"], "unconfined");
    assert!(contained["left_open"].as_array().is_some_and(|open| open.len() > 2));
}

/// The board and the log of a later year are two parts of one file, under fixed names.
#[test]
fn later_years_are_graded() {
    let workspace =
        Workspace::with("name,assignment,input,points\nlater,usc2014,later.txt,10\ngreedy,usc2014,greedy.txt,1\n");
    fs::copy("fixtures/next/usc2014-alphabeta-midgame.txt", workspace.path("later.txt")).expect("a board");
    let later = workspace.text("later.txt");
    let mut lines: Vec<&str> = later.lines().collect();
    lines[0] = "1";
    fs::write(workspace.path("greedy.txt"), lines.join("\n") + "\n").expect("a board");
    fs::write(workspace.path("grade.toml"), "cases = 'cases.csv'\nrun = './reversi'\n[limits]\nseconds = 1\n")
        .expect("a file");
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
    // Another board, and the right log; in the greedy task nothing else counts.
    let other: String = "********\n".to_owned() + later.split_once('\n').expect("lines").1;
    workspace.submit("wrong-board", &script(&other, &other));
    workspace.submit("wrong-log", &script(&later.replacen("root,0,-Infinity", "root,0,Infinity", 1), &greedy));
    workspace.grade_all(&[]);
    assert_eq!(
        workspace.text("results/grades.csv"),
        "student,points,maximum,late penalty,later,greedy\nright,11,11,0,10,1\nwrong-board,6,11,0,6,0\nwrong-log,5,11,0,4,1\n"
    );
}

/// In a workflow of GitHub no line of what a program printed or is called is a command.
#[test]
fn a_workflow_takes_no_orders_from_submissions() {
    let workspace = Workspace::of_one_case();
    workspace.submit("::error::x", "echo '::set-output name=a::b' >&2; echo ' ##[group]c' >&2; exit 1");
    let class = workspace.path("class");
    let class = class.to_str().expect("a name");
    for arguments in [[class, "--out", "results"], ["--one", "class/::error::x", "--verbose"]] {
        let graded =
            workspace.command(&arguments).args(["--config", "grade.toml"]).env("GITHUB_ACTIONS", "true").assert();
        let said = String::from_utf8_lossy(&graded.get_output().stdout).into_owned();
        let token = said.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).expect("a token");
        assert!(said.ends_with(&format!("\n::{token}::\n")) && !said.contains("##["), "{said}");
    }
}
