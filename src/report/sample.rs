//! The positions that are searched: those of one game a board and depth.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

use super::{Memory, Plan, Query, SearchKind, work};
use crate::{
    assignment::{SearchRules, Step, Task},
    game::Depth,
    search::Algorithm,
};

/// A position that every search and every evaluation searches: a step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of the board, in the plan, that the game starts from.
    pub board: usize,
    /// The depth of the game, and of the searches.
    pub depth: Depth,
    /// The position, and what the game goes on with.
    pub step: Step,
}

impl Sample {
    /// The search of this position.
    pub const fn query(&self, search: SearchKind, evaluation: usize) -> Query {
        Query { position: self.step.position, search, evaluation, depth: self.depth }
    }

    /// Plays the games of all boards and depths by alpha-beta with the first evaluation; board by board, and for each the
    /// depths in order. `None` where `stop` was set.
    pub fn all(plan: &Plan, memory: &Memory, threads: usize, stop: &Arc<AtomicBool>) -> Option<Vec<Self>> {
        let boards: Range<usize> = 0..plan.boards.len();
        let games: Vec<_> =
            boards.flat_map(|board| plan.depths.list().iter().map(move |&depth| (board, depth))).collect();
        let mut all = vec![Vec::new(); games.len()];
        let samples = |&(board, depth): &(usize, Depth)| {
            let steps = game(plan, memory, board, depth, stop).into_iter();
            steps.map(|step| Self { board, depth, step }).collect()
        };
        work::share(threads, &games, stop, samples, |number, samples| all[number] = samples);
        // A game that was stopped has no end.
        let is_whole = |samples: &Vec<Self>| samples.last().is_some_and(|last| last.step.result().is_none());
        all.iter().all(is_whole).then(|| all.concat())
    }
}

/// The steps of a game. What is known is not searched again.
fn game(plan: &Plan, memory: &Memory, board: usize, depth: Depth, stop: &Arc<AtomicBool>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let number = |steps: &[Step]| steps.last().map_or(1, |last| last.number + 1);
    let mut next = Some(plan.boards[board].position);
    while let Some(position) = next {
        let query = Query { position, search: SearchKind::AlphaBeta, evaluation: 0, depth };
        if let Some(known) = memory.search(&query) {
            steps.push(Step::new(number(&steps), position, known.best));
            next = steps.last().and_then(Step::result);
        } else {
            let evaluation = plan.evaluations[0].clone();
            let task = Task::new(position, SearchRules::NO_PASS, Algorithm::AlphaBeta, evaluation, depth);
            for rest in task.steps(Arc::clone(stop)) {
                steps.push(Step { number: number(&steps), ..rest });
            }
            break;
        }
    }
    steps
}
