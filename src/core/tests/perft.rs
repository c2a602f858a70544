//! Tests perft: counts leaves and compares them with published tables and with mirrored boards.

use std::fs;

use proptest::prelude::*;
use reversi_core::{
    game::Game,
    games::reversi::{Color, Pass, Position, Size},
};

use reversi_testing::positions::{self, image};

/// Counts the paths of exactly `depth` plies; a game that ends earlier counts as one path. Perft is the usual test of a
/// move generator.
fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    let leaves = match depth {
        0 => 1,
        1 => game.moves().count() as u64,
        _ => game.moves().map(|played| perft(&game.after(played), depth - 1)).sum(),
    };
    leaves.max(1)
}

/// The rows of the published table: size, depth, leaves.
fn table() -> Vec<(u8, u32, u64)> {
    let text = fs::read(reversi_testing::path("fixtures/perft.csv")).expect("the fixture is there");
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_slice());
    reader.deserialize().map(|row| row.expect("three numbers")).collect()
}

#[test]
fn perft_equals_the_published_tables() {
    let table = table();
    assert_eq!(table.len(), 28);
    for (rows, depth, leaves) in table {
        let opening = Pass(Position::opening(Size::new(rows).expect("a size")));
        assert_eq!(perft(&opening, depth), leaves, "{rows}x{rows} to depth {depth}");
    }
}

proptest! {
    #![proptest_config(reversi_testing::random(300))]

    #[test]
    fn the_eight_symmetries_map_perft_onto_itself(position in positions::any_position()) {
        for depth in 1..=3 {
            let leaves = perft(&Pass(position), depth);
            for symmetry in 0..8 {
                prop_assert_eq!(perft(&Pass(image(&position, symmetry)), depth), leaves, "symmetry {}", symmetry);
            }
        }
    }

    #[test]
    fn swapping_the_colors_changes_no_count(position in positions::any_position()) {
        let (black, white) = (position.discs(Color::White), position.discs(Color::Black));
        let swapped = Position::new(position.size(), position.side_to_move().opponent(), black, white);
        prop_assert_eq!(perft(&Pass(swapped), 3), perft(&Pass(position), 3));
    }
}
