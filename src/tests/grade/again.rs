//! Tests a class that is graded again: elsewhere, in parts, and after an interrupt.

use std::{fs, path::PathBuf, process::Stdio, sync::LazyLock, thread, time::Duration};

use reversi::grade::escape;
use reversi_testing::{all_tests, by_profile};

use super::{GRADED, Workspace, assert_same, class, files};

/// Two cases, and submissions with different results, most of them from the fixtures: correct, wrong, endless,
/// crashing, and not built.
fn of_few() -> Workspace {
    let workspace = Workspace::of_two_cases();
    let names = ["ada_lovelace", "barbara_liskov", "margaret_hamilton", "niklaus_wirth"];
    workspace.submit_of(&class(), &names);
    // An endless output reaches its limit faster than a loop, and the submission runs twice.
    workspace.submit("printer", "cat /dev/zero");
    let limits = workspace.text("grade.toml").replace("[limits]\n", "[limits]\noutput = '1 MiB'\n");
    workspace.write("grade.toml", limits);
    workspace
}

/// A workspace and its class: few submissions, or in the profile "all" the whole class with all cases.
fn workspace() -> (Workspace, PathBuf) {
    let workspace = if all_tests() { Workspace::of_fixtures() } else { of_few() };
    let class = if all_tests() { class() } else { workspace.path("class") };
    (workspace, class)
}

/// A small class, graded one submission at a time, with the printed summary.
static ALONE: LazyLock<(Workspace, String)> = LazyLock::new(|| {
    let (workspace, class) = workspace();
    let printed = workspace.grade_alone(&class);
    (workspace, printed)
});

#[test]
fn a_class_gets_its_grades() {
    let (workspace, printed) = &**by_profile(&GRADED, &ALONE);
    let [summary, grades] = by_profile(["summary", "grades"], ["summary-of-all-cases", "grades-of-all-cases"]);
    let _settings = crate::snapshots("grade");
    insta::assert_snapshot!(summary, super::without_missed(printed));
    insta::assert_snapshot!(grades, workspace.text("results/grades.csv"));
}

#[test]
fn a_class_is_the_same_bytes_however_it_is_graded() {
    let ((alone, printed), (workspace, class)) = (&*ALONE, workspace());
    let class = class.as_path();
    let expected = files(&alone.path("results"));
    let beside = workspace.grade(class, "beside", &["--jobs", "4"]).success();
    assert_same(&expected, &files(&workspace.path("beside")), "four jobs");
    assert_eq!(printed.as_bytes(), beside.get_output().stdout);
    // Two machines share a folder, and the third one's records are copied into it.
    for (shard, out) in [("1/3", "parts"), ("2/3", "parts"), ("3/3", "other")] {
        workspace.grade(class, out, &["--shard", shard]).success().stdout("");
        assert!(!workspace.path(out).join("results.json").exists(), "{shard}");
    }
    for record in fs::read_dir(workspace.path("other/records")).expect("records").flatten() {
        let copied = workspace.path("parts/records").join(record.file_name());
        fs::rename(record.path(), copied).expect("a record");
    }
    let whole = workspace.grade(class, "parts", &[]).success();
    assert_same(&expected, &files(&workspace.path("parts")), "three parts");
    assert_eq!(printed.as_bytes(), whole.get_output().stdout);
    let all = expected.keys().filter(|path| path.starts_with("records")).count();
    assert!(crate::stderr(&whole).contains(&format!("{all} of {all} students have not changed")), "nothing runs again");
}

#[test]
fn a_killed_run_continues_to_the_same_results() {
    let (workspace, class) = workspace();
    for milliseconds in by_profile(&[50, 150, 300][..], &[50, 300, 600, 1200, 2400]) {
        let mut command = std::process::Command::new(crate::program());
        command.current_dir(workspace.path(".")).arg("grade").arg(&class);
        command.args(["--config", "grade.toml", "--out", "killed", "--jobs", "2"]).stdout(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        thread::sleep(Duration::from_millis(*milliseconds));
        process.kill().and_then(|()| process.wait()).expect("a child");
        for (name, bytes) in files(&workspace.path(".")).iter().filter(|(name, _)| name.starts_with("killed/records")) {
            serde_json::from_slice::<serde_json::Value>(bytes)
                .unwrap_or_else(|_| panic!("{} is half written", name.display()));
        }
    }
    workspace.grade(&class, "killed", &[]).success();
    assert_same(&files(&ALONE.0.path("results")), &files(&workspace.path("killed")), "killed");
}

#[test]
fn only_what_has_changed_is_graded_again() {
    let workspace = Workspace::of_one_case();
    // A random output shows which submissions have run again.
    let script = "cat /proc/sys/kernel/random/uuid > log.txt";
    workspace.submit("ada", script);
    workspace.submit("bob", script);
    let wrote = || {
        workspace.grade_all(&[]);
        let results = workspace.json("results/results.json");
        // Of two runs of a submission, the grader keeps one run; the results name the other run.
        let case = |student: usize| &results["students"][student]["graded"]["cases"][0];
        [0, 1].map(|student| format!("{}, {}", case(student)["digest"], case(student)["varies"]))
    };
    let first = wrote();
    assert_eq!(first, wrote(), "nothing has changed");
    workspace.submit("bob", &[script, "\n"].concat());
    let second = wrote();
    assert!(first[0] == second[0] && first[1] != second[1], "one submission has changed");
    workspace.grade_all(&["--only", "ada"]);
    let third = wrote();
    assert!(second[0] != third[0] && second[1] == third[1], "one is asked for");
    let points = "[points]\nmoves = 0.1\nlog = 0.9\npartial = 'none'\nending = 0\n[[manual]]\nname = 'x'\npoints = 1\n";
    workspace.configure(points);
    assert_eq!(third, wrote(), "what things are worth does not belong to what ran");
    workspace.configure("environment = { A = 'b' }");
    let fourth = wrote();
    assert!(third[0] != fourth[0] && third[1] != fourth[1], "the environment has changed");
    workspace.write("board.txt", fs::read("fixtures/midgame-late.txt").expect("a board"));
    let fifth = wrote();
    assert!(fourth[0] != fifth[0] && fourth[1] != fifth[1], "a board has changed");
    workspace.grade_all(&["--again"]);
    let sixth = wrote();
    assert!(fifth[0] != sixth[0] && fifth[1] != sixth[1], "everything is asked for");
    // A recipe counts as unchanged if its values are the same.
    for recipes in ["[ada]\nlog = 'log.txt'\n", "# A comment.\n\n[ada]\n  log = \"log.txt\" # another\n"] {
        workspace.write("recipes.toml", recipes);
        assert_eq!(sixth, wrote(), "{recipes}");
    }
    workspace.write("recipes.toml", "[ada]\nmoves = 'log.txt'\nlog = 'moves.txt'\n");
    let seventh = wrote();
    assert!(sixth[0] != seventh[0] && sixth[1] == seventh[1], "one recipe has changed");
}

/// A case that ran as hidden runs again before students see it, if another case stays hidden.
#[test]
fn visibility_alone_runs_only_what_depends_on_it() {
    let workspace = Workspace::of_one_case();
    let script = "cat /proc/sys/kernel/random/uuid > log.txt";
    workspace.submit("ada", script);
    let wrote = |one: &str, two: &str| {
        let rows = [("one", one), ("two", two)].map(|(name, seen)| format!("{name},usc2013,1,1,board.txt,10,{seen}\n"));
        let header = super::ONE_CASE.lines().next().expect("a header").to_owned() + "\n";
        workspace.write("cases.csv", header + &rows.concat());
        workspace.grade_all(&[]);
        let results = workspace.json("results/results.json");
        let digest = results["students"][0]["graded"]["cases"][0]["digest"].to_string();
        let shows = |name: &str| workspace.feedback("ada").contains(&format!("\n- `{name}`: wrong output. To"));
        (digest, shows("two"))
    };
    let (first, shows) = wrote("", "hidden");
    assert!(!shows);
    assert_eq!(wrote("hidden", "hidden").0, first, "a hidden case shows less");
    assert_eq!(wrote("", ""), (first.clone(), true), "nothing is hidden any more");
    assert_ne!(wrote("hidden", "").0, first, "the second case ran as hidden");
}

/// Results depend on all files that the submission may read, also files in deep folders.
#[test]
fn a_changed_readable_file_makes_results_stale() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "cat /proc/sys/kernel/random/uuid > log.txt");
    workspace.write("data/inner/words.txt", "one");
    workspace.configure(&format!("[files]\nread = ['{}']", workspace.path("data").display()));
    // Other users cannot enter the workspace, so a submission must run as the workspace's owner.
    let closed = workspace.grade(&workspace.path("class"), "closed", &[]).get_output().clone();
    let said = String::from_utf8_lossy(&closed.stderr).into_owned();
    let folder = workspace.path("").display().to_string();
    let folder = folder.trim_end_matches('/');
    let mend = format!("{folder} is in the way; expected `chmod o+x {}`", escape::word(folder));
    assert!(closed.status.success() || closed.status.code() == Some(2) && said.contains(&mend), "{said}");
    workspace.open_to_all();
    let wrote = || {
        workspace.grade_all(&[]);
        workspace.json("results/results.json")["students"][0]["graded"]["cases"][0]["digest"].to_string()
    };
    let first = wrote();
    assert_eq!(first, wrote());
    workspace.write("data/inner/words.txt", "two");
    assert_ne!(first, wrote());
}

/// After Ctrl-C a message names the results that are kept.
#[test]
fn an_interrupt_says_what_is_kept() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    workspace.submit("bob", "sleep 100");
    let mut command = std::process::Command::new(crate::program());
    command.current_dir(workspace.path(".")).args(["grade", "class", "--config", "grade.toml", "--out", "results"]);
    command.args(["--jobs", "1"]).stdout(Stdio::null()).stderr(Stdio::piped());
    let process = command.spawn().expect("it starts");
    let record = workspace.path("results/records/ada/graded.json");
    crate::signals::wait_until("one is graded", || record.exists(), |exists| *exists);
    let process_id = process.id().to_string();
    std::process::Command::new("kill").args(["-INT", &process_id]).status().expect("kill is there");
    let ended = process.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(130));
    let kept = "reversi: interrupted: 1 of 2 students is graded and kept in results; run the same command to \
        continue\n";
    assert!(said.contains(kept), "{said}");
}

/// A program that crashes at random keeps its points if another case changes.
#[test]
fn a_case_that_has_not_changed_is_not_run_again() {
    let workspace = Workspace::of_one_case();
    let board = fs::read("fixtures/midgame-late.txt").expect("a board");
    workspace.write("other.txt", board);
    let one = "one,usc2013,1,1,board.txt,10,\n";
    let list = |other: &str| format!("name,assignment,task,depth,input,points,visibility\n{one}{other}");
    let right = workspace.right();
    let random = "echo $(od -An -N8 -tx8 /dev/urandom) > unknown.txt; ";
    workspace.submit("ada", &[random, &right, "cat unknown.txt >&2; exit 3"].concat());
    let case = || workspace.json("results/results.json")["students"][0]["graded"]["cases"][0].clone();
    workspace.write("cases.csv", list("two,usc2013,2,1,board.txt,10,\n"));
    workspace.grade_all(&[]);
    let first = case();
    workspace.write("cases.csv", list("two,usc2013,2,1,other.txt,10,\n"));
    workspace.grade_all(&[]);
    assert_eq!(case(), first);
    workspace.grade_all(&["--again"]);
    assert_ne!(case()["printed"], first["printed"]);
}
