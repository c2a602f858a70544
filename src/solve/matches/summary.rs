//! The results of a match: each agent's score, and the significance of the difference.

use std::time::Duration;

use serde::Serialize;

use super::{
    Match, Pair, PlayedGame,
    statistics::{self, Mean},
};
use crate::agents::AgentName;
use reversi_io::terminal::clock::Clock;

/// The results of a match. The sample consists of pairs, because the two games of a pair depend on each other.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub pairs: usize,
    pub games: usize,
    /// The number of pairs that are not counted because they repeat a counted pair.
    pub repeated_pairs: usize,
    pub agents: [AgentScore; 2],
    /// The probability that equally good agents differ in points at least this much. The [permutation
    /// test](statistics::permutation_test) on the pairs is exact.
    pub p: f64,
    /// True if the difference in points is not significant: `p` is 5 % or more.
    pub could_be_chance: bool,
    /// The seed of random agents; `None` if neither agent is random.
    pub seed: Option<u64>,
    /// Sentences below the table, on the played games and on the significance of the difference.
    pub notes: Vec<String>,
}

/// The results of one agent.
#[derive(Clone, Debug, Serialize)]
pub struct AgentScore {
    pub name: String,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// One point for each win, half a point for a draw.
    pub points: f64,
    pub points_per_game: Mean,
    pub discs_per_game: Mean,
    pub nodes_per_move: f64,
    /// The time per move; `None` if times are not shown.
    pub milliseconds_per_move: Option<f64>,
}

impl Summary {
    /// Sums up a match. `notes` describe the games.
    pub fn of(contest: &Match, pairs: &[Pair], clock: Clock, notes: &[String]) -> Self {
        let counted: Vec<_> = pairs.iter().filter(|pair| pair.repeats.is_none()).collect();
        let agents = [0, 1].map(|agent| AgentScore::of(contest, &counted, agent, clock));
        let quarters = |pair: &&Pair| pair.games.iter().map(|game| game.difference(0).signum()).sum();
        let p = statistics::permutation_test(&counted.iter().map(quarters).collect::<Vec<i32>>());
        let is_random = contest.agents.iter().any(AgentName::is_random);
        let mut summary = Self {
            pairs: counted.len(),
            games: 2 * counted.len(),
            repeated_pairs: pairs.len() - counted.len(),
            agents,
            p,
            could_be_chance: p >= statistics::SIGNIFICANCE,
            seed: is_random.then_some(contest.seed),
            notes: notes.to_vec(),
        };
        if summary.repeated_pairs > 0 {
            let (played, repeated) = (pairs.len(), summary.repeated_pairs);
            summary.notes.push(format!(
                "Pairs with the same moves count once: {repeated} of {played} pairs repeat another pair."
            ));
        }
        summary.notes.push(summary.verdict());
        summary
    }

    /// The agent with more points; `None` if both agents have equally many points.
    pub fn leader(&self) -> Option<usize> {
        let [first, second] = self.agents.each_ref().map(|score| score.points);
        [0, 1].into_iter().find(|&agent| self.agents[agent].points > first.min(second))
    }

    /// A sentence on the points, and on the significance of their difference.
    fn verdict(&self) -> String {
        let Some(leader) = self.leader().map(|leader| &self.agents[leader]) else {
            return "Both have the same points.".to_owned();
        };
        let chance = if self.could_be_chance { "is not significant" } else { "is significant" };
        let p = if self.p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {:.3}", self.p) };
        let few = format!(" Intervals need at least {} pairs.", Mean::FEWEST);
        let few = if self.pairs < Mean::FEWEST { few } else { String::new() };
        format!(
            "{} has more points; the difference {chance} ({p}, exact permutation test on the pairs).{few}",
            leader.name
        )
    }
}

impl AgentScore {
    fn of(contest: &Match, pairs: &[&Pair], agent: usize, clock: Clock) -> Self {
        let games = || pairs.iter().flat_map(|pair| &pair.games);
        let count = |sign| games().filter(|game| game.difference(agent).signum() == sign).count();
        let per_game = |of: fn(&PlayedGame, usize) -> f64| {
            let of_pair = |pair: &&Pair| pair.games.iter().map(|game| of(game, agent)).sum::<f64>() / 2.0;
            pairs.iter().map(of_pair).collect::<Vec<_>>()
        };
        // The points of a game are 1 for a win, one half for a draw, and 0 for a loss.
        let points = per_game(|game, agent| f64::from(1 + game.difference(agent).signum()) / 2.0);
        let moves = games().map(|game| game.choices(agent)).sum();
        let nodes: u64 = games().map(|game| game.nodes[game.side_of(agent)]).sum();
        let time: Duration = games().map(|game| game.times[game.side_of(agent)]).sum();
        Self {
            name: name(contest, agent),
            wins: count(1),
            draws: count(0),
            losses: count(-1),
            points: 2.0 * points.iter().sum::<f64>(),
            points_per_game: Mean::of_points(&points),
            discs_per_game: Mean::of(&per_game(|game, agent| game.difference(agent).into())),
            nodes_per_move: per_move(nodes as f64, moves),
            milliseconds_per_move: (clock == Clock::Running).then(|| per_move(1000.0 * time.as_secs_f64(), moves)),
        }
    }
}

/// The name of an agent, with a number if both agents have the same name.
fn name(contest: &Match, agent: usize) -> String {
    let name = contest.agents[agent].to_string();
    if contest.agents[0] == contest.agents[1] { format!("{name} ({})", agent + 1) } else { name }
}

/// The result is 0 if there is no move, because every game was over at its start.
fn per_move(sum: f64, moves: usize) -> f64 {
    if moves == 0 { 0.0 } else { sum / moves as f64 }
}
