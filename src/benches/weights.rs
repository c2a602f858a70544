//! Finds the weights of the endgame's evaluation anew, some minutes' work, and writes them to where the program takes
//! them from when it is built. They are the same in every run: a change shows in the repository.

use std::fs;

use super::training::train;

/// The number of games that the weights of this program were found with.
const GAMES: u64 = 300_000;

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solve/endgame/evaluation/weights.bin");

pub fn run() {
    let (weights, error) = train(GAMES);
    println!("| evaluation: error on boards kept apart | {error:.2} discs | | | |");
    let same = fs::read(WEIGHTS).is_ok_and(|before| before == weights);
    fs::write(WEIGHTS, &weights).expect("a file of the repository");
    println!("| evaluation: weights, {} | {} bytes | | | |", if same { "as before" } else { "changed" }, weights.len());
}
