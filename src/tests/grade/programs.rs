//! Tests programs in C++, Java and Python, which are built and run like programs of a class.

use std::{
    fs,
    path::{Path, PathBuf},
};

use reversi::grade::{
    recipes::{BuildPlan, Product},
    submissions::Submission,
};
use reversi_testing::by_profile;
use serde_json::Value;

use super::{Workspace, verdict};

/// True if this machine has all compilers and interpreters; otherwise prints the missing programs.
fn has_compilers() -> bool {
    let is_there =
        |name: &&str| ["/usr/local/bin", "/usr/bin", "/bin"].iter().any(|path| Path::new(path).join(name).exists());
    let missing: Vec<&str> =
        ["make", "g++", "gcc", "javac", "java", "python3"].into_iter().filter(|name| !is_there(name)).collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        crate::not_tested(crate::Lack::Tool, &format!("programs that are built and run: no {missing} is installed"));
    }
    missing.is_empty()
}

impl Workspace {
    /// The results of each student: the build and the cases.
    pub fn said(&self) -> String {
        let text =
            |value: &Value, before: &str| if value.is_null() { String::new() } else { format!("{before}{value}") };
        let mut lines = Vec::new();
        for student in self.json("results/results.json")["students"].as_array().expect("students") {
            let Value::Object(build) = &student["graded"]["build"] else { panic!("{student}") };
            lines.push(format!("{}: {} points", student["name"].as_str().expect("a name"), student["points"]));
            let is_empty = |value: &Value| [Value::Null, false.into(), Value::Array(Vec::new())].contains(value);
            let is_told = |(key, value): &(&String, &Value)| {
                !["output", "interpreter"].contains(&key.as_str()) && !is_empty(value)
            };
            lines.extend(build.iter().filter(is_told).map(|(key, value)| format!("  {key}: {value}")));
            for case in student["graded"]["cases"].as_array().expect("cases") {
                let ([name, command], verdict) = (["case", "command"].map(|key| &case[key]), verdict(case));
                let more = text(&case["explained_by"][0], ", ") + &text(&case["problem"], ", ");
                lines.push(format!("  {name}: {verdict}, {command}{more}"));
            }
        }
        lines.join("\n") + "\n"
    }
}

fn program(name: &str) -> PathBuf {
    fs::canonicalize("fixtures/grade/programs").expect("the programs").join(name)
}

/// The default profile builds a C++ program and runs a Python program, each with a mistake. In the profile "all", all
/// programs run, with and without a sandbox.
#[test]
fn real_programs_get_their_points() {
    if !has_compilers() {
        return;
    }
    let workspace = Workspace::of_one_case();
    let example = crate::stdout(&workspace.run(&["--example", "--assignment", "usc2017"]).success());
    let list = fs::canonicalize("fixtures/grade/usc2017.csv").expect("a list");
    // Java's optimizing compiler takes more time than it saves in short runs.
    let short_java = "[environment]\nJAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'\n";
    let configuration = example.replace("cases/cases.csv", &list.to_string_lossy());
    workspace.write("grade.toml", configuration.replace("[environment]\n", short_java));
    workspace.submit_of(&program(""), &["cpp_makefile", "python_two_files"]);
    let class = by_profile(workspace.path("class"), program(""));
    let _settings = crate::snapshots("grade");
    for options in by_profile(&[&[][..]][..], &[&[], &["--unconfined", "--again"]]) {
        workspace.grade(&class, "results", options).success();
        insta::assert_snapshot!(by_profile("two-programs", "programs"), workspace.said());
    }
}

/// One script asks whether the script is started; the other script imports a module.
const ASKS: &str = "if __name__ == '__main__':\n    pass\n";
const IMPORTS: &str = "from board import *\nimport sys, search as s\n";

#[test]
fn a_person_would_start_the_same_python_script() {
    let both = [IMPORTS, ASKS].concat();
    for (scripts, expected) in [
        (&[("hw2_v3.py", "")][..], &["hw2_v3.py"][..]),
        (&[("agent.py", ASKS), ("reversi.py", "")], &["agent.py"]),
        (&[("old.py", ""), ("reversi.py", "")], &["reversi.py"]),
        (&[("Homework2.py", ""), ("notes.py", "")], &["Homework2.py"]),
        // A module may test itself.
        (&[("main.py", IMPORTS), ("board.py", ASKS)], &["main.py"]),
        (&[("play.py", IMPORTS), ("board.py", ""), ("search.py", "")], &["play.py"]),
        (&[("reversi.py", ASKS), ("test_reversi.py", "import reversi\nif __name__ == '__main__':\n")], &["reversi.py"]),
        (&[("bench.py", "import reversi\nif __name__ == '__main__':\n"), ("reversi.py", ASKS)], &["reversi.py"]),
        (&[("one.py", &both), ("two.py", &both), ("board.py", "")], &["one.py", "two.py"]),
        (&[("main.py", ASKS), ("reversi.py", ASKS)], &["main.py", "reversi.py"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in scripts {
            fs::write(folder.path().join(name), text).expect("a script");
        }
        let submission = Submission::at(folder.path()).expect("a folder").expect("a submission");
        let contents = submission.open().expect("files");
        let plans = BuildPlan::candidates(&contents, Path::new("reversi")).expect("a plan");
        let Product::Scripts(found) = &plans[0].product else { panic!("{plans:?}") };
        assert_eq!(found, expected, "{scripts:?}");
    }
}
