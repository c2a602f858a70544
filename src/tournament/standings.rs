//! Standings: points with intervals, and ranks only as far as agents are separated by more than chance.

use reversi_core::games::reversi::Color;
use reversi_solve::matches::statistics::{Mean, SIGNIFICANCE, holm, permutation_test};

use crate::tournament::{PlayedPair, Tournament};

/// The row of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The number of the agent.
    pub agent: usize,
    /// The best and the worst rank that its results do not exclude.
    pub ranks: (usize, usize),
    /// One point for each win, half a point for each draw.
    pub points: f64,
    /// The games played.
    pub games: usize,
    /// The 95 % interval of the points; `None` if there are too few pairs of games, or all have the same result.
    pub interval: Option<(f64, f64)>,
    /// The games that it lost by a forfeit.
    pub forfeits: usize,
    /// The points of the ladder; `None` without one.
    pub ladder: Option<f64>,
}

impl Standing {
    /// The rank: `1`, or `2 to 5`.
    pub fn rank(&self) -> String {
        let (best, worst) = self.ranks;
        if best == worst { best.to_string() } else { format!("{best} to {worst}") }
    }
}

/// The standings, the most points first.
pub fn standings(tournament: &Tournament, pairs: &[PlayedPair]) -> Vec<Standing> {
    let rules = tournament.rules();
    let count = tournament.agents.len();
    let mut standings: Vec<Standing> = (0..count)
        .map(|agent| {
            let own: Vec<&PlayedPair> = pairs.iter().filter(|pair| pair.agents.contains(&agent)).collect();
            let scores: Vec<f64> = own.iter().map(|pair| f64::from(pair.half_points(agent, rules)) / 4.0).collect();
            let games = 2 * own.len();
            let forfeits = own.iter().map(|pair| pair.forfeits(agent)).sum();
            let interval = Mean::of_points(&scores).interval;
            let interval = interval.map(|interval| (interval.low * games as f64, interval.high * games as f64));
            let points = scores.iter().sum::<f64>() * 2.0;
            let ladder = tournament.ladder_points(agent, pairs);
            Standing { agent, ranks: (1, count), points, games, interval, forfeits, ladder }
        })
        .collect();
    let couples: Vec<(usize, usize)> = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two))).collect();
    let differences: Vec<Vec<i32>> = couples.iter().map(|couple| differences(tournament, pairs, *couple)).collect();
    let probabilities: Vec<f64> = differences.iter().map(|quarters| permutation_test(quarters)).collect();
    for ((couple, quarters), corrected) in couples.iter().zip(&differences).zip(holm(&probabilities)) {
        let sum: i32 = quarters.iter().sum();
        if corrected < SIGNIFICANCE {
            let (better, worse) = if sum > 0 { *couple } else { (couple.1, couple.0) };
            standings[worse].ranks.0 += 1;
            standings[better].ranks.1 -= 1;
        }
    }
    let key = |standing: &Standing| (standing.ladder.unwrap_or(standing.points), standing.points);
    standings.sort_by(|one, two| {
        let ((two_first, two_points), (one_first, one_points)) = (key(two), key(one));
        two_first.total_cmp(&one_first).then(two_points.total_cmp(&one_points)).then(one.agent.cmp(&two.agent))
    });
    standings
}

/// The differences between the results of two agents, each against the same opponent from the same opening, and those of
/// their own games. Equally good agents could as well have had each other's results.
fn differences(tournament: &Tournament, pairs: &[PlayedPair], (one, two): (usize, usize)) -> Vec<i32> {
    let rules = tournament.rules();
    let score = |agent: usize, other: usize, opening: usize| {
        let is_meant = |pair: &&PlayedPair| {
            pair.opening == opening && pair.agents.contains(&agent) && pair.agents.contains(&other)
        };
        pairs.iter().find(is_meant).map(|pair| pair.half_points(agent, rules))
    };
    let mut found = Vec::new();
    for opening in 0..tournament.openings.len() {
        for other in (0..tournament.agents.len()).filter(|other| ![one, two].contains(other)) {
            found.extend(score(one, other, opening).zip(score(two, other, opening)).map(|(own, others)| own - others));
        }
        // In their own games one has what the other lacks: the difference is twice as large.
        found.extend(score(one, two, opening).map(|own| 2 * own - 4));
    }
    // The test takes numbers that are all even or all odd.
    found.into_iter().map(|difference| 2 * difference).collect()
}

impl PlayedPair {
    /// Twice the points of an agent in the two games: 0 to 4.
    pub fn half_points(&self, agent: usize, rules: &crate::rules::Rules) -> i32 {
        let colors = if self.agents[0] == agent { Color::ALL } else { [Color::White, Color::Black] };
        self.games.iter().zip(colors).map(|(game, color)| game.half_points(rules, color)).sum()
    }

    fn forfeits(&self, agent: usize) -> usize {
        let colors = if self.agents[0] == agent { Color::ALL } else { [Color::White, Color::Black] };
        let is_own = |(game, color): &(&crate::game::Game, Color)| {
            game.forfeit.as_ref().is_some_and(|(loser, _)| loser == color)
        };
        self.games.iter().zip(colors).filter(is_own).count()
    }
}
