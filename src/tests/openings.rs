//! Tests balanced openings: the program generates the built-in openings.

use std::collections::HashSet;

use proptest::prelude::*;
use reversi::{
    fast::FastSearch,
    game::Depth,
    games::reversi::{Board, Color, Pass, Position, Record, Size, Weights, notation},
    openings::{self, Selection},
};

use crate::{positions, slow};

fn openings(arguments: &[&str]) -> String {
    let assert = crate::reversi().arg("openings").args(arguments).assert().success();
    crate::stdout(&assert)
}

/// The eight images of a board.
fn images(position: &Position) -> impl Iterator<Item = Board> {
    (0..8).map(|symmetry| positions::image(position, symmetry).board())
}

#[test]
#[ignore = "it takes many seconds"]
fn first_openings_of_the_program_are_made_by_its_command() {
    let count = reversi_testing::by_profile(1, 5);
    let all = openings(&[]);
    assert_eq!(all.lines().count(), 100);
    let few = openings(&["--count", &count.to_string()]);
    assert_eq!(few.lines().count(), count);
    assert!(all.starts_with(&few), "{few}");
}

#[test]
fn openings_are_distinct_and_black_is_to_move() {
    let mut known = HashSet::new();
    for opening in openings::balanced() {
        let position = opening.position();
        let mut replayed = Position::opening(Size::EIGHT);
        for square in opening.squares() {
            assert!(slow::legal_moves(&replayed).contains(square), "{opening}");
            replayed = slow::after(&replayed, square);
        }
        assert_eq!((&replayed, opening.squares().count()), (position, 8));
        assert_eq!(position.side_to_move(), Color::Black);
        assert!(!slow::legal_moves(position).is_empty());
        assert!(known.insert(images(position).min()), "{opening}");
    }
}

#[test]
fn even_is_the_mean_of_the_values_at_two_depths() {
    let selection = Selection { plies: 4, depth: Depth::new(5), within: 3, seed: 5 };
    let found: Vec<Record> = selection.openings().collect();
    let weights = Weights::default();
    let value = |opening: &Record, depth| {
        let outcome = FastSearch::new(&weights).search(&Pass(*opening.position()), Depth::new(depth));
        outcome.value.finite().expect("a sum of weights")
    };
    let is_even = |opening: &Record| (value(opening, 4) + value(opening, 5)).abs() <= 6;
    let expected: Vec<Record> = selection.candidates().filter(is_even).collect();
    assert_eq!(found, expected);
    assert!(!found.is_empty() && found.len() < selection.candidates().count());
}

#[test]
fn the_same_openings_are_made_whatever_the_number_of_threads() {
    let made = |threads: &str| {
        let mut command = crate::reversi();
        command.args(["openings", "--count", "20", "--plies", "6", "--depth", "4"]).env("RAYON_NUM_THREADS", threads);
        command.assert().success().get_output().stdout.clone()
    };
    assert_eq!(made("1"), made("3"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_opening_is_read_as_it_is_written(seed in any::<u64>(), plies in 1_u32..30) {
        let selection = Selection { plies, depth: Depth::new(1), within: 0, seed };
        let opening = selection.candidates().next().expect("an opening");
        let read = notation::parse(&opening.to_string(), opening.start()).expect("the moves of a game");
        prop_assert_eq!(read.into_record(), opening);
    }

    #[test]
    fn symmetric_positions_alone_share_a_canonical_form(
        one in positions::any_position(),
        other in positions::any_position(),
    ) {
        let size = one.size();
        let canonical = |position: &Position| position.board().canonical(position.size());
        let form = canonical(&one);
        for Board { own, other } in images(&one) {
            prop_assert_eq!(canonical(&Position::new(size, Color::Black, own, other)), form);
            prop_assert_eq!(canonical(&Position::new(size, Color::White, other, own)), form);
        }
        if other.size() == size {
            prop_assert_eq!(canonical(&other) == form, images(&other).any(|image| image == one.board()));
        }
    }
}
