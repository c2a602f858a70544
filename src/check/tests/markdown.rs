//! Runs the cases in `fixtures/mistakes` and `fixtures/check`: Markdown files with a job, what a student wrote, and the report.
//!
//! A file has sections. A block `toml` says what the student did (`cases.rs` has the keys); the first one of a file holds for
//! all of its sections. Blocks with these names are expected: `report`; `json`, a pointer a line with the value there; `moves`,
//! `log` or `output`, the student's file around its first wrong line. `INSTA_UPDATE=always cargo test -p reversi-check` writes
//! what is expected into these blocks, also into empty ones.

use std::{env, fs, path::Path};

use rayon::prelude::*;
use reversi_course::{assignment::Assignment, mistakes::Mistake};
use reversi_testing::path;

use crate::cases::Submission;

/// A text with its expected blocks as the program writes them now.
fn renewed(text: &str) -> String {
    let (mut renewed, mut of_file, mut submission) = (String::new(), None::<toml::Table>, None);
    for (place, part) in text.split("```").enumerate() {
        renewed.push_str(if place > 0 { "```" } else { "" });
        let Some((kind, content)) = part.split_once('\n').filter(|_| place % 2 == 1) else {
            renewed.push_str(part);
            continue;
        };
        if kind == "toml" {
            let keys: toml::Table = content.parse().unwrap_or_else(|error| panic!("{error}\n{content}"));
            let all: toml::Table = of_file.clone().unwrap_or_default().into_iter().chain(keys).collect();
            of_file.get_or_insert_with(|| all.clone());
            submission = Some(Submission::new(all));
        }
        let submission = submission.as_ref().expect("a block `toml` before the expected ones");
        let content = match kind {
            "toml" => content.to_owned(),
            "report" => submission.report(),
            "json" => submission.json(content),
            file => submission.excerpt(file),
        };
        renewed.extend([kind, "\n", &content]);
    }
    renewed
}

/// Two texts from the line where they differ.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(one, other)| one == other).count();
    let from =
        |text: &str| text.lines().skip(same).take(12).map(|line| ["    ", line, "\n"].concat()).collect::<String>();
    format!("line {}:\n{}  is now\n{}", same + 1, from(expected), from(found))
}

/// Runs all cases of a folder.
fn run(folder: &str) {
    let files: Vec<_> =
        fs::read_dir(path(folder)).expect("a folder").map(|file| file.expect("a file").path()).collect();
    let is_renewed = env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    let check = |file: &Path| {
        let text = fs::read_to_string(file).expect("a text");
        let renewed = renewed(&text);
        if is_renewed {
            fs::write(file, &renewed).expect("a file");
        }
        let is_wrong = renewed != text && !is_renewed;
        is_wrong.then(|| format!("{}: {}", file.display(), difference(&text, &renewed)))
    };
    let files = files.into_iter().filter(|file| file.extension().is_some_and(|kind| kind == "md"));
    let wrong: Vec<String> = files.collect::<Vec<_>>().par_iter().filter_map(|file| check(file)).collect();
    assert!(wrong.is_empty(), "INSTA_UPDATE=always accepts these:\n{}", wrong.join("\n"));
}

#[test]
fn each_mistake_gets_the_report_of_its_file() {
    run("fixtures/mistakes");
}

#[test]
fn each_difference_gets_the_report_of_its_file() {
    run("fixtures/check");
}

#[test]
fn each_mistake_has_a_file_that_names_it() {
    let is_built_in = |mistake: &&Mistake| Assignment::built_in().any(|assignment| mistake.is_possible_in(&assignment));
    for mistake in Mistake::ALL.iter().filter(is_built_in) {
        let name = mistake.name();
        let file = path(format!("fixtures/mistakes/{}.md", name.replace(':', "-")));
        let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{} is missing", file.display()));
        assert!(
            text.starts_with(&format!("# {name}\n")) && text.contains(&format!("[\"{name}\"]")),
            "{}",
            file.display()
        );
    }
}
