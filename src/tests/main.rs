//! Tests the whole program, one file for each subject. `.ci/packages` lists the programs that the tests call.

#[cfg(unix)]
mod accessibility;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod arguments;
mod assignment;
mod awari;
mod batch;
#[cfg(unix)]
mod browser;
mod cases;
mod check;
mod command_line;
#[cfg(unix)]
mod completions;
#[cfg(target_os = "linux")]
mod course_examples;
#[cfg(target_os = "linux")]
mod deep_logs;
mod evaluation;
mod examples;
mod explain;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
#[cfg(target_os = "linux")]
mod fuzzed;
#[cfg(target_os = "linux")]
mod grade;
mod help;
mod input;
mod killed;
#[cfg(target_os = "linux")]
mod long;
mod matches;
mod next;
mod notation;
mod nxn;
mod openings;

mod output;
mod page;
#[cfg(unix)]
mod pipeline;
mod play;
#[cfg(unix)]
mod play_terminal;
mod program;
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
#[cfg(unix)]
mod sessions;
#[cfg(unix)]
mod signals;
mod solve;
#[cfg(unix)]
mod stories;
mod tiny;
#[cfg(target_os = "linux")]
mod tournament;
mod tree;

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::Stdio,
};

use program::{Assert, BUILT, Command};
#[cfg(unix)]
use reversi_testing::{Lack, not_tested};
use reversi_testing::{in_folder, positions, random, slow, snapshots};

/// Compresses bytes by Zstandard, as a frame with a checksum.
fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// One of several outputs in a snapshot, after a line with its name and length.
fn section(name: &str, output: &[u8]) -> Vec<u8> {
    [format!("==== {name}, {} bytes\n", output.len()).as_bytes(), output, b"\n"].concat()
}

/// The text files of a folder, sorted by name.
fn texts(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut texts: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|kind| kind == "txt")).collect();
    texts.sort();
    texts
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(inner) = folders.pop() {
        for path in fs::read_dir(inner).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("beneath").to_path_buf();
                files.insert(name, fs::read(path).expect("a file"));
            }
        }
    }
    files
}

fn assert_same(one: &BTreeMap<PathBuf, Vec<u8>>, other: &BTreeMap<PathBuf, Vec<u8>>, what: &str) {
    assert!(one.keys().eq(other.keys()), "{what}: {:?} and {:?}", one.keys(), other.keys());
    for (name, bytes) in one {
        assert!(bytes == &other[name], "{what}: {} differs", name.display());
    }
}

/// The device that discards everything.
const NULL_DEVICE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// The path of the built program, or of its copy if the tests run as another user.
fn program() -> PathBuf {
    env::var_os("REVERSI_PROGRAM").map_or_else(|| BUILT.into(), PathBuf::from)
}

fn reversi() -> Command {
    Command::new(program())
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("text")
}

/// Returns the program's first line on standard error, and kills the program.
fn first_said(arguments: &[&str]) -> String {
    let mut program = std::process::Command::new(BUILT);
    let mut program = program.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut line = String::new();
    BufReader::new(program.stderr.take().expect("a pipe")).read_line(&mut line).expect("text");
    program.kill().and_then(|()| program.wait()).expect("it ends");
    line
}
