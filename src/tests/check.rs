//! Tests `reversi check`: unusual files. The tests in `src/check/tests` cover the reports.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{in_folder, reversi, zstandard};

const BATCH: [&str; 6] = ["-t", "2", "-d", "3", "-i", "fixtures/midgame-early.txt"];
const LOG: &str = "fixtures/logs/midgame-early-t2-d3.txt";

fn log() -> String {
    fs::read_to_string(LOG).expect("pinned")
}

fn put(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path
}

fn check(log: &Path, options: &[&str]) -> (String, Option<i32>) {
    let assert = reversi().arg("check").args(BATCH).arg("-ol").arg(log).args(options).assert().stderr("");
    let output = assert.get_output();
    (String::from_utf8(output.stdout.clone()).expect("text"), output.status.code())
}

#[test]
fn odd_files_are_wrong_and_their_reports_are_printable() {
    let folder = TempDir::new().expect("a folder");
    let log = log();
    let with_line = |line: &str| log.replacen(log.lines().nth(6).expect("seven lines"), line, 1);
    let cases: [(Vec<u8>, &str); 8] = [
        ((0..=255).collect(), "line 1: not text, but binary data"),
        (Vec::new(), "it is empty: your program wrote nothing, or did not close the file"),
        (with_line("Traceback (most recent call last):").into(), "line 7 (log row 6): the message of a crash"),
        (log.replace([' ', ','], ";").into(), "right except for the format"),
        (with_line(&("d3 2".to_owned() + &" 5.0".repeat(5000))).into(), "line 7"),
        (with_line(&["d3", &" ".repeat(5000), "2"].concat()).into(), "line 7"),
        (log.encode_utf16().flat_map(u16::to_be_bytes).collect(), "UTF-16"),
        (log.replace('\n', "\r").into(), "CR"),
    ];
    for (text, place) in cases {
        let (report, code) = check(&put(&folder, "log.txt", text), &["--effort", "0"]);
        let report = in_folder(&report, folder.path());
        assert!(code == Some(1) && report.contains(place), "{place}: {report}");
        assert!(report.chars().all(|character| character == '\n' || !character.is_control()), "{report:?}");
        assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    }
}

#[test]
fn empty_lines_at_the_end_may_have_a_mebibyte() {
    let folder = TempDir::new().expect("a folder");
    for (lines, code) in [(1 << 20, 0), ((1 << 20) + 2, 1)] {
        let text = log().trim_end().to_owned() + &"\n".repeat(lines);
        assert_eq!(check(&put(&folder, "log.txt", text), &["--effort", "0"]).1, Some(code));
    }
}

#[test]
fn compressed_files_and_standard_input_are_read() {
    let folder = TempDir::new().expect("a folder");
    let log = log();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(log.as_bytes()).expect("room in memory");
    let gzip = gzip.finish().expect("room in memory");
    let zstandard = zstandard(log.as_bytes());
    for (name, bytes) in [("log.txt.gz", gzip), ("log.TXT.ZST", zstandard)] {
        let whole = put(&folder, name, &bytes);
        assert_eq!(check(&whole, &[]).1, Some(0), "{name}");
        let cut = put(&folder, name, &bytes[..bytes.len() - 9]);
        let (said, _) = check(&cut, &[]);
        assert!(said.contains("data is truncated or damaged"), "{name}: {said}");
        let half = put(&folder, name, &bytes[..bytes.len() / 2]);
        let (said, code) = check(&half, &[]);
        let words: Vec<&str> = said.split_whitespace().collect();
        assert!(code == Some(1) && words.join(" ").contains("data is truncated or damaged"), "{name}: {said}");
        let none = put(&folder, name, &log);
        assert_eq!(check(&none, &[]).1, Some(0), "{name}");
    }
    reversi().arg("check").args(BATCH).args(["-ol", "-"]).write_stdin(log).assert().code(0).stdout("-: right\n");
}

/// A reader of the report that has already left.
fn closed_pipe() -> std::process::Stdio {
    let (read, write) = std::io::pipe().expect("a pipe");
    drop(read);
    write.into()
}

#[test]
fn the_verdict_is_the_exit_code_even_without_a_reader() {
    let folder = TempDir::new().expect("a folder");
    let wrong = put(&folder, "log.txt", log().replacen("5.0", "6.0", 1));
    fs::copy("fixtures/opening.txt", folder.path().join("opening.txt")).expect("a copy");
    let list = put(&folder, "cases.csv", "name,assignment,task,depth,input\nonly,usc2013,1,1,opening.txt\n");
    let audit = vec!["cases".into(), "audit".into(), list];
    let right = put(&folder, "right.txt", log());
    let check = |log: &Path| {
        let words = ["check"].into_iter().chain(BATCH).chain(["-ol"]).map(PathBuf::from);
        words.chain([log.to_owned()]).collect::<Vec<_>>()
    };
    for (arguments, code) in [(check(&wrong), 1), (check(&right), 0), (audit, 1)] {
        let mut command = std::process::Command::new(crate::program::BUILT);
        let status = command.args(&arguments).stdout(closed_pipe()).status().expect("the program");
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn next_step_of_each_report_runs_as_printed() {
    let folder = TempDir::new().expect("a folder");
    let mut commands = Vec::new();
    for entry in fs::read_dir("fixtures/check").expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        commands.extend(text.lines().filter_map(|line| line.strip_prefix("  reversi ")).map(str::to_owned));
    }
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let words = shlex::split(&command).expect("closed quotes");
        reversi().current_dir(folder.path()).args(words).assert().success();
    }
}
