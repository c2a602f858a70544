//! Compares the moves of a game with perfect play, and shows the discs that each move lost.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::answer::cost;
use crate::{
    endgame::{Goal, Solver},
    games::reversi::{Color, Move, Position, Record, sides::SideMove},
    names::{count, signed},
};

/// The moves to evaluate.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// The moves from positions with at most this many empty squares.
    Squares(u32),
    /// As many moves as the time allows, from the last move back.
    Time(Duration),
}

impl Limit {
    /// The default: solving from 16 empty squares takes some seconds.
    pub const LAST_SQUARES: Self = Self::Squares(16);
}

#[derive(Debug)]
pub struct GameAnswer {
    /// The moves in the order of the game, without passes.
    moves: Vec<ValuedMove>,
    pub is_complete: bool,
    nodes: u64,
    time: Duration,
}

/// A move, and the mover's proved value of the position before the move.
#[derive(Debug)]
struct ValuedMove {
    /// The number of discs placed in the game, including the move's disc.
    number: usize,
    played: SideMove,
    empty: u32,
    value: i32,
    best: Move,
    lost: i32,
}

impl GameAnswer {
    /// Evaluates the moves of a game from the last move back. The value of each position also gives the value of the
    /// move to this position.
    pub fn find(record: &Record, limit: Limit, solver: &mut Solver, stop: &Arc<AtomicBool>) -> Self {
        let (start, nodes_before) = (Instant::now(), solver.nodes().load(Ordering::Relaxed));
        if let Limit::Time(time) = limit {
            solver.stop_by(switch_after(time, stop));
        }
        let mut value_of = |position: &Position| {
            let is_within = match limit {
                Limit::Squares(most) => position.empty().len() <= most,
                Limit::Time(time) => start.elapsed() < time,
            };
            let solution = is_within.then(|| solver.solve(position, Goal::Best, &mut |_| ()))?;
            solution.value.exact().filter(|_| solution.is_complete).map(|value| (value, solution.best()))
        };
        let mut moves = Vec::new();
        let mut number = record.squares().count();
        let mut after = value_of(record.position());
        let plies: Vec<(Position, Move)> = record.plies().collect();
        for (position, played) in plies.into_iter().rev() {
            let Some((value_after, _)) = after else { break };
            after = value_of(&position);
            if let (Some((value, Some(best))), Move::Place(_)) = (after, played) {
                let (empty, lost) = (position.empty().len(), value + value_after);
                let played = SideMove(position.side_to_move(), played);
                moves.push(ValuedMove { number, played, empty, value, best, lost });
                number -= 1;
            }
        }
        moves.reverse();
        Self {
            moves,
            is_complete: !stop.load(Ordering::Relaxed),
            nodes: solver.nodes().load(Ordering::Relaxed) - nodes_before,
            time: start.elapsed(),
        }
    }

    pub fn json(&self) -> Vec<Value> {
        let line = |known: &ValuedMove| {
            let &ValuedMove { number, played: SideMove(side, played), empty, value, best, lost } = known;
            json!({
                "move": number,
                "side": side.name(),
                "played": played.to_string(),
                "empty": empty,
                "value": value,
                "best": best.to_string(),
                "lost": lost,
            })
        };
        self.moves.iter().map(line).collect()
    }
}

/// A switch that is set after a time, or soon after another switch.
fn switch_after(time: Duration, stop: &Arc<AtomicBool>) -> Arc<AtomicBool> {
    let (switch, start) = (Arc::new(AtomicBool::new(false)), Instant::now());
    let (set, stop) = (Arc::clone(&switch), Arc::clone(stop));
    // On a system without threads, the solver only checks the time before each position.
    let _ = thread::Builder::new().spawn(move || {
        while start.elapsed() < time && !stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
        }
        set.store(true, Ordering::Relaxed);
    });
    switch
}

/// Writes a table with a row for each move, and the discs that each side lost.
impl fmt::Display for GameAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "move  side   played  empty  value  best  lost")?;
        for &ValuedMove { number, played: SideMove(side, played), empty, value, best, lost } in &self.moves {
            let value = signed(value);
            writeln!(formatter, "{number:4}  {side:5}  {played:6}  {empty:5}  {value:>5}  {best:4}  {lost:4}")?;
        }
        for side in Color::ALL {
            let lost = || self.moves.iter().filter(|known| known.played.0 == side).map(|known| known.lost);
            let (discs, moves) = (lost().sum::<i32>().unsigned_abs(), count(lost().count(), "move"));
            writeln!(formatter, "{side} lost {} in {moves}", count(discs, "disc"))?;
        }
        writeln!(formatter, "{}", cost(self.nodes, self.time))
    }
}
