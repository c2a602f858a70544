//! Fits the weights of the evaluation to positions of games that the program plays against itself.
//!
//! The solver finds the values of boards with about ten empty squares. Boards with more empty squares get the weights
//! of the solved boards. A search of these boards would use an evaluation, and the new weights would contain its
//! errors. With such weights, the solver would search more nodes. The random numbers have a fixed seed, and sums have a
//! fixed order, so the weights are equal in every run.

use std::{iter, ops::RangeInclusive};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};
use rayon::prelude::*;

use reversi_core::{
    game::Game as _,
    games::reversi::{Move, Pass, Position, Size},
};
use reversi_solve::endgame::{
    Goal, Settings, Solver,
    evaluation::{
        Evaluation, PatternIndices,
        patterns::{MAX_CONFIGURATIONS, PATTERNS, PLACES},
    },
};

/// The numbers of empty squares of the solved positions.
const EMPTIES: RangeInclusive<u32> = 10..=13;

/// The seed of the first game; each further game adds one.
const SEED: u64 = 1 << 40;

/// The number of passes over all samples.
const ROUNDS: u16 = 12;

/// The indices of the weights that a board uses, and the value of the board in discs.
type Sample = ([u32; PLACES], f32);

/// Fits weights to `games` games. Returns the packed weights for the file that is built into the program. The second
/// value is the root mean square error in discs, for boards of other games.
pub fn train(games: u64) -> (Vec<u8>, f32) {
    // The weights of all patterns are stored one after the other.
    let alike = PATTERNS.map(|pattern| pattern.lowest_alike());
    let samples = (0..games)
        .into_par_iter()
        .map_init(
            || Solver::new(Size::EIGHT, Settings { memory: 1 << 20, ..Settings::default() }),
            |solver, game| samples(&alike, solver, &mut ChaCha8Rng::seed_from_u64(SEED + game)),
        )
        .flatten_iter()
        .collect();
    let (weights, error) = fit(samples);
    let mut evaluation = Evaluation::zero();
    evaluation.set(|pattern, number| weights[pattern * MAX_CONFIGURATIONS + number]);
    (evaluation.pack(), error)
}

/// The boards after each move of a position of a game.
#[allow(clippy::cast_possible_truncation)] // eleven times 65536
fn samples(alike: &[Vec<usize>; PATTERNS.len()], solver: &mut Solver, random: &mut ChaCha8Rng) -> Vec<Sample> {
    let empties = random.random_range(EMPTIES);
    let Some(position) = played(empties, random) else { return Vec::new() };
    let moves = solver.solve(&position, Goal::AllMoves, &mut |_| ()).moves;
    let boards = moves.into_iter().filter_map(|known| {
        let board = Pass(position).after(known.played).0.board();
        let patterns = PATTERNS.iter().enumerate().flat_map(|(index, pattern)| iter::repeat_n(index, pattern.places));
        let mut indices = [0; PLACES];
        for ((index, number), pattern) in indices.iter_mut().zip(PatternIndices::of(board).by_place()).zip(patterns) {
            *index = (pattern * MAX_CONFIGURATIONS + alike[pattern][usize::from(number)]) as u32;
        }
        Some((indices, -(known.bounds.exact()? as f32)))
    });
    boards.collect()
}

/// A position with `empties` empty squares; `None` if the game ends earlier. A move is random, or leaves the opponent
/// the fewest replies.
fn played(empties: u32, random: &mut ChaCha8Rng) -> Option<Position> {
    let at_random = random.random_range(0.1..1.0);
    let mut game = Pass(Position::opening(Size::EIGHT));
    while game.0.empty().len() > empties {
        let moves: Vec<Move> = game.moves().collect();
        let last = moves.len().checked_sub(1)?;
        let played = if random.random_bool(at_random) {
            moves[random.random_range(0..=last)]
        } else {
            moves.into_iter().min_by_key(|&played| game.after(played).moves().count())?
        };
        game = game.after(played);
    }
    (!game.0.is_over()).then_some(game.0)
}

/// Fits weights by stochastic gradient descent. Returns the weights and the root mean square error on a tenth of the
/// samples, which the training does not use.
fn fit(mut samples: Vec<Sample>) -> (Vec<f32>, f32) {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    // Boards of one game stay together, so the samples for the error are of other games.
    let mut trained = samples.split_off(samples.len() / 10);
    let apart = samples;
    let mut weights = vec![0.0_f32; PATTERNS.len() * MAX_CONFIGURATIONS];
    let value =
        |weights: &[f32], indices: &[u32; PLACES]| indices.iter().map(|&index| weights[index as usize]).sum::<f32>();
    for round in 0..ROUNDS {
        trained.shuffle(&mut random);
        let rate = 0.4 / PLACES as f32 / (1.0 + f32::from(round) / 3.0);
        for (indices, wanted) in &trained {
            let step = rate * (wanted - value(&weights, indices));
            for &index in indices {
                weights[index as usize] += step;
            }
        }
    }
    let squares: f32 = apart.iter().map(|(indices, wanted)| (wanted - value(&weights, indices)).powi(2)).sum();
    (weights, (squares / apart.len() as f32).sqrt())
}
