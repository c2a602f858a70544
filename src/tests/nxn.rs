//! Tests `reversi nxn`: answers byte for byte, messages, and the warning before an endless search.

/// States of every size that can be solved at once: with a pass, finished, or with one color.
const STATES: [&str; 12] = [
    "..../.BW./.WB./....",
    "..../BBBB/WWWW/....",
    "WWBB/WWWB/.WBB/WW.B",
    "BW../WBBB/WBWB/..BB",
    "BBB./BBBB/BBBB/BBBB",
    ".",
    "BW/WB",
    "B.W/.../.WB",
    "WWW../WW..B/WWWBB/..BBB/..BBB",
    "BBBWW/BBWWW/B..../.WWBB/WBWB.",
    "WWWWWW/WBBBW./WBWBWB/WWBBBB/.WBWB./BBBBBB",
    "WWWWWWWW/WBBBBBBW/WBWBWB.W/WWBBBBWW/WWBWBWBW/WBBBBB.B/BBWBBBBB/.WBWWWB.",
];

const SEARCHES: [&str; 4] = ["minimax", "minimax_ab", "full_minimax", "full_minimax_ab"];

#[test]
fn every_answer_is_that_of_the_reference() {
    let _settings = crate::snapshots("nxn");
    let mut answers = Vec::new();
    let mut ask = |arguments: &[&str]| {
        answers.extend(format!("$ reversi nxn {}\n", arguments.join(" ")).into_bytes());
        let assert = crate::reversi().arg("nxn").args(arguments).assert().success();
        // The time on standard error differs from run to run.
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        let is_known = |line: &str| line.starts_with("time: ") || line.starts_with("final board: ");
        assert!(stderr.lines().all(is_known), "{stderr}");
        answers.extend(&assert.get_output().stdout);
    };
    for state in STATES {
        ask(&["count_pieces", state]);
        ask(&["is_terminal_state", state]);
        for player in ["B", "W"] {
            for search in SEARCHES {
                ask(&["--stats", search, state, player]);
            }
        }
    }
    for search in SEARCHES {
        ask(&[search, "--named", "4x4", "B"]);
    }
    ask(&["--named", "5x5", "minimax_ab", "B", "--stats"]);
    ask(&["--named", "6x6", "count_pieces"]);
    ask(&["--named", "8x8", "get_move_value", "B", "2", "4"]);
    ask(&["--named", "8x8", "execute_move", "B", "2", "4"]);
    for (row, column) in [("3", "2"), ("0", "2"), ("1", "1")] {
        for player in ["B", "W"] {
            ask(&["get_move_value", "..../BBBB/WWWW/....", player, row, column]);
        }
    }
    ask(&["execute_move", "..../BBBB/WWWW/....", "B", "3", "2"]);
    ask(&["execute_move", "..../BBBB/WWWW/....", "W", "0", "3"]);
    ask(&["count_pieces", "[[' ', 'B'], ['W', 'B']]"]);
    insta::assert_binary_snapshot!("answers.txt", answers);
}

#[test]
fn a_search_that_cannot_end_warns_before_it_begins() {
    let warning = crate::first_said(&["nxn", "--named", "6x6", "minimax", "B", "--stats"]);
    assert!(warning.starts_with("reversi: 32 empty squares"), "{warning}");
}
