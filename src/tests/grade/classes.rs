//! Runs the classes in `fixtures/grade/classes`: Markdown files with submissions, calls of `grade`, and the results.
//!
//! Each file is a story, as in `src/tests/stories.rs`, that begins with a class of one case. A block `sh NAME` is the
//! program of a student, and `{right}` stands for commands that write the right files of the case. The command `grade`
//! grades the class into `results`, `verdicts` lists the verdicts of each student, and `builds` also its build.

use std::cell::LazyCell;

use reversi_testing::documents;
use serde_json::Value;

use super::{Workspace, verdict};
use crate::stories::Story;

impl Workspace {
    fn all_verdicts(&self) -> String {
        let results = self.json("results/results.json");
        let line = |student: &Value| {
            let cases = student["graded"]["cases"].as_array().expect("cases");
            let verdicts: Vec<String> = cases.iter().map(verdict).collect();
            format!("{}: {}\n", student["name"].as_str().expect("a name"), verdicts.join("; "))
        };
        results["students"].as_array().expect("students").iter().map(line).collect()
    }
}

fn renewed(text: &str) -> String {
    let workspace = Workspace::of_one_case();
    let mut story = Story { folder: workspace.0.path(), is_possible: true };
    let right = LazyCell::new(|| workspace.right());
    documents::with_blocks(text, |kind, content| {
        let is_right = content.contains("{right}\n");
        let filled = if is_right { content.replace("{right}\n", &right) } else { content.to_owned() };
        match kind.split_once(' ').unwrap_or((kind, "")) {
            ("sh", name) => workspace.submit(name, &filled),
            ("file", _) => drop(story.block(kind, &filled)),
            ("verdicts", "") if story.is_possible => return workspace.all_verdicts(),
            ("builds", "") if story.is_possible => return workspace.said(),
            _ => return story.block(kind, content),
        }
        content.to_owned()
    })
}

#[test]
fn each_class_gets_the_results_of_its_file() {
    documents::compare("fixtures/grade/classes", renewed);
}
