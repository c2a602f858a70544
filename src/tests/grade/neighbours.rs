//! Tests that a submission cannot harm other submissions, and a case cannot harm another case.

use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    process::{self, Command as Process, Stdio},
};

use reversi_testing::by_profile;
use tempfile::TempDir;

use super::Workspace;

const ATTACKERS: [(&str, &str); 11] = [
    ("bomb", "bomb() { bomb | bomb & }; while :; do bomb; done"),
    ("daemon", "setsid sh -c 'trap \"\" HUP TERM; sleep 600' & kill 0; kill -9 -1"),
    ("hog", "perl -e 'my $x = \"x\" x (2 << 30); sleep 60'"),
    ("fork", "perl -e 'fork while 1'"),
    ("holes", "truncate -s 8000P moves.txt log.txt"),
    ("links", "ln -s /etc/passwd moves.txt; mv ../submission ../other; chmod 777 / /*/ /usr/bin/* ../* 2> /dev/null"),
    ("lock", "exec 3< /usr/bin/env; flock 3; sleep 0.5; exit 1"),
    (
        "orphans",
        "perl -e '$SIG{CHLD} = \"IGNORE\"; for (1..9) { fork or do { 1 while (times)[0] < 0.4; exit } } sleep 9'",
    ),
    ("printer", "cat /dev/zero"),
    ("slow", "renice -n 19 -p -1; taskset -p -a 1 1; chrt -i -a -p 0 1; exit 1"),
    ("temporary", "chmod 0 /tmp/* ../* ../../*; rm -rf /tmp/reversi* ../* ../../reversi*"),
];

/// The test grades honest students alone, and then beside attackers, with `--jobs 64` and only 256 open files. The
/// honest students' points and feedback stay the same.
#[test]
#[ignore = "attacks that last seconds"]
fn attackers_cost_others_neither_points_nor_words() {
    // A program that reaches a limit runs twice; a low limit ends the program sooner.
    let few = (3, "seconds = 0.5\nprocesses = 60\nmemory = '200 MiB'\n");
    let (honest, limits) = by_profile(few, (70, "seconds = 1\n"));
    let workspace = Workspace::of_one_case();
    workspace.write("grade.toml", workspace.text("grade.toml").replace("seconds = 1\n", limits));
    let right = workspace.right();
    let honest: Vec<String> = (0..honest).map(|number| format!("honest_{number}")).collect();
    for (place, name) in honest.iter().enumerate() {
        workspace.submit(name, &[&right, "rm moves.txt\n".repeat(usize::from(place % 3 == 2)).as_str()].concat());
    }
    let told = || -> Vec<String> {
        let grades = workspace.text("results/grades.csv");
        let rows = grades.lines().filter(|row| row.starts_with("honest")).map(str::to_owned);
        rows.chain(honest.iter().map(|name| workspace.feedback(name))).collect()
    };
    workspace.grade_all(&[]);
    let alone = told();
    assert_eq!(alone.len(), 2 * honest.len());
    for (name, script) in ATTACKERS {
        workspace.submit(name, script);
    }
    for number in 0..2 {
        workspace.write(
            &format!("class/folders_{number}/Makefile"),
            "reversi:\n\tmkdir -p $$(seq 300) $$(seq -s / 90)\n\ttouch reversi\n\tchmod +x reversi\n",
        );
    }
    let program = crate::program();
    let mut grade = Process::new("sh");
    grade.args(["-c", "ulimit -n 256; exec \"$@\"", "sh"]).arg(program);
    grade.args(["grade", "class", "--config", "grade.toml", "--out", "results", "--again", "--jobs", "64"]);
    let output = grade.current_dir(workspace.path("")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("10 programs run side by side, not 64: this process may not open more files"), "{said}");
    assert_eq!(told(), alone);
    let verdicts = workspace.verdicts();
    assert_eq!(verdicts.len(), honest.len() + ATTACKERS.len() + 2);
    for (name, _) in ATTACKERS {
        assert_ne!(verdicts[name], "right", "{name}");
    }
}

/// The class lies in a folder that programs may read, because compilers may lie there.
#[test]
fn a_class_among_the_programs_of_the_system_is_not_seen() {
    let Ok(folder) = TempDir::new_in("/opt") else {
        return crate::not_tested(crate::Lack::Machine, "a class in /opt: this user may not write there");
    };
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a mode");
    let workspace = Workspace::of_one_case_within(folder);
    let names = ["class/ada/reversi", "results/records/ada/graded.json", "board.txt", "cases.csv", "grade.toml"];
    let others = ["recipes.toml", "overrides.csv", "roster.csv", "mid-log.txt", "another-section/eve/agent.cpp"];
    for name in others {
        workspace.write(name, "");
    }
    workspace.write("another-section/eve/agent.cpp", "int main() {}\n");
    workspace.write("overrides.csv", "student,case,points,reason\n");
    workspace.write("roster.csv", "login,submitted\nada,2000-01-01T12:00:00Z\n");
    workspace.write("mid-log.txt", "Node");
    workspace.write("recipes.toml", "# of nobody\n");
    workspace.configure("[roster]\nfile = 'roster.csv'");
    workspace.submit("ada", "exit 0");
    let folder = workspace.path("").display().to_string();
    let look = names.into_iter().chain(others).map(|name| format!("test -s '{folder}/{name}' && echo saw {name}\n"));
    workspace.submit("eve", &look.collect::<String>());
    workspace.open_to_all();
    let seen = |more: &[&str]| {
        // All users can read the results, even if the testing user has a stricter umask.
        let mut grade = Process::new("sh");
        grade.args(["-c", "umask 022; exec \"$@\"", "sh"]).arg(crate::program()).args(["grade", "class"]);
        grade.args(["--config", "grade.toml", "--out", "results", "--again", "--jobs", "1"]).args(more);
        assert!(grade.current_dir(workspace.path("")).stdout(Stdio::null()).status().expect("it starts").success());
        let results = workspace.json("results/results.json");
        let eve = &results["students"][1]["graded"];
        let printed = eve["cases"][0]["printed"].as_str().expect("a text").matches("saw").count();
        (eve["containment"] == "namespaces", printed)
    };
    assert_eq!(seen(&["--unconfined"]).1, names.len() + others.len());
    let (has_namespaces, seen) = seen(&[]);
    assert!(!has_namespaces || seen == 0, "{seen} files are seen");
}

/// A file that everybody may read, and that no other testing process uses now.
pub fn file_of_the_system(which: u32) -> String {
    let files = fs::read_dir("/usr/bin").expect("programs").flatten();
    let readable = files.filter(|file| file.metadata().is_ok_and(|facts| facts.is_file() && facts.mode() & 0o4 != 0));
    let names: Vec<String> = readable.filter_map(|file| file.file_name().into_string().ok()).collect();
    let name = names.iter().filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric())).collect::<Vec<_>>();
    format!("/usr/bin/{}", name[(process::id() + which) as usize % name.len()])
}

/// A workspace with a visible and a hidden case. The submission can use the hidden case as `$hidden`.
fn with_a_hidden_case(script: &str) -> Workspace {
    let header = "name,assignment,task,depth,input,points,visibility\n";
    let cases = "seen,usc2013,1,1,seen.txt,10,\nunseen,usc2013,1,1,unseen.txt,10,hidden\n";
    let workspace = Workspace::with(&[header, cases].concat());
    fs::create_dir(workspace.path("class")).expect("a folder");
    fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("seen.txt")).expect("a board");
    fs::copy("fixtures/pass-inside-search-six-empties.txt", workspace.path("unseen.txt")).expect("a board");
    let hidden = workspace.text("unseen.txt");
    workspace.submit(
        "eve",
        &format!("hidden=false; [ \"$(cat \"$6\")\" = '{}' ] && hidden=true\n{script}", hidden.trim_end()),
    );
    workspace
}

#[test]
fn a_hidden_case_cannot_reach_a_visible_one() {
    // All programs that run at the same time see a lock on a system file. With such a lock, one program could send the
    // hidden board to another program.
    let file = file_of_the_system(0);
    let send = "flock 3; sleep 0.4";
    let receive = "for i in 1 2 3 4 5 6 7 8; do flock -n 3 || exit 77; flock -u 3; sleep 0.05; done";
    let workspace = with_a_hidden_case(&format!("exec 3< {file}; if $hidden; then {send}; else {receive}; fi; exit 5"));
    workspace.grade_all(&["--jobs", "2"]);
    let cases = &workspace.json("results/results.json")["students"][0]["graded"]["cases"];
    let verdicts = [0, 1].map(|case| super::verdict(&cases[case]));
    assert_eq!(verdicts.map(|verdict| verdict.contains("status 5")), [true, true], "{cases}");
}

#[test]
fn the_end_of_a_hidden_case_does_not_show_its_board() {
    let workspace = with_a_hidden_case("$hidden && exit 42; exit 43");
    workspace.grade_all(&[]);
    let told = workspace.feedback("eve");
    assert!(told.contains("status 43") && !told.contains("status 42"), "{told}");
    assert!(workspace.text("results/staff/eve.md").contains("status 42"), "the assistant sees it");
}

#[test]
fn time_of_a_hidden_case_is_not_shown() {
    let workspace = with_a_hidden_case("$hidden && sleep 1.5; exit 5");
    workspace.run(&["--one", "class/eve", "--config", "grade.toml", "--gradescope", "one.json"]).code(1);
    let seconds = workspace.json("one.json")["execution_time"].as_f64().expect("a number");
    assert!(seconds < 1.5, "{seconds}");
}
