//! Tests Awari: the rules equal a plain reference implementation, and the search equals the definition of minimax.

use proptest::prelude::*;
use reversi_core::{
    game::Game as _,
    games::awari::{Ending, House, MatchRecord, Player, Position, ScoreDifference, Side, setup},
};
use reversi_io::files::diagnostic;

/// A strategy for positions, reachable or not: with many or few stones, an empty side, or houses for several laps.
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

/// Sows and captures stone by stone, as the text of the rules describes. The first house in the ring of twelve belongs
/// to the player to move.
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

proptest! {
    #![proptest_config(reversi_testing::random(1000))]

    #[test]
    fn a_house_sown_equals_the_rules_stone_by_stone(position in position()) {
        for house in House::ALL {
            prop_assert_eq!(position.after(house), slow_after(&position, house));
        }
    }

    #[test]
    fn legal_houses_have_stones_and_leave_the_opponent_some(position in position()) {
        let legal: Vec<House> = House::ALL
            .into_iter()
            .filter(|house| position.side(position.side_to_move()).houses[usize::from(house.index())] > 0)
            .filter(|&house| slow_after(&position, house).side(position.side_to_move().opponent()).houses != [0; 6])
            .collect();
        prop_assert_eq!(position.moves().collect::<Vec<_>>(), legal);
    }

    #[test]
    fn a_setup_reads_back_as_it_was_written(position in position()) {
        let text = setup::write(&position);
        prop_assert_eq!(setup::parse(&diagnostic::lines(&text), position.side_to_move()), Ok(position));
    }

    #[test]
    fn reading_any_text_ends_in_a_position_or_a_place_in_the_text(text in "[0-9 \\t\n x-]{0,60}") {
        if let Err(problem) = setup::parse(&diagnostic::lines(&text), Player::One) {
            // A missing line is reported below the text.
            prop_assert!(reversi_testing::is_place_in(&(text + "\n"), problem.line, problem.column), "{problem:?}");
        }
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(200))]

    #[test]
    fn alpha_beta_and_minimax_find_the_value_and_first_best_move(position in position(), depth in 0_u32..=5) {
        reversi_testing::definition::check(&position, depth, &ScoreDifference)?;
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
