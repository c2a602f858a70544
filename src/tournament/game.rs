//! A game of a tournament, and how it ended.

use std::time::Duration;

use reversi_core::games::reversi::{ByColor, Color, Record};
use reversi_io::names::names;
use serde::{Deserialize, Serialize};

use crate::rules::Rules;

names! {
    /// The cause of a forfeit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Cause {
        /// A move that the rules forbid.
        Illegal => "illegal",
        /// Something else than a move.
        Unreadable => "unreadable",
        /// No answer before the clock ran out.
        Late => "late",
        /// The program ended, or exceeded a limit.
        Crashed => "crashed",
        /// The program was not built, or was not ready in time.
        NotStarted => "not-started",
    }
}

/// A game that a player lost by a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The kind of fault.
    pub cause: Cause,
    /// What happened, in sentences.
    pub details: String,
}

impl Forfeit {
    /// A forfeit with its details.
    pub fn new(cause: Cause, details: impl Into<String>) -> Self {
        Self { cause, details: details.into() }
    }
}

/// A game that was played to its end, or to a forfeit.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The moves, those of the opening included.
    pub record: Record,
    /// The number of plies of the opening.
    pub opening: usize,
    /// The time of each ply after the opening; none for a pass that no player was asked for.
    pub times: Vec<Duration>,
    /// The player who forfeited, and why.
    pub forfeit: Option<(Color, Forfeit)>,
    /// Remarks on the behavior of each player that change no result.
    pub remarks: ByColor<Vec<String>>,
}

impl Game {
    /// The discs of each player; after a forfeit the opponent has all squares.
    pub fn discs(&self, rules: &Rules) -> ByColor<u32> {
        match &self.forfeit {
            Some((loser, _)) => {
                let mut discs = ByColor::default();
                discs[loser.opponent()] = rules.size.squares().len();
                discs
            }
            None => rules.discs(self.record.position()),
        }
    }

    /// Twice the points of a player: 2 for a win, 1 for a draw.
    pub fn half_points(&self, rules: &Rules, color: Color) -> i32 {
        let discs = self.discs(rules);
        1 + discs[color].cmp(&discs[color.opponent()]) as i32
    }

    /// The time of all moves of a player.
    pub fn time(&self, color: Color) -> Duration {
        let plies = self.record.plies().skip(self.opening).zip(&self.times);
        plies.filter(|((before, _), _)| before.side_to_move() == color).map(|(_, time)| *time).sum()
    }
}
