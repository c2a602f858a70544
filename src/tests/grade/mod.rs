//! Tests grading as a whole: grades classes and checks the outputs.

mod again;
mod answers;
mod archives;
pub mod attacks;
mod classes;
mod configuration;
mod detail;
mod feedback;
mod formats;
mod integrity;
mod judging;
mod laws;
pub mod neighbours;
mod places;
pub mod programs;

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use crate::program::Assert;
use reversi::grade::checking::verdict::Verdict;
use tempfile::TempDir;

use crate::{assert_same, sandbox::open_to_all};

/// A folder with a configuration and a place for results.
struct Workspace(TempDir);

/// The only case of most tests.
const ONE_CASE: &str = "name,assignment,task,depth,input,points,visibility\nmid,usc2013,1,1,board.txt,10,\n";

impl Workspace {
    fn of_fixtures() -> Self {
        let workspace =
            Self::with(&fs::read_to_string("fixtures/grade/usc2013.csv").expect("cases").replace("../", ""));
        for board in ["endgame-eight-empties.txt", "pass-inside-search-six-empties.txt"] {
            fs::copy(Path::new("fixtures").join(board), workspace.path(board)).expect("a board");
        }
        for board in ["cut-off.txt", "one-pass.txt", "black-passes.txt"].map(|board| format!("boards/{board}")) {
            workspace.write(&board, fs::read(Path::new("fixtures/grade").join(&board)).expect("a board"));
        }
        // One program is endless, and uses up its time twice.
        let short = workspace.text("grade.toml").replace("seconds = 1\n", "seconds = 0.3\n");
        workspace.write("grade.toml", short);
        workspace
    }

    /// Two cases give each program of the class the same kind of result as all cases.
    fn of_two_cases() -> Self {
        let workspace = Self::of_fixtures();
        let cases = workspace.text("cases.csv");
        let is_kept = |row: &&str| ["name", "task1-six", "task3-eight"].iter().any(|start| row.starts_with(start));
        let cases: Vec<&str> = cases.lines().filter(is_kept).collect();
        assert_eq!(cases.len(), 3);
        workspace.write("cases.csv", cases.join("\n") + "\n");
        workspace
    }

    fn of_one_case() -> Self {
        Self::of_one_case_within(TempDir::new().expect("a folder"))
    }

    fn of_one_case_within(folder: TempDir) -> Self {
        let workspace = Self::within(folder, ONE_CASE);
        fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("board.txt")).expect("a board");
        fs::create_dir(workspace.path("class")).expect("a folder");
        workspace
    }

    fn with(cases: &str) -> Self {
        Self::within(TempDir::new().expect("a folder"), cases)
    }

    fn within(folder: TempDir, cases: &str) -> Self {
        let workspace = Self(folder);
        workspace.write("cases.csv", cases);
        workspace.configure("");
        workspace
    }

    /// Writes the configuration with additions at its start or end.
    fn configure(&self, more: &str) {
        let run = r#"run = "./reversi -t {task} -d {depth} -i {input} -op {moves} -ol {log}""#;
        let text = format!("cases = \"cases.csv\"\n{run}\n{more}\n[limits]\nseconds = 1\n");
        fs::write(self.path("grade.toml"), text).expect("a configuration");
    }

    /// Lets every user read the workspace.
    fn open_to_all(&self) {
        open_to_all(self.0.path());
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn submit(&self, name: &str, script: &str) {
        let folder = self.path("class").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        write_program(&folder.join("reversi"), &["#!/bin/sh\n", script].concat());
    }

    /// Copies the submissions `names` from a class, without folders.
    fn submit_of(&self, class: &Path, names: &[&str]) {
        for name in names {
            let folder = self.path("class").join(name);
            fs::create_dir_all(&folder).expect("a folder");
            for file in fs::read_dir(class.join(name)).expect("a submission").flatten() {
                fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
            }
        }
    }

    /// A script that writes the correct files of the only case.
    fn right(&self) -> String {
        let paths = ["board.txt", "right-moves", "right-log"].map(|name| self.path(name));
        let [board, moves, log] = paths.each_ref().map(|path| path.to_str().expect("a name"));
        crate::reversi().args(["-t", "1", "-d", "1", "-i", board, "-op", moves, "-ol", log]).assert().success();
        let text = |name: &str| fs::read_to_string(self.path(name)).expect("a file");
        let (moves, log) = (text("right-moves"), text("right-log"));
        format!("cat > moves.txt <<'END'\n{moves}END\ncat > log.txt <<'END'\n{log}END\n")
    }

    /// The command `reversi grade` in the workspace, not as a step of a GitHub workflow.
    fn command(&self, arguments: &[&str]) -> crate::program::Command {
        let mut command = crate::reversi();
        command.current_dir(self.0.path()).env_remove("GITHUB_ACTIONS").env_remove("GITHUB_OUTPUT");
        command.arg("grade").args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Assert {
        self.command(arguments).assert()
    }

    fn grade(&self, class: &Path, out: &str, more: &[&str]) -> Assert {
        let class = class.to_str().expect("a name");
        self.run(&[&[class, "--config", "grade.toml", "--out", out], more].concat())
    }

    /// Grades a class one submission at a time, and returns the printed text.
    fn grade_alone(&self, class: &Path) -> String {
        let graded = self.grade(class, "results", &["--jobs", "1"]).success();
        crate::stdout(&graded)
    }

    /// Writes a file, and the folders around it.
    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, contents).expect("a file");
    }

    /// Grades the submissions of this workspace into `results`.
    fn graded(&self, more: &[&str]) -> Assert {
        self.grade(&self.path("class"), "results", more)
    }

    fn grade_all(&self, more: &[&str]) {
        self.graded(more).success();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn feedback(&self, student: &str) -> String {
        self.text(&format!("results/feedback/{student}.md"))
    }

    fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The verdict of the first case of each student.
    fn verdicts(&self) -> BTreeMap<String, String> {
        let results = self.json("results/results.json");
        let of = |student: &serde_json::Value| {
            let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
            (text(&student["name"]), verdict(&student["graded"]["cases"][0]))
        };
        results["students"].as_array().expect("students").iter().map(of).collect()
    }
}

/// The class of the fixtures, graded with two cases, one submission at a time. The text is the printed summary; the
/// folder `results` holds the results.
static GRADED: LazyLock<(Workspace, String)> = LazyLock::new(|| {
    let workspace = Workspace::of_two_cases();
    let printed = workspace.grade_alone(&class());
    (workspace, printed)
});

fn class() -> PathBuf {
    fs::canonicalize("fixtures/grade/class").expect("the fixture is there")
}

/// A text without the sentence that counts missed mistakes: every new mistake changes it.
fn without_missed(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("The cases miss ")).collect()
}

/// The verdict of a case in `results.json`, in words.
fn verdict(case: &serde_json::Value) -> String {
    serde_json::from_value::<Verdict>(case["verdict"].clone()).expect("a verdict").to_string()
}

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

/// All files of a folder, without times.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = crate::files(folder);
    files.retain(|path, _| !path.ends_with("times.csv"));
    files
}
