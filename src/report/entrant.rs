//! Who plays in a report: entrants, each an evaluation at a depth, and pairings of two entrants.

use super::Plan;
use crate::{
    agents::{AgentName, Endgame},
    game::Depth,
    games::reversi::{ByColor, Color, Expression, Position, Record},
    matches::{ByContestant, Contestant, Match, PlayedGame},
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
    /// The agent of `reversi play` that plays for the entrant.
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
    /// The other.
    pub second: Entrant,
}

impl Pairing {
    /// Whether the pairing compares evaluations, and not depths.
    pub fn is_of_evaluations(&self) -> bool {
        self.first.evaluation != self.second.evaluation
    }

    /// The match, as `reversi play --agents` plays it.
    pub fn contest(&self, plan: &Plan) -> Match {
        let starts = playable(plan);
        Match {
            agents: ByContestant([self.first, self.second].map(|entrant| entrant.agent(&plan.evaluations))),
            pairs: starts.len(),
            starts,
            seed: 0,
        }
    }

    /// Its games, the two of each start one after the other.
    pub fn games<'a>(&self, plan: &'a Plan) -> impl Iterator<Item = GameKey> + use<'a> {
        let (first, second) = (self.first, self.second);
        let sides = [ByColor { black: first, white: second }, ByColor { black: second, white: first }];
        playable(plan).into_iter().flat_map(move |start| sides.map(|players| GameKey { start, players }))
    }
}

/// The starts in which somebody has a move.
fn playable(plan: &Plan) -> Vec<Position> {
    plan.starts.iter().map(|board| board.position).filter(|start| !start.is_over()).collect()
}

/// What determines a game: entrants of the same evaluations and depths play the same moves from the same start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// Where it starts.
    pub start: Position,
    /// Who plays which side.
    pub players: ByColor<Entrant>,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its moves.
    pub record: Record,
    /// The nodes each side searched.
    pub nodes: ByColor<u64>,
}

impl GameKey {
    /// Plays the game.
    pub fn play(&self, evaluations: &[Expression]) -> Game {
        let agent = |side: Color| self.players[side].agent(evaluations).agent(&self.start, 0, 0);
        let agents = ByColor { black: agent(Color::Black), white: agent(Color::White) };
        let PlayedGame { record, nodes, .. } = PlayedGame::play(self.start, Self::CONTESTANTS[0], agents);
        Game { record, nodes }
    }

    /// Who is who in the two games of a pair.
    pub(super) const CONTESTANTS: [ByColor<Contestant>; 2] = [
        ByColor { black: Contestant::First, white: Contestant::Second },
        ByColor { black: Contestant::Second, white: Contestant::First },
    ];
}
