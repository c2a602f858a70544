//! Standings: points with intervals, and ranks that only separate agents with significant differences.

use std::collections::{BTreeMap, BTreeSet};

use reversi_core::games::reversi::Color;
use reversi_io::names::{count, list};
use reversi_solve::matches::statistics::{Mean, SIGNIFICANCE, holm, mean, permutation_test};

use crate::{
    checks::Check,
    configuration::{Configuration, MOST_PAIRS},
    game::Cause,
    tournament::{Played, Tournament},
};

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
    not_started: usize,
    /// The CPU time that the agent used during its opponents' moves, in milliseconds.
    pub stolen: u128,
}

impl Standing {
    fn is_absent(&self) -> bool {
        self.games > 0 && self.not_started == self.games
    }
}

/// Twice the points in both games of a pair, by the agent, the opponent and the number of the opening.
type Pairs = BTreeMap<(usize, usize, usize), i32>;

#[derive(Clone, Debug)]
pub struct Standings {
    pub rows: Vec<Standing>,
    pub notes: Vec<String>,
}

pub fn standings(tournament: &Tournament, played: &Played) -> Standings {
    let agents = tournament.agents.len();
    let mut standings: Vec<Standing> = (0..agents).map(|agent| Standing { agent, ..Standing::default() }).collect();
    let (mut firsts, mut pairs, mut known) = (BTreeMap::new(), Pairs::new(), BTreeSet::new());
    for game in &played.games {
        let record = game.record.to_string();
        for color in Color::ALL {
            let (own, other) = (game.players[color], game.players[color.opponent()]);
            let half_points = game.half_points(tournament.rules(), color);
            let standing = &mut standings[own];
            standing.points += f64::from(half_points) / 2.0;
            standing.games += 1;
            standing.forfeits += usize::from(game.forfeit(color).is_some());
            standing.not_started += usize::from(game.forfeit(color).is_some_and(|own| own.cause == Cause::NotStarted));
            standing.stolen += game.outcome.conduct[color as usize].stolen.as_millis();
            // A pair counts only if both games were played. A pair that repeats another pair says nothing new on ranks.
            let key = (own, other, game.opening);
            if let Some((first, half)) = firsts.insert(key, (record.clone(), half_points))
                && (known.insert((own, other, first + &record)) || tournament.is_ladder())
            {
                pairs.insert(key, half + half_points);
            }
        }
    }
    let repeated = firsts.len() - pairs.len();
    for standing in &mut standings {
        let own = pairs.iter().filter(|((agent, ..), _)| *agent == standing.agent);
        let scores: Vec<f64> = own.map(|(_, half_points)| f64::from(*half_points) / 4.0).collect();
        let games = standing.games as f64;
        let interval = Mean::of_points(&scores).interval.filter(|_| !tournament.is_ladder());
        standing.interval = interval.map(|interval| (interval.low * games, interval.high * games));
    }
    let mut separated = BTreeSet::new();
    if tournament.is_ladder() {
        standings.retain(|standing| tournament.agents[standing.agent].is_student());
        for standing in &mut standings {
            standing.points = ladder_points(tournament, played, &pairs, standing.agent);
        }
    } else {
        separated = rank(&mut standings, &pairs, tournament.openings.len());
    }
    let is_absent = |standing: &Standing| standing.is_absent();
    standings.sort_by(|one, two| {
        let by_points = is_absent(one).cmp(&is_absent(two)).then(two.points.total_cmp(&one.points));
        by_points.then(one.agent.cmp(&two.agent))
    });
    let notes = if tournament.is_ladder() {
        untested(tournament, played)
    } else {
        notes(&standings, repeated / 2, &separated, |couple| pairs_needed(tournament, &pairs, couple))
    };
    Standings { rows: standings, notes }
}

/// Sentences on checks of a ladder that no game of a student tested.
fn untested(tournament: &Tournament, played: &Played) -> Vec<String> {
    let names: Vec<&str> = tournament.agents.iter().map(|agent| agent.name.as_str()).collect();
    let students = || (0..names.len()).filter(|agent| tournament.agents[*agent].is_student());
    let is_tested = |check: Check, student| check.of(0.0, &played.games, student, &|_| String::new()).is_tested;
    let sentence = |check: &Check| {
        let missing: Vec<&str> = students().filter(|one| !is_tested(*check, *one)).map(|one| names[one]).collect();
        (!missing.is_empty()).then(|| format!("The games of {} do not test the check {check}.", list(missing, "and")))
    };
    tournament.configuration.checks.keys().filter_map(sentence).collect()
}

/// The pairs of games for each two agents that would separate two of them, if further games had the results of the
/// played games. `None` for equal results, and if a tournament cannot have as many pairs.
fn pairs_needed(tournament: &Tournament, pairs: &Pairs, couple: (usize, usize)) -> Option<usize> {
    let (agents, openings) = (tournament.agents.len(), tournament.openings.len());
    let differences = differences(pairs, couple, agents, openings);
    // Holm's correction multiplies the smallest probability by the number of tests.
    let tests = (agents * (agents - 1) / 2) as f64;
    let is_enough = |times: &usize| permutation_test(&differences.repeat(*times)) * tests < SIGNIFICANCE;
    (2..=MOST_PAIRS / openings).find(is_enough).map(|times| times * openings)
}

/// Sentences on ranks that the games do not separate. `needed` returns the number of pairs of games that would separate
/// two agents.
fn notes(
    standings: &[Standing],
    repeated: usize,
    separated: &BTreeSet<(usize, usize)>,
    needed: impl Fn((usize, usize)) -> Option<usize>,
) -> Vec<String> {
    let mut notes = Vec::new();
    let playing: Vec<&Standing> = standings.iter().filter(|standing| !standing.is_absent()).collect();
    if let [first, others @ ..] = playing.as_slice()
        && !others.is_empty()
        && others.iter().all(|other| other.rank == first.rank)
    {
        let games = count(first.games as u64, "game");
        notes.push(format!(
            "With {games} each, no difference is significant: every agent that played may have any of these ranks."
        ));
    }
    let mut neighbours = playing.windows(2).map(|agents| (agents[0].agent, agents[1].agent)).zip(1..);
    let is_open = |&((one, two), _): &((usize, usize), usize)| {
        !separated.contains(&(one, two)) && !separated.contains(&(two, one))
    };
    if let Some((couple, place)) = neighbours.find(is_open).filter(|_| repeated == 0) {
        let below = place + 1;
        notes.push(match needed(couple) {
            Some(pairs) => format!(
                "About {pairs} pairs of games for each two agents (`games = {pairs}`) would separate rows {place} and \
                 {below}, if further games went like these."
            ),
            None => format!(
                "{MOST_PAIRS} pairs of games for each two agents would not separate rows {place} and {below}, if \
                 further games went like these."
            ),
        });
    }
    if repeated > 0 {
        let pairs = count(repeated as u64, "pair");
        notes.push(format!(
            "{pairs} of games repeat an earlier pair move by move. They count for the points, but not for the ranks: agents \
             that always choose the same moves cannot be separated by more of these games."
        ));
    }
    notes
}

/// The points of a student for checks, and for the score on each rung of the ladder. A score of 50 % or more gets all
/// points; a lower score gets a proportional number of half points.
fn ladder_points(tournament: &Tournament, played: &Played, pairs: &Pairs, student: usize) -> f64 {
    let Configuration { ladder, checks, .. } = &tournament.configuration;
    let points = ladder.iter().enumerate().map(|(number, rung)| {
        let against = pairs
            .iter()
            .filter(|((own, _, opening), _)| *own == student && tournament.openings[*opening].rung == Some(number));
        let scores: Vec<f64> = against.map(|(_, half_points)| f64::from(*half_points) / 4.0).collect();
        ((mean(&scores) / 0.5).min(1.0) * rung.points * 2.0).floor() / 2.0
    });
    let name = |agent: usize| tournament.agents[agent].name.clone();
    let of_checks = checks.iter().map(|(check, points)| check.of(*points, &played.games, student, &name).points);
    points.chain(of_checks).sum()
}

/// Narrows the ranks of agents that are significantly better or worse, with Holm's correction over all pairs of agents.
/// Agents that never started have the last ranks. Returns each better agent with a worse one.
fn rank(standings: &mut [Standing], pairs: &Pairs, openings: usize) -> BTreeSet<(usize, usize)> {
    let agents = standings.len();
    let playing: Vec<usize> = (0..agents).filter(|agent| !standings[*agent].is_absent()).collect();
    let couples = playing.iter().flat_map(|one| playing.iter().map(move |two| (*one, *two)));
    let couples: Vec<(usize, usize)> = couples.filter(|(one, two)| one < two).collect();
    let differences: Vec<Vec<i32>> =
        couples.iter().map(|couple| differences(pairs, *couple, agents, openings)).collect();
    let mut ranks = vec![(playing.len() + 1, agents); agents];
    for agent in &playing {
        ranks[*agent] = (1, playing.len());
    }
    let mut separated = BTreeSet::new();
    let probabilities: Vec<f64> = differences.iter().map(|quarters| permutation_test(quarters)).collect();
    for ((couple, quarters), corrected) in couples.iter().zip(&differences).zip(holm(&probabilities)) {
        if corrected < SIGNIFICANCE {
            let is_first = quarters.iter().sum::<i32>() > 0;
            let (better, worse) = if is_first { *couple } else { (couple.1, couple.0) };
            ranks[worse].0 += 1;
            ranks[better].1 -= 1;
            separated.insert((better, worse));
        }
    }
    for (standing, (best, worst)) in standings.iter_mut().zip(ranks) {
        standing.rank = if best == worst { best.to_string() } else { format!("{best} to {worst}") };
    }
    separated
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
