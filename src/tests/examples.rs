//! Tests the examples of README.md, the guides and the help: each example must print its quoted lines.

use std::{
    fs, iter,
    path::{Path, PathBuf},
};

use rayon::prelude::*;
use reversi_testing::{Lack, all_tests, by_profile, not_tested};
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
        fs::write(folder.join(file.trim()), &output).expect("a file");
    }
    Some(output)
}

/// Splits a command into arguments like a shell.
pub fn words(command: &str) -> Vec<String> {
    shlex::split(command).expect("quotes in pairs")
}

/// A folder with the example of usc2013, in which all examples run.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    run(folder.path(), &["example", "."], 0);
    folder
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

/// Examples that need minutes.
const SLOW: [&str; 5] = [
    "reversi cases audit ",
    "reversi grade usc2017/",
    "reversi match depth:3 'depth",
    "reversi rows 1",
    "reversi tournament csc242/",
];

/// Examples that the tests of cases and of the courses' examples run.
const ELSEWHERE: [&str; 6] = [
    "reversi cases new ",
    "reversi grade --example --assignment six.toml",
    "reversi grade class --config six-course",
    "reversi grade tiny/",
    "reversi grade awari/",
    "reversi grade nxn/",
];

/// True if this machine can run an example in the tests of this profile.
fn is_run(line: &str) -> bool {
    let starts = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
    let is_python = ["reversi grade class", "reversi grade --one", "reversi grade usc2017/"];
    let is_python = starts(&is_python) || line.starts_with("reversi tournament") && !line.contains("--example");
    if is_python && !Path::new("/usr/bin/python3").exists() {
        not_tested(Lack::Tool, &format!("{line}: there is no python3"));
        return false;
    }
    (all_tests() || !starts(&SLOW)) && !starts(&ELSEWHERE)
}

#[test]
fn examples_of_documents_run_and_print_their_excerpts() {
    // The default profile plays fewer games, but enough for the excerpt about the evaluations.
    let games = by_profile("--depths 3 --openings 12 --no-times", "--depths 3 --no-times");
    let shortened = |text: String| text.replace("--depths 3 --no-times", games);
    let documents = documents();
    let outputs = |document: &String| {
        let folder = folder();
        let lines = shortened(blocks(document, "sh").join("\n"));
        lines.lines().filter(|line| is_run(line)).filter_map(|line| example(folder.path(), line)).collect::<Vec<_>>()
    };
    let mut outputs: Vec<String> = documents.par_iter().flat_map_iter(outputs).collect();
    outputs.push(fs::read_to_string("snapshots/cases/audit-opening.snap").expect("pinned"));
    let excerpts: Vec<String> = documents.iter().flat_map(|document| blocks(document, "text")).map(shortened).collect();
    assert!(outputs.len() > 20 && excerpts.len() > 5, "{} examples, {} excerpts", outputs.len(), excerpts.len());
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
    // These examples need a person, a program that ends them, a WebAssembly module, or the folders of a shell.
    let elsewhere = ["reversi play", "reversi engine", "reversi page", "reversi completions"];
    let all: Vec<Vec<String>> = crate::help::commands().into_iter().map(|(names, _)| names).collect();
    all.par_iter().for_each(|names| {
        let folder = folder();
        let help = crate::reversi().args(names).arg("--help").env("COLUMNS", "500").output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("a text");
        let examples =
            help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with("reversi "));
        let examples = examples.filter(|line| is_run(line) && !elsewhere.iter().any(|start| line.starts_with(start)));
        let printed: String = examples.filter_map(|line| example(folder.path(), line)).collect();
        for excerpt in help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.contains(",enter,")) {
            assert!(printed.contains(excerpt), "no example prints {excerpt}");
        }
    });
}

/// An example is a line to copy, so it fits on a terminal of 80 columns.
#[test]
fn examples_of_helps_fit_on_a_line() {
    for (names, _) in crate::help::commands() {
        let help = crate::reversi().args(&names).arg("--help").env("COLUMNS", "500").output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("a text");
        let examples = help.lines().filter(|line| line.starts_with("  reversi "));
        let too_long: Vec<&str> = examples.filter(|line| line.len() > 80).collect();
        assert!(too_long.is_empty(), "{names:?}: {too_long:?}");
    }
}
