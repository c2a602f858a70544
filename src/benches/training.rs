//! Finds the weights of the evaluation from positions of games that the program plays with itself.
//!
//! Boards of the first stage are valued by solving them, boards of each other stage by a search that ends at boards of
//! the stage before, with the weights found for that. The random numbers come from a fixed seed and everything is added
//! up in a fixed order, so the weights are the same in every run.

use std::iter;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};
use rayon::prelude::*;

use reversi::{
    endgame::{
        Goal, MoveValue, Settings, Solver,
        evaluation::{
            Evaluation, FIRST_STAGE, PatternIndices, STAGE, STAGES, UNITS_PER_DISC,
            patterns::{MAX_CONFIGURATIONS, PATTERNS, PLACES},
        },
    },
    game::Game as _,
    games::reversi::{Board, Move, Pass, Position, Size},
};

/// How many times as many games the first stage is trained with: all others learn from it, and its values are exact.
const FIRST_STAGE_GAMES: u64 = 15;

/// The seed of the first game; that of each next game is one more.
const SEED: u64 = 1 << 40;

/// How often the weights are fitted to all samples.
const ROUNDS: u32 = 12;

/// The plies of the search that values a board of a later stage: those that lead to the stage before.
const PLIES: u32 = 4;

/// A board and what it is worth.
struct Sample {
    board: Board,
    /// The value, in discs.
    value: f32,
}

/// Finds weights from so many games for each stage but the first, which gets more, and returns them in the form of the
/// file that the program is built with. For each stage it reports the root of the mean square of the errors, in discs,
/// on boards that the stage was not trained with.
pub fn train(games: u64, mut report: impl FnMut(usize, f32)) -> Vec<u8> {
    let mut evaluation = Evaluation::zero();
    for stage in 0..STAGES {
        let games = if stage == 0 { games * FIRST_STAGE_GAMES } else { games };
        let samples: Vec<Sample> = (0..games)
            .into_par_iter()
            .map_init(
                || Solver::new(Size::EIGHT, Settings { memory: 1 << 20, ..Settings::default() }),
                |solver, game| {
                    let mut random = ChaCha8Rng::seed_from_u64(SEED + ((stage as u64) << 32 | game));
                    samples(stage, &evaluation, solver, &mut random)
                },
            )
            .flatten_iter()
            .collect();
        let error = fit(&mut evaluation, stage, samples);
        report(stage, error);
    }
    evaluation.pack()
}

/// The valued boards of one game.
fn samples(stage: usize, evaluation: &Evaluation, solver: &mut Solver, random: &mut ChaCha8Rng) -> Vec<Sample> {
    #[allow(clippy::cast_possible_truncation)] // a few
    let first = FIRST_STAGE + STAGE * stage as u32;
    let empties = random.random_range(first + 1..=first + STAGE);
    let Some(position) = played(empties, random) else { return Vec::new() };
    if stage == 0 {
        let solution = solver.solve(&position, Goal::AllMoves, |_| ());
        let sample = |known: &MoveValue| {
            let value = -(known.bounds.exact()? as f32);
            Some(Sample { board: Pass(position).after(known.played).0.board(), value })
        };
        solution.moves.iter().filter_map(sample).collect()
    } else {
        let sample = |played| {
            let game = Pass(position).after(played);
            let value = look_ahead(&game, evaluation, PLIES, -LIMIT, LIMIT) as f32 / UNITS_PER_DISC as f32;
            Sample { board: game.0.board(), value }
        };
        Pass(position).moves().map(sample).collect()
    }
}

/// Above every value.
const LIMIT: i32 = 1 << 20;

/// A position with so many empty squares, after a game of random moves and moves that leave the opponent the fewest
/// replies; none where the game is over before.
fn played(empties: u32, random: &mut ChaCha8Rng) -> Option<Position> {
    let at_random = random.random_range(0.1..1.0);
    let mut game = Pass(Position::opening(Size::EIGHT));
    while game.0.empty().len() > empties {
        let moves: Vec<Move> = game.moves().collect();
        let last = moves.len().checked_sub(1)?;
        let played = if random.random_bool(at_random) {
            moves[random.random_range(0..=last)]
        } else {
            moves.into_iter().min_by_key(|&played| game.replies(played))?
        };
        game = game.after(played);
    }
    (!game.0.is_over()).then_some(game.0)
}

/// The value of a position some plies ahead, to the player to move, of which [`UNITS_PER_DISC`] make a disc.
fn look_ahead(game: &Pass, evaluation: &Evaluation, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = game.moves().peekable();
    if moves.peek().is_none() {
        return UNITS_PER_DISC * final_value(&game.0);
    }
    if plies == 0 {
        return evaluation.value(&PatternIndices::of(game.0.board()), game.0.empty().len());
    }
    for played in moves {
        // A pass costs no ply: the search has to end at boards of the stage whose weights are known.
        let below = if played == Move::Pass { plies } else { plies - 1 };
        alpha = alpha.max(-look_ahead(&game.after(played), evaluation, below, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The difference of discs at the end of a game, where the winner also gets the empty squares.
fn final_value(position: &Position) -> i32 {
    let difference = position.own().len() as i32 - position.other().len() as i32;
    difference + difference.signum() * position.empty().len() as i32
}

/// Fits the weights of a stage by stochastic gradient descent. Returns the root of the mean square of the errors on a
/// tenth of the samples that are kept apart.
fn fit(evaluation: &mut Evaluation, stage: usize, mut samples: Vec<Sample>) -> f32 {
    let mut random = ChaCha8Rng::seed_from_u64(stage as u64);
    // The weights of all patterns lie one after the other.
    let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
    #[allow(clippy::cast_possible_truncation)] // eleven times 65536
    let features = |sample: &Sample| -> ([u32; PLACES], f32) {
        let numbers = PatternIndices::of(sample.board).by_place();
        let patterns = PATTERNS.iter().enumerate().flat_map(|(index, pattern)| iter::repeat_n(index, pattern.places));
        let mut features = [0; PLACES];
        for ((feature, number), pattern) in features.iter_mut().zip(numbers).zip(patterns) {
            *feature = (pattern * MAX_CONFIGURATIONS + alike[pattern][usize::from(number)]) as u32;
        }
        (features, sample.value)
    };
    let split = samples.len() / 10;
    // Boards of one game stay together, so that those kept apart are of other games.
    let trained = samples.split_off(split);
    let apart: Vec<_> = samples.iter().map(features).collect();
    let mut trained: Vec<_> = trained.iter().map(features).collect();
    let mut weights = vec![0.0_f32; PATTERNS.len() * MAX_CONFIGURATIONS];
    let value =
        |weights: &[f32], numbers: &[u32; PLACES]| numbers.iter().map(|&number| weights[number as usize]).sum::<f32>();
    for round in 0..ROUNDS {
        trained.shuffle(&mut random);
        let rate = 0.4 / PLACES as f32 / (1.0 + round as f32 / 3.0);
        for (numbers, wanted) in &trained {
            let step = rate * (wanted - value(&weights, numbers));
            for &number in numbers {
                weights[number as usize] += step;
            }
        }
    }
    let squares: f32 = apart.iter().map(|(numbers, wanted)| (wanted - value(&weights, numbers)).powi(2)).sum();
    evaluation.set(stage, |pattern, number| weights[pattern * MAX_CONFIGURATIONS + number]);
    (squares / apart.len() as f32).sqrt()
}
