//! `reversi bench`: a fixed set of searches, as a signature of the search and a measure of its speed.

use std::{
    io::{self, Write as _},
    time::Instant,
};

use anyhow::{Result, anyhow};

use crate::{
    files::diagnostic,
    game::Depth,
    games::reversi::{Color, DiscValues, NoPass, Pieces, Position, Size, Weights, text::Alphabet},
    search::{AlphaBeta, Counts, Open, Window, search},
    with_best_instructions,
};

/// The boards: an opening, the middle of the game, and endgames in which a player has no move.
const BOARDS: [&str; 6] = [
    include_str!("../../fixtures/opening.txt"),
    include_str!("../../fixtures/midgame-early.txt"),
    include_str!("../../fixtures/midgame-quiet.txt"),
    include_str!("../../fixtures/midgame-late.txt"),
    include_str!("../../fixtures/endgame-eight-empties.txt"),
    include_str!("../../fixtures/pass-inside-search-six-empties.txt"),
];

const DEPTH: Depth = Depth::new(8);

/// Prints the signature of the three tasks' searches, and below it the time they took and their speed. The signature is
/// the same on every computer.
///
/// # Errors
/// A standard output that cannot be written.
pub fn run() -> Result<()> {
    let mut counts = Counts::default();
    let weights = Weights::default();
    let mut searches = 0;
    let clock = Instant::now();
    for board in BOARDS {
        let position = Alphabet::STARS.parse(&diagnostic::lines(board), Size::EIGHT, Color::Black);
        let position = position.map_err(|problem| anyhow!("a board of the program's own: {problem:?}"))?;
        count(position, Open, &Pieces, &mut counts);
        count(position, AlphaBeta::FULL, &Pieces, &mut counts);
        count(position, AlphaBeta::FULL, &weights, &mut counts);
        searches += 3;
    }
    let seconds = clock.elapsed().as_secs_f64();
    #[allow(clippy::cast_precision_loss)] // a rate for people
    let rate = counts.nodes as f64 / seconds;
    // In a log a node has a row as it is entered or evaluated, and then its parent has one, except that of the root.
    let rows = 2 * counts.nodes - searches;
    let mut output = io::stdout().lock();
    writeln!(output, "signature: {rows} rows, {} nodes", counts.nodes)?;
    writeln!(output, "{seconds:.3} seconds, {rate:.0} nodes/second")?;
    Ok(())
}

fn count(position: Position, window: impl Window, evaluation: &impl DiscValues, counts: &mut Counts) {
    let Ok(_) = with_best_instructions!(best => {
        search(&NoPass(position.with(best)), DEPTH, window, evaluation, counts)
    });
}
