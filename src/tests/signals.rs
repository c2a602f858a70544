//! Tests long jobs: files after an interrupt or a kill, and the text on a terminal.

use std::{
    fmt::Debug,
    fs::{self, File},
    io::{ErrorKind, Read as _},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::{
    fs::{Mode, OFlags, fcntl_setfl, open},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};
use tempfile::TempDir;

use crate::output::names;

/// A job that lasts for hours; dropping it kills the job.
struct LongJob(Child);

impl LongJob {
    fn start(folder: &Path, outputs: &[&str], error: impl Into<Stdio>) -> Self {
        let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
        let mut command = Command::new(crate::program::BUILT);
        // The job takes a day on any machine.
        command.current_dir(folder).args(["-t1", "-d14", "--force", "-i"]).arg(board).args(outputs);
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(error).spawn().expect("the program runs"))
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).expect("the job is running");
    }

    /// The hidden files of the job in a folder.
    fn hidden_files(folder: &Path) -> usize {
        names(folder).iter().filter(|name| name.ends_with(".reversi")).count()
    }

    /// The exit code, when the job has ended.
    fn code(&mut self) -> Option<i32> {
        wait_until("the job ends", || self.0.try_wait().expect("a child"), Option::is_some)?.code()
    }
}

impl Drop for LongJob {
    fn drop(&mut self) {
        // The job has usually ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Repeats `look` until its result is as expected, for at most 20 s. Returns the last result.
pub fn wait_until<T: Debug>(what: &str, mut look: impl FnMut() -> T, is_expected: impl Fn(&T) -> bool) -> T {
    let start = Instant::now();
    loop {
        let seen = look();
        if is_expected(&seen) {
            return seen;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "waited 20 s until {what}; saw {seen:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// True if a process handles SIGINT by now, on Linux; always true elsewhere.
pub fn watches_interrupts(process: &Child) -> bool {
    has_signal(process.id(), "SigCgt:", Signal::INT).unwrap_or_else(|| {
        thread::sleep(Duration::from_secs(3));
        true
    })
}

/// True if a signal is in one of a process's signal sets, on Linux: one bit for each signal, from 1.
fn has_signal(process: u32, set: &str, signal: Signal) -> Option<bool> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let bits = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix(set)?.trim(), 16).ok())?;
    Some(bits >> (signal.as_raw() - 1) & 1 == 1)
}

#[test]
fn next_run_removes_the_hidden_files_of_a_killed_run_alone() {
    let folder = TempDir::new().expect("a temporary folder");
    let outputs = ["-op", "moves", "-ol", "log"];
    let [mut killed, running] = [2, 4].map(|expected| {
        let job = LongJob::start(folder.path(), &outputs, Stdio::null());
        wait_until("both files are open", || LongJob::hidden_files(folder.path()), |count| *count == expected);
        job
    });
    let theirs = names(folder.path());
    let ours = || names(folder.path()).into_iter().filter(|name| !theirs.contains(name)).count();
    killed.signal(Signal::KILL);
    assert_eq!(killed.code(), None);
    assert_eq!(names(folder.path()), theirs);
    let _next = LongJob::start(folder.path(), &outputs, Stdio::null());
    wait_until("both files are open", ours, |count| *count == 2);
    assert_eq!(LongJob::hidden_files(folder.path()), 4, "{:?}, then {:?}", theirs, names(folder.path()));
    drop(running);
}

#[test]
fn an_interrupt_leaves_the_old_files_and_nothing_else() {
    // A job ignores SIGHUP if its parent does, as under `nohup`.
    let ignores_hangup = has_signal(std::process::id(), "SigIgn:", Signal::HUP) == Some(true);
    let signals = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)];
    for (signal, code) in &signals[..if ignores_hangup { 2 } else { 3 }] {
        let folder = TempDir::new().expect("a temporary folder");
        let (moves, log) = (folder.path().join("moves"), folder.path().join("log"));
        fs::write(&moves, "old moves").expect("a new file");
        fs::write(&log, "old log").expect("a new file");
        let mut job = LongJob::start(folder.path(), &["-op", "moves", "-ol", "log"], Stdio::piped());
        wait_until("both files are open", || LongJob::hidden_files(folder.path()), |count| *count == 2);
        job.signal(*signal);
        let ended = job.code();
        let mut message = String::new();
        job.0.stderr.take().expect("a pipe").read_to_string(&mut message).expect("a message");
        assert_eq!(ended, Some(*code), "{message}");
        let mut lines: Vec<&str> = message.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, ["log", "moves"].map(|name| format!("reversi: interrupted: {name} is unchanged")));
        assert_eq!(names(folder.path()), ["log", "moves"]);
        assert_eq!(fs::read_to_string(&moves).expect("a file"), "old moves");
        assert_eq!(fs::read_to_string(&log).expect("a file"), "old log");
    }
}

#[test]
fn an_interrupt_ends_a_job_that_waits_for_a_reader() {
    let folder = TempDir::new().expect("a temporary folder");
    let fifo = folder.path().join("moves");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo runs").success());
    let mut job = LongJob::start(folder.path(), &["-op", "moves", "-ol", "log"], Stdio::piped());
    wait_until("the log is open", || LongJob::hidden_files(folder.path()), |count| *count == 1);
    job.signal(Signal::INT);
    assert_eq!(job.code(), Some(130));
    assert_eq!(names(folder.path()), ["moves"]);
}

/// The two ends of a new terminal: the person's end and the program's end.
pub fn terminal() -> (File, File) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&person).expect("a terminal");
    unlockpt(&person).expect("a terminal");
    fcntl_setfl(&person, OFlags::NONBLOCK).expect("a terminal");
    let name = ptsname(&person, Vec::new()).expect("a name");
    let program = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("a terminal");
    (person.into(), program.into())
}

/// Reads the terminal until a text appears or all programs have closed the terminal.
pub fn read_until(person: &mut File, text: &str) -> String {
    let (mut shown, mut block) = (Vec::new(), [0; 4096]);
    let read = || {
        let is_over = match person.read(&mut block) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => false,
            // After the last program has closed the terminal, some systems return an error, others the end of the file.
            Err(_) | Ok(0) => true,
            Ok(length) => {
                shown.extend(&block[..length]);
                false
            }
        };
        (String::from_utf8_lossy(&shown).into_owned(), is_over)
    };
    wait_until(&format!("the terminal shows {text:?}"), read, |(shown, is_over)| *is_over || shown.contains(text)).0
}

#[test]
fn terminal_shows_progress_and_is_clean_after_an_interrupt() {
    let folder = TempDir::new().expect("a temporary folder");
    let (mut person, program) = terminal();
    let mut job = LongJob::start(folder.path(), &["-op", "moves", "-ol", "/dev/null"], program);
    let bar = read_until(&mut person, " rows, ");
    assert!(bar.contains(" rows, "), "{bar:?}");
    job.signal(Signal::INT);
    assert_eq!(job.code(), Some(130));
    let rest = read_until(&mut person, "it was\r\n");
    // The cursor returns to the start of the line, and the line is cleared.
    assert!(rest.ends_with("\r\u{1b}[2Kreversi: interrupted: moves is unchanged\r\n"), "{rest:?}");
    assert_eq!(names(folder.path()), [""; 0]);
}

fn shown(quiet: &[&str]) -> String {
    let folder = TempDir::new().expect("a temporary folder");
    let (mut person, program) = terminal();
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let mut command = Command::new(crate::program::BUILT);
    command.current_dir(folder.path()).args(["-t1", "-d3", "-op", "moves", "-ol", "log", "-i"]).arg(board).args(quiet);
    let status = command.stdin(Stdio::null()).stderr(program).status().expect("the program runs");
    drop(command); // and this test's access to the terminal
    assert!(status.success());
    read_until(&mut person, "\n")
}

#[test]
fn a_terminal_shows_what_a_short_job_wrote_and_no_bar() {
    let line = shown(&[]);
    assert!(line.starts_with("wrote moves, log: 145 rows, 1.40 KiB, "), "{line:?}");
    assert_eq!(line.lines().count(), 1, "{line:?}");
}

#[test]
fn a_quiet_job_shows_nothing() {
    assert_eq!(shown(&["--quiet"]), "");
}

/// Runs a command in a folder, and interrupts the command as soon as the command handles signals.
fn interrupted(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(crate::program::BUILT);
    command.current_dir(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program runs");
    wait_until("the program watches for interrupts", || watches_interrupts(&child), |watches| *watches);
    thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).expect("the job is running");
    child.wait_with_output().expect("the job ends")
}

#[test]
fn an_interrupted_search_or_report_leaves_no_folder() {
    for (arguments, not_written) in [
        (&["cases", "new", "--assignment", "usc2013", "--out", "out"][..], "case"),
        (&["report", "--depths", "5-6", "--out", "out"], "report"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let output = interrupted(folder.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130));
        let said = format!("reversi: interrupted: no {not_written} was written to out\n");
        assert!(message.ends_with(&said) && (message == said || not_written == "report"), "{message}");
        assert!(!folder.path().join("out").exists());
    }
}
