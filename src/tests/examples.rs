//! README.md and the helps of the commands: their examples run, and their excerpts are what they print.

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

/// Runs the example in a line, which begins with the program's name, and returns what it prints.
fn example(folder: &Path, line: &str) -> Option<String> {
    let command = line.split(['#', '|']).next().unwrap_or_default();
    let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
    let arguments = words(command.strip_prefix("reversi ")?);
    let code = line.split_once("# exit code ").map_or(0, |(_, code)| code.trim().parse().expect("a number"));
    let output = run(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), code);
    if !file.is_empty() {
        // A submission that never ends is the slowest of the example.
        let written = output.replace("seconds = 10 ", "seconds = 1 ");
        fs::write(folder.join(file.trim()), written).expect("a file");
    }
    Some(output)
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
    let lines = blocks("sh").join("\n");
    // The set of cases is made, and looked at, by a test of its own.
    let lines = lines.lines().filter(|line| !line.starts_with("reversi cases new "));
    for output in lines.filter_map(|line| example(folder.path(), line)) {
        printed += &output;
        examples += 1;
    }
    assert!(examples > 5, "only {examples} examples");
    for file in ["moves.txt", "log.txt", "report/report.md"] {
        printed += &fs::read_to_string(folder.path().join(file)).expect("written by an example");
    }
    let bad = ["-t2", "-d3", "-i", "fixtures/bad/lower-case-x.txt", "-op", "-", "-ol", "/dev/null"];
    printed += &run(folder.path(), &bad, 2);

    let excerpts = blocks("text");
    assert!(excerpts.len() > 5, "only {} excerpts", excerpts.len());
    for excerpt in &excerpts {
        assert!(printed.contains(excerpt.as_str()), "no example prints\n{excerpt}");
    }
}

#[test]
fn the_examples_of_the_helps_run_and_their_excerpts_are_what_they_print() {
    // These play with a person, write where a shell says, compute for minutes, or grade what README and other tests do.
    let elsewhere = [
        "reversi grade fixtures/grade/",
        "reversi play",
        "reversi completions",
        "reversi grade --merge",
        "reversi rows 1000000",
        "reversi match",
        "reversi report",
    ];
    for entry in fs::read_dir("snapshots/help").expect("a folder") {
        let name = entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned();
        let command: &[&str] = if name == "reversi" { &[] } else { &[&name] };
        let folder = folder_with_fixtures();
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
    }
}
