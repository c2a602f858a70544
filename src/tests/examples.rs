//! README.md and the helps of the commands: their examples run, and their excerpts are what they print, line by line.

use std::{fs, path::Path};

use tempfile::TempDir;

/// The blocks of README.md that are marked with a language; where there is no `grade`, without those about it.
fn blocks(language: &str) -> Vec<String> {
    let readme = fs::read_to_string("README.md").expect("the README is there");
    let is_here = |section: &&str| cfg!(target_os = "linux") || !section.starts_with("Grading a class\n");
    let readme = readme.split("\n## ").filter(is_here).collect::<Vec<_>>().join("\n## ");
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

/// Whether an excerpt is all of an output, except for the lines that a line `...` stands for.
fn is_excerpt(excerpt: &[&str], output: &[&str]) -> bool {
    match (excerpt, output) {
        ([], []) => true,
        (["...", after @ ..], _) => (1..=output.len()).any(|left_out| is_excerpt(after, &output[left_out..])),
        ([line, after @ ..], [printed, others @ ..]) => line == printed && is_excerpt(after, others),
        _ => false,
    }
}

/// Those of the README's class whom the shorter test grades: one with the mistake that the README shows, and one with another.
const STUDENTS: [&str; 2] = ["alan_turing", "barbara_liskov"];

#[test]
fn the_examples_of_the_readme_run_and_its_excerpts_are_what_they_print_or_say_what_they_leave_out() {
    let folder = folder_with_fixtures();
    for student in fs::read_dir(folder.path().join("fixtures/grade/class")).expect("a class").flatten() {
        if !STUDENTS.iter().any(|name| student.file_name() == *name) {
            fs::remove_dir_all(student.path()).expect("a copy");
        }
    }
    // Another test pins what is said of a set of cases.
    examples_of_the_readme(&folder, &["reversi cases new ", "reversi cases audit "], |text| {
        // Enough games for what the excerpt says of the evaluations.
        text.replace("--depths 3 --no-times", "--depths 3 --openings 12 --no-times").replace("1 of 13: ", "1 of 2: ")
    });
}

#[test]
#[ignore = "many seconds: with all games of its report, and all students of its class"]
fn the_examples_of_the_readme_run_as_they_stand_there() {
    examples_of_the_readme(&folder_with_fixtures(), &["reversi cases new "], |text| text);
}

fn examples_of_the_readme(folder: &TempDir, elsewhere: &[&str], shortened: fn(String) -> String) {
    let lines = shortened(blocks("sh").join("\n"));
    let lines = lines.lines().filter(|line| !elsewhere.iter().any(|start| line.starts_with(start)));
    let mut outputs: Vec<String> = lines.filter_map(|line| example(folder.path(), line)).collect();
    assert!(outputs.len() > 5, "only {} examples", outputs.len());
    for file in ["moves.txt", "log.txt"] {
        outputs.push(fs::read_to_string(folder.path().join(file)).expect("written by an example"));
    }
    outputs.push(fs::read_to_string("snapshots/cases/audit-opening.snap").expect("pinned"));
    let bad = ["-t2", "-d3", "-i", "fixtures/bad/lower-case-x.txt", "-op", "-", "-ol", crate::NULL_DEVICE];
    outputs.push(run(folder.path(), &bad, 2));
    let excerpts: Vec<String> = blocks("text").into_iter().map(shortened).collect();
    assert!(excerpts.len() > 5, "only {} excerpts", excerpts.len());
    for excerpt in &excerpts {
        let excerpt_lines: Vec<&str> = excerpt.lines().collect();
        let is_of = |output: &String| is_excerpt(&excerpt_lines, &output.lines().collect::<Vec<_>>());
        assert!(outputs.iter().any(is_of), "no example prints\n{excerpt}");
    }
}

#[test]
fn no_example_of_the_readme_writes_over_the_file_of_another() {
    let lines = blocks("sh").join("\n");
    let mut written: Vec<String> = lines
        .lines()
        .flat_map(|line| {
            let words = words(line.split('#').next().unwrap_or_default());
            let outputs =
                words.windows(2).filter(|pair| ["-o", "-op", "-ol", "--out", "--html", ">"].contains(&&*pair[0]));
            let outputs: Vec<String> = outputs.map(|pair| pair[1].clone()).collect();
            if words.get(1).is_some_and(|command| command == "check") {
                outputs
                    .into_iter()
                    .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "html"))
                    .collect()
            } else {
                outputs
            }
        })
        .filter(|file| file != "-" && file != "/dev/null")
        .collect();
    let count = written.len();
    assert!(count > 5, "only {count} files");
    written.sort();
    written.dedup();
    assert_eq!(written.len(), count, "{written:?}");
}

#[test]
fn the_examples_of_the_helps_run_and_their_excerpts_are_what_they_print() {
    // These play with a person, write where a shell says, compute for minutes, need a module of WebAssembly, or do what
    // other tests do.
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
        // The examples of the next help find what a reader has.
        for written in fs::read_dir(folder.path()).expect("a folder").flatten() {
            if written.file_type().expect("a type").is_file() {
                fs::remove_file(written.path()).expect("a file");
            } else if written.file_name() != "fixtures" {
                fs::remove_dir_all(written.path()).expect("a folder");
            }
        }
    }
}
