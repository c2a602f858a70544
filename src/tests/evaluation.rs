//! Tests evaluations on the command line: `board`, logs and agents accept expressions.

use std::fs;

use reversi::games::reversi::Feature;

fn board(arguments: &[&str]) -> crate::program::Assert {
    crate::reversi().args(["board", "fixtures/midgame-late.txt"]).args(arguments).assert()
}

#[test]
fn board_shows_the_terms_of_an_evaluation() {
    let _settings = crate::snapshots("evaluation");
    let expression = "weights + 10 mobility - 2*frontier+1000win + \"fixtures/weights/own.csv\"";
    let shown = board(&["--eval", expression]).success().stderr("").get_output().stdout.clone();
    insta::assert_snapshot!("terms", String::from_utf8_lossy(&shown));
    let json = board(&["--json", "--eval=-pieces + 25 stable"]).success().stderr("").get_output().stdout.clone();
    insta::assert_snapshot!("json", String::from_utf8_lossy(&json));
}

#[test]
fn a_value_may_begin_with_a_sign_in_either_form() {
    let output = |arguments: &[&str]| board(arguments).success().get_output().stdout.clone();
    assert_eq!(output(&["--eval", "-pieces"]), output(&["--eval=-pieces"]));
    assert_eq!(output(&["--eval", "+ pieces"]), output(&["--eval", "pieces"]));
}

#[test]
fn a_wrong_expression_is_explained_at_its_place() {
    let _settings = crate::snapshots("evaluation");
    let long = format!("{}1000000 mobility", "1000000 pieces + ".repeat(33));
    let wrong = [
        "weights + 10 mobilty",
        "",
        "10",
        "weights +",
        "1000001 win",
        "weights mobility",
        "mobility * 10",
        "2.5 mobility",
        "10 10 mobility",
        "mine=weights",
        "weights + \"own.csv",
        "no-such-file.csv",
        "2 \"no-such-file\"",
        &long,
    ];
    let explained = wrong.map(|text| {
        let said = board(&[&format!("--eval={text}")]).code(2).stdout("").get_output().stderr.clone();
        String::from_utf8_lossy(&said).into_owned()
    });
    // The names of features are only in the table of names.
    let names = Feature::names().collect::<Vec<_>>().join(", ");
    insta::assert_snapshot!("wrong", explained.join("\n").replace(&names, "NAMES"));
}

#[test]
fn a_log_by_an_expression_is_right_and_checked() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let (moves, log) = (folder.path().join("moves.txt"), folder.path().join("log.txt"));
    let job = ["--search", "alphabeta", "--eval", "weights + 10 mobility", "-d3", "-i", "fixtures/midgame-late.txt"];
    let files = |command: &mut crate::program::Command| {
        command.args(job).arg("-op").arg(&moves).arg("-ol").arg(&log).assert().success().get_output().stdout.clone()
    };
    files(&mut crate::reversi());
    files(crate::reversi().arg("check"));
    let page = folder.path().join("page.html");
    crate::reversi().arg("explain").args(job).arg("-o").arg(&page).assert().success();
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("For each term, subtract") && page.contains(" + 10 mobility ("), "no terms");
}

#[test]
fn agents_play_by_expressions_and_by_names_that_are_given() {
    let play = |arguments: &[&str]| {
        crate::reversi().args(["match", "--no-times", "--games", "2", "--seed", "1"]).args(arguments).assert()
    };
    let text = |assert: crate::program::Assert| crate::stdout(&assert);
    let discs = |table: &str| {
        let row = table.lines().find(|line| line.contains("discs")).expect("a row");
        row.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let named = ["--eval", "mobile=weights + 10 mobility"];
    let in_full = text(play(&["depth:1:weights + 10 mobility", "random"]).success());
    let by_name = text(play(&[&["depth:1:mobile", "random"], &named[..]].concat()).success());
    assert!(in_full.contains("depth:1:weights + 10 mobility") && by_name.contains("depth:1:mobile"));
    assert_eq!(discs(&in_full), discs(&by_name));
    let watched = ["play", "--no-times", "--agents", "depth:1:\"fixtures/weights/own.csv\" + win,depth:1:mobile"];
    crate::reversi().args(watched).args(named).assert().success();
    let unknown = play(&["depth:1:mobil", "random"]).code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&unknown).contains("did you mean `mobility`?"));
}
