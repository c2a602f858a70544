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

use super::{Workspace, verdict, write_program};

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
    /// Writes the example for an assignment, with `more` at the end. The cases of a built-in assignment are in
    /// `fixtures`.
    fn example(&self, assignment: &str, more: &str) {
        let text = crate::stdout(&self.run(&["--example", "--assignment", assignment]).success());
        let own_list = fs::canonicalize(format!("fixtures/grade/{assignment}.csv"));
        let text = own_list.map_or(text.clone(), |list| text.replace("cases/cases.csv", &list.to_string_lossy()));
        fs::write(self.path("grade.toml"), text + more).expect("a configuration");
    }

    fn put(&self, name: &str, contents: impl AsRef<[u8]>) {
        self.write(&format!("class/{name}"), contents);
    }

    /// The results of each student: the build and the cases.
    fn said(&self) -> String {
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

/// Java's optimizing compiler takes more time than it saves in short runs.
const SHORT_JAVA: &str = "JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'\n";

fn program(name: &str) -> PathBuf {
    fs::canonicalize("fixtures/grade/programs").expect("the programs").join(name)
}

/// A workspace for real programs, if there are compilers.
fn of_real_programs() -> Option<Workspace> {
    if !has_compilers() {
        return None;
    }
    let workspace = Workspace::of_one_case();
    workspace.example("usc2017", "");
    let configuration = workspace.text("grade.toml");
    assert!(configuration.contains("\n[environment]\n"));
    workspace.write("grade.toml", configuration.replace("[environment]\n", &format!("[environment]\n{SHORT_JAVA}")));
    Some(workspace)
}

/// The default profile builds a C++ program and runs a Python program, each with a mistake. In the profile "all", all
/// programs run, with and without a sandbox.
#[test]
fn real_programs_get_their_points() {
    let Some(workspace) = of_real_programs() else { return };
    workspace.submit_of(&program(""), &["cpp_makefile", "python_two_files"]);
    let class = by_profile(workspace.path("class"), program(""));
    let _settings = crate::snapshots("grade");
    for options in by_profile(&[&[][..]][..], &[&[], &["--unconfined", "--again"]]) {
        workspace.grade(&class, "results", options).success();
        insta::assert_snapshot!(by_profile("two-programs", "programs"), workspace.said());
    }
}

/// A workspace for the assignment of 2017 with one short case.
fn of_one_board(more: &str) -> Workspace {
    let workspace = Workspace::of_one_case();
    let board = fs::canonicalize("fixtures/next/usc2017-pass-inside.txt").expect("a board");
    let cases = format!("name,assignment,input,points\npasses,usc2017,{},10\n", board.display());
    workspace.write("cases.csv", cases);
    let configuration = format!("cases = \"cases.csv\"\nrun = \"./reversi\"\n{more}");
    workspace.write("grade.toml", configuration);
    workspace
}

/// A workspace with one short case and a small C++ program; `None` without compilers. If the program finds an input
/// file, it writes the right output, which is a constant.
fn of_one_agent(more: &str) -> Option<(Workspace, String)> {
    if !has_compilers() {
        return None;
    }
    let next = ["next", "--assignment", "usc2017", "-i", "fixtures/next/usc2017-pass-inside.txt", "-o", "-"];
    let right = crate::stdout(&crate::reversi().args(next).assert().success());
    let agent = format!(
        "#include <cstdio>\nint main() {{ if (std::fopen(\"input.txt\", \"r\")) \
         std::fputs({right:?}, std::fopen(\"output.txt\", \"w\")); }}\n"
    );
    Some((of_one_board(more), agent))
}

/// A Java class that only has a `main`.
fn java_main(class: &str) -> String {
    format!("class {class} {{ public static void main(String[] a) {{}} }}\n")
}

#[test]
#[ignore = "Java's compiler takes seconds"]
fn java_without_one_main_is_explained() {
    let Some((workspace, _)) = of_one_agent(&format!("[environment]\n{SHORT_JAVA}")) else { return };
    workspace.put("java_no_main/Main.java", "class Main { static void main(String[] a) {} void main() {} }\n");
    workspace.put("java_two_mains/All.java", java_main("Old") + &java_main("New"));
    let refused = crate::stderr(&workspace.graded(&[]).code(2));
    assert!(refused.ends_with("not graded: java_two_mains: New and Old can each be the main program; expected one\n"));
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("java-without-one-main", workspace.said());
    let page = workspace.text("results/class.md");
    let table = page.split("[\"java_two_mains\"]  # Old\n").nth(1).and_then(|rest| rest.split("\n```").next());
    workspace.write("recipes.toml", format!("[java_two_mains]\n{}\n", table.expect("a table")));
    workspace.grade_all(&[]);
    assert_eq!(workspace.verdicts()["java_two_mains"], "no output");
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

#[test]
fn failed_builds_and_starts_are_explained() {
    let Some((workspace, agent)) = of_one_agent(&format!("[environment]\n{SHORT_JAVA}")) else { return };
    let rule = "agent: agent.cpp\n\tg++ -O2 -o agent agent.cpp\n";
    let elf = b"\x7fELF\x02\x01\x01\0 and more";
    workspace.put("broken/agent.cpp", "int main() { return 0 }\n");
    workspace.put("crlf_makefile/Makefile", (rule.to_owned() + "run: agent\n\t./agent\n").replace('\n', "\r\n"));
    workspace.put("crlf_makefile/agent.cpp", &agent);
    workspace.put("crlf_source/agent.cpp", agent.replace('\n', "\r\n"));
    workspace.put("includes_source/agent.cpp", ["#include \"board.cpp\"\n", &agent].concat());
    workspace.put("includes_source/board.cpp", "int board_of_mine() { return 0; }\n");
    workspace.put("inner_makefile/README", "see homework\n");
    workspace.put("inner_makefile/homework/Makefile", rule);
    workspace.put("inner_makefile/homework/agent.cpp", &agent);
    workspace.put("make_fails/Makefile", "reversi: nothing.cpp\n\tg++ -o reversi nothing.cpp\n");
    workspace.put("make_fails/agent.cpp", &agent);
    workspace.put(
        "java_main_in_text/Main.java",
        format!("{}// class B {{ public static void main(String[] a) {{ \"src/*\" \n", java_main("Main")),
    );
    workspace.put("leftovers/agent.cpp", &agent);
    workspace.put("leftovers/agent.o", elf);
    workspace.put("leftovers/old/Main.class", b"\xca\xfe\xba\xbe\0\0\0\x3d");
    workspace.put("leftovers/reversi", elf);
    workspace.put("make_other_name/Makefile", rule);
    workspace.put("make_other_name/agent.cpp", &agent);
    workspace.put("make_nothing/Makefile", "all:\n\ttouch agent\n");
    workspace.put("make_run/agent.cpp", &agent);
    workspace.put("make_run/Makefile", rule.to_owned() + "run: agent\n\t./agent $(ARGS)\n");
    workspace.put("no_sources/README", "it works on my machine\n");
    workspace.put("python_many/a.py", "import b\n");
    workspace.put("python_many/b.py", "");
    workspace.put("ready_made/reversi", elf);
    workspace.put("run_script/run.sh", "cd solver && python3 b.py && echo done > ../output.txt\n");
    workspace.put("run_script/solver/a.py", "");
    workspace.put("run_script/solver/b.py", "import a\n");
    workspace.put("run_script_of_a_shell/reversi.sh", "#!/bin/bash\r\nexit 3");
    workspace.put("script_crlf/reversi", "#!/bin/sh\r\nexit 0\r\n");
    workspace.put("script_mode/reversi", "#!/bin/sh\nexit 0\n");
    workspace.put("script_ruby/reversi", "#!/usr/bin/no-such-interpreter\n");
    for name in ["crlf", "ruby"] {
        write_program(
            &workspace.path(&format!("class/script_{name}/reversi")),
            &workspace.text(&format!("class/script_{name}/reversi")),
        );
    }
    workspace.put("spaces in names/my agent.cpp", &agent);
    workspace.put("subfolder/src/agent.cpp", agent.replace("#include <cstdio>", "#include \"../include/all.h\""));
    workspace.put("subfolder/include/all.h", "#include <cstdio>\n");
    workspace.grade_all(&[]);
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("broken-programs", workspace.said());
    insta::assert_snapshot!("feedback-leftovers", workspace.feedback("leftovers"));
    let broken = workspace.feedback("broken");
    let first: String = broken.lines().take(6).collect();
    assert!(first.contains("agent.cpp:1:") && first.contains("error:"), "{broken}");
}

#[test]
fn the_example_of_every_year_grades_a_class() {
    for assignment in ["usc2013", "usc2014", "usc2017a", "usc2017", "spring.toml"] {
        let workspace = Workspace::of_one_case();
        let of_file = "name = \"spring\"\nlike = \"usc2017\"\noutput = \"game\"\n[input]\nheading = [\"depth\"]\n";
        workspace.write("spring.toml", of_file);
        workspace.example(assignment, "");
        if assignment == "spring.toml" {
            let _settings = crate::snapshots("grade");
            insta::assert_snapshot!("example-of-a-file", workspace.text("grade.toml"));
            let cases = "name,assignment,task,depth,input\none,../spring.toml,3,,one.txt\n";
            fs::create_dir(workspace.path("cases")).expect("a folder");
            workspace.write("cases/cases.csv", cases);
            let board = fs::read_to_string(workspace.path("board.txt")).expect("a board");
            workspace.write("cases/one.txt", format!("2\n{board}"));
        }
        workspace.submit("ada", "exit 0");
        workspace.grade_all(&[]);
        assert_eq!(workspace.verdicts()["ada"], "no output", "{assignment}");
    }
}

/// A script stands in for Python 2 and writes the correct output.
#[test]
fn the_configuration_names_the_interpreter_for_python() {
    let workspace = Workspace::of_one_case();
    workspace.put("new/main.py", "import sys\nsys.exit(3)\n");
    workspace.put("old/main.py", "print 'of 2000'\n");
    workspace.open_to_all();
    let interpreter = workspace.path("tools/python2");
    workspace.write("tools/python2", "");
    write_program(&interpreter, &["#!/bin/sh\n", &workspace.right()].concat());
    workspace.open_to_all();
    let python = format!("python = {interpreter:?}\n");
    let read = format!("[files]\nread = [{:?}]\n", workspace.path("tools"));
    workspace.configure(&read);
    workspace.write("recipes.toml", format!("[old]\n{python}"));
    workspace.grade_all(&[]);
    let verdicts = workspace.verdicts();
    assert_eq!([&*verdicts["new"], &*verdicts["old"]], ["crashed (status 3)", "right"]);
    workspace.configure(&[python.as_str(), &read].concat());
    fs::remove_file(workspace.path("recipes.toml")).expect("a file");
    workspace.grade_all(&[]);
    assert_eq!(workspace.verdicts()["new"], "right");
    workspace.configure("python = 'python2-of-nobody'\n");
    assert!(workspace.refusal("other").contains("the program `python2-of-nobody` is not available to submissions"));
}
