//! Tests the outputs for other programs by their schemas.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{GRADED, Workspace, class, files};

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

/// Prints a `JUnit` report as JSON: the number of tests, and each suite with its name, failures and tests.
const READ_JUNIT: &str = "import json, sys, xml.etree.ElementTree as xml
report = xml.parse(sys.argv[1]).getroot()
test = lambda test: [test.get('name'), test.find('failure') is None]
suite = lambda suite: [suite.get('name'), int(suite.get('failures')), [test(each) for each in suite]]
print(json.dumps([int(report.get('tests')), [suite(each) for each in report]]))";

/// A suite that `READ_JUNIT` prints: its name, its failures, and each test with true if passed.
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
            assert_eq!(*is_passed, case["verdict"]["written"] == "right");
        }
    }
}

#[test]
fn outputs_match_their_schemas() {
    let (workspace, _) = &*GRADED;
    let results = workspace.path("results");
    assert_valid("junit.xsd", &[results.join("junit.xml")]);
    let of_class: Vec<PathBuf> =
        fs::read_dir(results.join("gradescope")).expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert_eq!(of_class.len(), 13);
    assert_valid("gradescope.json", &of_class);
}

#[test]
fn schemas_refuse_what_readers_do_not_know() {
    let workspace = &GRADED.0;
    let refuse = |schema: &str, name: &str, changes: &[(&str, &str)]| {
        for (old, new) in changes {
            let text = workspace.text(&format!("results/{name}"));
            assert!(text.contains(old), "{old}");
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("changed");
            fs::write(&path, text.replacen(old, new, 1)).expect("a file");
            assert_ne!(problems(schema, &[path]), Some(String::new()), "{old} became {new}");
        }
    };
    let changes = [
        ("<testsuite ", "<suite/><testsuite "),
        (" errors=\"0\"", " skipped=\"0\""),
        ("failures=\"", "failures=\"-"),
        (" classname=\"", " class=\""),
        ("<testcase ", "some text <testcase "),
        ("<failure ", "<failure time=\"1\" "),
    ];
    refuse("junit.xsd", "junit.xml", &changes);
    let changes = [
        ("\"score\": ", "\"score\": -"),
        ("\"max_score\": ", "\"maximum\": "),
        ("\"failed\"", "\"wrong\""),
        ("\"visible\"", "\"seen\""),
        ("\"tests\": [", "\"tests\": [3, "),
        ("\"output\": \"", "\"output\": 3, \"name\": \""),
    ];
    refuse("gradescope.json", "gradescope/alan_turing.json", &changes);
}

#[test]
fn gradescope_scores_add_up() {
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
fn classroom50_gets_whole_points_of_visible_cases() {
    let workspace = Workspace::of_two_cases();
    let student = class().join("alan_turing");
    let run = |has_identity: bool| {
        let mut command = workspace.command(&["--one", student.to_str().expect("a name"), "--config", "grade.toml"]);
        for name in ["CLASSROOM", "ASSIGNMENT", "SUBMISSION", "COMMIT", "RELEASE", "REVIEW", "DATETIME"] {
            let variable = format!("CLASSROOM50_{name}");
            if has_identity {
                command.env(variable, name.to_lowercase())
            } else {
                command.env_remove(variable)
            };
        }
        let graded = command.arg("--classroom50").assert().get_output().clone();
        (graded.status.code(), String::from_utf8_lossy(&graded.stderr).into_owned())
    };
    let (code, said) = run(true);
    assert!(
        code == Some(2)
            && said.contains("the case task1-six-empties is hidden, and results of Classroom 50 are public")
    );
    workspace.write("cases.csv", workspace.text("cases.csv").replace("hidden", "visible"));
    let (code, said) = run(false);
    assert!(code == Some(2) && said.contains("CLASSROOM50_CLASSROOM is not set"), "{said}");
    assert!(!workspace.path("result.json").exists());
    assert_eq!(run(true).0, Some(1));
    assert_valid("classroom50.json", &[workspace.path("result.json")]);
    let read = workspace.json("result.json");
    assert_eq!((&read["score"], &read["max-score"], &read["commit"]), (&23.into(), &25.into(), &"commit".into()));
    let tests = read["tests"].as_array().expect("tests");
    let test = |test: &serde_json::Value| (test["passed"] == true, test["score"].as_u64());
    assert_eq!([test(&tests[0]), test(&tests[1])], [(true, Some(15)), (false, Some(8))]);
    // The scores of the tests add up, also if points of cases and points by hand are not whole.
    workspace.write("cases.csv", workspace.text("cases.csv").replace(",15,", ",9.38,").replace(",10,", ",9.38,"));
    workspace.write("grade.toml", workspace.text("grade.toml") + "[[manual]]\nname = 'readme'\npoints = 5.5\n");
    workspace.write("overrides.csv", "student,case,points,reason\nalan_turing,readme,4.5,\n");
    assert_eq!(run(true).0, Some(1));
    let read = workspace.json("result.json");
    let column = |key: &str| -> Vec<i64> {
        read["tests"].as_array().expect("tests").iter().filter_map(|test| test[key].as_i64()).collect()
    };
    assert_eq!((column("score"), column("max-score")), (vec![9, 8, 4], vec![9, 9, 6]), "{read}");
    assert_eq!((&read["score"], &read["max-score"]), (&21.into(), &24.into()));
    // A fraction of a point in the maximum costs nothing.
    workspace.write("cases.csv", workspace.text("cases.csv").replace(",9.38,", ",3.5,"));
    workspace.write("overrides.csv", "student,case,points,reason\nalan_turing,readme,5.4,\n");
    assert_eq!(run(true).0, Some(1));
    let read = workspace.json("result.json");
    let scores = read["tests"].as_array().expect("tests").iter().filter_map(|test| test["score"].as_i64());
    assert_eq!(read["score"], scores.sum::<i64>(), "{read}");
    let step = crate::reversi().args(["grade", "--example-classroom50"]).assert().success().get_output().stdout.clone();
    let step = String::from_utf8(step).expect("text");
    assert!(step.contains("--classroom50") && step.matches("CLASSROOM50_").count() == 7, "{step}");
}

#[test]
fn sources_are_written_for_plagiarism_checkers() {
    let workspace = Workspace::of_one_case();
    workspace.write("starter/board.h", "int given;\n");
    workspace.write("class/ada/src/main.cpp", "int main() {}\n");
    workspace.write("class/ada/src/board.h", "int given;\n");
    workspace.write("class/ada/notes.txt", "nothing");
    workspace.write("class/ada/reversi", "#!/usr/bin/env python3\n");
    workspace.write("class/bob king/Main.java", "class Main {}\n");
    workspace.write("class/eve.rar", "Rar!");
    workspace.configure("[files]\nstarter = 'starter'\n");
    let written = workspace.run(&["class", "--config", "grade.toml", "--sources", "out dir"]).success();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (commands, remarks) = (said(&written.get_output().stdout), said(&written.get_output().stderr));
    assert!(remarks.starts_with("reversi: eve has no sources: "), "{remarks}");
    assert_eq!(
        commands,
        "java -jar jplag.jar --language cpp --base-code 'out dir/starter' 'out dir/submissions'\n\
         dolos run --language cpp --output-format web 'out dir/dolos/cpp/info.csv'\n\
         java -jar jplag.jar --language java --base-code 'out dir/starter' 'out dir/submissions'\n\
         dolos run --language java --output-format web 'out dir/dolos/java/info.csv'\n\
         java -jar jplag.jar --language python3 --base-code 'out dir/starter' 'out dir/submissions'\n\
         dolos run --language python --output-format web 'out dir/dolos/python/info.csv'\n"
    );
    let names: Vec<String> =
        files(&workspace.path("out dir")).into_keys().map(|path| path.to_string_lossy().into_owned()).collect();
    let expected = [
        "dolos/cpp/info.csv",
        "dolos/java/info.csv",
        "dolos/python/info.csv",
        "starter/board.h",
        "submissions/ada/reversi.script.py",
        "submissions/ada/src/main.cpp",
        "submissions/bob king/Main.java",
    ];
    assert_eq!(names, expected);
    let list = workspace.text("out dir/dolos/java/info.csv");
    assert_eq!(list, "filename,full_name\n../../submissions/bob king/Main.java,bob king\n");
    assert!(workspace.path("out dir/dolos/java/../../submissions/bob king/Main.java").exists());
    let again = workspace.run(&["class", "--sources", "out dir"]).code(2);
    assert!(said(&again.get_output().stderr).contains("out dir is not empty; expected a new folder"));
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
    for arguments in [[class, "--out", "results"], ["--one", "class/::error::x", "--verbose"]] {
        let graded =
            workspace.command(&arguments).args(["--config", "grade.toml"]).env("GITHUB_ACTIONS", "true").assert();
        let said = crate::stdout(&graded);
        let token = said.lines().next().and_then(|line| line.strip_prefix("::stop-commands::")).expect("a token");
        assert!(said.ends_with(&format!("\n::{token}::\n")) && !said.contains("##["), "{said}");
    }
}
