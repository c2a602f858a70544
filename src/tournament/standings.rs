//! Standings: points with intervals, and ranks that only separate agents with significant differences.

use std::collections::BTreeMap;

use reversi_core::games::reversi::Color;
use reversi_solve::matches::statistics::{Mean, SIGNIFICANCE, holm, mean, permutation_test};

use crate::tournament::{Played, Tournament};

/// An agent's row in the standings.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    pub agent: usize,
    /// The ranks that the agent's results do not exclude: `1`, or `2 to 5`; empty in a ladder, which ranks nobody.
    pub rank: String,
    /// The points of the ladder. If there is no ladder, a win gives one point and a draw half a point.
    pub points: f64,
    pub games: usize,
    /// The 95 % interval of the points; `None` with too few pairs of games, or if all pairs have equal results.
    pub interval: Option<(f64, f64)>,
    pub forfeits: usize,
    /// The processor time that the agent used during its opponents' moves, in milliseconds.
    pub stolen: u128,
}

/// Twice the points in both games of a pair, by the agent, the opponent and the number of the opening.
type Pairs = BTreeMap<(usize, usize, usize), i32>;

/// Makes the standings, sorted by points.
pub fn standings(tournament: &Tournament, played: &Played) -> Vec<Standing> {
    let count = tournament.agents.len();
    let mut standings: Vec<Standing> = (0..count).map(|agent| Standing { agent, ..Standing::default() }).collect();
    let (mut firsts, mut pairs) = (Pairs::new(), Pairs::new());
    for game in &played.games {
        for color in Color::ALL {
            let (own, other) = (game.players[color], game.players[color.opponent()]);
            let half_points = game.half_points(tournament.rules(), color);
            let standing = &mut standings[own];
            standing.points += f64::from(half_points) / 2.0;
            standing.games += 1;
            standing.forfeits += usize::from(game.forfeit(color).is_some());
            standing.stolen += game.outcome.stolen[color as usize].as_millis();
            // A pair counts only if both games were played.
            let key = (own, other, game.opening);
            if let Some(first) = firsts.insert(key, half_points) {
                pairs.insert(key, first + half_points);
            }
        }
    }
    for standing in &mut standings {
        let own = pairs.iter().filter(|((agent, ..), _)| *agent == standing.agent);
        let scores: Vec<f64> = own.map(|(_, half_points)| f64::from(*half_points) / 4.0).collect();
        let games = standing.games as f64;
        let interval = Mean::of_points(&scores).interval.filter(|_| !tournament.is_ladder());
        standing.interval = interval.map(|interval| (interval.low * games, interval.high * games));
    }
    if tournament.is_ladder() {
        standings.retain(|standing| tournament.agents[standing.agent].is_student());
        for standing in &mut standings {
            standing.points = ladder_points(tournament, &pairs, standing.agent);
        }
    } else {
        rank(&mut standings, &pairs, tournament.openings.len());
    }
    standings.sort_by(|one, two| two.points.total_cmp(&one.points).then(one.agent.cmp(&two.agent)));
    standings
}

/// The points of a student for the score against each opponent of the ladder. A score of 50 % or more gets all points;
/// a lower score gets a proportional number of half points.
fn ladder_points(tournament: &Tournament, pairs: &Pairs, student: usize) -> f64 {
    let points = tournament.configuration.ladder.iter().map(|rung| {
        let is_meant = |other: usize| tournament.agents[other].name == rung.opponent;
        let against = pairs.iter().filter(|((own, other, _), _)| *own == student && is_meant(*other));
        let scores: Vec<f64> = against.map(|(_, half_points)| f64::from(*half_points) / 4.0).collect();
        ((mean(&scores) / 0.5).min(1.0) * rung.points * 2.0).floor() / 2.0
    });
    points.sum()
}

/// Narrows the ranks of agents that are significantly better or worse, with Holm's correction over all pairs of agents.
fn rank(standings: &mut [Standing], pairs: &Pairs, openings: usize) {
    let count = standings.len();
    let couples: Vec<(usize, usize)> = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two))).collect();
    let differences: Vec<Vec<i32>> =
        couples.iter().map(|couple| differences(pairs, *couple, count, openings)).collect();
    let mut ranks = vec![(1, count); count];
    let probabilities: Vec<f64> = differences.iter().map(|quarters| permutation_test(quarters)).collect();
    for ((couple, quarters), corrected) in couples.iter().zip(&differences).zip(holm(&probabilities)) {
        if corrected < SIGNIFICANCE {
            let is_first = quarters.iter().sum::<i32>() > 0;
            let (better, worse) = if is_first { *couple } else { (couple.1, couple.0) };
            ranks[worse].0 += 1;
            ranks[better].1 -= 1;
        }
    }
    for (standing, (best, worst)) in standings.iter_mut().zip(ranks) {
        standing.rank = if best == worst { best.to_string() } else { format!("{best} to {worst}") };
    }
}

/// The differences between two agents' results against the same opponents from the same openings, and in their own
/// games. If two agents are equally good, each could also have had the other agent's results.
fn differences(pairs: &Pairs, (one, two): (usize, usize), agents: usize, openings: usize) -> Vec<i32> {
    let score = |own: usize, other: usize, opening: usize| pairs.get(&(own, other, opening));
    let mut found = Vec::new();
    for opening in 0..openings {
        for other in (0..agents).filter(|other| ![one, two].contains(other)) {
            found.extend(score(one, other, opening).zip(score(two, other, opening)).map(|(own, others)| own - others));
        }
        // In games between the two agents, one agent's points are lost by the other, so the difference counts twice.
        found.extend(score(one, two, opening).map(|own| 2 * own - 4));
    }
    // The test needs numbers that are all even or all odd.
    found.into_iter().map(|difference| 2 * difference).collect()
}
