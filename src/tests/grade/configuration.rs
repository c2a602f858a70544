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

const RUN: &str = "run = './reversi {input}'\n";

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
    workspace.write("roster.csv", "name,submitted\nada_lovelace,2000-01-01T12:00:00Z\n");
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

#[test]
fn a_readable_path_is_relative_to_the_configuration() {
    let workspace = Workspace::of_one_case();
    workspace.write("data/book.txt", "an opening\n");
    workspace.open_to_all();
    workspace.configure("[files]\nread = ['data']\n");
    let path = workspace.path("data/book.txt");
    workspace.submit("ada", &format!("test -r '{}' && exit 7", path.display()));
    workspace.open_to_all();
    workspace.grade_all(&[]);
    assert_eq!(workspace.verdicts()["ada"], "crashed (status 7)");
}

/// `java reversi` alone builds nothing, and every student would have crashed.
#[test]
fn a_class_that_nothing_builds_is_not_run() {
    let workspace = Workspace::of_one_case();
    for name in ["ada", "bob"] {
        workspace.write(&format!("class/{name}/main.cpp"), "int main() {}\n");
    }
    let start = |run: &str| workspace.write("grade.toml", format!("cases = 'cases.csv'\n{run}\n"));
    start("run = 'sh -c \"./reversi < {input}\"'");
    let refused = workspace.refusal("results");
    assert!(refused.contains("expected a line such as build = [\"sh -c 'g++ -O2 -o reversi *.cpp'\"]\n"), "{refused}");
    assert!(!workspace.path("results/class.md").exists());
    start("run = './reversi < {input}'");
    let refused = workspace.refusal("results");
    assert!(refused.contains("a shell is not started, so `<` has no effect"), "{refused}");
}

/// The list that comes with the program catches every mistake; the list of one case says what it misses.
#[test]
fn a_list_of_cases_that_misses_mistakes_says_so() {
    crate::reversi().args(["cases", "audit", "fixtures/grade/usc2013.csv"]).assert().success();
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    let said = crate::stdout(&workspace.graded(&[]).success());
    assert!(said.contains(" known mistakes, among them "), "{said}");
    assert!(workspace.text("results/class.md").contains("`reversi cases new` makes a list that catches all."));
}

#[test]
fn wrong_configurations_are_explained() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    let texts = [
        "",
        "cases = \"cases.csv\"\nrun = \"./reversi {input}\n",
        "cases = \"cases.csv\"\nruns = \"./reversi\"\n",
        "cases = \"cases.csv\"\n",
        "cases = \"none.csv\"\nrun = \"./reversi\"\n",
        "cases = \"cases.csv\"\nrun = \"./reversi {dept}\"\n",
        "cases = \"cases.csv\"\nrun = \"./reversi 'a\"\n",
        "cases = \"cases.csv\"\nrun = \"\"\n",
        "cases = \"cases.csv\"\nRUN[limits]\nmemory = \"1 GiBi\"\n",
        "cases = \"cases.csv\"\nRUN[limits]\nmemory = 1\n",
        "cases = \"cases.csv\"\nRUN[limits]\nseconds = 0\n",
        "cases = \"cases.csv\"\nRUN[limits]\nsecond = 5\n",
        "cases = \"cases.csv\"\nRUN[limits]\nfiles = -1\n",
        "cases = \"cases.csv\"\nRUN[files]\ninputs = \"board.txt\"\n",
        "cases = \"cases.csv\"\nRUN[files]\nexecutables = \"refused\"\n",
        "cases = \"cases.csv\"\nRUN[files]\nread = \"/srv\"\n",
        "cases = \"cases.csv\"\nRUN[limits]\noutput = \"1 KiB\"\n",
        "cases = \"cases.csv\"\nRUN[limits]\nmemory = \"1 GB\"\n",
        "cases = \"cases.csv\"\nRUN[environment]\nA = \"a\\u0000b\"\n",
        "cases = \"cases.csv\"\nRUN[environment]\n\"A=B\" = \"c\"\n",
        "cases = \"cases.csv\"\nRUN[points]\nmoves = 0.5\n",
        "cases = \"cases.csv\"\nRUN[points]\nmoves = 40\n",
        "cases = \"cases.csv\"\nRUN[points]\npartial = \"words\"\n",
        "cases = \"cases.csv\"\nRUN[points]\nboard = 0.4\nlog = 0.6\n",
        "cases = \"cases.csv\"\nRUN[points]\nending = 2\n",
        "cases = \"cases.csv\"\nRUN[limits]\nsecnds = 2\n",
        "cases = \"cases.csv\"\nRUN[[manual]]\nname = \"mid\"\npoints = 3\n",
        "cases = \"cases.csv\"\nRUN[[manual]]\nname = \"Late penalty\"\npoints = 3\n",
        "cases = \"cases.csv\"\nRUN[files]\nlog = \"../log.txt\"\n",
        "cases = \"cases.csv\"\nRUN[files]\nmoves = \"out.txt\"\nlog = \"out.txt\"\n",
        "cases = \"cases.csv\"\nRUN[files]\nlog = \"moves.txt\"\n",
        "cases = \"cases.csv\"\nRUN[files]\nexecutables = true\n",
        "cases = 3\n",
        "cases = \"cases.csv\"\nRUN[limits]\nseconds = \"x\"\n",
        "cases = \"cases.csv\"\nRUN[limits]\nfiles = 1.5\n",
        "cases = \"cases.csv\"\nbuild = \"make\"\n",
        "cases = \"cases.csv\"\n[build]\n",
        "cases = \"cases.csv\"\nRUN[environment]\nA = '''\n[limits]\n'''\nDEBUG = 3\n",
        "cases = \"cases.csv\"\nfiles = 3\n",
        "cases = \"cases.csv\"\nlimits = []\n",
        "cases = \"cases.csv\"\nRUN[manual]\nname = \"x\"\npoints = 3\n",
        "cases = \"cases.csv\"\nRUN[[manual]] # a column\nname = \"x\"\n",
        "cases = \"cases.csv\"\nRUN[[manual]]\nnam = \"x\"\npoints = 3\n",
        "cases = \"cases.csv\"\nRUN[[manual]]\nname = \"x\"\npoints = 1e9\n",
        "cases = \"cases.csv\"\nRUN[roster]\nfile = \"roster.csv\"\ndeadline = \"2013\"\n",
        "cases = \"cases.csv\"\nRUN[roster]\nfile = \"roster.csv\"\ndeadline = 2013-10-15T23:59:00\n",
        "cases = \"cases.csv\"\nRUN[roster]\nfile = \"roster.csv\"\nlate = [\"24h:10%\", \"1 day\"]\n",
        "cases = \"cases.csv\"\nRUN[roster]\nfile = \"roster.csv\"\nlate = [\"24h:10%\", \"12h:20%\"]\n",
    ];
    let mut refusals = String::new();
    for text in texts {
        workspace.write("grade.toml", text.replace("RUN", RUN));
        refusals += &(workspace.refusal("results") + "\n");
    }
    let later = "name,assignment,input\nlater,usc2014,later.txt\n";
    workspace.write("cases.csv", later);
    fs::copy("fixtures/next/usc2014-alphabeta-midgame.txt", workspace.path("later.txt")).expect("a board");
    for text in ["run = \"./reversi -t {task}\"\n", "run = './reversi'\n[points]\nmoves = 0.4\nlog = 0.6\n"] {
        workspace.write("grade.toml", "cases = \"cases.csv\"\n".to_owned() + text);
        refusals += &workspace.refusal("results");
    }
    assert!(!workspace.path("results").exists(), "a refusal leaves nothing");
    let _settings = crate::snapshots("grade");
    let folder = workspace.path("class").display().to_string();
    insta::assert_snapshot!("refused", refusals.replace(&folder, "class"));
}
