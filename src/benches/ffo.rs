//! The endgames that everybody compares solvers by: FFO 40 to 59, half an hour or more.

use std::{fs, sync::atomic::Ordering, thread, time::Instant};

use reversi::{
    endgame::{Goal, Settings, Solver},
    games::reversi::{
        Position, Size,
        notation::{self, Given, Notation},
    },
};

const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ffo.obf");

/// The number of the first of them.
const FIRST: usize = 40;

pub fn run() {
    let text = fs::read_to_string(POSITIONS).expect("a fixture");
    let items = notation::parse_only(Notation::Obf, &text, &Position::opening(Size::EIGHT)).expect("positions");
    let threads = thread::available_parallelism().expect("a number of threads");
    for (number, item) in (FIRST..).zip(items) {
        let Given::Scored(scored) = item.given else { unreachable!("positions with scores") };
        let mut solver = Solver::new(Size::EIGHT, Settings { threads, memory: 1 << 30, ..Settings::default() });
        let start = Instant::now();
        let solution = solver.solve(&scored.position, Goal::Best, &mut |_| ());
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(solution.value.exact(), scored.best(), "FFO {number} has another value");
        let millions = solver.nodes().load(Ordering::Relaxed) as f64 / 1e6;
        let rate = millions / seconds;
        println!(
            "| endgame: FFO {number}, value and best move, {threads} threads | {seconds:.2} s | nodes | {millions:.1} \
             million | {rate:.1} million a second |"
        );
    }
}
