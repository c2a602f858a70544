//! What the fast search gains over the plain one: whole games from the opening, and exact solutions.

use std::hint::black_box;

use reversi::{
    fast::FastSearch,
    game::{Depth, Game, playout},
    games::reversi::{Instructions, NoPass, Pass, Pieces, Position, Size, Square, StaticEvaluation, Weights},
    search::{AlphaBeta, Search},
    with_best_instructions,
};

use super::measure::{Unit, compare};

const PLAIN: &str = "the plain search";

pub fn run() {
    let weights = Weights::default();
    game("pieces", 7, &Pieces);
    game("weights", 8, &weights);
    game("weights", 9, &weights);
    with_best_instructions!(best => solutions(best));
}

fn game(name: &str, depth: u32, values: &impl StaticEvaluation) {
    let fast = || with_best_instructions!(best => play_fast(best, depth, values));
    let plain = || with_best_instructions!(best => play_plain(best, depth, values));
    assert_eq!(fast(), plain(), "both play the same game");
    let what = format!("game: {name}, depth {depth}");
    compare(Unit::STEPS, &what, || fast().len() as u64, PLAIN, || plain().len() as u64);
}

/// Plays a game from the opening; `find` says what is played.
fn play<I: Instructions>(instructions: I, mut find: impl FnMut(&NoPass<I>) -> Option<Square>) -> Vec<Option<Square>> {
    let mut position = Position::opening(Size::EIGHT).with(instructions);
    let mut played = Vec::new();
    while !position.is_over() {
        let best = find(&NoPass(position));
        position = best.map_or_else(|| position.passed(), |square| position.after(square));
        played.push(best);
    }
    played
}

fn play_plain(instructions: impl Instructions, depth: u32, values: &impl StaticEvaluation) -> Vec<Option<Square>> {
    play(instructions, |game| {
        let Ok(outcome) =
            Search { root: *game, depth: Depth::new(depth), window: AlphaBeta::FULL, evaluation: values }.run(&mut ());
        outcome.best
    })
}

fn play_fast(instructions: impl Instructions, depth: u32, values: &impl StaticEvaluation) -> Vec<Option<Square>> {
    let mut solver = FastSearch::new(values);
    play(instructions, |game| solver.search(game, Depth::new(depth)).expect("nobody stops it").best)
}

fn solutions(instructions: impl Instructions) {
    const EMPTY: u32 = 14;
    let positions = endgames(instructions, EMPTY);
    let fast = || {
        for game in &positions {
            black_box(FastSearch::new(&Pieces).search(game, Depth::UNLIMITED));
        }
        positions.len() as u64
    };
    let plain = || {
        for game in &positions {
            let Ok(outcome) =
                Search { root: *game, depth: Depth::UNLIMITED, window: AlphaBeta::FULL, evaluation: &Pieces }
                    .run(&mut ());
            black_box(outcome);
        }
        positions.len() as u64
    };
    compare(Unit::POSITIONS, &format!("game: solved with {EMPTY} squares empty"), fast, PLAIN, plain);
}

/// A dozen positions of games played at random.
pub fn endgames<I: Instructions>(instructions: I, empty: u32) -> Vec<Pass<I>> {
    let mut random = 1_u64;
    let mut positions = Vec::new();
    while positions.len() < 12 {
        let opening = Pass(Position::opening(Size::EIGHT).with(instructions));
        let mut plies = playout(opening, |moves| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); // Knuth's MMIX
            moves[(random >> 33) as usize % moves.len()]
        });
        let late = plies.find(|ply| ply.after.0.empty().len() <= empty).map(|ply| ply.after);
        positions.extend(late.filter(|game| game.moves().next().is_some()));
    }
    positions
}
