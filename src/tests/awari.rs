//! Awari: the rules against a slow twin, the search against its definition, and what the commands print.
//!
//! The transcripts are what a plain reference of the assignment prints for these setups, not what this program printed.

use std::fs;

use proptest::prelude::*;
use reversi::{
    files::diagnostic,
    game::{Depth, Game as _, Value},
    games::awari::{Ending, House, MatchRecord, Player, Position, ScoreDifference, Side, setup},
    search::{AlphaBeta, Outcome, Search},
};

/// A position, reachable or not: crowded or sparse, with a side that is empty, with houses of many laps.
fn position() -> impl Strategy<Value = Position> {
    let houses = || {
        prop_oneof![
            3 => prop::array::uniform6(0_u8..=6),
            3 => prop::array::uniform6(prop_oneof![Just(0), Just(0), 1_u8..=3]),
            1 => Just([0; 6]),
            1 => prop::array::uniform6(0_u8..=19),
        ]
    };
    let side = || (0_u8..=13, houses()).prop_map(|(score, houses)| Side { score, houses });
    let side_to_move = prop_oneof![Just(Player::One), Just(Player::Two)];
    (side_to_move, side(), side())
        .prop_filter_map("too many stones", |(side_to_move, one, two)| Position::new(side_to_move, one, two))
}

fn stones(side: Side) -> u32 {
    side.houses.into_iter().chain([side.score]).map(u32::from).sum()
}

/// Sows and captures as the rules say it, stone by stone, in one ring of twelve houses that belong to the side to move first.
fn slow_after(position: &Position, house: House) -> Position {
    let side_to_move = position.side_to_move();
    let (mut own, mut other) = (position.side(side_to_move), position.side(side_to_move.opponent()));
    let mut ring: Vec<u8> = own.houses.into_iter().chain(other.houses).collect();
    let from = usize::from(house.index());
    let stones = std::mem::take(&mut ring[from]);
    let mut last = from;
    for _ in 0..stones {
        last = (last + 1) % 12;
        if last == from {
            last = (last + 1) % 12;
        }
        ring[last] += 1;
    }
    let mut captured = ring.clone();
    let mut gain = 0;
    while last >= 6 && [2, 3].contains(&captured[last]) {
        gain += std::mem::take(&mut captured[last]);
        last -= 1;
    }
    if captured[6..].iter().any(|&stones| stones > 0) {
        ring = captured;
        own.score += gain;
    }
    own.houses.copy_from_slice(&ring[..6]);
    other.houses.copy_from_slice(&ring[6..]);
    let (one, two) = if side_to_move == Player::One { (own, other) } else { (other, own) };
    Position::new(side_to_move.opponent(), one, two).expect("no more stones than before")
}

/// The position with the players' parts exchanged.
fn exchanged(position: &Position) -> Position {
    let (one, two) = (position.side(Player::One), position.side(Player::Two));
    Position::new(position.side_to_move().opponent(), two, one).expect("no more stones than before")
}

fn solve(position: &Position, depth: u32, window: AlphaBeta) -> Outcome<House> {
    let Ok(outcome) =
        Search { root: *position, depth: Depth::new(depth), window, evaluation: &ScoreDifference }.run(&mut ());
    outcome
}

proptest! {
    #![proptest_config(crate::random(1000))]

    #[test]
    fn a_house_sown_equals_the_rules_stone_by_stone(position in position()) {
        for house in House::ALL {
            prop_assert_eq!(position.after(house), slow_after(&position, house));
        }
    }

    #[test]
    fn moves_are_houses_that_leave_the_opponent_stones(position in position()) {
        let legal: Vec<House> = House::ALL
            .into_iter()
            .filter(|house| position.side(position.side_to_move()).houses[usize::from(house.index())] > 0)
            .filter(|&house| slow_after(&position, house).side(position.side_to_move().opponent()).houses != [0; 6])
            .collect();
        prop_assert_eq!(position.moves().collect::<Vec<_>>(), legal);
    }

    #[test]
    fn no_move_makes_or_loses_a_stone(position in position()) {
        let all = |position: &Position| stones(position.side(Player::One)) + stones(position.side(Player::Two));
        for house in House::ALL {
            prop_assert_eq!(all(&position.after(house)), all(&position));
        }
    }

    #[test]
    fn a_setup_reads_back_as_it_was_written(position in position()) {
        let text = setup::write(&position);
        prop_assert_eq!(setup::parse(&diagnostic::lines(&text), position.side_to_move()), Ok(position));
    }

    #[test]
    fn reading_any_text_ends_in_a_position_or_a_place_in_the_text(text in "[0-9 \\t\n x-]{0,60}") {
        if let Err(problem) = setup::parse(&diagnostic::lines(&text), Player::One) {
            let lines: Vec<&str> = text.split('\n').collect();
            prop_assert!(problem.line <= lines.len() + 1);
            let length = lines.get(problem.line - 1).map_or(0, |line| line.chars().count());
            prop_assert!((1..=length + 1).contains(&problem.column));
        }
    }
}

proptest! {
    #![proptest_config(crate::random(200))]

    #[test]
    fn searches_find_the_value_and_the_first_best_move(position in position(), depth in 0_u32..=5) {
        crate::search::check(&position, depth, &ScoreDifference)?;
    }

    #[test]
    fn value_is_exact_inside_the_window_and_a_bound_outside(
        position in position(),
        depth in 0_u32..=5,
        alpha in -30..30,
        width in 1..10,
    ) {
        let (alpha, beta) = (Value::new(alpha), Value::new(alpha + width));
        let exact = solve(&position, depth, AlphaBeta::FULL).value;
        let value = solve(&position, depth, AlphaBeta { alpha, beta }).value;
        if value <= alpha {
            prop_assert!(exact <= value);
        } else if value >= beta {
            prop_assert!(exact >= value);
        } else {
            prop_assert_eq!(value, exact);
        }
    }

    #[test]
    fn player_2_finds_the_moves_of_player_1_on_the_turned_board(
        position in position(),
        depth in 1_u32..=5,
    ) {
        let turned = solve(&exchanged(&position), depth, AlphaBeta::FULL);
        let outcome = solve(&position, depth, AlphaBeta::FULL);
        prop_assert_eq!(outcome.best, turned.best);
        prop_assert_eq!(outcome.value.finite(), turned.value.finite().map(|value| -value));
    }

    #[test]
    fn a_match_ends_once_a_rule_says_so_and_not_before(position in position(), choices in any::<[u8; 32]>()) {
        let mut record = MatchRecord::new(position);
        let mut before = vec![position];
        for choice in choices.into_iter().cycle().take(2000) {
            let present = *record.position();
            let over = present.ending();
            let repeated = before[..before.len() - 1].contains(&present);
            let ending = record.ending();
            prop_assert_eq!(ending.is_some(), over.is_some() || repeated);
            prop_assert_eq!(ending == Some(Ending::Repeat), repeated);
            if ending.is_some() {
                break;
            }
            let moves: Vec<House> = present.moves().collect();
            record.play(moves[usize::from(choice) % moves.len()]);
            before.push(*record.position());
        }
        prop_assert_eq!(record.moves().len(), before.len() - 1);
    }
}

#[test]
fn the_scores_decide_at_25_and_at_24_each() {
    let ending = |one, two| {
        let side = |score| Side { score, houses: [1; 6] };
        Position::new(Player::One, side(one), side(two)).expect("few stones").ending()
    };
    assert_eq!(ending(24, 23), None);
    assert_eq!(ending(25, 3), Some(Ending::Majority));
    assert_eq!(ending(3, 25), Some(Ending::Majority));
    assert_eq!(ending(24, 24), Some(Ending::Majority));
}

#[test]
fn a_position_holds_255_stones_and_no_more() {
    let side = |score, last| Side { score, houses: [20, 20, 20, 20, 20, last] };
    let fullest = Position::new(Player::One, side(27, 0), side(8, 20)).expect("255 stones");
    let last = House::new(5).expect("a house");
    assert_eq!(fullest.passed().after(last), slow_after(&fullest.passed(), last));
    assert_eq!(Position::new(Player::One, side(27, 1), side(8, 20)), None);
    assert_eq!(Position::new(Player::One, side(255, 255), side(255, 255)), None);
}

/// The output of the program with these arguments.
fn stdout(arguments: &[&str]) -> Vec<u8> {
    crate::reversi().arg("awari").args(arguments).assert().success().stderr("").get_output().stdout.clone()
}

/// Runs of the program on one setup, each behind a line with its arguments.
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
    // 4 stones from the second house of player 2, drawn from right to left.
    assert_eq!(stdout(&["apply", "start", "2", "1"]), b"0 0\n5 5 5 5 0 4\n4 4 4 4 4 4\n");
}

#[test]
fn a_setup_may_come_from_standard_input() {
    let text = fs::read("fixtures/awari/midgame.txt").expect("a fixture");
    let from_input = crate::reversi().args(["awari", "search", "-", "4"]).write_stdin(text).assert().success();
    assert_eq!(from_input.get_output().stdout, stdout(&["search", "fixtures/awari/midgame.txt", "4"]));
}

/// A match of a person, who types this, against the first legal house.
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
