//! Tests what a submission cannot make the grader do outside of the sandbox: where it writes, deletes and reads.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use super::Workspace;

#[test]
fn nothing_outside_of_the_results_is_written_or_removed() {
    let workspace = Workspace::of_one_case();
    for name in ["ada", "bob"] {
        workspace.submit(name, &workspace.right());
    }
    workspace.grade_all(&[]);
    workspace.write("mine/thesis.tex", "mine");
    workspace.write("mine.md", "mine");
    let is_untouched = || {
        assert_eq!(workspace.text("mine/thesis.tex"), "mine");
        assert_eq!(workspace.text("mine.md"), "mine");
        assert_eq!(fs::read_dir(workspace.path("mine")).expect("a folder").count(), 1);
    };
    let refused = |changed: &str, found: &str| {
        let refused = workspace.graded(&[]).code(2);
        assert!(crate::stderr(&refused).contains(found), "{changed}: {}", crate::stderr(&refused));
        is_untouched();
    };
    let mine = workspace.path("mine").display().to_string();
    for name in [&mine, "../../mine", "..", ".", "", "feedback/../../mine", "mine/"] {
        // The hidden file and the results name a student who is no longer in the class.
        for (file, place) in
            [(".reversi-grade", "/1"), ("results.json", "/class/1"), ("results.json", "/students/1/name")]
        {
            let file = format!("results/{file}");
            let before = workspace.text(&file);
            let mut json = workspace.json(&file);
            *json.pointer_mut(place).expect("a name") = name.into();
            workspace.write(&file, json.to_string());
            refused(name, "has a name that is not allowed");
            workspace.write(&file, before);
        }
    }
    for name in ["feedback", "records/ada", "staff/bob.md", "grades.csv"] {
        let (path, aside) = (workspace.path("results").join(name), workspace.path("aside"));
        fs::rename(&path, &aside).expect("a name");
        symlink(&mine, &path).expect("a link");
        refused(name, "is a link");
        fs::remove_file(&path).expect("a link");
        fs::rename(&aside, &path).expect("a name");
    }
    // A folder in place of a file of a student who has left is inside the results.
    fs::remove_dir_all(workspace.path("class/bob")).expect("a submission");
    fs::remove_file(workspace.path("results/feedback/bob.md")).expect("a file");
    workspace.write("results/feedback/bob.md/notes.txt", "old");
    workspace.grade_all(&[]);
    assert!(!workspace.path("results/feedback/bob.md").exists());
    is_untouched();
}

/// The sources of `grade` and `tournament` start programs in few places: in the sandbox, and in one outside.
#[test]
fn one_function_starts_programs_outside_of_the_sandbox() {
    let starts = |folder: &str| {
        let files = crate::files(Path::new(folder)).into_iter();
        files.filter(|(_, text)| String::from_utf8_lossy(text).contains("Command::new(")).map(|(path, _)| path)
    };
    let of_grade = ["sandbox/launcher.rs", "sandbox/outside.rs"].map(PathBuf::from);
    assert_eq!(starts("src/grade").collect::<Vec<_>>(), of_grade);
    assert_eq!(starts("src/tournament").count(), 0);
}
