//! The definition of minimax, as a reference for searches.

use proptest::prelude::*;
use reversi_core::{
    game::{Depth, Evaluation, Game, Turn},
    search::{AlphaBeta, NoWindow, Outcome, Search},
};

/// Textbook minimax without windows and observers (AIMA 5.2.1).
fn definition<G: Game>(game: &G, depth: u32, evaluation: &impl Evaluation<G>) -> Outcome<G::Move> {
    let children: Vec<_> = if depth == 0 { Vec::new() } else { game.moves().collect() };
    let values = children.iter().map(|&played| definition(&game.after(played), depth - 1, evaluation).value);
    let value = match game.turn() {
        Turn::Max => values.clone().max(),
        Turn::Min => values.clone().min(),
    };
    match value {
        None => Outcome { value: evaluation.evaluate(game), best: None },
        Some(value) => {
            let first = values.clone().position(|child| child == value);
            Outcome { value, best: first.map(|first| children[first]) }
        }
    }
}

/// Checks that minimax and alpha-beta find the results of the definition.
///
/// # Errors
/// Returns an error if a search finds something else.
pub fn check<G: Game>(game: &G, depth: u32, evaluation: &impl Evaluation<G>) -> Result<(), TestCaseError> {
    let defined = definition(game, depth, evaluation);
    let depth = Depth::new(depth);
    prop_assert_eq!(Search { root: *game, depth, window: NoWindow, evaluation }.run(&mut ()), Ok(defined));
    prop_assert_eq!(Search { root: *game, depth, window: AlphaBeta::FULL, evaluation }.run(&mut ()), Ok(defined));
    Ok(())
}

/// Checks that an evaluation finds the values of a node's children from the node.
///
/// # Errors
/// Returns an error if a child has another value.
pub fn check_children<G: Game>(game: &G, evaluation: &impl Evaluation<G>) -> Result<(), TestCaseError> {
    let of_child = evaluation.of_children(game);
    for played in game.moves() {
        prop_assert_eq!(of_child(played), evaluation.evaluate(&game.after(played)));
    }
    Ok(())
}
