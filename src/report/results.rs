//! All that was measured, for those who draw conclusions from it.

use std::{collections::HashSet, time::Duration};

use anyhow::{Context as _, Result, bail};

use super::{GameKey, Measurement, Memory, Pairing, Plan, Query, Sample, SearchKind};
use crate::{
    games::reversi::ByColor,
    matches::{Match, Pair, PlayedGame},
};

/// The measurements of a plan, every one of them.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    /// What was asked for.
    pub plan: &'a Plan,
    /// The positions that were searched.
    pub samples: &'a [Sample],
    memory: &'a Memory,
}

impl<'a> Results<'a> {
    /// The results, if they are complete, and if all searches of a position agree.
    ///
    /// # Errors
    /// Something that was not measured, and a search that finds another value or move than another.
    pub fn new(plan: &'a Plan, samples: &'a [Sample], memory: &'a Memory) -> Result<Self> {
        let missing = missing_searches(plan, samples, memory).len() + missing_games(plan, memory).len();
        if missing > 0 {
            bail!("{missing} searches and games of the report are missing");
        }
        let results = Self { plan, samples, memory };
        results.check()?;
        Ok(results)
    }

    /// Minimax and alpha-beta find the same, with ties broken by the first best move.
    fn check(&self) -> Result<()> {
        for sample in self.samples {
            for evaluation in 0..self.plan.evaluations.len() {
                let found: Vec<_> =
                    self.plan.searches.iter().map(|&search| self.search(sample, search, evaluation)).collect();
                let first = found.first().context("a plan has searches")?;
                let is_best = |best| first.ties.is_none_or(|ties| ties.moves.first() == best);
                if found
                    .iter()
                    .any(|other| (other.value, other.best) != (first.value, first.best) || !is_best(other.best))
                {
                    bail!(
                        "the searches of one position disagree, which is a fault of this program or of the data: {}, \
                         step {}, depth {}, {}",
                        self.plan.boards[sample.board].name,
                        sample.step.number,
                        sample.depth,
                        self.plan.evaluations[evaluation]
                    );
                }
            }
        }
        Ok(())
    }

    /// What a search of a position found.
    ///
    /// # Panics
    /// Where it is none of the plan.
    pub fn search(&self, sample: &Sample, search: SearchKind, evaluation: usize) -> &'a Measurement {
        self.memory.search(&sample.query(search, evaluation)).expect("the results are complete")
    }

    /// The pairs of games of a pairing, each in both colours from one start.
    ///
    /// # Panics
    /// Where it is none of the plan.
    pub fn pairs(&self, pairing: &Pairing) -> (Match, Vec<Pair>) {
        let contest = pairing.contest(self.plan);
        let sides = GameKey::CONTESTANTS.into_iter().cycle();
        let game = |(key, contestants): (GameKey, _)| {
            let game = self.memory.game(&key).expect("the results are complete").clone();
            let times = ByColor { black: Duration::ZERO, white: Duration::ZERO };
            PlayedGame { contestants, record: game.record, nodes: game.nodes, times }
        };
        let games = pairing.games(self.plan).zip(sides).map(game).collect();
        let pairs = contest.pair(games);
        (contest, pairs)
    }
}

/// The searches of a plan that are not known.
pub fn missing_searches(plan: &Plan, samples: &[Sample], memory: &Memory) -> Vec<Query> {
    let queries = samples.iter().flat_map(|sample| plan.queries(sample));
    let mut known = HashSet::new();
    queries.filter(|query| memory.search(query).is_none() && known.insert(*query)).collect()
}

/// The games of a plan that are not known.
pub fn missing_games(plan: &Plan, memory: &Memory) -> Vec<GameKey> {
    let games = plan.pairings();
    games.iter().flat_map(|pairing| pairing.games(plan)).filter(|key| memory.game(key).is_none()).collect()
}
