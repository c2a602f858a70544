//! Runs the cases in `fixtures/mistakes` and `fixtures/check`: Markdown files with a job, a student's files, and the
//! report.
//!
//! Each Markdown file has sections, and each section is a case. A block `toml` describes the student's mistakes and
//! changes; `cases.rs` describes the keys. The first block of a file applies to all its sections. Some
//! blocks are expected results: `report` is the report. Each line of `json` has a pointer and its value. `moves`, `log`
//! or `output` is the student's file around its first wrong line. `INSTA_UPDATE=always cargo test -p reversi-check-tests` writes
//! the results into these blocks, also into empty ones.

use std::fs;

use reversi_check::reasons::Template;
use reversi_course::{assignment::Assignment, mistakes::Mistake};
use reversi_testing::{documents, path};

use crate::cases::Submission;

/// The text of a Markdown file in which the current results replace the expected blocks.
fn renewed(text: &str) -> String {
    let (mut of_file, mut submission) = (None::<toml::Table>, None);
    documents::with_blocks(text, |kind, content| {
        if kind == "toml" {
            let keys: toml::Table = content.parse().unwrap_or_else(|error| panic!("{error}\n{content}"));
            let all: toml::Table = of_file.clone().unwrap_or_default().into_iter().chain(keys).collect();
            of_file.get_or_insert_with(|| all.clone());
            submission = Some(Submission::new(all).expect("a program that ends"));
            return content.to_owned();
        }
        let submission = submission.as_ref().expect("a block `toml` before the expected ones");
        match kind {
            "report" => submission.report(),
            "json" => submission.json(content),
            file => submission.excerpt(file),
        }
    })
}

/// Each text of a sentence is in the report of some fixture, so that a change of its words shows.
#[test]
fn each_sentence_is_in_a_report() {
    let mut reports = String::new();
    for folder in ["fixtures/check", "fixtures/mistakes"] {
        for entry in fs::read_dir(path(folder)).expect("a folder").flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            reports += &text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    for template in Template::ALL {
        // A page of a tree has this sentence.
        let is_of_page = *template == Template::LeafGiven;
        let pieces = template.text().split(['{', '}']).step_by(2).map(str::trim);
        let longest = pieces.max_by_key(|piece| piece.len()).expect("a piece");
        assert!(is_of_page || reports.contains(longest), "{template:?}: {longest}");
    }
}

#[test]
fn each_mistake_gets_the_report_of_its_file() {
    documents::compare("fixtures/mistakes", renewed);
}

#[test]
fn each_difference_gets_the_report_of_its_file() {
    documents::compare("fixtures/check", renewed);
}

#[test]
fn each_mistake_has_a_file_that_names_it() {
    let is_built_in = |mistake: &Mistake| Assignment::built_in().any(|assignment| mistake.is_possible_in(&assignment));
    for mistake in Mistake::all_plain().filter(is_built_in) {
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
