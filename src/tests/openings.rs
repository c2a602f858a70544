//! Tests the balanced openings: distinct, and about equal for both players.

use std::collections::HashSet;

use proptest::prelude::*;
use reversi::{
    fast::FastSearch,
    game::Depth,
    games::reversi::{Board, Color, Pass, Position, Size, Weights},
    openings,
};

use crate::{positions, slow};

/// The eight images of a board.
fn images(position: &Position) -> impl Iterator<Item = Board> {
    (0..8).map(|symmetry| positions::image(position, symmetry).board())
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
#[ignore = "it takes many seconds"]
fn the_mean_of_the_values_at_two_depths_is_at_most_two() {
    let weights = Weights::default();
    for opening in openings::balanced().iter().take(reversi_testing::by_profile(5, 100)) {
        let value = |depth| {
            let outcome = FastSearch::new(&weights).search(&Pass(*opening.position()), Depth::new(depth));
            outcome.value.finite().expect("a sum of weights")
        };
        assert!((value(11) + value(12)).abs() <= 4, "{opening}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

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
