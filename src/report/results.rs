//! All measurements of a report.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, ensure};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::{Measurement, Pairing, Plan, Query, Sample};
use crate::{
    game::Depth,
    matches::{Match, Pair},
    search::Algorithm,
    terminal::progress::Progress,
};

#[derive(Clone, Debug)]
pub struct Results<'a> {
    pub plan: &'a Plan,
    pub samples: Vec<Sample>,
    searches: HashMap<Query, Measurement>,
    pub played: Vec<PairingGames>,
    pub with_times: bool,
}

#[derive(Clone, Debug)]
pub struct PairingGames {
    pub pairing: Pairing,
    pub contest: Match,
    /// Each pair of games has one start board, and the agents swap colors.
    pub pairs: Vec<Pair>,
}

impl<'a> Results<'a> {
    /// Measures all searches and games of a plan on the threads of the current pool.
    pub fn measure(plan: &'a Plan, with_times: bool) -> Result<Self> {
        let progress = Progress::start("playing the games whose positions are searched");
        let samples = Sample::all(plan);
        drop(progress);
        let queries: HashSet<Query> = samples.iter().flat_map(|&sample| plan.queries(sample)).collect();
        let progress = Progress::of_parts("searches", queries.len() as u64);
        let search = |query: &Query| {
            let measurement = query.measure(plan)?;
            progress.advance();
            Ok((*query, measurement))
        };
        let searches = queries.par_iter().map(search).collect::<Result<_>>()?;
        drop(progress);
        let contests: Vec<(Pairing, Match)> =
            plan.pairings().into_iter().map(|pairing| (pairing, pairing.contest(plan))).collect();
        let games = contests.iter().map(|(_, contest)| 2 * contest.pairs as u64).sum();
        let progress = Progress::of_parts("games", games);
        let games = |(pairing, contest): (Pairing, Match)| {
            let pairs = contest.play(|| progress.advance());
            PairingGames { pairing, contest, pairs }
        };
        let played = contests.into_iter().map(games).collect();
        drop(progress);
        let results = Self { plan, samples, searches, played, with_times };
        results.check()?;
        Ok(results)
    }

    /// Returns an error if minimax and alpha-beta have different values or first best moves.
    fn check(&self) -> Result<()> {
        let order = self.plan.assignment.rules.order();
        for sample in &self.samples {
            for (evaluation, name) in self.plan.evaluations.iter().enumerate() {
                let alpha_beta = self.search(sample, Algorithm::AlphaBeta, evaluation);
                let mut found = self.plan.searches.iter().map(|&search| self.search(sample, search, evaluation));
                let agrees = |other: &Measurement| (other.value, other.best) == (alpha_beta.value, alpha_beta.best);
                let is_first_best = alpha_beta
                    .ties
                    .is_none_or(|ties| order.first_of(self.plan.assignment.size, ties.moves) == alpha_beta.best);
                ensure!(
                    found.all(agrees) && is_first_best,
                    "internal error: searches of the same position disagree: {}, step {}, depth {}, {name}",
                    self.plan.boards[sample.board].name,
                    sample.step.number,
                    sample.depth,
                );
            }
        }
        Ok(())
    }

    pub fn samples_at(&self, depth: Depth) -> impl Iterator<Item = &Sample> {
        self.samples.iter().filter(move |sample| sample.depth == depth)
    }

    pub fn search(&self, sample: &Sample, search: Algorithm, evaluation: usize) -> &Measurement {
        &self.searches[&sample.query(search, evaluation)]
    }
}
