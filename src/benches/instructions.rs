//! What the instruction sets of this processor gain: perft and the plain search, one thread, against the same code
//! compiled for every processor.

use std::{convert::Infallible, hint::black_box};

use reversi::{
    game::{Depth, Value, perft},
    games::reversi::{Instructions, NoPass, Pass, Pieces, Position, Size, StaticEvaluation, Weights},
    search::{AlphaBeta, NoWindow, Node, Observer, Search, Window},
    with_best_instructions,
};

use super::measure::{self, Unit};

pub fn run() {
    let start = Position::opening(Size::EIGHT);
    let weights = Weights::default();
    compare(
        "perft 12",
        || with_best_instructions!(best => perft(&Pass(start.with(best)), 12)),
        || perft(&Pass(start), 12),
    );
    compare(
        "minimax, pieces, depth 10",
        || with_best_instructions!(best => leaves(start.with(best), 10, NoWindow, &Pieces)),
        || leaves(start, 10, NoWindow, &Pieces),
    );
    compare(
        "minimax, weights, depth 10",
        || with_best_instructions!(best => leaves(start.with(best), 10, NoWindow, &weights)),
        || leaves(start, 10, NoWindow, &weights),
    );
    compare(
        "alpha-beta, weights, depth 12",
        || with_best_instructions!(best => leaves(start.with(best), 12, AlphaBeta::FULL, &weights)),
        || leaves(start, 12, AlphaBeta::FULL, &weights),
    );
}

fn compare(work: &str, best: impl Fn() -> u64, portable: impl Fn() -> u64) {
    let what = format!("instructions: {work}");
    measure::compare(Unit::LEAVES, &what, || black_box(best()), "those of every processor", || black_box(portable()));
}

/// Counts the leaves of a search, and sees to it that they are valued.
struct Leaves {
    count: u64,
}

impl<M, W> Observer<M, W> for Leaves {
    type Error = Infallible;

    #[inline]
    fn leaf(&mut self, _: Node<M>, value: Value, _: W) -> Result<(), Self::Error> {
        self.count += u64::from(value < Value::INFINITY);
        Ok(())
    }
}

fn leaves<I: Instructions, W: Window, E: StaticEvaluation>(
    start: Position<I>,
    depth: u32,
    window: W,
    evaluation: &E,
) -> u64 {
    let mut leaves = Leaves { count: 0 };
    let Ok(outcome) = Search { root: NoPass(start), depth: Depth::new(depth), window, evaluation }.run(&mut leaves);
    black_box(outcome);
    leaves.count
}
