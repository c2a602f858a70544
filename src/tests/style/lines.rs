//! Checks that commits only lower the limits of lines in `.ci/lines`.

use std::{fs, process::Command};

use crate::path;

fn limits(text: &str) -> Vec<u32> {
    text.lines().map(|line| line.split(' ').next().and_then(|limit| limit.parse().ok()).expect("a limit")).collect()
}

/// Every pair of neighbouring versions of which the later has a higher limit, or another number of limits.
fn raised(versions: &[Vec<u32>]) -> Vec<&[Vec<u32>]> {
    let is_raised = |pair: &&[Vec<u32>]| {
        pair[0].len() != pair[1].len() || pair[0].iter().zip(&pair[1]).any(|(before, after)| after > before)
    };
    versions.windows(2).filter(is_raised).collect()
}

/// The text that git prints, or nothing if git or the history is missing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(path("")).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).expect("a text"))
}

/// A shallow clone has only the newest versions. Without git, the test compares only its own examples.
#[test]
fn commits_only_lower_the_limits_of_lines() {
    let history = git(&["log", "--reverse", "--format=%H:.ci/lines", "--", ".ci/lines"]).unwrap_or_default();
    let shown = history.lines().map(|version| git(&["show", version]).expect("a version"));
    let now = fs::read_to_string(path(".ci/lines")).expect("the limits");
    let versions: Vec<Vec<u32>> = shown.chain([now]).map(|text| limits(&text)).collect();
    assert_eq!(versions.last().map(Vec::len), Some(2));
    assert!(raised(&versions).is_empty(), "a commit raised a limit: {:?}", raised(&versions));

    let [lowered, same, second] = [vec![9, 4], vec![9, 5], vec![8, 6]].map(|next| raised(&[vec![9, 5], next]).len());
    assert_eq!([lowered, same, second], [0, 0, 1]);
}
