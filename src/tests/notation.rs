//! Tests notations on the command line: `board` shows and converts positions.

use reversi::games::reversi::notation::Notation;

fn board(arguments: &[&str], input: &str) -> String {
    let assert = crate::reversi().arg("board").args(arguments).write_stdin(input).assert().success().stderr("");
    crate::stdout(&assert)
}

#[test]
fn positions_are_shown_as_pinned() {
    let _settings = crate::snapshots("notation");
    let scored = "---------------------------OX------XO--------------------------- X; D3:+0; F5:-2;";
    let cases: [&[&str]; 7] = [
        &["fixtures/opening.txt"],
        &["f5d6c3d3c4"],
        &["f5d6c3d3c4", "--move", "2"],
        &[scored],
        &["WWWW/WWWW/WWWB/WW.. x"],
        &["-OOO-XXX-XXX-OOO O"],
        &["c4", "--start", "..../.WB./.BW./.... x"],
    ];
    let shown: String = cases
        .iter()
        .map(|arguments| ["$ reversi board ", &arguments.join(" "), "\n", &board(arguments, ""), "\n"].concat())
        .collect();
    insta::assert_snapshot!("shown", shown);
}

#[test]
fn the_program_reads_all_games_that_it_writes() {
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    let position = board(&[moves, "--as", "line"], "");
    for notation in Notation::ALL {
        let text = board(&[moves, "--as", notation.name()], "");
        assert_eq!(board(&["-", "--as", "line"], &text), position, "{text}");
        assert_eq!(board(&[&text, "--as", "line"], ""), position, "{text}");
    }
}

#[test]
fn a_position_as_json_is_read_back() {
    let json = |arguments: &[&str]| -> serde_json::Value { serde_json::from_str(&board(arguments, "")).expect("JSON") };
    let plain = json(&["f5,d6,c3", "--json"]);
    assert_eq!([&plain["black"], &plain["white"]], [5, 2]);
    assert_eq!(plain["legal_moves"].as_array().expect("a list").len(), 4, "{plain}");
    let line = plain["position"].as_str().expect("a line").to_owned();
    assert_eq!(board(&[&line, "--as", "line"], ""), line.clone() + "\n");
    let valued = json(&["f5d6c3", "--json", "--eval", "pieces"]);
    assert_eq!((&valued["position"], &valued["evaluation"]["value"]), (&plain["position"], &3.into()));
    assert_eq!(json(&["WWWW/WWWW/WWWB/WWWW x", "--json"])["is_over"], true);
}

#[test]
fn a_file_of_many_positions_is_converted_line_by_line() {
    let starts = "..../.WB./.BW./.... x\n\nBBBB/.WB./.BW./.... o\n";
    let lines = board(&["-", "--as", "line"], starts);
    assert_eq!(lines, "-----OX--XO----- X\nXXXX-OX--XO----- O\n");
    assert_eq!(board(&["-", "--as", "slashes"], &lines), starts.replace("\n\n", "\n"));
}
