//! The section on strength: evaluation against evaluation, and depth against depth.

use super::words;
use crate::{
    matches::{
        AgentScore, Summary,
        statistics::{Mean, SIGNIFICANCE, holm},
    },
    names::count,
    report::{
        Pairing, Results,
        column::Column,
        document::{Block, Table},
        plots::{Cell, Matrix},
        results::PairingGames,
    },
    terminal::clock::Clock,
};

#[derive(Clone, Debug)]
pub struct Strength {
    pub pairing: Pairing,
    pub summary: Summary,
    /// The p-value of the permutation test, corrected by Holm for all pairings of the report.
    pub p: f64,
}

impl Strength {
    pub fn all(results: &Results) -> Vec<Self> {
        let summary = |played: &PairingGames| Summary::of(&played.contest, &played.pairs, Clock::Stopped, &[]);
        let summaries: Vec<Summary> = results.played.iter().map(summary).collect();
        let probabilities: Vec<f64> = summaries.iter().map(|summary| summary.p).collect();
        let corrected = results.played.iter().zip(summaries).zip(holm(&probabilities));
        corrected.map(|((played, summary), p)| Self { pairing: played.pairing, summary, p }).collect()
    }

    /// The results in groups: two evaluations at all depths, then each evaluation at neighbouring depths.
    pub fn groups(strengths: &[Self]) -> Vec<Vec<&Self>> {
        let evaluations =
            |strength: &Self| [strength.pairing.first, strength.pairing.second].map(|agent| agent.evaluation);
        let mut groups: Vec<Vec<&Self>> = Vec::new();
        for strength in strengths {
            match groups.iter_mut().find(|group| evaluations(group[0]) == evaluations(strength)) {
                Some(group) => group.push(strength),
                None => groups.push(vec![strength]),
            }
        }
        groups
    }

    /// True if not even a player who wins all games of these pairs is significantly better.
    pub fn is_too_few(pairs: usize) -> bool {
        0.5_f64.powf(pairs as f64 - 1.0) >= SIGNIFICANCE
    }

    pub fn first(&self) -> &AgentScore {
        &self.summary.agents[0]
    }

    /// The stronger agent; `None` if both agents have equal points or the difference is not significant.
    pub fn better(&self) -> Option<usize> {
        self.summary.leader().filter(|_| self.p < SIGNIFICANCE)
    }
}

/// The section is empty if the report has no games.
pub(super) fn section(results: &Results, strengths: &[Strength]) -> Vec<Block> {
    if strengths.is_empty() {
        return Vec::new();
    }
    let (of_evaluations, of_depths): (Vec<_>, Vec<_>) =
        strengths.iter().partition(|strength| strength.pairing.is_of_evaluations());
    let mut blocks = vec![Block::Heading("Strength"), Block::Paragraph(method(strengths))];
    if !of_evaluations.is_empty() {
        blocks.push(Block::Table(points(results, &of_evaluations, "Points per game, evaluation against evaluation")));
        blocks.extend(matrix(results, strengths, true).draw().map(Block::Plot));
        blocks.push(Block::Table(discs(results, &of_evaluations)));
    }
    if !of_depths.is_empty() {
        blocks.push(Block::Table(points(results, &of_depths, "Points per game, depth against the next lower depth")));
        blocks.extend(matrix(results, strengths, false).draw().map(Block::Plot));
    }
    blocks
}

fn method(strengths: &[Strength]) -> String {
    let pairings = count(strengths.len(), "pairing");
    let mut sentences = vec![
        "A win is 1 point, a draw is half a point. The tables show points and discs of the first agent.".to_owned(),
        format!(
            "p is the probability that two equally good agents differ by at least as many points. An exact permutation \
             test on the pairs computes p, with Holm's correction for the {pairings} of this report. If p is {SIGNIFICANCE} \
             or more, the difference could be chance, so the report calls neither agent better."
        ),
        format!(
            "With {} or more pairs, brackets show the 95 % confidence interval of the mean: a t-interval over the \
             pairs, rounded outwards. Each interval is for its pairing alone, but p is corrected for all pairings.",
            Mean::FEWEST
        ),
    ];
    let repeated: usize = strengths.iter().map(|strength| strength.summary.repeated_pairs).sum();
    if repeated > 0 {
        let repeated = count(repeated, "pair");
        sentences.push(format!("Not counted: {repeated} with the same moves as another pair of the same pairing."));
    }
    sentences.join(" ")
}

/// The columns with the players: two evaluations at a depth, or an evaluation at two depths.
fn who<'a>(results: &'a Results, strengths: &[&Strength]) -> Vec<Column<'a, &'a Strength>> {
    let evaluation = |agent| words::agent(results, agent);
    if strengths.iter().any(|strength| strength.pairing.is_of_evaluations()) {
        vec![
            Column::numbers("depth", |strength: &&Strength| strength.pairing.first.depth),
            Column::words("first", move |strength: &&Strength| evaluation(strength.pairing.first)),
            Column::words("second", move |strength: &&Strength| evaluation(strength.pairing.second)),
        ]
    } else {
        vec![
            Column::words("evaluation", move |strength: &&Strength| evaluation(strength.pairing.first)),
            Column::numbers("first", |strength: &&Strength| strength.pairing.first.depth),
            Column::numbers("second", |strength: &&Strength| strength.pairing.second.depth),
        ]
    }
}

fn points<'a>(results: &'a Results, strengths: &[&'a Strength], caption: &str) -> Table {
    let mut columns = who(results, strengths);
    columns.extend([
        Column::numbers("pairs", |strength: &&Strength| strength.summary.pairs),
        Column::numbers("won-drawn-lost", |strength: &&Strength| {
            let first = strength.first();
            format!("{}-{}-{}", first.wins, first.draws, first.losses)
        }),
        Column::numbers("points per game", |strength: &&Strength| words::mean(&strength.first().points_per_game, 2)),
        Column::numbers("p", |strength: &&Strength| words::probability(strength.p)),
    ]);
    Table::new(caption, strengths, columns)
}

fn discs<'a>(results: &'a Results, strengths: &[&'a Strength]) -> Table {
    let mut columns = who(results, strengths);
    columns.extend([
        Column::numbers("discs a game", |strength: &&Strength| words::mean(&strength.first().discs_per_game, 1)),
        Column::words("better", |strength: &&Strength| match strength.better() {
            Some(0) => words::agent(results, strength.pairing.first),
            Some(_) => words::agent(results, strength.pairing.second),
            None if strength.summary.leader().is_some() => "could be chance".to_owned(),
            None => "same points".to_owned(),
        }),
    ]);
    Table::new("Discs per game, first minus second, and the better agent", strengths, columns)
}

/// A plot of results: a row for each group, a column for each depth or for two neighbouring depths.
fn matrix(results: &Results, strengths: &[Strength], of_evaluations: bool) -> Matrix {
    let mut groups = Strength::groups(strengths);
    groups.retain(|group| group[0].pairing.is_of_evaluations() == of_evaluations);
    let has_interval = |strength: &&Strength| strength.first().points_per_game.interval.is_some();
    let intervals = if groups.iter().flatten().any(has_interval) { ", 95 % intervals" } else { "" };
    let column = |strength: &&Strength| {
        let Pairing { first, second } = strength.pairing;
        if of_evaluations { format!("depth {}", first.depth) } else { format!("{} : {}", first.depth, second.depth) }
    };
    let cell =
        |strength: &&Strength| Cell { points: strength.first().points_per_game, is_sure: strength.better().is_some() };
    let row = |group: &Vec<&Strength>| {
        let [first, second] =
            [group[0].pairing.first, group[0].pairing.second].map(|agent| words::agent(results, agent));
        (if of_evaluations { format!("{first} : {second}") } else { first }, group.iter().map(cell).collect())
    };
    let (name, title) = if of_evaluations {
        ("strength", "Evaluation against evaluation")
    } else {
        ("depths", "Depth against the next lower depth")
    };
    Matrix {
        name,
        title: title.to_owned(),
        note: format!("Points per game of the first agent{intervals}; framed if significant"),
        columns: groups[0].iter().map(column).collect(),
        rows: groups.iter().map(row).collect(),
    }
}
