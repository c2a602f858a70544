//! What the fast search gains over the plain one: whole games from the opening, and exact solutions.

use std::hint::black_box;

use reversi::{
    fast::FastSearch,
    game::{Depth, Evaluation, Game, playout},
    games::reversi::{Instructions, NoPass, Pass, Pieces, Position, Size, Square, StaticEvaluation, Weights},
    search::{AlphaBeta, Outcome, Search},
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
    let depth = Depth::new(depth);
    let fast = || {
        with_best_instructions!(best => {
            let mut solver = FastSearch::new(values);
            play(best, |game| solver.search(game, depth).expect("nothing stops it").best)
        })
    };
    let plain = || with_best_instructions!(best => play(best, |game| search_plainly(*game, depth, values).best));
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

fn search_plainly<G: Game>(root: G, depth: Depth, evaluation: &impl Evaluation<G>) -> Outcome<G::Move> {
    let Ok(outcome) = Search { root, depth, window: AlphaBeta::FULL, evaluation }.run(&mut ());
    outcome
}

fn solutions(instructions: impl Instructions) {
    const EMPTY: u32 = 14;
    let positions = endgames(instructions, EMPTY);
    let solve_all = |solve: &dyn Fn(&Pass<_>)| {
        positions.iter().for_each(solve);
        positions.len() as u64
    };
    let fast = || solve_all(&|game| _ = black_box(FastSearch::new(&Pieces).search(game, Depth::UNLIMITED)));
    let plain = || solve_all(&|game| _ = black_box(search_plainly(*game, Depth::UNLIMITED, &Pieces)));
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
