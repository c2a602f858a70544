//! Tests what a submission cannot make the grader do outside of the sandbox: where it writes, deletes and reads.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use super::Workspace;

fn repository() -> Workspace {
    let workspace = Workspace::of_one_case();
    workspace.submit("../repository", &workspace.right());
    workspace
}

#[test]
fn results_in_a_repository_never_follow_its_links() {
    let workspace = repository();
    workspace.write("overrides.txt", "mine");
    symlink("../overrides.txt", workspace.path("repository/gradescope.json")).expect("a link");
    symlink("..", workspace.path("repository/folder")).expect("a link");
    for file in ["gradescope.json", "folder/overrides.txt"] {
        let mut grade = workspace.command(&["--one", ".", "--config", "../grade.toml", "--gradescope", file]);
        let refused = grade.current_dir(workspace.path("repository")).assert().code(2);
        assert!(crate::stderr(&refused).contains(" is a link; expected a file of its own"));
        assert_eq!(workspace.text("overrides.txt"), "mine");
    }
}

#[test]
fn a_folder_without_our_mark_is_left_alone() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", &workspace.right());
    for name in ["records/of_mine/notes.txt", "feedback/mine.md", "results.json"] {
        workspace.write(&format!("mine/{name}"), "mine");
        let refused = workspace.grade(&workspace.path("class"), "mine", &[]).code(2);
        assert!(crate::stderr(&refused).contains("and no results; expected a new folder"), "{name}");
        assert_eq!(workspace.text(&format!("mine/{name}")), "mine");
    }
    // Only files of students who were in the class are removed.
    workspace.submit("bob", &workspace.right());
    workspace.grade_all(&[]);
    workspace.write("results/feedback/notes.md", "mine");
    workspace.write("results/records/notes/mine.txt", "mine");
    fs::remove_dir_all(workspace.path("class/bob")).expect("a submission");
    workspace.grade_all(&[]);
    assert_eq!(workspace.text("results/feedback/notes.md"), "mine");
    assert_eq!(workspace.text("results/records/notes/mine.txt"), "mine");
    for name in ["feedback/bob.md", "staff/bob.md", "records/bob"] {
        assert!(!workspace.path("results").join(name).exists(), "{name}");
    }
}

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

#[test]
fn a_build_cannot_replace_files_of_the_course() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    workspace.write("driver.sh", "if test -e broken; then echo no board >&2; exit 100; fi\nsh program.sh\n");
    let text = workspace.text("grade.toml").replace("./reversi ", "sh driver.sh ");
    workspace.write("grade.toml", text.replace("[limits]", "[files]\nadd = ['driver.sh']\n[limits]"));
    workspace.write("class/ada/program.sh", &right);
    workspace.write("class/eve/program.sh", "exit 0\n");
    workspace.write("class/eve/answers.sh", &right);
    workspace.write("class/eve/driver.sh", "sh answers.sh\n");
    workspace.write("class/eve/Makefile", "all:\n\tcp answers.sh driver.sh\n");
    workspace.write("class/fay/broken", "");
    let said = crate::stderr(&workspace.graded(&[]).code(2));
    assert!(
        said.contains("not graded: fay: the case mid: the driver of the course ended with status 100: no board"),
        "{said}"
    );
    assert_eq!(workspace.verdicts().into_values().collect::<Vec<_>>(), ["right", "no output"]);
    assert!(workspace.feedback("ada").contains("The course added `driver.sh` to your submission."));
    let feedback = workspace.feedback("eve");
    for sentence in
        ["The course replaced `driver.sh` in your submission.", "Your build changed `driver.sh` of the course."]
    {
        assert!(feedback.contains(sentence), "{feedback}");
    }
}

#[test]
fn changes_are_in_the_order_of_the_shown_numbers() {
    let workspace = Workspace::of_one_case();
    let names = ["ada", "bob", "cy", "dora", "eve", "finn", "gus", "hal"];
    for name in &names {
        workspace.submit(name, "exit 0");
    }
    // With this key, the order of the numbers differs from the order of the names.
    workspace.write("anonymous.key", format!("{:064}", 7));
    workspace.grade_all(&["--anonymous"]);
    let right = workspace.right();
    for name in &names {
        workspace.submit(name, &right);
    }
    workspace.grade_all(&["--anonymous"]);
    let changes = workspace.text("results/changes.csv");
    let numbers: Vec<&str> = changes.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(numbers.len(), 16, "{changes}");
    assert!(numbers.is_sorted(), "{changes}");
}

#[test]
fn a_name_in_the_roster_has_visible_escapes_and_an_end() {
    let workspace = Workspace::of_one_case();
    let wrong = workspace.right().replacen("c8 2", "b8 2", 1);
    for name in ["ada", "bob"] {
        workspace.submit(name, &wrong);
    }
    workspace.configure("[roster]\nfile = 'roster.csv'");
    let long = "x".repeat(5000);
    workspace.write("roster.csv", format!("submission,name\nada,Ada\x1b]0;owned\x07\x1b[2J\nbob,Bob\x1b[31m{long}\n"));
    let graded = workspace.graded(&[]).success();
    let said = crate::stdout(&graded) + &crate::stderr(&graded);
    assert!(said.contains(r"Ada\x1b]0;owned\x07\x1b[2J") && !said.contains(['\x1b', '\x07']), "{said}");
    assert!(!said.contains(&long[..201]), "{said}");
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
