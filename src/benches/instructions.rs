//! What the instruction sets of this processor gain: perft and the plain search against the same code compiled for
//! every processor, in turn and in one run. Each figure is the best of five.

#![allow(clippy::cast_precision_loss, clippy::match_bool)] // figures for people; two cases side by side

use std::{hint::black_box, time::Instant};

use reversi::{
    game::perft,
    reversi::{DiscValues, Instructions, NoPass, Pass, Pieces, Position, Size, Weights},
    search::{AlphaBeta, Node, Observer, Open, Window, search},
    value::{Depth, Value},
    with_best_instructions,
};

fn main() {
    let start = Position::opening(Size::EIGHT);
    let weights = Weights::default();
    compare(
        "perft 10",
        || perft(&Pass(start), 10),
        || with_best_instructions!(best => perft(&Pass(start.with(best)), 10)),
    );
    compare(
        "minimax 9, pieces",
        || leaves(start, 9, Open, &Pieces),
        || with_best_instructions!(best => leaves(start.with(best), 9, Open, &Pieces)),
    );
    compare(
        "minimax 9, weights",
        || leaves(start, 9, Open, &weights),
        || with_best_instructions!(best => leaves(start.with(best), 9, Open, &weights)),
    );
    compare(
        "alpha-beta 12, weights",
        || leaves(start, 12, AlphaBeta::FULL, &weights),
        || with_best_instructions!(best => leaves(start.with(best), 12, AlphaBeta::FULL, &weights)),
    );
}

/// Counts the leaves of a search, and sees to it that they are valued.
struct Leaves {
    count: u64,
}

impl<M, W> Observer<M, W> for Leaves {
    type Error = std::convert::Infallible;

    #[inline]
    fn leaf(&mut self, _: Node<M>, value: Value, _: W) -> Result<(), Self::Error> {
        self.count += u64::from(value < Value::INFINITY);
        Ok(())
    }
}

fn leaves<I: Instructions, W: Window, E: DiscValues>(start: Position<I>, depth: u32, window: W, evaluation: &E) -> u64 {
    let mut leaves = Leaves { count: 0 };
    let Ok(outcome) = search(&NoPass(start), Depth::new(depth), window, evaluation, &mut leaves);
    black_box(outcome);
    leaves.count
}

fn compare(work: &str, portable: impl Fn() -> u64, best: impl Fn() -> u64) {
    let (mut portable_seconds, mut best_seconds) = (f64::INFINITY, f64::INFINITY);
    let mut leaves = 0;
    for _ in 0..5 {
        portable_seconds = portable_seconds.min(seconds(&mut leaves, &portable));
        best_seconds = best_seconds.min(seconds(&mut leaves, &best));
    }
    #[allow(clippy::cast_precision_loss)] // a rate for people
    let millions = leaves as f64 / 1e6;
    println!(
        "{work:22} {millions:8.1} million leaves, a second: portable {:6.1}, best {:6.1}, ratio {:.2}",
        millions / portable_seconds,
        millions / best_seconds,
        portable_seconds / best_seconds
    );
}

fn seconds(leaves: &mut u64, work: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    *leaves = black_box(work());
    start.elapsed().as_secs_f64()
}
