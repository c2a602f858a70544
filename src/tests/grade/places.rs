//! Tests grading if other users can reach neither the program nor the class, its results and temporary files.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    process::Command,
    thread,
};

use super::Workspace;
use crate::{
    Lack, not_tested,
    sandbox::levels::{forbid_namespaces, is_root_with_namespaces},
};

#[test]
fn grade_works_at_every_level_in_closed_folders() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", &workspace.right());
    let program = workspace.path("reversi");
    fs::copy(crate::program(), &program).expect("the program");
    fs::create_dir(workspace.path("tmp")).expect("a folder");
    for name in ["reversi", "tmp", "class/ada", "class", ""] {
        fs::set_permissions(workspace.path(name), Permissions::from_mode(0o700)).expect("a mode");
    }
    let grade = |arguments: &[&str]| {
        let mut grade = Command::new(&program);
        grade.arg("grade").args(arguments).current_dir(workspace.path("")).env("TMPDIR", workspace.path("tmp"));
        let output = grade.output().expect("it starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let grades_at = |level: &str, more: &[&str]| {
        grade(&[&["class", "--config", "grade.toml", "--out", level], more].concat());
        let student = &workspace.json(&format!("{level}/results.json"))["students"][0]["graded"];
        assert_eq!(student["containment"]["level"], level);
        assert_eq!(super::verdict(&student["cases"][0]), "right");
        assert!(fs::read_dir(workspace.path("tmp")).expect("a folder").next().is_none(), "nothing is left");
    };
    grades_at("unconfined", &["--unconfined"]);
    if !is_root_with_namespaces() {
        return not_tested(Lack::Machine, "grading in closed folders at all levels: no root, or no namespaces");
    }
    grades_at("namespaces", &[]);
    assert_eq!(grade(&["--doctor"]).matches(": works\n").count(), 3);
    thread::scope(|scope| {
        scope.spawn(|| {
            forbid_namespaces();
            grades_at("separate-user", &[]);
        });
    });
}

#[test]
fn messages_say_what_to_type() {
    let workspace = Workspace::of_one_case();
    for name in ["ada", "bob"] {
        workspace.submit(name, "exit 0");
    }
    workspace.write("log.txt", "mine");
    let configured = |arguments: &[&str], message: &str| {
        let refused = workspace.run(&[arguments, &["--config", "grade.toml"]].concat()).code(2).stdout("");
        assert!(crate::stderr(&refused).contains(message), "{}", crate::stderr(&refused));
    };
    configured(&["class", "--out", "results", "--only", "nobody"], "there is no submission \"nobody\"");
    assert!(!workspace.path("results").exists(), "nothing is left");
    configured(&["class", "--out", "log.txt"], "log.txt is a file; expected a folder for the results");
    configured(&["--one", "class"], "for a class, type `reversi grade class --config FILE --out DIR`");
    configured(
        &["class/ada", "--out", "results"],
        "or `reversi grade --one class/ada --config FILE` for one submission",
    );
    workspace.write("overrides.csv", "student,case,points,reason\nada,mid,3,\nbob,mid,1,\nada,mid,4,\n");
    configured(&["class", "--out", "results"], "overrides.csv:4:1: line 2 already sets the points of ada for mid");
}
