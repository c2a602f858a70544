//! Tests `reversi solve`: answers as text and as JSON, comparisons, messages, and interrupts.

use std::fs;

use crate::program::Command;

const SMALL: &str = "-----OX--XO----- X";

/// The 4x4 opening as the start of a transcript.
const START: [&str; 2] = ["--start", SMALL];

fn solve(arguments: &[&str]) -> Command {
    let mut command = crate::reversi();
    command.arg("solve").args(arguments);
    command
}

/// The output of the program, without figures that differ between runs and machines.
fn printed(arguments: &[&str], code: i32) -> String {
    let assert = solve(arguments).assert().code(code).stderr("");
    let arguments: Vec<String> = arguments.iter().map(|argument| format!("{argument:?}")).collect();
    format!("$ reversi solve {}\n{}", arguments.join(" "), without_figures(crate::stdout(&assert)))
}

/// A text with `#` for numbers of nodes and for times.
fn without_figures(mut text: String) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == ',';
    let is_figure = |letter: char| letter.is_ascii_digit() || ".e-".contains(letter);
    for mark in [" nodes, ", r#""nodes":"#, r#""seconds":"#] {
        let mut parts: Vec<&str> = text.split(mark).collect();
        let last = parts.len() - 1;
        if mark.starts_with(' ') {
            parts[..last].iter_mut().for_each(|part| *part = part.trim_end_matches(is_digit));
        }
        parts[1..].iter_mut().for_each(|part| *part = part.trim_start_matches(is_figure));
        text = parts.join(&if mark.starts_with(' ') { format!("#{mark}#") } else { format!("{mark}\"#\"") });
    }
    text
}

#[test]
fn answers_are_exact_in_every_form() {
    let _settings = crate::snapshots("solve");
    let cases: [&[&str]; 9] = [
        &[SMALL],
        &[SMALL, "--all"],
        &[SMALL, "--score", "discs", "--all"],
        &[SMALL, "--json"],
        &[SMALL, "--to-move", "o"],
        &["--transcript", "b1a1", START[0], START[1]],
        &["--transcript", "b1a1a2c1d4a3d1b4a4c4", START[0], START[1]],
        &["OOOOOOOOOOOOOOO- X"],
        &["--transcript", "b1a1", START[0], START[1], "--move", "1"],
    ];
    let answers: Vec<String> = cases.iter().map(|arguments| printed(arguments, 0)).collect();
    insta::assert_snapshot!("answers", answers.join("\n"));
}

#[test]
fn scores_of_a_file_are_compared() {
    let _settings = crate::snapshots("solve");
    let right = printed(&["--obf", "fixtures/endgames.obf", "--all"], 0);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("spoilt.obf");
    let text = fs::read_to_string("fixtures/endgames.obf").expect("the file");
    fs::write(&path, text.replace("A5:+16", "A5:+18").replace("H4:-34; H7:-34", "H4:-32; H7:-34")).expect("a file");
    let path = path.to_str().expect("a name");
    let [best, all] = [&["--obf", path][..], &["--obf", path, "--all"]].map(|arguments| printed(arguments, 1));
    insta::assert_snapshot!("compared", crate::in_folder(&[right, best, all].join("\n"), folder.path()));
}

#[test]
fn positions_of_a_list_are_called_by_their_comments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("named.obf");
    let boards = ["OOOOOOOOOOOOOOO- X;", "OOOOOOOOOOOOOOX- X;"];
    let first_words = |text: String| {
        fs::write(&path, text).expect("a file");
        let printed = crate::stdout(&solve(&["--obf", path.to_str().expect("a name")]).assert().success());
        printed.lines().filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect::<Vec<_>>()
    };
    let [first, second] = boards;
    assert_eq!(first_words(format!("% FFO 1\n{first}\n\n# last one\n{second}\n")), ["FFO 1", "last one"]);
    assert_eq!(first_words(format!("% A head.\n{first}\n\n{second}\n")), ["position 1", "position 2"]);
}
