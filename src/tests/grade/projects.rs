//! Tests submissions with several projects, failing builds, and the class page for staff.

use std::fs;

use super::{Workspace, write_program};

impl Workspace {
    /// Writes a script with the program's name into a folder of a submission.
    fn put_program(&self, folder: &str, script: &str) {
        fs::create_dir_all(self.path("class").join(folder)).expect("a folder");
        write_program(&self.path("class").join(folder).join("reversi"), &["#!/bin/sh\n", script].concat());
    }
}

#[test]
fn the_only_project_that_writes_an_output_counts() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    workspace.put_program("one_works/hw1", "exit 0");
    workspace.put_program("one_works/hw2", &right);
    workspace.put_program("two_work/old", &right);
    workspace.put_program("two_work/new", &right);
    workspace.put_program("crashing", "echo oops >&2; exit 3");
    workspace.put_program("unknown", "echo wrong > moves.txt; echo wrong > log.txt");
    workspace.put_program("writing_nothing", "exit 0");
    workspace.write("class/only_notes/notes.txt", "it works on my machine");
    let graded = workspace.graded(&[]).code(2);
    let said = crate::stderr(&graded);
    let projects = "several projects: new (it writes an output) and old (it writes an output)";
    let refused = format!("reversi: not graded: two_work: {projects}; expected one that writes an output\n");
    assert_eq!(said, ["reversi: 5 of 6 students are graded\n", &refused].concat());
    let feedback = workspace.feedback("one_works");
    assert!(
        feedback.contains("Only the program in `hw2` writes an output, so this program is graded, not `hw1`."),
        "{feedback}"
    );
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("class-page", workspace.text("results/class.md"));
    // The advice on the class page works. Students outside this class do not matter. Each name appears once on the
    // class page.
    let page = workspace.text("results/class.md");
    let table = page.split("[\"two_work\"]").nth(1).and_then(|table| table.lines().nth(1)).expect("a table");
    let recipes = format!("[two_work]\n{table}\n[of_another_part]\nrun = './other'\n");
    workspace.write("recipes.toml", recipes);
    let said = crate::stderr(&workspace.graded(&[]).success());
    assert_eq!(said.matches("of_another_part").count(), 1, "{said}");
    assert_eq!(workspace.verdicts()["two_work"], "right");
    assert!(workspace.text("results/class.md").contains("\n## Changed by recipes.toml\n\n`two_work`\n"));
}

#[test]
fn a_folder_of_the_programs_name_is_no_program() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    for name in ["made", "compiled"] {
        workspace.write(&format!("class/{name}/right.sh"), &right);
    }
    workspace.write("class/made/reversi/notes.txt", "notes");
    workspace.write("class/made/Makefile", "all:\nrun:\n\tsh right.sh $(ARGS)\n");
    workspace.write("class/compiled/reversi/called.hpp", "#define SCRIPT \"sh right.sh\"\n");
    let main = "#include \"reversi/called.hpp\"\n#include <cstdlib>\nint main() { return std::system(SCRIPT); }\n";
    workspace.write("class/compiled/main.cpp", main);
    workspace.grade_all(&[]);
    assert!(workspace.verdicts().values().all(|verdict| verdict == "right"), "{:?}", workspace.verdicts());
}

#[test]
fn results_do_not_lie_among_the_submissions() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    for out in ["class", "class/results", "class/ada/../deep/results"] {
        let refused = workspace.refusal(out);
        assert!(refused.contains("is inside the submissions folder"), "{refused}");
    }
    assert_eq!(fs::read_dir(workspace.path("class")).expect("a class").count(), 1);
}
