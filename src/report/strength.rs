//! Who plays better, and how certain that is.

use crate::{
    matches::{
        AgentScore, Contestant, Summary,
        statistics::{SIGNIFICANCE, holm},
    },
    report::{Pairing, Results, results::Played},
    terminal::clock::Clock,
};

/// The result of a pairing.
#[derive(Clone, Debug)]
pub struct Strength {
    pub pairing: Pairing,
    pub summary: Summary,
    /// The probability of the permutation test, corrected by Holm for all pairings of the report.
    pub p: f64,
}

impl Strength {
    /// The results of all pairings of the report.
    pub fn all(results: &Results) -> Vec<Self> {
        let summary = |played: &Played| Summary::of(&played.contest, &played.pairs, Clock::Stopped, &[]);
        let summaries: Vec<Summary> = results.played.iter().map(summary).collect();
        let probabilities: Vec<f64> = summaries.iter().map(|summary| summary.p).collect();
        let corrected = results.played.iter().zip(summaries).zip(holm(&probabilities));
        corrected.map(|((played, summary), p)| Self { pairing: played.pairing, summary, p }).collect()
    }

    /// The results in groups: those of two evaluations at all depths, then those of each evaluation at neighbouring depths.
    pub fn groups(strengths: &[Self]) -> Vec<Vec<&Self>> {
        let evaluations =
            |strength: &Self| [strength.pairing.first, strength.pairing.second].map(|entrant| entrant.evaluation);
        let mut groups: Vec<Vec<&Self>> = Vec::new();
        for strength in strengths {
            match groups.iter_mut().find(|group| evaluations(group[0]) == evaluations(strength)) {
                Some(group) => group.push(strength),
                None => groups.push(vec![strength]),
            }
        }
        groups
    }

    /// The results of the first entrant.
    pub fn first(&self) -> &AgentScore {
        &self.summary.agents[Contestant::First]
    }

    /// Who plays better; nobody where both have the same points, or where the difference could be chance.
    pub fn better(&self) -> Option<Contestant> {
        self.summary.leader().filter(|_| self.p < SIGNIFICANCE)
    }
}
