//! What the endgame solver gains over the fast search where both can do the same, what a second thread gains, and how
//! long a position takes.

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
    measure::{Unit, compare, median, medians, print},
};

pub fn run() {
    for rows in [4, 5] {
        let start = [Position::opening(Size::new(rows).expect("a size"))];
        let what = format!("endgame: value and best move of the start of {rows}x{rows}");
        compare(Unit::POSITIONS, &what, || solve(&start, 1), "the fast search", || solve_fast(&start));
    }
    let near = positions(16);
    let what = "endgame: value and best move, 16 squares empty";
    compare(Unit::POSITIONS, what, || solve(&near, 1), "the fast search", || solve_fast(&near));
    // The dozen that the seed of `endgames` leads to, by moves that are all equally likely.
    let far = positions(20);
    let [two, one] = [2, 1].map(|threads| median_milliseconds(&far, threads));
    print("ms", "endgame: value and best move, 20 squares empty, median, 2 threads", two, "1 thread", one);
    let what = "endgame: value and best move, 20 squares empty, 2 threads";
    compare(Unit::POSITIONS, what, || solve(&far, 2), "1 thread", || solve(&far, 1));
}

/// The median time that a position takes.
fn median_milliseconds(positions: &[Position], threads: usize) -> f64 {
    let time = |&position| medians(1, [&mut || _ = solve(&[position], threads)])[0] * 1e3;
    median(positions.iter().map(time).collect())
}

fn positions(empty: u32) -> Vec<Position> {
    endgames(Portable, empty).into_iter().map(|game| game.0).collect()
}

fn solve(positions: &[Position], threads: usize) -> u64 {
    let threads = NonZero::new(threads).expect("a thread");
    let settings = Settings { score: Score::Discs, threads, memory: 1 << 28 };
    for position in positions {
        black_box(Solver::new(position.size(), settings).solve(position, Goal::Best, &mut |_| ()));
    }
    positions.len() as u64
}

fn solve_fast(positions: &[Position]) -> u64 {
    with_best_instructions!(best => for position in positions {
        black_box(fast::FastSearch::new(&Pieces).search(&Pass(position.with(best)), Depth::UNLIMITED));
    });
    positions.len() as u64
}
