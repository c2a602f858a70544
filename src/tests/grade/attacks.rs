//! Tests attacks on the grader: a submission delays nobody, and messages do not blame the machine.

use std::{collections::BTreeSet, fs, os::unix::fs::chown, path::Path, thread};

use reversi::grade::{
    people::anonymity::AnonymousKey,
    recipes::{BuildPlan, projects},
    submissions::Submission,
};
use tempfile::TempDir;

use super::{Workspace, archives::zip};
use crate::sandbox::ForOthers;

/// The CPU time of this thread in nanoseconds, and the bytes read by this thread.
pub fn taken() -> [u64; 2] {
    let first = |file: &str, name: &str| {
        let text = fs::read_to_string(Path::new("/proc/thread-self").join(file)).expect("figures");
        let number = text.split_once(name).and_then(|(_, rest)| rest.split_whitespace().next());
        number.and_then(|number| number.parse().ok()).expect("a number")
    };
    [first("schedstat", ""), first("io", "rchar:")]
}

#[test]
fn the_grader_looks_through_sources_in_few_steps() {
    let includes = (0..100).map(|number| format!("#include \"none_{number}.h\"\n")).collect::<Vec<_>>().concat();
    let source = includes.repeat(2) + "int main() {}\n";
    let names: Vec<String> = (0..2000).map(|number| format!("part_{number}.cpp")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), source.as_bytes())).collect();
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("eve.zip");
    fs::write(&path, zip(&members)).expect("a file");
    let contents = Submission::at(&path).expect("a file").expect("an archive").open().expect("files");
    let before = taken();
    assert_eq!(projects(&contents, Path::new("reversi")).len(), 1);
    assert!(BuildPlan::candidates(&contents, Path::new("reversi")).is_ok());
    let [nanoseconds, read] = [0, 1].map(|which| taken()[which] - before[which]);
    let length = (source.len() * names.len()) as u64;
    // 400,000 names are in none of 2,000 sources: comparing each pair would take many seconds.
    assert!((length..4 * length).contains(&read) && nanoseconds < 4_000_000_000, "{read} bytes, {nanoseconds} ns");
}

/// No machine can start the commands of these submissions.
#[test]
#[ignore = "five submissions of 9,500 files"]
fn the_machine_is_not_blamed_for_long_names_and_first_lines() {
    let long: Vec<String> = (0..9_500).map(|number| format!("{number:0>240}")).collect();
    let of_kind = |suffix: &str, contents: &[u8]| {
        let names: Vec<String> = long.iter().map(|name| [name, suffix].concat()).collect();
        zip(&names.iter().map(|name| (name.as_str(), contents)).collect::<Vec<_>>())
    };
    let script = |first: &str| zip(&[("run.sh", format!("#!{first}\nexit 0\n").as_bytes())]);
    let submissions = [
        ("compiled", "not built", of_kind("", b"\x7fELF\x02\x01\x01\0")),
        ("long_shell", "not started", script(&"x".repeat(200 << 10))),
        ("null_shell", "not started", script("sh\0")),
        ("sources", "not built", of_kind(".cpp", b"")),
    ];
    let workspace = Workspace::of_one_case();
    for (name, _, bytes) in &submissions {
        workspace.write(&format!("class/{name}.zip"), bytes);
    }
    workspace.write("class/python.zip", of_kind(".py", b""));
    workspace.submit("honest", &workspace.right());
    // A person decides which script in Python is the main program.
    let said = crate::stderr(&workspace.graded(&[]).code(2));
    assert!(said.contains("not graded: python: ") && said.len() < 64 << 10, "{said}");
    let verdicts = workspace.verdicts();
    assert_eq!(verdicts["honest"], "right");
    for (name, verdict, _) in submissions {
        assert_eq!(verdicts[name], verdict, "{name}");
        for path in [format!("feedback/{name}.md"), format!("staff/{name}.md")] {
            let length = workspace.text(&format!("results/{path}")).len();
            assert!(length < 64 << 10, "{path}: {length} bytes");
        }
    }
    let length = workspace.text("results/class.md").len();
    assert!(length < 64 << 10, "{length}");
}

/// Changes the owner of a folder and its content.
fn give(path: &Path, user: u32) {
    chown(path, Some(user), Some(user)).expect("an owner");
    if path.is_dir() {
        fs::read_dir(path).expect("a folder").for_each(|entry| give(&entry.expect("a file").path(), user));
    }
}

#[test]
#[ignore = "an attack that lasts seconds"]
fn a_start_that_fails_because_of_others_is_tried_again_alone() {
    if !rustix::process::geteuid().is_root() {
        return crate::not_tested(crate::Lack::Machine, "starts without processes: only root can give others a user");
    }
    let workspace = Workspace::of_one_case();
    // The program takes all processes that the user may have, for two seconds.
    let fork = "my $end = time + 2; while (time < $end) { my $child = fork; \
                defined $child ? $child || do { sleep 3; exit } : select undef, undef, undef, 0.01 }";
    workspace.submit("bomb", &format!("exec perl -e '{fork}'"));
    let right = workspace.right();
    let honest: Vec<String> = (0..6).map(|number| format!("honest_{number}")).collect();
    for name in &honest {
        workspace.submit(name, &right);
    }
    give(&workspace.path(""), 54_323);
    let programs = ForOthers::new();
    let prefix = ["prlimit", "--nproc=100", "setpriv", "--reuid", "54323", "--regid", "54323", "--clear-groups"];
    let mut grade = programs.process(&prefix, "reversi");
    grade.env("HOME", workspace.path(""));
    grade.args(["grade", "class", "--config", "grade.toml", "--out", "results", "--jobs", "4"]);
    let output = grade.current_dir(workspace.path("")).output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let verdicts = workspace.verdicts();
    assert!(honest.iter().all(|name| verdicts[name] == "right"), "{verdicts:?} {said}");
}

#[test]
fn an_anonymous_key_is_made_whole_and_no_other_is_taken() {
    for _ in 0..50 {
        let folder = TempDir::new().expect("a folder");
        let class = ["ada", "bob", "eve"].map(str::to_owned);
        let numbers = || AnonymousKey::of_folder(folder.path()).expect("a key").numbers(&class);
        let all: BTreeSet<_> = thread::scope(|scope| {
            let runs: Vec<_> = (0..4).map(|_| scope.spawn(numbers)).collect();
            runs.into_iter().map(|run| run.join().expect("numbers")).collect()
        });
        assert_eq!(all.len(), 1, "runs that begin at the same time have the same key");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "exit 0");
    for key in ["", "\n", "0123456789abcdef\n"] {
        workspace.write("anonymous.key", key);
        let said = crate::stderr(&workspace.graded(&["--anonymous"]).code(2));
        assert!(said.contains("anonymous.key has fewer than 32 characters"), "{said}");
    }
}

/// Weights that follow only from a hidden case could show a part of its board.
#[test]
fn numbers_of_hidden_cases_are_not_told() {
    let header = "name,assignment,task,depth,input,points,visibility\n";
    let cases = "seen,usc2013,3,2,seen.txt,10,\nunseen,usc2013,3,2,unseen.txt,10,hidden\n";
    let workspace = Workspace::with(&[header, cases].concat());
    fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("seen.txt")).expect("a board");
    fs::copy("fixtures/pass-inside-search-six-empties.txt", workspace.path("unseen.txt")).expect("a board");
    let weights = "99,-8,8,6,6,8,-8,99\n-8,-24,-4,-3,-3,-4,-24,-8\n8,-4,7,4,4,7,-4,8\n6,-3,4,0,0,4,-3,90\n\
        6,-3,4,0,0,4,-3,6\n8,-4,7,4,4,7,-4,8\n-8,-24,-4,-3,-3,-4,-24,-8\n99,-8,8,6,6,8,-8,99\n";
    workspace.write("weights.csv", weights);
    let [moves, log] = ["moves", "log"].map(|name| workspace.path(name));
    let mut job = crate::reversi();
    job.current_dir(workspace.path("")).args(["-t", "3", "-d", "2", "-i", "unseen.txt", "--weights", "weights.csv"]);
    job.arg("-op").arg(&moves).arg("-ol").arg(&log).assert().success();
    let [board, moves, log] = ["unseen.txt", "moves", "log"].map(|name| workspace.text(name));
    let wrong = format!("cat > moves.txt <<'END'\n{moves}END\ncat > log.txt <<'END'\n{log}END\n");
    // A correct case would contradict other weights.
    workspace.submit("eve", &format!("if [ \"$(cat \"$6\")\" = '{}' ]; then\n{wrong}fi\n", board.trim_end()));
    workspace.grade_all(&[]);
    let cases = &workspace.json("results/results.json")["students"][0]["graded"]["cases"];
    let explanations =
        cases[1]["explained_by"].as_array().expect("a list").iter().filter_map(|names| names[0].as_str());
    let numbers: Vec<String> = explanations.filter_map(|name| Some(name.rsplit_once(':')?.1.to_owned())).collect();
    assert!(numbers.iter().any(|number| number.len() > 2), "{cases}");
    let told = workspace.feedback("eve");
    assert!(told.contains("A weight of the evaluation is wrong"), "{told}");
    let number = numbers.iter().filter(|number| number.len() > 2).find(|number| told.contains(number.as_str()));
    assert_eq!(number, None, "{told}");
}
