//! Tests `reversi tiny`: answers byte for byte, and messages.

/// Boards with both players to move: the start, openings, passes, ends.
const BOARDS: [&str; 12] = [
    "0000021001200000",
    "0100011001200000",
    "1112221002100021",
    "0111121111111200",
    "2110212112212010",
    "1222122212221110",
    "0221122112210110",
    "1111111111111111",
    "1212212112122121",
    "0000000000000000",
    "0120000000000000",
    "2220222022202220",
];

#[test]
fn every_answer_is_that_of_the_reference() {
    let _settings = crate::snapshots("tiny");
    let mut answers = Vec::new();
    for board in BOARDS {
        for player in ["1", "2"] {
            for flag in ["100", "200", "300", "400", "500", "600"] {
                answers.extend(format!("$ reversi tiny {flag} {player} {board}\n").into_bytes());
                let assert = crate::reversi().args(["tiny", flag, player, board]).assert().success().stderr("");
                answers.extend(&assert.get_output().stdout);
            }
        }
    }
    insta::assert_binary_snapshot!("answers.txt", answers);
}
