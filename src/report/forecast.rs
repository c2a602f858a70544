//! How long a report will take, from a look at some positions.

use std::{fmt, time::Duration};

use indicatif::HumanDuration;

use super::{Plan, SearchKind};
use crate::{
    game::{Random, estimate_nodes, playout},
    games::reversi::{NoPass, Pass, Position},
};

/// The time that the parts of a report take.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// What is done, and the seconds it takes one thread.
    parts: Vec<(String, f64)>,
    /// How many threads there are.
    threads: usize,
}

impl Forecast {
    /// What takes no longer needs no word before.
    pub const SHORT: Duration = Duration::from_secs(5);
    /// What takes longer is not begun by itself.
    pub const LONG: Duration = Duration::from_secs(3600);
    /// The boards that are looked at.
    const BOARDS: usize = 12;
    /// The plies of a game between two positions that are looked at.
    const STRIDE: usize = 8;
    /// Random games for one estimate of a tree.
    const PLAYOUTS: u32 = 40;
    /// Nodes a second of minimax, searched once for the counts and once for its log, and those of alpha-beta; such that the
    /// estimate is about right for three evaluations at depths 1 to 6 from 50 openings, since trees after random moves
    /// are larger than those of games.
    const MINIMAX_SPEED: f64 = 8e7;
    const ALPHA_BETA_SPEED: f64 = 4e7;
    /// Alpha-beta visits about the nodes of minimax to this power, where moves come in no good order: on the boards that
    /// come with this program 0.71 at depth 5.
    const POWER: f64 = 0.72;
    /// The searches of alpha-beta for one position: for the counts, for the log, without ties, and those of all moves.
    const ALPHA_BETA_SEARCHES: f64 = 6.0;

    /// Estimates a plan.
    pub fn of(plan: &Plan, threads: usize) -> Self {
        let (positions, steps) = look(plan);
        let mut parts = Vec::new();
        let searches = plan.boards.len() as f64 * steps * plan.evaluations.len() as f64;
        let pairings = plan.pairings();
        for &depth in plan.depths.list() {
            let of_tree = |position: &Position| estimate_nodes(&NoPass(*position), depth, Self::PLAYOUTS);
            let nodes: Vec<f64> = positions.iter().map(of_tree).collect();
            let pruned: Vec<f64> = nodes.iter().map(|nodes| nodes.powf(Self::POWER)).collect();
            let (nodes, pruned) = (mean(&nodes), mean(&pruned) / Self::ALPHA_BETA_SPEED);
            if plan.has(SearchKind::Minimax) {
                parts.push((format!("minimax at depth {depth}"), searches * nodes / Self::MINIMAX_SPEED));
            }
            parts.push((format!("alpha-beta at depth {depth}"), searches * Self::ALPHA_BETA_SEARCHES * pruned));
            // Of the moves in the two games of a pair, each entrant makes as many as one game has.
            let entrants = pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
            let moves = (entrants.filter(|entrant| entrant.depth == depth).count() * plan.starts.len()) as f64 * steps;
            parts.push((format!("the games at depth {depth}"), moves * pruned));
        }
        Self { parts, threads }
    }

    /// The time in all.
    pub fn time(&self) -> Duration {
        self.shared(self.parts.iter().map(|(_, seconds)| seconds).sum())
    }

    fn shared(&self, seconds: f64) -> Duration {
        Duration::try_from_secs_f64(seconds / self.threads as f64).unwrap_or(Duration::MAX)
    }
}

/// About how long it takes, and with what.
impl fmt::Display for Forecast {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "about {}", HumanDuration(self.time()))?;
        if let Some((what, seconds)) = self.parts.iter().max_by(|one, other| one.1.total_cmp(&other.1)) {
            write!(formatter, ", most of it for {what} ({})", HumanDuration(self.shared(*seconds)))?;
        }
        Ok(())
    }
}

/// Some positions of random games from some of the boards, and the mean number of plies of a game.
fn look(plan: &Plan) -> (Vec<Position>, f64) {
    let (mut positions, mut plies, mut random) = (Vec::new(), Vec::new(), Random::new(0, 0));
    for board in plan.boards.iter().step_by(plan.boards.len().div_ceil(Forecast::BOARDS).max(1)) {
        let game: Vec<_> = playout(Pass(board.position), |moves| random.one_of(moves)).map(|ply| ply.after.0).collect();
        plies.push((game.len() + 1) as f64);
        positions.push(board.position);
        positions.extend(game.iter().skip(Forecast::STRIDE - 1).step_by(Forecast::STRIDE));
    }
    (positions, mean(&plies))
}

fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / numbers.len() as f64 }
}
