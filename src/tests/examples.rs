//! README.md: its examples run, and its excerpts are what they print.

use std::{fs, path::Path};

use tempfile::TempDir;

/// The blocks of README.md that are marked with a language.
fn blocks(language: &str) -> Vec<String> {
    let readme = fs::read_to_string("README.md").expect("the README is there");
    let mut blocks = readme.split("\n```");
    let mut found = Vec::new();
    blocks.next();
    while let (Some(block), Some(_)) = (blocks.next(), blocks.next()) {
        if let Some(text) = block.strip_prefix(language) {
            found.push(text.trim_start_matches('\n').to_owned());
        }
    }
    found
}

/// Runs the program in a folder and returns what it prints on both outputs, if it exits with `code`.
fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let assert = crate::reversi().current_dir(folder).args(arguments).assert().code(code);
    let output = assert.get_output();
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

/// The arguments of a command as a shell divides them: at blanks outside of single quotes.
pub fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let hidden = parts.map(|(number, part)| if number % 2 == 0 { part.to_owned() } else { part.replace(' ', "\0") });
    hidden.collect::<String>().split_whitespace().map(|word| word.replace('\0', " ")).collect()
}

/// A folder that has the fixtures.
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

#[test]
fn the_examples_of_the_readme_run_and_its_excerpts_are_what_they_print() {
    let folder = folder_with_fixtures();
    let mut printed = String::new();
    let mut examples = 0;
    for example in blocks("sh").iter().flat_map(|block| block.lines()) {
        let command = example.split(['#', '|']).next().unwrap_or_default();
        let (command, file) = command.split_once('>').unwrap_or((command, ""));
        let Some(arguments) = command.strip_prefix("reversi ") else { continue };
        let arguments = words(arguments);
        let code = example.split_once("# exit code ").map_or(0, |(_, code)| code.trim().parse().expect("a number"));
        let output = run(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>(), code);
        if !file.is_empty() {
            fs::write(folder.path().join(file.trim()), &output).expect("a file");
        }
        printed += &output;
        examples += 1;
    }
    assert!(examples > 5, "only {examples} examples");
    for file in ["moves.txt", "log.txt", "report/report.md"] {
        printed += &fs::read_to_string(folder.path().join(file)).expect("written by an example");
    }
    let next = ["next", "--dialect", "usc2014", "-i", "fixtures/next/usc2014-alphabeta-midgame.txt", "-o", "-"];
    for form in ["csv", "jsonl"] {
        printed += &run(folder.path(), &[&next[..], &["--log-dialect", form]].concat(), 0);
    }
    let bad = ["-t2", "-d3", "-i", "fixtures/bad/lower-case-x.txt", "-op", "-", "-ol", "/dev/null"];
    printed += &run(folder.path(), &bad, 2);

    let excerpts = blocks("text");
    assert!(excerpts.len() > 5, "only {} excerpts", excerpts.len());
    let layout = |excerpt: &&String| !excerpt.starts_with("main.rs");
    for excerpt in excerpts.iter().filter(layout) {
        assert!(printed.contains(excerpt.as_str()), "no example prints\n{excerpt}");
    }
}
