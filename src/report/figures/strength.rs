//! Who plays better, and how certain that is.

use std::cmp::Ordering;

use crate::{
    matches::{
        AgentScore, Contestant, Summary,
        statistics::{SIGNIFICANCE, holm},
    },
    report::{Pairing, Results},
    terminal::clock::Clock,
};

/// The result of a pairing.
#[derive(Clone, Debug)]
pub struct Strength {
    /// Who played whom.
    pub pairing: Pairing,
    /// The result of the match.
    pub summary: Summary,
    /// The probability of the sign test, corrected for all pairings of the report.
    pub probability: f64,
}

/// What a result lets one say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The first plays better.
    FirstIsBetter,
    /// The second plays better.
    SecondIsBetter,
    /// One has more points, which could be chance.
    CouldBeChance,
    /// Both have the same points.
    Equal,
}

impl Strength {
    /// The results of all pairings of the report.
    pub fn all(results: &Results) -> Vec<Self> {
        let summary = |pairing: &Pairing| {
            let (contest, pairs) = results.pairs(pairing);
            Summary::of(&contest, &pairs, Clock::Stopped, &[])
        };
        let pairings = results.plan.pairings();
        let summaries: Vec<Summary> = pairings.iter().map(summary).collect();
        let probabilities: Vec<f64> = summaries.iter().map(|summary| summary.sign_test).collect();
        let played = pairings.into_iter().zip(summaries).zip(holm(&probabilities));
        played.map(|((pairing, summary), probability)| Self { pairing, summary, probability }).collect()
    }

    /// The results of the first entrant.
    pub fn first(&self) -> &AgentScore {
        &self.summary.agents[Contestant::First]
    }

    /// What the result lets one say.
    pub fn claim(&self) -> Claim {
        match self.first().points.total_cmp(&self.summary.agents[Contestant::Second].points) {
            Ordering::Equal => Claim::Equal,
            _ if self.probability >= SIGNIFICANCE => Claim::CouldBeChance,
            Ordering::Greater => Claim::FirstIsBetter,
            Ordering::Less => Claim::SecondIsBetter,
        }
    }
}
