//! Tests `grade.toml`: the example works, and an error message names the place.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt as _,
    path::Path,
};

use reversi::{
    cases::{Case, CaseList},
    grade::escape,
};

use super::{Workspace, class};

#[test]
fn the_example_is_a_configuration() {
    let workspace = Workspace::of_two_cases();
    let example = workspace.run(&["--example"]).success();
    let text = crate::stdout(&example).replace("cases/cases.csv\"", "cases.csv\"");
    // The commented-out keys of the example work, too. Another user may enter the folder that the keys name.
    workspace.write("data/words.txt", "one two\n");
    workspace.open_to_all();
    let all: String = text.replace("# [", "[").replace("# name", "name").replace("# points", "points");
    let all = all.replace("# file", "file").replace("# deadline", "deadline").replace("# late", "late");
    let all = all
        .replace("# effort", "effort")
        .replace("/srv/course/data", &workspace.path("data").display().to_string())
        .replace("# read", "read")
        .replace("# output", "output");
    workspace.write("roster.csv", "login,submitted\nada_lovelace,2000-01-01T12:00:00Z\n");
    for configuration in [text, all] {
        workspace.write("grade.toml", configuration.replace("seconds = 10 ", "seconds = 1 "));
        workspace.grade(&class(), "results", &["--only", "ada_lovelace"]).success();
        assert_eq!(workspace.json("results/results.json")["students"][0]["points"], 25);
    }
}

/// The built-in set gives each of the three tasks a third of the points.
#[test]
fn a_program_loses_the_points_of_a_task_without_output() {
    let list = Path::new("fixtures/cases/cases.csv");
    let workspace = Workspace::with(&fs::read_to_string(list).expect("a list"));
    let cases = CaseList::read(list).expect("a list").cases;
    let folder = workspace.path("class/idle");
    let mut script = "[ $2 = 1 ] && exit\n".to_owned();
    for case in &cases {
        let (Case { name, input, .. }, Some(job)) = (case, case.job()) else { panic!("not a job") };
        fs::copy(input, workspace.path(&format!("{name}.txt"))).expect("an input");
        let (task, depth) = (job.number.expect("a task"), job.named_depth);
        let is_asked = format!("[ $2 = {task} ] && [ $4 = {depth} ] && cmp -s {name}.txt $6");
        let writes = format!("{is_asked} && {{ cat {name}-moves.txt > $8; cat {name}-log.txt > ${{10}}; exit; }}\n");
        script.push_str(&writes);
    }
    workspace.submit("idle", &script);
    for Case { name, input, .. } in &cases {
        fs::copy(input, folder.join(format!("{name}.txt"))).expect("an input");
    }
    crate::reversi().args(["cases", "expected", "fixtures/cases/cases.csv", "--out"]).arg(&folder).assert().success();
    workspace.grade_all(&[]);
    assert_eq!(workspace.json("results/results.json")["students"][0]["points"], 20);
}

/// If submissions may not enter a folder, a message names the folder and says what to do, before any submission runs.
#[test]
fn an_unreadable_path_is_refused_with_its_obstacle() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    workspace.write("closed/tools/table.txt", "1 2 3\n");
    let closed = workspace.path("closed");
    let path = closed.join("tools").display().to_string();
    workspace.open_to_all();
    let refusal = |mode| {
        fs::set_permissions(&closed, Permissions::from_mode(mode)).expect("a mode");
        workspace.configure(&format!("[files]\nread = [{path:?}]"));
        let graded = workspace.graded(&[]);
        crate::stderr(&graded)
    };
    assert_eq!(refusal(0o755), "");
    fs::remove_dir_all(workspace.path("results")).expect("results");
    // Other users cannot enter root's folders; programs that run as the grader's user can.
    if rustix::process::geteuid().is_root() {
        let word = escape::word(&closed.to_string_lossy());
        let mend = format!("{} blocks the path; expected `chmod o+x {word}`, or a path elsewhere", closed.display());
        let why = format!("submissions cannot read {path}, which is in `read` of [files]: {mend}");
        assert_eq!(refusal(0o700), format!("reversi: {why}\n"));
        assert!(!workspace.path("results").exists());
    }
}
