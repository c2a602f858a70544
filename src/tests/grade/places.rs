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
        assert_eq!(student["containment"], level);
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
