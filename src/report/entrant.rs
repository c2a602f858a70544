//! Who plays in a report: entrants, each an evaluation at a depth, and pairings of two entrants.

use super::Plan;
use crate::{
    agents::{AgentName, Endgame},
    game::Depth,
    games::reversi::Expression,
    matches::{ByContestant, Match},
};

/// An evaluation at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entrant {
    /// The number of the evaluation in the plan.
    pub evaluation: usize,
    /// How far it looks ahead, also near the end of the game: an entrant has no endgame solver.
    pub depth: Depth,
}

impl Entrant {
    /// The agent of `reversi match` that plays for the entrant.
    pub fn agent(self, evaluations: &[Expression]) -> AgentName {
        let evaluation = evaluations[self.evaluation].clone();
        AgentName::DepthLimited { depth: self.depth, evaluation, endgame: Endgame::NONE }
    }
}

/// Two entrants who play each other from every start, each on each side once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Black in the first game of each pair. Points and discs are counted for this entrant.
    pub first: Entrant,
    pub second: Entrant,
}

impl Pairing {
    /// Whether the pairing compares evaluations, and not depths.
    pub fn is_of_evaluations(&self) -> bool {
        self.first.evaluation != self.second.evaluation
    }

    /// The match, as `reversi match` plays it, from all starts in which a player has a move.
    pub fn contest(&self, plan: &Plan) -> Match {
        let starts: Vec<_> = plan.playable_starts().map(|start| start.position).collect();
        Match {
            agents: ByContestant([self.first, self.second].map(|entrant| entrant.agent(&plan.evaluations))),
            pairs: starts.len(),
            starts,
            seed: 0,
        }
    }
}
