//! Tests submissions with several projects, failing builds, and the class page for staff.

use super::Workspace;

#[test]
fn a_person_chooses_among_several_projects() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    for name in ["two/old", "two/new", "one/inner", "crashing"] {
        workspace.submit(name, if name == "crashing" { "echo oops >&2; exit 3" } else { &right });
    }
    let said = crate::stderr(&workspace.graded(&[]).code(2));
    let refused = "reversi: not graded: two: several projects: new and old; expected one\n";
    assert_eq!(said, ["reversi: 2 of 3 students are graded\n", refused].concat());
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!("class-page", super::without_missed(&workspace.text("results/class.md")));
    // The advice on the class page works. A table for a student outside this class is reported.
    let page = workspace.text("results/class.md");
    let table = page.split("[\"two\"]").nth(1).and_then(|table| table.lines().nth(1)).expect("a table");
    workspace.write("recipes.toml", format!("[two]\n{table}\n[of_another_part]\nrun = './other'\n"));
    let said = crate::stderr(&workspace.graded(&[]).success());
    assert_eq!(said.matches("of_another_part").count(), 1, "{said}");
    assert_eq!(workspace.verdicts()["two"], "right");
    assert!(workspace.text("results/class.md").contains("\n## Changed by recipes.toml\n\n`two`\n"));
}
