//! Tests long runs with little memory and a clock that jumps.
//!
//! `cargo test --locked -- --ignored --nocapture long_runs` runs the test for `REVERSI_SECONDS` seconds.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// The limit of a process's address space in KiB, set by the shell.
const ADDRESS_SPACE: u64 = 768 << 10;

/// The path of Debian's libfaketime, which shows a process another time.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/// The times that the clock shows in turn, for a fifth of a second each: hours and years off the true time. The
/// monotonic clock for limits does not change.
const JUMPS: [&str; 5] = ["+0", "+7200", "-7200", "-30y", "+20y"];

/// The jobs, each with the folder or file that it writes.
const JOBS: [(&str, &[&str]); 3] = [
    ("results", &["grade", "class", "--config", "grade.toml", "--out", "results", "--again", "--jobs", "2"]),
    ("report", &["report", "--openings", "6", "--depths", "1-3", "--threads", "2", "--no-times", "--out", "report"]),
    ("games.csv", &["match", "depth:4", "depth:3:pieces", "--games", "200", "--no-times", "--csv", "games.csv"]),
];

fn workspace() -> TempDir {
    let workspace = TempDir::new().expect("a folder");
    let fixtures = fs::canonicalize("fixtures").expect("the fixtures are there");
    std::os::unix::fs::symlink(fixtures.join("grade/class"), workspace.path().join("class")).expect("a link");
    let run = r#"run = "./reversi -t {task} -d {depth} -i {input} -op {moves} -ol {log}""#;
    let cases = fixtures.join("grade/usc2013.csv");
    let text = format!("cases = {:?}\n{run}\n[limits]\nseconds = 1\n", cases.display().to_string());
    fs::write(workspace.path().join("grade.toml"), text).expect("a configuration");
    workspace
}

/// The files of a job, without times.
fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let inner = entries.filter(|path| !path.ends_with("times.csv") && !path.ends_with("records"));
        inner.flat_map(|path| files(&path)).collect()
    } else {
        BTreeMap::from([(path.file_name().expect("a name").into(), fs::read(path).expect("a file"))])
    }
}

/// Runs a job in a new folder, with or without the limit and the jumping clock. Returns the written files, and the
/// memory in KiB, measured ten times a second. Pages of the program itself do not count, because they depend on the
/// machine.
fn run(written: &str, arguments: &[&str], is_hard: bool) -> (BTreeMap<PathBuf, Vec<u8>>, Vec<u64>) {
    let workspace = workspace();
    let mut command = Command::new("sh");
    let limit = if is_hard { format!("ulimit -v {ADDRESS_SPACE}; ") } else { String::new() };
    command.args(["-c", &format!("{limit}exec \"$@\""), "sh"]).arg(crate::program::BUILT);
    command.current_dir(workspace.path()).args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let clock = workspace.path().join("clock");
    if is_hard && Path::new(FAKETIME).exists() {
        fs::write(&clock, JUMPS[0]).expect("a file");
        command.env("LD_PRELOAD", FAKETIME).env("FAKETIME_TIMESTAMP_FILE", &clock);
        command.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
    let mut child = command.spawn().expect("a shell");
    let (mut memory, status) = (Vec::new(), format!("/proc/{}/status", child.id()));
    let code = loop {
        if let Some(code) = child.try_wait().expect("a child") {
            break code;
        }
        let resident = fs::read_to_string(&status).unwrap_or_default();
        let resident = resident.lines().find_map(|line| line.strip_prefix("RssAnon:")?.split_whitespace().next());
        memory.extend(resident.and_then(|number| number.parse::<u64>().ok()));
        if is_hard {
            fs::write(&clock, JUMPS[memory.len() / 2 % JUMPS.len()]).expect("a file");
        }
        thread::sleep(Duration::from_millis(100));
    };
    assert!(code.success(), "{arguments:?}: {code}");
    (files(&workspace.path().join(written)), memory)
}

/// The limit of the usual memory in MiB: a class with a running diagnosis takes about 40.
const MOST_MEMORY: u64 = 64;

#[test]
#[ignore = "it takes a minute, or as long as REVERSI_SECONDS says"]
fn long_runs_find_the_same_in_little_memory() {
    let seconds = env::var("REVERSI_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let start = Instant::now();
    if !Path::new(FAKETIME).exists() {
        crate::not_tested(crate::Lack::Tool, "long runs while the clock jumps: no libfaketime is installed");
    }
    let expected = JOBS.map(|(written, arguments)| run(written, arguments, false).0);
    for round in 1.. {
        for ((written, arguments), expected) in JOBS.iter().zip(&expected) {
            let begin = Instant::now();
            let (found, memory) = run(written, arguments, true);
            assert_eq!(
                found.keys().collect::<Vec<_>>(),
                expected.keys().collect::<Vec<_>>(),
                "round {round}: {written}"
            );
            for (path, bytes) in &found {
                let [found, expected] = [bytes, &expected[path]].map(|bytes| String::from_utf8_lossy(bytes));
                assert_eq!(found, expected, "round {round}: {}", path.display());
            }
            // Short peaks come at random times on a loaded machine. The test limits the median of each half; memory
            // that grows during the run raises the median, too.
            let typical = |part: &[u64]| {
                let mut sorted = part.to_vec();
                sorted.sort_unstable();
                sorted.get(sorted.len() / 2).map_or(0, |typical| typical >> 10)
            };
            let (first, second) = memory.split_at(memory.len() / 2);
            let (first, second) = (typical(first), typical(second));
            println!(
                "round {round}: {:8} {:5.1} s, mostly {first} MiB and then {second} MiB",
                arguments[0],
                begin.elapsed().as_secs_f64()
            );
            assert!(first.max(second) <= MOST_MEMORY, "round {round}: {written} takes more than little memory");
        }
        if start.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
    }
}
