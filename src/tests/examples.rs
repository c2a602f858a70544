//! Tests the examples of README.md, the guides and the help: each example must print its quoted lines.

use std::{
    fs, iter,
    path::{Path, PathBuf},
};

use reversi_testing::{all_tests, by_profile};
use tempfile::TempDir;

/// README.md and the guides; on systems without `grade`, without the sections about `grade`.
fn documents() -> Vec<String> {
    let guides = fs::read_dir("src/guides").expect("a folder").map(|entry| entry.expect("a file").path());
    let is_here = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "md")
            && (cfg!(target_os = "linux")
                || !["grading.md", "submissions.md", "platforms.md", "tournaments.md"]
                    .iter()
                    .any(|name| path.ends_with(name)))
    };
    let is_here_too = |part: &&str| cfg!(target_os = "linux") || !part.contains("reversi grade");
    let paths = iter::once(PathBuf::from("README.md")).chain(guides.filter(is_here));
    let texts = paths.map(|path| fs::read_to_string(path).expect("a text"));
    texts.map(|text| text.split("\n**").filter(is_here_too).collect::<Vec<_>>().join("\n**")).collect()
}

/// The blocks of a document in a language: `sh` blocks are examples to run, `text` blocks their output.
pub fn blocks(document: &str, language: &str) -> Vec<String> {
    let blocks = document.split("\n```").skip(1).step_by(2);
    let of_language = |block: &str| Some(block.strip_prefix(language)?.strip_prefix('\n')?.to_owned());
    blocks.filter_map(of_language).collect()
}

/// Runs the program in a folder and checks the exit code. Returns standard output and standard error.
fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let assert = crate::reversi().current_dir(folder).args(arguments).assert().code(code);
    let output = assert.get_output();
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

/// Runs the example in a line that begins with the program's name, and returns the output.
pub fn example(folder: &Path, line: &str) -> Option<String> {
    let command = line.split(['#', '|']).next().unwrap_or_default();
    let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
    let arguments = words(command.strip_prefix("reversi ")?);
    let code = line.split_once("# exit code ").map_or(0, |(_, code)| code.trim().parse().expect("a number"));
    let output = run(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), code);
    if !file.is_empty() {
        // An endless submission is the slowest submission of the example.
        let written = output.replace("seconds = 10 ", "seconds = 1 ");
        fs::write(folder.join(file.trim()), written).expect("a file");
    }
    Some(output)
}

/// Splits a command into arguments like a shell.
pub fn words(command: &str) -> Vec<String> {
    shlex::split(command).expect("quotes in pairs")
}

fn folder_with_fixtures() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    copy(Path::new("fixtures"), &folder.path().join("fixtures"));
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// True if an excerpt equals an output; a line `...` stands for any lines.
fn is_excerpt(excerpt: &[&str], output: &[&str]) -> bool {
    match (excerpt, output) {
        ([], []) => true,
        (["...", after @ ..], _) => (1..=output.len()).any(|left_out| is_excerpt(after, &output[left_out..])),
        ([line, after @ ..], [printed, others @ ..]) => line == printed && is_excerpt(after, others),
        _ => false,
    }
}

/// The default test profile grades these students of the example class. One of the students has the mistake that
/// README.md shows.
const STUDENTS: [&str; 2] = ["alan_turing", "barbara_liskov"];

/// Examples that other tests run: sets of cases, and programs that need compilers.
const ELSEWHERE: [&str; 4] =
    ["reversi cases new ", "reversi cases audit ", "reversi grade fixtures/grade/programs ", "reversi rows 15"];

#[test]
fn examples_of_documents_run_and_print_their_excerpts() {
    let folder = folder_with_fixtures();
    if !all_tests() {
        for student in fs::read_dir(folder.path().join("fixtures/grade/class")).expect("a class").flatten() {
            if !STUDENTS.iter().any(|name| student.file_name() == *name) {
                fs::remove_dir_all(student.path()).expect("a copy");
            }
        }
    }
    // The default profile plays fewer games, but enough for the excerpt about the evaluations.
    let games = by_profile("--depths 3 --openings 12 --no-times", "--depths 3 --no-times");
    let students = by_profile("1 of 2: ", "1 of 13: ");
    let shortened = |text: String| text.replace("--depths 3 --no-times", games).replace("1 of 13: ", students);
    let elsewhere = by_profile(&ELSEWHERE[..], &ELSEWHERE[..1]);
    let mut outputs = vec![fs::read_to_string("snapshots/cases/audit-opening.snap").expect("pinned")];
    let mut excerpts = Vec::new();
    for document in documents() {
        let lines = shortened(blocks(&document, "sh").join("\n"));
        let lines = lines.lines().filter(|line| !elsewhere.iter().any(|start| line.starts_with(start)));
        outputs.extend(lines.filter_map(|line| example(folder.path(), line)));
        outputs.extend(fs::read_to_string(folder.path().join("log.txt")));
        excerpts.extend(blocks(&document, "text").into_iter().map(shortened));
    }
    assert!(outputs.len() > 20 && excerpts.len() > 10, "{} examples, {} excerpts", outputs.len(), excerpts.len());
    for excerpt in &excerpts {
        let excerpt_lines: Vec<&str> = excerpt.lines().collect();
        let is_of = |output: &String| is_excerpt(&excerpt_lines, &output.lines().collect::<Vec<_>>());
        assert!(outputs.iter().any(is_of), "no example prints\n{excerpt}");
    }
}

#[test]
fn examples_write_different_files() {
    for document in documents() {
        let lines = blocks(&document, "sh").join("\n");
        let mut written: Vec<String> = lines.lines().flat_map(outputs).collect();
        let count = written.len();
        written.sort();
        written.dedup();
        assert_eq!(written.len(), count, "{written:?}");
    }
}

fn outputs(line: &str) -> Vec<String> {
    let words = words(line.split('#').next().unwrap_or_default());
    let flags: &[&str] = match words.get(1) {
        Some(command) if command == "check" => &["--html"],
        _ => &["-o", "-op", "-ol", "--out", "--html", ">"],
    };
    let named = words.windows(2).filter(|pair| flags.contains(&&*pair[0]) && pair[1] != "-");
    named.map(|pair| pair[1].clone()).collect()
}

#[test]
fn examples_of_helps_run_and_print_their_excerpts() {
    // Other tests run these examples, or the examples need a person, a redirection, minutes, or a WebAssembly module.
    let elsewhere = [
        "reversi page",
        "reversi cases audit",
        "reversi grade fixtures/grade/",
        "reversi play",
        "reversi completions",
        "reversi grade --merge",
        "reversi rows 1000000",
        "reversi match",
        "reversi report",
    ];
    let folder = folder_with_fixtures();
    for entry in fs::read_dir("snapshots/help").expect("a folder") {
        let name = entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned();
        let command: &[&str] = if name == "reversi" { &[] } else { &[&name] };
        let help = crate::reversi().args(command).arg("--help").env("COLUMNS", "500").output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("a text");
        let examples =
            help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with("reversi "));
        let printed: String = examples
            .filter(|line| !elsewhere.iter().any(|start| line.starts_with(start)))
            .filter_map(|line| example(folder.path(), line))
            .collect();
        for excerpt in help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.contains(",enter,")) {
            assert!(printed.contains(excerpt), "no example prints {excerpt}");
        }
        // The examples of the next help text must not find these files.
        for written in fs::read_dir(folder.path()).expect("a folder").flatten() {
            if written.file_type().expect("a type").is_file() {
                fs::remove_file(written.path()).expect("a file");
            } else if written.file_name() != "fixtures" {
                fs::remove_dir_all(written.path()).expect("a folder");
            }
        }
    }
}
