//! Whole games: a search of one depth for each step, until neither player has a move.

use std::{io, time::Instant};

use super::{StatisticsFile, Step};
use crate::{
    fast::Solver,
    game::Depth,
    games::reversi::{DiscValues, Instructions, NoPass, Portable, Position, Square},
    search::{Counts, Window, search},
};

/// Plays a game with a solver, which finds the moves of the plain search without its steps. `None` where the solver was
/// stopped.
pub fn play<I: Instructions, E: DiscValues>(
    start: Position<I>,
    depth: Depth,
    solver: &mut Solver<NoPass<I>, E>,
) -> Option<Vec<Step>> {
    steps(start, |_, position| Ok::<_, ()>(solver.search(&NoPass(*position), depth).ok_or(())?.best)).ok()
}

/// Plays a game with the plain search and writes what each step took to a statistics file.
///
/// # Errors
/// Those of the file.
pub fn play_counted<I: Instructions, S: io::Write>(
    start: Position<I>,
    depth: Depth,
    window: impl Window,
    evaluation: &impl DiscValues,
    statistics: &mut StatisticsFile<S>,
) -> io::Result<Vec<Step>> {
    steps(start, |number, position| {
        let mut counts = Counts::default();
        let clock = Instant::now();
        let Ok(outcome) = search(&NoPass(*position), depth, window, evaluation, &mut counts);
        let time = clock.elapsed();
        let step = Step::new(number, position.with(Portable), outcome.best);
        statistics.write(&step, outcome.value, &counts, time)?;
        Ok(outcome.best)
    })
}

/// The steps of a game in which `choose` finds the move of each.
fn steps<I: Instructions, E>(
    start: Position<I>,
    mut choose: impl FnMut(u32, &Position<I>) -> Result<Option<Square>, E>,
) -> Result<Vec<Step>, E> {
    let instructions = start.instructions();
    let mut steps = Vec::new();
    let mut next = Some(start.with(Portable));
    for number in 1.. {
        let Some(position) = next else { break };
        let step = Step::new(number, position, choose(number, &position.with(instructions))?);
        next = step.result();
        steps.push(step);
    }
    Ok(steps)
}
