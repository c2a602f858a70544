//! How much the instruction sets of the processor gain: perft and both searches against the same code compiled for
//! every processor, in turn, in one run. Prints the best of the runs.

#![allow(clippy::cast_precision_loss, clippy::match_bool)] // figures for people; two cases side by side

use std::{hint::black_box, time::Instant};

use reversi::{
    game::perft,
    reversi::{Instructions, NoPass, Pass, Pieces, Position, Size, Weights},
    search::{AlphaBeta, Node, Observer, Open, search},
    value::{Depth, Value},
    with_best_instructions,
};

/// Counts the leaves, so that their values are computed.
struct Leaves(u64, i64);

impl<M, W> Observer<M, W> for Leaves {
    type Error = std::convert::Infallible;

    fn leaf(&mut self, _: Node<M>, value: Value, _: W) -> Result<(), Self::Error> {
        self.0 += 1;
        self.1 += i64::from(value.finite().unwrap_or(0));
        Ok(())
    }
}

fn main() {
    let position = Position::opening(Size::EIGHT);
    compare("perft 10", |best| match best {
        false => perft(&Pass(position), 10),
        true => with_best_instructions!(best => perft(&Pass(position.with(best)), 10)),
    });
    compare("minimax 9, pieces", |best| match best {
        false => minimax(position),
        true => with_best_instructions!(best => minimax(position.with(best))),
    });
    compare("alpha-beta 12, pieces", |best| match best {
        false => alpha_beta(position),
        true => with_best_instructions!(best => alpha_beta(position.with(best))),
    });
    compare("alpha-beta 12, weights", |best| match best {
        false => weights(position),
        true => with_best_instructions!(best => weights(position.with(best))),
    });
}

fn minimax<I: Instructions>(position: Position<I>) -> u64 {
    let mut leaves = Leaves(0, 0);
    let Ok(outcome) = search(&NoPass(position), Depth::new(9), Open, &Pieces, &mut leaves);
    black_box((outcome, leaves.1));
    leaves.0
}

fn alpha_beta<I: Instructions>(position: Position<I>) -> u64 {
    let mut leaves = Leaves(0, 0);
    let Ok(outcome) = search(&NoPass(position), Depth::new(12), AlphaBeta::FULL, &Pieces, &mut leaves);
    black_box((outcome, leaves.1));
    leaves.0
}

fn weights<I: Instructions>(position: Position<I>) -> u64 {
    let mut leaves = Leaves(0, 0);
    let Ok(outcome) = search(&NoPass(position), Depth::new(12), AlphaBeta::FULL, &Weights::default(), &mut leaves);
    black_box((outcome, leaves.1));
    leaves.0
}

fn compare(work: &str, leaves: impl Fn(bool) -> u64) {
    let mut times = [f64::INFINITY; 2];
    let mut count = 0;
    for _ in 0..5 {
        for (best, time) in times.iter_mut().enumerate() {
            let start = Instant::now();
            count = leaves(best == 1);
            *time = time.min(start.elapsed().as_secs_f64());
        }
    }
    println!(
        "{work:22} {count:10} leaves, million a second: portable {:6.1}, best {:6.1}, ratio {:.2}",
        count as f64 / times[0] / 1e6,
        count as f64 / times[1] / 1e6,
        times[0] / times[1]
    );
}
