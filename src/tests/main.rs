//! All tests, as one target: a file a subject. What they call beyond the toolchain is named in `.ci/packages`.

mod agents;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod arguments;
#[cfg(unix)]
mod arrows;
mod assignment;
mod awari;
mod batch;
mod board;
#[cfg(unix)]
mod browser;
mod captures;
mod cases;
mod check;
mod check_reports;
mod command_line;
#[cfg(unix)]
mod completions;
#[cfg(target_os = "linux")]
mod deep_logs;
mod diagnosis;
mod endgame;
mod evaluation;
mod examples;
mod explain;
mod fast;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
#[cfg(target_os = "linux")]
mod fuzzed;
#[cfg(target_os = "linux")]
mod grade;
mod help;
mod input;
mod killed;
mod laws;
mod lenient;
#[cfg(target_os = "linux")]
mod long;
mod matches;
mod mistakes;
mod next;
mod notation;
mod nxn;
mod observers;
mod one_line;
mod openings;
#[cfg(unix)]
mod other_words;
mod output;
mod page;
mod perft;
#[cfg(unix)]
mod pipeline;
mod play;
#[cfg(unix)]
mod play_terminal;
mod positions;
mod ranges;
mod readme;
mod reasons;
#[cfg(unix)]
mod reference;
mod report;
mod report_texts;
mod rows;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod screen;
mod search;
#[cfg(unix)]
mod signals;
mod slow;
mod solve;
mod statistics;
mod tiny;
#[cfg(target_os = "linux")]
mod tournament;
mod tree;
#[cfg(unix)]
mod where_a_change_goes;

use std::{
    env,
    fs::{self, OpenOptions},
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::Stdio,
};

use proptest::prelude::ProptestConfig;

/// The snapshots that a test takes while it holds what this returns: `snapshots/SUBJECT/NAME.snap`.
fn snapshots(subject: &str) -> insta::internals::SettingsBindDropGuard {
    snapshot_settings(subject).bind_to_scope()
}

/// The settings of [`snapshots`], for a test that adds filters to them.
fn snapshot_settings(subject: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots").join(subject));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // What the system says in words of its own, and how it joins the names of a path.
    #[cfg(windows)]
    for (there, here) in [
        (r"\bNUL\b", "/dev/null"),
        (r"[^:\n]* \(os error [23]\)", " No such file or directory (os error 2)"),
        (r"((?:fixtures/|years)[\w/-]*)\\", "$1/"),
        // There is no `grade` among the commands.
        (r"\btree, play\b", "tree, grade, play"),
    ] {
        settings.add_filter(there, here);
    }
    settings
}

/// A text with `FOLDER` for the path of a folder, and `/` before the names in it.
fn in_folder(text: &str, folder: &Path) -> String {
    let path = folder.to_str().expect("a path");
    // In JSON a backslash stands twice.
    let text = text.replace(&path.replace('\\', r"\\"), "FOLDER").replace(path, "FOLDER");
    text.replace(r"FOLDER\\", "FOLDER/").replace(r"FOLDER\", "FOLDER/")
}

/// Some bytes compressed by Zstandard, as a frame with a checksum.
fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// The text files of a folder, by name.
fn texts(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut texts: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|kind| kind == "txt")).collect();
    texts.sort();
    texts
}

/// The device that takes everything and keeps nothing.
const NULL_DEVICE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The built program.
fn reversi() -> assert_cmd::Command {
    assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("reversi"))
}

/// How often a property is tried on random inputs: so often where the ignored tests run, too, and otherwise a tenth of it,
/// but at least three times.
fn random(cases: u32) -> ProptestConfig {
    let are_all_asked_for = env::args().any(|argument| argument == "--include-ignored");
    let cases = if are_all_asked_for { cases } else { (cases / 10).max(3) };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What the program says to each of the command lines that it refuses; it prints nothing else.
fn refusals<'a>(command: &str, cases: impl IntoIterator<Item = &'a [&'a str]>) -> String {
    let mut refusals = String::new();
    for arguments in cases {
        let assert = reversi().arg(command).args(arguments).assert().code(2).stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        refusals += &["$ reversi ", command, " ", &arguments.join(" "), "\n", &message, "\n"].concat();
    }
    refusals
}

/// The first line that the program says on standard error; then it is killed.
fn first_said(arguments: &[&str]) -> String {
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin!("reversi"));
    let mut program = program.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(program.stderr.take().expect("a pipe")).read_line(&mut line).expect("text");
    program.kill().and_then(|()| program.wait()).expect("it ends");
    line
}

/// Why something is not tested.
#[derive(Clone, Copy)]
#[cfg_attr(not(unix), allow(dead_code))] // tests call no other programs there
enum Lack {
    /// A program is not installed.
    Tool,
    /// The processor, the kernel or the user's rights do not allow it.
    Machine,
}

/// Says that something is not tested, past the test runner, which keeps what tests print, and in the file that
/// `REVERSI_NOT_TESTED` names: `.ci/run` ends with its lines.
#[cfg_attr(not(unix), allow(dead_code))] // as above
fn not_tested(lack: Lack, what: &str) {
    let line = match lack {
        Lack::Tool => format!("tool: {what}\n"),
        Lack::Machine => format!("machine: {what}\n"),
    };
    let _ = io::stderr().write_all(["not tested, for want of a ", &line].concat().as_bytes());
    let list = env::var_os("REVERSI_NOT_TESTED").map(|path| OpenOptions::new().append(true).create(true).open(path));
    if let Some(Ok(mut list)) = list {
        list.write_all(line.as_bytes()).expect("room for a line");
    }
}
