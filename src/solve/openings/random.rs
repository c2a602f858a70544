//! Random openings, for games by rules that have no list of balanced openings.

use std::{collections::HashSet, iter};

use reversi_core::{
    game::{Random, playout},
    games::reversi::{Move, Pass, Position, Record},
};

/// Random openings without a pass from a position, with a number of discs to place. All these openings have different
/// [canonical forms](reversi_core::games::reversi::Board::canonical).
pub fn random(start: Position, plies: u32, seed: u64) -> impl Iterator<Item = Record> {
    /// The openings end after this number of random games in a row without a new opening.
    const TRIES: u32 = 10_000;
    let mut random = Random::new(seed, 0);
    let mut known = HashSet::new();
    iter::from_fn(move || {
        (0..TRIES).find_map(|_| {
            let opening = random_opening(start, plies, &mut random)?;
            known.insert(opening.position().board().canonical(start.size())).then_some(opening)
        })
    })
}

/// The beginning of a random game; `None` if a player passes or the game ends too early.
fn random_opening(start: Position, plies: u32, random: &mut Random) -> Option<Record> {
    let mut opening = Record::new(start);
    for ply in playout(Pass(start), |moves| random.one_of(moves)).take(plies as usize) {
        if ply.played == Move::Pass {
            return None;
        }
        opening.play(ply.played);
    }
    let goes_on = !opening.position().legal_moves().is_empty();
    (opening.squares().count() == plies as usize && goes_on).then_some(opening)
}
