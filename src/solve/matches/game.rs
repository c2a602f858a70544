//! Plays a game between two agents.

use std::{
    ops::Index,
    time::{Duration, Instant},
};

use serde::Serialize;

use crate::agents::{Agent, Thinking};
use reversi_core::games::reversi::{ByColor, Color, Move, Position, Record};

/// One of the two agents of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    First,
    Second,
}

impl Contestant {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other agent.
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A pair with one value for each agent of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByContestant<T>(pub [T; 2]);

impl<T> Index<Contestant> for ByContestant<T> {
    type Output = T;

    fn index(&self, contestant: Contestant) -> &T {
        &self.0[contestant as usize]
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub contestants: ByColor<Contestant>,
    pub record: Record,
    pub nodes: ByColor<u64>,
    pub times: ByColor<Duration>,
}

impl PlayedGame {
    /// Plays a game from a position to its end. A forced pass is made without calling the agent.
    pub fn play(start: Position, contestants: ByColor<Contestant>, mut agents: ByColor<Box<dyn Agent>>) -> Self {
        let mut game =
            Self { contestants, record: Record::new(start), nodes: ByColor::default(), times: ByColor::default() };
        loop {
            let position = *game.record.position();
            let side_to_move = position.side_to_move();
            let played = match *game.record.legal() {
                [] => return game,
                [Move::Pass] => Move::Pass,
                _ => {
                    let mut thinking = Thinking::undisturbed();
                    let clock = Instant::now();
                    let played = agents[side_to_move].choose(&position, &mut thinking);
                    game.times[side_to_move] += clock.elapsed();
                    game.nodes[side_to_move] += thinking.nodes;
                    played
                }
            };
            game.record.play(played);
        }
    }

    /// The side that an agent played.
    pub fn side_of(&self, contestant: Contestant) -> Color {
        if self.contestants.black == contestant { Color::Black } else { Color::White }
    }

    /// The difference of discs at the end, from an agent's point of view.
    pub fn difference(&self, contestant: Contestant) -> i32 {
        self.record.position().lead(self.side_of(contestant))
    }

    /// The number of moves that an agent chose, without passes.
    pub fn choices(&self, contestant: Contestant) -> usize {
        let side = self.side_of(contestant);
        self.record.moves().filter(|played| played.0 == side && played.1 != Move::Pass).count()
    }
}
