//! Lists the positions to search: the positions of one game for each board and depth.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::{Plan, Query};
use crate::{
    assignment::{Step, Task},
    game::Depth,
    search::Algorithm,
};

/// A step of a game, whose position every search and every evaluation searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of the game's start board in the plan.
    pub board: usize,
    /// The depth of the game, and of the searches.
    pub depth: Depth,
    pub step: Step,
}

impl Sample {
    pub const fn query(&self, search: Algorithm, evaluation: usize) -> Query {
        Query { position: self.step.position, search, evaluation, depth: self.depth }
    }

    /// Plays the games of all boards and depths, ordered by board and then by depth.
    pub fn all(plan: &Plan) -> Vec<Self> {
        let depths = plan.depths.list();
        let games: Vec<(usize, Depth)> =
            (0..plan.boards.len()).flat_map(|board| depths.iter().map(move |&depth| (board, depth))).collect();
        games.into_par_iter().flat_map_iter(|(board, depth)| Self::of_game(plan, board, depth)).collect()
    }

    /// Plays a game from a board by alpha-beta with the first evaluation.
    pub fn of_game(plan: &Plan, board: usize, depth: Depth) -> Vec<Self> {
        let (start, evaluation) = (plan.boards[board].position, plan.evaluations[0].clone());
        let task = Task::new(start, plan.assignment.rules, Algorithm::AlphaBeta, evaluation, depth);
        task.steps().map(|step| Self { board, depth, step }).collect()
    }
}
