//! How long a report will take, from a look at some positions.

use std::{fmt, time::Duration};

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
        let Looked { positions, steps } = look(plan);
        let mut parts = Vec::new();
        let searches = count(plan.boards.len()) * steps * count(plan.evaluations.len());
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
            // Of the moves in the two games of a pair, each player makes as many as one game has.
            let players = pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
            let moves = count(players.filter(|player| player.depth == depth).count() * plan.starts.len()) * steps;
            parts.push((format!("the games at depth {depth}"), moves * pruned));
        }
        Self { parts, threads }
    }

    /// The time in all.
    pub fn time(&self) -> Duration {
        self.shared(self.parts.iter().map(|(_, seconds)| seconds).sum())
    }

    fn shared(&self, seconds: f64) -> Duration {
        Duration::try_from_secs_f64(seconds / count(self.threads)).unwrap_or(Duration::MAX)
    }
}

/// About how long it takes, and with what.
impl fmt::Display for Forecast {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "about {}", in_words(self.time()))?;
        if let Some((what, seconds)) = self.parts.iter().max_by(|one, other| one.1.total_cmp(&other.1)) {
            write!(formatter, ", most of it for {what} ({})", in_words(self.shared(*seconds)))?;
        }
        Ok(())
    }
}

/// What was seen of the games.
struct Looked {
    positions: Vec<Position>,
    /// The plies of a game.
    steps: f64,
}

/// Looks at positions of random games from some of the boards.
fn look(plan: &Plan) -> Looked {
    let stride = plan.boards.len().div_ceil(Forecast::BOARDS).max(1);
    let mut looked = Looked { positions: Vec::new(), steps: 0.0 };
    let mut games = 0;
    let mut random = Random::new(0, 0);
    for board in plan.boards.iter().step_by(stride) {
        let plies: Vec<Position> =
            playout(Pass(board.position), |moves| random.one_of(moves)).map(|ply| ply.after.0).collect();
        games += 1;
        looked.steps += count(plies.len() + 1);
        looked.positions.push(board.position);
        looked.positions.extend(plies.iter().skip(Forecast::STRIDE - 1).step_by(Forecast::STRIDE));
    }
    looked.steps /= count(games.max(1));
    looked
}

fn mean(numbers: &[f64]) -> f64 {
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / count(numbers.len()) }
}

const fn count(number: usize) -> f64 {
    number as f64
}

fn in_words(time: Duration) -> String {
    const UNITS: [(&str, u64); 4] = [("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60)];
    let seconds = time.as_secs();
    match UNITS.iter().find(|(_, unit)| seconds >= 2 * unit) {
        Some((name, unit)) => format!("{} {name}", seconds / unit),
        None if seconds == 1 => "1 second".to_owned(),
        None => format!("{seconds} seconds"),
    }
}
