//! Tests the sandbox from outside: attacks, files, limits, and traces of programs.
//!
//! Each attack first succeeds with only the limits, unless that would harm the machine. Attacks and traces run again as
//! an ordinary user, and again without namespaces; files and limits are tested at the best level alone.

mod attacks;
mod files;
mod grader;
pub(crate) mod levels;
mod limits;
mod others;
mod remains;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::{CStr, OsStr, OsString},
    fs::{self, File, Permissions},
    os::{
        fd::AsFd,
        unix::fs::{MetadataExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
    process::{self, Command as Process},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use reversi::sandbox::{CapturedOutput, ContainedCommand, FileSource, Level, Limits, Run, Sandbox, Settings};
use tempfile::TempDir;

use crate::{Lack, not_tested};

fn settings(level: Option<Level>) -> Settings {
    let program = Some(crate::program());
    Settings { level, program, ..Settings::default() }
}

/// The best available sandbox.
fn confined() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::open(settings(None)).expect("this machine can contain a program"))
}

/// Only the limits, without a sandbox.
fn unconfined() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::open(settings(Some(Level::Unconfined))).expect("a sandbox"))
}

fn has_namespaces() -> bool {
    confined().level() == Level::Namespaces
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns `is_possible`. If `is_possible` is false, prints a message about the untested subject, unless the tests run
/// again.
fn can_test(is_possible: bool, what: &str) -> bool {
    if !is_possible && !runs_again() {
        not_tested(Lack::Machine, what);
    }
    is_possible
}

fn run_of<'a>(arguments: impl IntoIterator<Item = &'a str>) -> ContainedCommand {
    let limits = Limits { wall: Duration::from_secs(20), ..Limits::default() };
    let arguments = arguments.into_iter().map(OsString::from).collect();
    ContainedCommand { arguments, limits, ..ContainedCommand::default() }
}

fn all_of(folder: &impl AsFd) -> Vec<FileSource> {
    let folder = folder.as_fd().try_clone_to_owned().expect("a folder");
    vec![FileSource::Folder { folder, without: BTreeSet::new() }]
}

fn file(name: &str, contents: impl Into<Vec<u8>>) -> FileSource {
    FileSource::Contents(name.into(), contents.into())
}

fn shell(script: &str) -> ContainedCommand {
    run_of(["sh", "-c", script])
}

fn program() -> &'static Path {
    static PROGRAM: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = PROGRAM.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("a mode");
        let path = folder.path().join("attacks");
        let source = reversi_testing::path("src/tests/sandbox/attacks.c");
        let status = Process::new("cc").arg("-pthread").arg(source).arg("-o").arg(&path).status();
        assert!(status.expect("a compiler").success());
        (folder, path)
    });
    path
}

/// The command of an attack in `attacks.c`: its name and its arguments.
fn attack(words: &str) -> ContainedCommand {
    let mut command = run_of(["./attacks"].into_iter().chain(words.split(' ')));
    command.files = all_of(&File::open(program().parent().expect("a folder")).expect("a folder"));
    command
}

/// More methods for a command.
trait With {
    fn with(self, name: &str, value: impl AsRef<OsStr>) -> Self;
    fn within(self, change: impl FnOnce(&mut Limits)) -> Self;
}

impl With for ContainedCommand {
    fn with(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.into(), value.as_ref().into()));
        self
    }

    fn within(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.limits);
        self
    }
}

/// A text that no other process has.
fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The number of processes of commands with a mark.
fn marked(mark: &str) -> usize {
    with_mark(mark).count()
}

/// The folders in `/proc` of the processes with a mark.
fn with_mark(mark: &str) -> impl Iterator<Item = PathBuf> {
    let processes = fs::read_dir("/proc").expect("processes").flatten().map(|entry| entry.path());
    processes.filter(move |process| has_mark(process, mark))
}

/// True if the process with this folder in `/proc` has a mark.
fn has_mark(process: &Path, mark: &str) -> bool {
    let environment = fs::read(process.join("environ")).unwrap_or_default();
    let (mut rest, variable) = (&environment[..], format!("CONFINE_MARK={mark}"));
    // The loop reads the data of all processes after each run, so the loop must be fast.
    while let Ok(one) = CStr::from_bytes_until_nul(rest) {
        if one.to_bytes() == variable.as_bytes() {
            return true;
        }
        rest = &rest[one.count_bytes() + 1..];
    }
    false
}

/// Runs a command, and checks that all processes of the command have ended.
fn run(sandbox: &Sandbox, command: ContainedCommand) -> Run {
    let mark = mark();
    let run = sandbox.run(&command.with("CONFINE_MARK", &mark)).expect("an answer");
    assert_eq!(marked(&mark), 0, "something is left running");
    run
}

fn text(kept: &CapturedOutput) -> String {
    String::from_utf8_lossy(&kept.beginning).into_owned()
}

/// A folder of another user, in which everybody has all rights.
struct Others(TempDir);

impl Others {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let others = Self(folder);
        fs::set_permissions(others.path(), Permissions::from_mode(0o777)).expect("a mode");
        fs::create_dir(others.path().join("neighbour")).expect("a folder");
        fs::set_permissions(others.path().join("neighbour"), Permissions::from_mode(0o777)).expect("a mode");
        for name in ["expected.txt", "neighbour/board.h"] {
            fs::write(others.path().join(name), "int secret;\n").expect("a file");
            fs::set_permissions(others.path().join(name), Permissions::from_mode(0o666)).expect("a mode");
        }
        others
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Locks the folder if a separate user is the only protection.
    fn lock(&self, is_locked: bool) {
        if confined().level() == Level::SeparateUser {
            let mode = if is_locked { 0o700 } else { 0o777 };
            fs::set_permissions(self.path(), Permissions::from_mode(mode)).expect("a mode");
        }
    }

    /// Names, permissions, times and contents of all files in the folder.
    fn facts(&self) -> BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)> {
        let mut facts = BTreeMap::new();
        let mut folders = vec![self.path().to_path_buf()];
        while let Some(path) = folders.pop() {
            let about = fs::symlink_metadata(&path).expect("a file");
            let contents = if about.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            if about.is_dir() {
                folders.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path()));
            }
            facts.insert(path, (about.mode(), about.mtime(), about.mtime_nsec(), contents));
        }
        facts
    }
}

/// Lets every user read a folder and its content.
pub(crate) fn open_to_all(folder: &Path) {
    let status = Process::new("chmod").args(["-R", "a+rX"]).arg(folder).status();
    assert!(status.expect("chmod").success());
}

/// Copies of the program, of this test program and of its files, for users who cannot reach the repository.
pub(crate) struct ForOthers(TempDir);

impl ForOthers {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let files = ["fixtures", "snapshots", "src/tests/sandbox/attacks.c"];
        let copy = Process::new("cp").args(["-R", "--parents"]).args(files).arg(folder.path()).status();
        assert!(copy.expect("cp").success());
        fs::copy(crate::program(), folder.path().join("reversi")).expect("the program");
        fs::copy(env::current_exe().expect("a name"), folder.path().join("tests")).expect("this program");
        open_to_all(folder.path());
        Self(folder)
    }

    /// A process of a copied program, `reversi` or `tests`, started by the words of a prefix.
    pub(crate) fn process(&self, prefix: &[&str], program: &str) -> Process {
        let mut process = Process::new(prefix[0]);
        process.args(&prefix[1..]).arg(self.0.path().join(program)).current_dir(self.0.path());
        process.env("REVERSI_PROGRAM", self.0.path().join("reversi"));
        for name in ["REVERSI_REPOSITORY", "INSTA_WORKSPACE_ROOT"] {
            process.env(name, self.0.path());
        }
        process
    }
}

/// If the tests run again, this variable names the level that must be found.
const AGAIN: &str = "CONFINE_AGAIN";

fn runs_again() -> bool {
    env::var_os(AGAIN).is_some()
}
