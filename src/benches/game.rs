//! What the fast search gains over the plain one: whole games from the opening, played by both in turn and in one
//! run, and exact solutions. Each figure is the best of five.

use std::{hint::black_box, time::Instant};

use reversi::{
    fast::Solver,
    game::Game,
    reversi::{DiscValues, Instructions, NoPass, Pass, Pieces, Position, Size, Square, Weights},
    search::{AlphaBeta, search},
    value::Depth,
    with_best_instructions,
};

fn main() {
    let weights = Weights::default();
    compare("pieces", 7, &Pieces);
    compare("weights", 7, &weights);
    compare("weights", 8, &weights);
    let (nodes, seconds) = best_of_five(|| with_best_instructions!(best => play_fast(best, 10, &weights).1));
    println!("game, weights, depth 10: {:8.1} ms ({nodes} nodes)", seconds * 1e3);
    let (nodes, seconds) = best_of_five(|| with_best_instructions!(best => solve(best)));
    println!("12 positions with 16 empty squares solved: {:8.1} ms each ({nodes} nodes)", seconds * 1e3 / 12.0);
}

fn compare(name: &str, depth: u32, values: &impl DiscValues) {
    let (plain, plain_seconds) = best_of_five(|| with_best_instructions!(best => play_plain(best, depth, values)));
    let ((fast, nodes), fast_seconds) =
        best_of_five(|| with_best_instructions!(best => play_fast(best, depth, values)));
    assert_eq!(plain, fast, "both play the same game");
    println!(
        "game, {name}, depth {depth}: plain {:8.1} ms, fast {:8.1} ms ({nodes} nodes), ratio {:.1}",
        plain_seconds * 1e3,
        fast_seconds * 1e3,
        plain_seconds / fast_seconds
    );
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

fn play_plain(instructions: impl Instructions, depth: u32, values: &impl DiscValues) -> Vec<Option<Square>> {
    play(instructions, |game| {
        let Ok(outcome) = search(game, Depth::new(depth), AlphaBeta::FULL, values, &mut ());
        outcome.best
    })
}

fn play_fast(instructions: impl Instructions, depth: u32, values: &impl DiscValues) -> (Vec<Option<Square>>, u64) {
    let mut solver = Solver::new(values);
    let played = play(instructions, |game| solver.search(game, Depth::new(depth)).expect("nobody stops it").best);
    (played, solver.nodes())
}

/// Solves positions from games played at random.
fn solve(instructions: impl Instructions) -> u64 {
    let mut random = 1_u64;
    let mut nodes = 0;
    let mut positions = 0;
    while positions < 12 {
        let mut game = Pass(Position::opening(Size::EIGHT).with(instructions));
        while game.0.empty().len() > 16 {
            let moves: Vec<_> = game.moves().collect();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); // Knuth's MMIX
            game = game.after(moves[(random >> 33) as usize % moves.len()]);
        }
        if game.moves().next().is_some() {
            let mut solver = Solver::new(&Pieces);
            black_box(solver.search(&game, Depth::UNLIMITED));
            nodes += solver.nodes();
            positions += 1;
        }
    }
    nodes
}

fn best_of_five<R>(work: impl Fn() -> R) -> (R, f64) {
    let timed = || {
        let start = Instant::now();
        let result = work();
        (result, start.elapsed().as_secs_f64())
    };
    (1..5).fold(timed(), |best, _| {
        let next = timed();
        if next.1 < best.1 { next } else { best }
    })
}
