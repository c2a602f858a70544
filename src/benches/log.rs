//! Log speed, as ratios taken in one run: search and formatting to nowhere against formatting alone, and a log in a
//! memory file against raw writes of the same bytes.

#![allow(clippy::cast_precision_loss)] // figures for people

use std::{hint::black_box, io, time::Instant};

use reversi::{
    dialect::Dialect,
    log::{LineEnding, LogFormat},
    reversi::{NoPass, Pieces, Position, Size},
    search::Open,
    value::Depth,
    with_best_instructions,
};

fn main() {
    let opening = Position::opening(Size::EIGHT);
    for depth in [8, 9, 10] {
        let start = Instant::now();
        let mut sink = Count::default();
        let outcome = with_best_instructions!(best => LogFormat::Spelled(Dialect::USC2013.spelling).search(
            &NoPass(opening.with(best)), Depth::new(depth), Open, &Pieces, LineEnding::Lf, &mut sink));
        let seconds = start.elapsed().as_secs_f64();
        black_box(outcome).expect("a sink that cannot fail");
        println!("t1 d{depth}: {} bytes, {:.3} s, {:.2} GB/s", sink.0, seconds, sink.0 as f64 / seconds / 1e9);
    }
}

#[derive(Default)]
struct Count(u64);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
