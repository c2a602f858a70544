//! Tests perft: counts leaves and compares them with published tables.

use std::fs;

use reversi_core::{
    game::Game,
    games::reversi::{Pass, Position, Size},
};

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
