//! What the endgame solver gains over the fast search where both can do the same, and what a second thread gains.

use std::{hint::black_box, num::NonZero};

use reversi::{
    endgame::{Goal, Score, Settings, Solver},
    fast,
    game::Depth,
    games::reversi::{Pass, Pieces, Portable, Position, Size},
    with_best_instructions,
};

use super::{
    game::endgames,
    measure::{Unit, compare},
};

pub fn run() {
    let near = positions(16);
    let fast_search = || {
        with_best_instructions!(best => for position in &near {
            black_box(fast::Solver::new(&Pieces).search(&Pass(position.with(best)), Depth::UNLIMITED));
        });
        near.len() as u64
    };
    compare(
        Unit::POSITIONS,
        "endgame: value and best move, 16 squares empty",
        || solve(&near, 1),
        "the fast search",
        fast_search,
    );
    let far = positions(20);
    compare(
        Unit::POSITIONS,
        "endgame: value and best move, 20 squares empty, 2 threads",
        || solve(&far, 2),
        "1 thread",
        || solve(&far, 1),
    );
}

fn positions(empty: u32) -> Vec<Position> {
    endgames(Portable, empty).into_iter().map(|game| game.0).collect()
}

fn solve(positions: &[Position], threads: usize) -> u64 {
    let threads = NonZero::new(threads).expect("a thread");
    let settings = Settings { score: Score::Discs, threads, memory: 1 << 28 };
    for position in positions {
        black_box(Solver::new(Size::EIGHT, settings).solve(position, Goal::Best, |_| ()));
    }
    positions.len() as u64
}
