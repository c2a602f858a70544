//! Makes each system call fail. After a failed call, each file must be old or new and complete. The program must print
//! one message and must not panic.

mod tracer;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs, mem,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use reversi_testing::by_profile;
use tempfile::TempDir;

use self::tracer::{Call, Fault, Injection, Outcome};

/// A command line in a folder with its inputs.
#[derive(Clone, Copy)]
pub struct Job {
    name: &'static str,
    /// The arguments, separated by spaces.
    arguments: &'static str,
    input: &'static str,
}

const fn job(name: &'static str, arguments: &'static str) -> Job {
    Job { name, arguments, input: "" }
}

pub const JOBS: [Job; 23] = [
    job("batch", "-t2 -d3 -i board.txt -op moves.txt -ol log.txt"),
    job("batch, compressed", "-t1 -d2 -i board.txt -op new.gz -ol log.gz"),
    job("batch to stdout", "-t3 -d2 -i board.txt -op moves.txt -ol - --weights weights.csv"),
    job("batch --dry-run", "-t1 -d7 -i board.txt --dry-run"),
    job("next", "next --assignment usc2014 -i request.txt -o new.txt"),
    job("rows", "rows 10..40 -t2 -d4 -i board.txt"),
    job("check", "check -t2 -d3 -i board.txt -ol wrong.txt --html page.html --effort 9999"),
    job("cases audit", "cases audit cases.csv"),
    job("cases expected", "cases expected cases.csv --out new"),
    job("grade --collected", "grade collected --config grade.toml --out new --collected --jobs 1"),
    job("report", "report ending.txt --depths 1 --out new --threads 1 --no-times"),
    job("explain", "explain -t2 -d2 -i board.txt -o page.html"),
    job("mistakes write", "mistakes write strict-cut-off -t2 -d2 -i board.txt -op moves.txt -ol new.txt"),
    job("solve", "solve ending.txt"),
    job("nxn", "nxn --named 4x4 minimax_ab B"),
    job("tiny", "tiny 600 1 0000021001200000"),
    job("awari", "awari search start 4"),
    job("tree", "tree alphabeta tree.txt"),
    job("board", "board board.txt --as obf"),
    job("openings", "openings"),
    job("man", "man next"),
    Job {
        input: "d3\nsave new.txt\nquit\n",
        ..job("play", "play --size 4 --opponent random --side x --seed 1 --no-times")
    },
    job("match", "match depth:1 random --games 2 --size 4 --no-times --seed 7 --csv moves.txt"),
];

/// The job that grades a class. The grader makes very many system calls, because it watches the programs all the time.
const GRADE: Job = job("grade", "grade class --config grade.toml --out results --jobs 1");

/// Makes a folder with all inputs, and with old files in place of some outputs.
pub fn workspace() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let put = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let inputs = [
        ("board.txt", "opening.txt"),
        ("ending.txt", "endgame-eight-empties.txt"),
        ("request.txt", "next/usc2014-alphabeta-midgame.txt"),
        ("weights.csv", "weights/own.csv"),
        ("wrong.txt", "check/wrong-log.txt"),
        ("tree.txt", "tree/deep-cuts.txt"),
    ];
    for (name, fixture) in inputs {
        put(name, &fs::read(Path::new("fixtures").join(fixture)).expect("a fixture"));
    }
    put("cases.csv", b"name,assignment,task,depth,input\none,usc2013,2,1,ending.txt\n");
    put("grade.toml", b"cases = \"cases.csv\"\nrun = \"./reversi\"\n");
    put("class/ada/reversi", b"#!/bin/sh\nprintf 'Game End\\n' > moves.txt\nprintf 'Node\\n' > log.txt\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("class/ada/reversi"), mode).expect("a mode");
    put("collected/ada/one-moves.txt", b"Game End\n");
    put("collected/ada/one-log.txt", b"Node\n");
    for old in ["log.txt", "log.gz", "page.html"] {
        put(old, b"old");
    }
    folder
}

/// All files of a folder by their paths, without parts that differ between runs.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = crate::files(folder);
    for (path, bytes) in &mut files {
        let all = mem::take(bytes);
        *bytes = if path.ends_with("times.csv") { Vec::new() } else { without_containment(all) };
    }
    files
}

/// Removes the sandbox level from a results file. If the best level fails, the results name another level.
fn without_containment(bytes: Vec<u8>) -> Vec<u8> {
    let Ok(mut value) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return bytes };
    let mut values = vec![&mut value];
    while let Some(value) = values.pop() {
        match value {
            serde_json::Value::Object(object) => {
                object.remove("containment");
                values.extend(object.values_mut());
            }
            serde_json::Value::Array(array) => values.extend(array),
            _ => {}
        }
    }
    value.to_string().into_bytes()
}

/// The record of a job without a failed call.
struct Clean {
    old: BTreeMap<PathBuf, Vec<u8>>,
    new: BTreeMap<PathBuf, Vec<u8>>,
    containment: Option<String>,
    outcome: Outcome,
}

impl Job {
    fn run(&self, injection: Option<Injection>) -> nix::Result<(TempDir, Outcome)> {
        let workspace = workspace();
        let arguments: Vec<&str> = self.arguments.split(' ').collect();
        let outcome = tracer::run(workspace.path(), &arguments, self.input, injection)?;
        Ok((workspace, outcome))
    }

    fn clean(&self) -> nix::Result<Clean> {
        let old = files(workspace().path());
        let (workspace, outcome) = self.run(None)?;
        assert!(outcome.stderr.is_empty() || outcome.code == Some(0), "{}: {outcome:?}", self.name);
        Ok(Clean { old, new: files(workspace.path()), containment: containment(workspace.path()), outcome })
    }

    /// Chooses at most `most` calls of each kind, evenly spaced, with the first and the last call.
    ///
    /// Each chosen call fails in every way. If few calls of many jobs fail, each call fails in one way, in turn. With
    /// many jobs, every kind of call still fails in every way.
    fn injections(clean: &Clean, most: usize, turn: usize) -> Vec<Injection> {
        let mut injections = Vec::new();
        for (&call, &count) in clean.outcome.counts.iter().collect::<BTreeMap<_, _>>() {
            let tried = most.min(count);
            let tried: BTreeSet<usize> = (0..tried).map(|n| n * (count - 1) / (tried - 1).max(1)).collect();
            for after in tried {
                let ways = call.faults().len();
                let (first, count) = if most == MOST { (turn % ways, 1) } else { (0, ways) };
                let faults = call.faults().iter().cycle().skip(first).take(count);
                injections.extend(faults.map(|&fault| Injection { call, after, fault }));
            }
        }
        injections
    }
}

/// The ending of a run in which a call failed; an error if the run broke a rule.
fn judged(clean: &Clean, workspace: &Path, outcome: &Outcome) -> Result<Ending, String> {
    let Some(failed_at_stderr) = outcome.failed_at_stderr else { return Ok(Ending::NotReached) };
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    let mut found = files(workspace);
    if stderr.contains("reversi: not graded: ") && outcome.code == Some(2) {
        // The files have the results of the other students.
        found.retain(|name, _| clean.old.contains_key(name) || !clean.new.contains_key(name));
        return match found.keys().find(|name| !clean.old.contains_key(*name)) {
            Some(name) => Err(format!("{} is left over", name.display())),
            None => Ok(Ending::Told),
        };
    }
    // If programs ran at another sandbox level than in the clean run, the results name this level.
    let is_contained_otherwise = containment(workspace) != clean.containment;
    if is_contained_otherwise && outcome.code == clean.outcome.code && found.keys().eq(clean.new.keys()) {
        return Ok(Ending::MadeUpFor);
    }
    for (name, bytes) in &found {
        let is_old = clean.old.get(name).is_some_and(|old| old == bytes);
        let is_new = clean.new.get(name).is_some_and(|new| new == bytes);
        if !is_old && !is_new {
            return Err(format!(
                "{} is neither old nor new: {:?}",
                name.display(),
                String::from_utf8_lossy(&bytes[..bytes.len().min(300)])
            ));
        }
    }
    if let Some(gone) = clean.old.keys().find(|name| !found.contains_key(*name)) {
        return Err(format!("{} is gone", gone.display()));
    }
    // A game at the console continues after a failed save.
    if String::from_utf8_lossy(&outcome.stdout).contains("Not saved: ") {
        return Ok(Ending::Told);
    }
    if outcome.code == clean.outcome.code {
        if found != clean.new || lines(&outcome.stdout) != lines(&clean.outcome.stdout) {
            return Err("it says nothing and has not done all".to_owned());
        }
        return Ok(Ending::MadeUpFor);
    }
    let messages = stderr.lines().filter(|line| line.starts_with("reversi: ")).count();
    let begins = stderr.lines().filter(|line| line.contains("reversi: ")).count();
    if outcome.code != Some(2) || stderr.contains("panicked") {
        return Err("it does not end with exit code 2".to_owned());
    }
    if !failed_at_stderr && (messages != 1 || begins != 1 || !stderr.starts_with("reversi: ")) {
        return Err(format!("{messages} messages"));
    }
    if !lines(&clean.outcome.stdout).starts_with(&lines(&outcome.stdout)) {
        return Err("standard output is no beginning of what it should be".to_owned());
    }
    Ok(Ending::Told)
}

/// The sandbox level of a class's programs; `None` if there are no results. The digests depend on the sandbox level.
fn containment(workspace: &Path) -> Option<String> {
    let results: serde_json::Value =
        serde_json::from_slice(&fs::read(workspace.join("results/results.json")).ok()?).ok()?;
    Some(results["students"][0]["graded"]["containment"].to_string())
}

/// The complete lines of a text, without lines that contain times.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    // The token for a GitHub workflow differs in each run.
    let is_of_workflow = |line: &[u8]| line.starts_with(b"::");
    lines.filter(|line| line.ends_with(b"\n") && !line.ends_with(b" s\n") && !is_of_workflow(line)).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// The program printed a message and ended with exit code 2.
    Told,
    /// The output is complete and correct although a call failed.
    MadeUpFor,
    /// The chosen call never came: the threads ran in another order, with fewer calls of its kind.
    NotReached,
}

/// The number of times that each job ended in each way, for each call and fault.
type Table = BTreeMap<(&'static str, Call, String), BTreeMap<Ending, usize>>;

/// Jobs that print, write and fail like other jobs of the list.
const LIKE_OTHERS: [&str; 6] = ["solve", "nxn", "awari", "tree", "openings", "man"];

/// The default number of failing calls of each kind in a job; all jobs together take some seconds.
const MOST: usize = 1;

/// The jobs, with the largest number of failing calls of each kind. In the profile "all", every call of a job fails,
/// but only some calls of [`GRADE`].
fn jobs() -> Vec<(Job, usize)> {
    assert!(LIKE_OTHERS.iter().all(|name| JOBS.iter().any(|job| job.name == *name)));
    let few = JOBS.into_iter().filter(|job| !LIKE_OTHERS.contains(&job.name)).map(|job| (job, MOST)).collect();
    by_profile(few, JOBS.map(|job| (job, usize::MAX)).into_iter().chain([(GRADE, 2 * MOST)]).collect())
}

/// With `--nocapture` the test prints the table of endings. `REVERSI_JOBS=grade` only tries jobs with `grade` in their
/// names. `REVERSI_CALLS=Process` only tries calls of the kind `Process`.
#[test]
fn failed_calls_leave_old_or_new_files_and_one_message() {
    let only = env::var("REVERSI_JOBS").unwrap_or_default();
    let jobs: Vec<_> = jobs().into_iter().filter(|(job, _)| job.name.contains(&only)).collect();
    let calls = env::var("REVERSI_CALLS").unwrap_or_default();
    let cleans: nix::Result<Vec<_>> = jobs.iter().map(|(job, _)| job.clean()).collect();
    let Ok(cleans) = cleans else {
        return crate::not_tested(crate::Lack::Machine, "calls that fail: no process may be traced");
    };
    let mut runs = Vec::new();
    for (turn, ((job, most), clean)) in jobs.iter().zip(&cleans).enumerate() {
        let injections = Job::injections(clean, *most, turn).into_iter();
        let injections = injections.filter(|one| calls.is_empty() || format!("{:?}", one.call) == calls);
        runs.extend(injections.map(|injection| (job, clean, injection)));
    }
    let (next, table, wrong) = (AtomicUsize::new(0), Mutex::new(Table::new()), Mutex::new(Vec::new()));
    let work = || {
        while let Some(&(job, clean, injection)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (workspace, outcome) = job.run(Some(injection)).expect("the process is traced");
            let Injection { call, after, fault } = injection;
            let fault = match fault {
                Fault::Error(error) => format!("{error:?}"),
                Fault::Short => "short".to_owned(),
            };
            match judged(clean, workspace.path(), &outcome) {
                Ok(ending) => {
                    let mut table = table.lock().expect("nobody panics");
                    *table.entry((job.name, call, fault)).or_default().entry(ending).or_default() += 1;
                }
                Err(problem) => wrong.lock().expect("nobody panics").push(format!(
                    "{}: {call:?} number {after} {fault}: {problem}; exit code {:?}, {:?}",
                    job.name,
                    outcome.code,
                    String::from_utf8_lossy(&outcome.stderr)
                )),
            }
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    for ((job, call, fault), endings) in table.into_inner().expect("nobody panics") {
        println!("{job:20} {call:12?} {fault:8} {endings:?}");
    }
    let wrong = wrong.into_inner().expect("nobody panics");
    assert!(wrong.is_empty(), "{} runs went wrong:\n{}", wrong.len(), wrong.join("\n"));
}
