//! Measures whole commands. Each command runs against a baseline in the same run, so a slow machine does not distort
//! the ratio.
//!
//! `cargo bench -- log` runs the benchmarks whose names contain `log`. Two cores of an AMD EPYC (Zen 4) print:
//!
//! | what | figure | measured against | its figure | ratio |
//! | --- | ---: | --- | ---: | ---: |
//! | start-up: task 3, depth 3 | 3.74 ms | `/bin/true` | 0.83 ms | 4.52 |
//! | log: task 1, depth 10, to a memory file | 1.29 GB/s | raw writes of the same bytes | 1.93 GB/s | 0.67 |
//! | memory: task 1, depth 10 | 18.2 MiB | the limit | 64.0 MiB | 0.28 |

mod measure;

use std::{
    env,
    fs::{self, File},
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use tempfile::TempDir;

use measure::{medians, print, print_header};

/// The largest memory of any job, in MiB.
const MEMORY: f64 = 64.0;

fn main() {
    // Cargo adds the flag `--bench` to the arguments.
    let chosen: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_chosen = |name: &str| chosen.iter().any(|part| name.contains(part));
    let benchmarks: [(&str, fn()); 6] =
        [("start-up", start_up), ("log", log), ("rows", rows), ("check", check), ("memory", memory), ("solve", solve)];
    print_header();
    for (_, run) in benchmarks.iter().filter(|(name, _)| chosen.is_empty() || is_chosen(name)) {
        run();
    }
}

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(arguments.split(' ')).stdout(Stdio::null());
    command
}

/// A job from the opening whose output is discarded.
fn job(task: u32, depth: u32) -> Command {
    command(&format!("-t{task} -d{depth} -i fixtures/opening.txt -op /dev/null -ol /dev/null"))
}

fn run(command: &mut Command) {
    assert!(command.status().is_ok_and(|status| status.success()), "{command:?} fails");
}

/// A folder in memory, if the system has one.
fn memory_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

fn start_up() {
    for task in 1..=3 {
        let mut job = job(task, 3);
        let [time, idle] = medians(200, [&mut || run(&mut job), &mut || run(&mut Command::new("/bin/true"))]);
        print("ms", &format!("start-up: task {task}, depth 3"), time * 1e3, "`/bin/true`", idle * 1e3);
    }
}

fn log() {
    let folder = memory_folder();
    let (log, raw) = (folder.path().join("log.txt"), folder.path().join("raw.txt"));
    let mut job = command("-t1 -d10 -i fixtures/opening.txt -op /dev/null -ol");
    job.arg(&log);
    run(&mut job);
    let length = fs::metadata(&log).expect("a log").len();
    let block = vec![b'x'; 1 << 18];
    let mut write_raw = || {
        let _ = fs::remove_file(&raw);
        let mut file = File::create(&raw).expect("a file");
        let mut left = usize::try_from(length).expect("a length");
        while left > 0 {
            left -= file.write(&block[..left.min(block.len())]).expect("room");
        }
    };
    let mut write_log = || {
        let _ = fs::remove_file(&log);
        run(&mut job);
    };
    let [of_log, of_raw] = medians(5, [&mut write_log, &mut write_raw]).map(|seconds| length as f64 / 1e9 / seconds);
    print("GB/s", "log: task 1, depth 10, to a memory file", of_log, "raw writes of the same bytes", of_raw);
}

/// Compares the speed with two submissions for `usc2017`, which write the same file.
fn rows() {
    const BOARD: &str = "X\n10\n********\n********\n********\n***OX***\n***XO***\n********\n********\n********\n";
    let folder = memory_folder();
    let (programs, path) = (Path::new("fixtures/grade/programs"), |name: &str| folder.path().join(name));
    fs::write(path("input.txt"), BOARD).expect("room");
    let mut own = command("next --assignment usc2017 -i input.txt -o own.txt");
    own.current_dir(&folder);
    run(&mut own);
    let expected = fs::read_to_string(path("own.txt")).expect("an output");
    let count = expected.lines().skip_while(|line| !line.starts_with("Node,")).skip(1).count() as f64 / 1e6;
    let compilers = [
        (
            "C++ with -O2",
            "g++",
            vec!["-O2".into(), "-o".into(), path("agent"), programs.join("cpp_one_file/agent.cpp")],
        ),
        ("Java", "javac", {
            let sources = ["Board.java", "Main.java"].map(|name| programs.join("java_two_classes").join(name));
            [vec!["-d".into(), path(".")], sources.to_vec()].concat()
        }),
    ];
    for (language, compiler, arguments) in compilers {
        if !Command::new(compiler).args(arguments).status().is_ok_and(|status| status.success()) {
            println!("| rows | {compiler} is not installed | | | |");
            continue;
        }
        let mut other = if compiler == "javac" { Command::new("java") } else { Command::new(path("agent")) };
        other.args((compiler == "javac").then_some("Main")).current_dir(&folder);
        let [of_own, of_other] = medians(5, [&mut || run(&mut own), &mut || run(&mut other)]).map(|time| count / time);
        assert_eq!(fs::read_to_string(path("output.txt")).expect("an output"), expected, "{language}");
        print("million/s", "log rows: usc2017, depth 10", of_own, &format!("a submission in {language}"), of_other);
    }
}

fn check() {
    let folder = memory_folder();
    let log = folder.path().join("log.txt");
    run(command("-t1 -d10 -i fixtures/opening.txt -op /dev/null -ol").arg(&log));
    let mut check = command("check -t1 -d10 -i fixtures/opening.txt -ol");
    check.arg(&log);
    let [time, of_job] = medians(5, [&mut || run(&mut check), &mut || run(&mut job(1, 10))]);
    print("s", "check: task 1, depth 10, a right log", time, "the job", of_job);
}

fn memory() {
    for task in [1, 3] {
        let Some(peak) = peak(&mut job(task, 10)) else { return println!("| memory | only Linux says | | | |") };
        print("MiB", &format!("memory: task {task}, depth 10"), peak, "the limit", MEMORY);
    }
}

/// The largest memory of a process in MiB; `None` if the system does not provide it. The system shows this number only
/// while the process runs, so the loop reads the number again and again.
fn peak(command: &mut Command) -> Option<f64> {
    let mut process = command.spawn().expect("a process");
    let mut peak = None;
    while process.try_wait().expect("the status of a child").is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).or(peak);
        thread::sleep(Duration::from_millis(1));
    }
    peak.map(|kibibytes: f64| kibibytes / 1024.0)
}

fn solve() {
    let folder = memory_folder();
    let file = folder.path().join("ffo.obf");
    let all = fs::read_to_string("fixtures/ffo.obf").expect("a fixture");
    let first: Vec<&str> = all.lines().filter(|line| !line.starts_with('%')).take(5).collect();
    fs::write(&file, first.join("\n")).expect("room");
    let [time, of_job] = medians(3, [&mut || run(command("solve --obf").arg(&file)), &mut || run(&mut job(1, 10))]);
    print("s", "solve: FFO 40 to 44", time, "the job: task 1, depth 10", of_job);
}
