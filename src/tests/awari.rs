//! Tests the commands of Awari against transcripts of a plain reference of the assignment.

use std::fs;

fn stdout(arguments: &[&str]) -> Vec<u8> {
    crate::reversi().arg("awari").args(arguments).assert().success().stderr("").get_output().stdout.clone()
}

/// Calls of the program on one setup. A line with the arguments precedes the output of each call.
const RUNS: [&str; 24] = [
    "show SETUP",
    "moves SETUP 1",
    "moves SETUP 2",
    "apply SETUP 1 0",
    "apply SETUP 1 4",
    "apply SETUP 1 5",
    "apply SETUP 2 1",
    "apply SETUP 2 5",
    "status SETUP 1",
    "status SETUP 2",
    "search SETUP 0",
    "search SETUP 1",
    "search SETUP 4",
    "search SETUP 6",
    "max SETUP 5 0 -1000 1000",
    "max SETUP 5 1 -3 3",
    "max SETUP 4 4 -1 0",
    "min SETUP 5 0 -1000 1000",
    "min SETUP 5 1 0 2",
    "min SETUP 6 2 -10 -1",
    "match SETUP first first",
    "match SETUP ab:3 first",
    "match SETUP first ab:4",
    "match SETUP ab:2 ab:3",
];

#[test]
fn every_command_prints_what_the_reference_does() {
    let _settings = crate::snapshots("awari");
    let setups = crate::texts("fixtures/awari");
    assert!(setups.len() >= 8, "only {} setups", setups.len());
    for setup in setups {
        let name = setup.file_stem().expect("a name").to_string_lossy();
        let mut transcript = Vec::new();
        for run in RUNS {
            transcript.extend(format!("$ {run}\n").bytes());
            let path = setup.to_string_lossy();
            transcript.extend(stdout(&run.replace("SETUP", &path).split(' ').collect::<Vec<_>>()));
        }
        insta::assert_binary_snapshot!(&format!("{name}.txt"), transcript);
    }
}

#[test]
fn the_word_start_is_the_default_start() {
    let _settings = crate::snapshots("awari");
    insta::assert_binary_snapshot!("start-show.txt", stdout(&["show", "start"]));
    assert_eq!(stdout(&["moves", "start", "2"]), b"0 1 2 3 4 5\n");
    // Sows 4 stones from player 2's second house; the row is printed from right to left.
    assert_eq!(stdout(&["apply", "start", "2", "1"]), b"0 0\n5 5 5 5 0 4\n4 4 4 4 4 4\n");
}

#[test]
fn a_setup_may_come_from_standard_input() {
    let text = fs::read("fixtures/awari/midgame.txt").expect("a fixture");
    let from_input = crate::reversi().args(["awari", "search", "-", "4"]).write_stdin(text).assert().success();
    assert_eq!(from_input.get_output().stdout, stdout(&["search", "fixtures/awari/midgame.txt", "4"]));
}

/// A match of a person, who types this text, against an agent that takes the first legal house.
fn play(typed: &[u8]) -> (String, String) {
    let played = crate::reversi()
        .args(["awari", "match", "fixtures/awari/chain.txt", "human", "first"])
        .write_stdin(typed)
        .assert()
        .success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&played.get_output().stdout), text(&played.get_output().stderr))
}

#[test]
fn person_who_plays_like_first_makes_the_match_of_first() {
    let (record, _) = play(b"4\n5\n0\n1\n0\n0\n0\n");
    let first = stdout(&["match", "fixtures/awari/chain.txt", "first", "first"]);
    assert_eq!(record.as_bytes(), first);
}

#[test]
fn a_person_is_asked_again_until_the_entry_is_a_legal_house() {
    let _settings = crate::snapshots("awari");
    let (record, screen) = play(b"0\nnine\n\n -1\n\xff\n 5 \r\n");
    assert!(record.starts_with("1:5 2:0\n"), "{record}");
    assert!(!record.contains("winner"), "{record}");
    insta::assert_snapshot!("asked-again", screen);
}

#[test]
fn an_endless_line_of_input_is_refused() {
    let typed = vec![b'0'; 5000];
    let refused = crate::reversi().args(["awari", "match", "start", "human", "first"]).write_stdin(typed).assert();
    refused.code(2).stdout("");
}

#[test]
fn help_says_what_agents_there_are() {
    let _settings = crate::snapshots("awari");
    let help = String::from_utf8(stdout(&["match", "--help"])).expect("text");
    insta::assert_snapshot!("help-match", help);
}

#[test]
fn depth_15_from_the_start_is_searched() {
    crate::reversi().args(["awari", "search", "start", "15"]).assert().success();
}

#[test]
fn two_stones_go_round_for_ten_thousand_plies() {
    assert_eq!(stdout(&["search", "fixtures/awari/two-stones.txt", "10000"]), b"5 -1\n");
}
