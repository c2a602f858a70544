//! What evaluations cost: the leaves that minimax values in a second on midgame boards, one thread, against the same search
//! by `weights`.

use std::{path::Path, sync::Arc};

use reversi::{
    assignment::{SearchRules, Task},
    game::Depth,
    games::reversi::Expression,
    openings,
    search::Algorithm,
};

use super::measure::{self, Unit};

const EXPRESSIONS: [&str; 9] = [
    "pieces",
    "1000 weights",
    "weights + 50 corners",
    "weights + 10 mobility",
    "weights - 2 frontier",
    "weights + 2 potential",
    "weights + 25 stable",
    "weights + 1000 win",
    "weights + 10 mobility - 2 frontier + 25 stable + 1000 win",
];

pub fn run() {
    for expression in EXPRESSIONS {
        let what = format!("evaluation: {expression}");
        measure::compare(Unit::LEAVES, &what, || leaves(expression), "weights", || leaves("weights"));
    }
}

/// Searches boards of the middle of the game, and counts the leaves.
fn leaves(expression: &str) -> u64 {
    let evaluation = Expression::read(expression, Path::new("")).expect("an expression");
    let boards = openings::balanced().into_iter().step_by(10).map(|opening| {
        // Twenty discs later, by the first of the best moves at depth 2.
        let task = Task::new(
            *opening.position(),
            SearchRules::NO_PASS,
            Algorithm::AlphaBeta,
            Expression::weights(),
            Depth::new(2),
        );
        task.steps(Arc::default()).nth(20).map_or(*opening.position(), |step| step.position)
    });
    let search = |start| Task::new(start, SearchRules::NO_PASS, Algorithm::Minimax, evaluation.clone(), Depth::new(6));
    boards.map(|start| search(start).search().count().1.leaves).sum()
}
