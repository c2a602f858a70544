//! The plan of a report: everything to compare, with all searches and games for the comparison.

use std::{collections::HashSet, sync::Arc};

use anyhow::{Result, ensure};

use super::{Depths, NamedBoard, Query, Sample};
use crate::{
    agents::{AgentName, Endgame},
    assignment::Assignment,
    game::Depth,
    games::reversi::Expression,
    matches::Match,
    search::Algorithm,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rules of the searches, and the format of the logs.
    pub assignment: Arc<Assignment>,
    pub boards: Vec<NamedBoard>,
    pub starts: Vec<NamedBoard>,
    /// The compared positions come from games in which the first evaluation chooses the moves.
    pub evaluations: Vec<Expression>,
    /// Alpha-beta and, unless the user gives `--search alphabeta`, minimax.
    pub searches: Vec<Algorithm>,
    pub depths: Depths,
}

impl Plan {
    /// The longest name of an evaluation with which tables have at most 80 columns.
    pub const LONGEST_NAME: usize = 10;

    /// Returns an error if two evaluations share a name, or one evaluation has two names. The data files could not
    /// distinguish such evaluations.
    pub fn check(&self) -> Result<()> {
        let (mut names, mut sums) = (HashSet::new(), HashSet::new());
        for evaluation in &self.evaluations {
            let (name, sum) = (evaluation.to_string(), evaluation.in_full());
            ensure!(
                names.insert(name),
                "--eval {evaluation}: two evaluations have this name; expected a different name for each"
            );
            ensure!(
                sums.insert(sum),
                "--eval {evaluation}: another evaluation is the same sum; expected each sum once"
            );
        }
        Ok(())
    }

    pub fn has(&self, search: Algorithm) -> bool {
        self.searches.contains(&search)
    }

    /// All searches of the sample's position, for each evaluation.
    pub fn queries(&self, sample: Sample) -> impl Iterator<Item = Query> {
        let of = move |evaluation| self.searches.iter().map(move |&search| sample.query(search, evaluation));
        (0..self.evaluations.len()).flat_map(of)
    }

    /// The start boards without those on which the game is over.
    pub fn playable_starts(&self) -> impl Iterator<Item = &NamedBoard> {
        self.starts.iter().filter(|start| !start.position.is_over())
    }

    /// All pairs of a depth and the number of an evaluation, ordered by depth.
    pub fn depths_and_evaluations(&self) -> Vec<(Depth, usize)> {
        let depths = self.depths.list().iter();
        depths.flat_map(|&depth| (0..self.evaluations.len()).map(move |number| (depth, number))).collect()
    }

    /// All pairs of evaluation numbers; the later evaluation comes first in each pair. Users add a new evaluation at
    /// the end, so each pair compares a new evaluation with an older evaluation.
    pub fn evaluation_pairs(&self) -> Vec<(usize, usize)> {
        (1..self.evaluations.len()).flat_map(|later| (0..later).map(move |earlier| (later, earlier))).collect()
    }

    /// All pairings: evaluations against each other at each depth, then depths against each other for each evaluation.
    pub fn pairings(&self) -> Vec<Pairing> {
        let evaluations = self.depths.list().iter().flat_map(|&depth| {
            let agent = move |evaluation| PlannedAgent { evaluation, depth };
            let pairs = self.evaluation_pairs().into_iter();
            pairs.map(move |(one, other)| Pairing { first: agent(one), second: agent(other) })
        });
        let depths = (0..self.evaluations.len()).flat_map(|evaluation| {
            let agent = move |depth| PlannedAgent { evaluation, depth };
            self.depths.neighbours().map(move |(less, more)| Pairing { first: agent(more), second: agent(less) })
        });
        if self.starts.is_empty() { Vec::new() } else { evaluations.chain(depths).collect() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedAgent {
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// The depth of every search; the agent does not solve the end of the game.
    pub depth: Depth,
}

impl PlannedAgent {
    pub fn name(self, evaluations: &[Expression]) -> AgentName {
        let evaluation = evaluations[self.evaluation].clone();
        AgentName::DepthLimited { depth: self.depth, evaluation }
    }
}

/// Two agents that play from every start board, each agent once on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The agent that plays black in the first game of each pair. Points and discs are from the first agent's point of
    /// view.
    pub first: PlannedAgent,
    pub second: PlannedAgent,
}

impl Pairing {
    /// True if the pairing compares evaluations instead of depths.
    pub fn is_of_evaluations(&self) -> bool {
        self.first.evaluation != self.second.evaluation
    }

    /// The match for `reversi match`, from all start boards on which the game is not over.
    pub fn contest(&self, plan: &Plan) -> Match {
        let starts: Vec<_> = plan.playable_starts().map(|start| start.position).collect();
        Match {
            agents: [self.first, self.second].map(|agent| agent.name(&plan.evaluations)),
            endgame: Endgame::NONE,
            pairs: starts.len(),
            starts,
            seed: 0,
        }
    }
}
