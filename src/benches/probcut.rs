//! How far a shallow search by the evaluation is from a deep one: what the margin of the selective search is chosen by.

use reversi::{
    endgame::{Settings, Solver},
    games::reversi::{Portable, Size},
};

use super::game::endgames;

/// The plies of a shallow and a deep search.
const PLIES: [[usize; 2]; 4] = [[2, 6], [3, 7], [4, 8], [2, 8]];

pub fn run() {
    let mut solver = Solver::new(Size::EIGHT, Settings::default());
    for [shallow, deep] in PLIES {
        let mut differences = Vec::new();
        for position in [24, 27, 30].into_iter().flat_map(|empty| endgames(Portable, empty)).map(|game| game.0) {
            let [low, high] = [shallow, deep].map(|plies| solver.expected_line(&position, plies).expect("8x8").1);
            differences.push(high - low);
        }
        let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
        let deviation = (squares / differences.len() as f64).sqrt();
        println!("| endgame: {shallow} plies for {deep}, root of the mean square | {deviation:.2} discs | | | |");
    }
}
