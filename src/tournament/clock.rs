//! The clock of a game: a time limit for each move, or for all moves of a player.

use std::time::Duration;

use reversi_core::games::reversi::{ByColor, Color};
use serde::{Deserialize, Deserializer, de::Error as _};

/// A player's time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// The time limit of each move.
    #[serde(deserialize_with = "duration")]
    Move(Duration),
    /// The time limit of all moves of a player in a game.
    #[serde(deserialize_with = "duration")]
    Game(Duration),
}

/// Reads a number of seconds.
pub(crate) fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let seconds = Some(f64::deserialize(deserializer)?).filter(|seconds| (0.01..=1e5).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| D::Error::custom("expected seconds, from 0.01 to 100000"))
}

#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    used: ByColor<Duration>,
}

impl Clock {
    pub fn new(control: TimeControl) -> Self {
        Self { control, used: ByColor::default() }
    }

    /// The time that a player has for the next move.
    pub fn limit(&self, color: Color) -> Duration {
        match self.control {
            TimeControl::Move(limit) => limit,
            TimeControl::Game(limit) => limit.saturating_sub(self.used[color]),
        }
    }

    /// The time that is left to a player for the game; `None` if each move has its own limit.
    pub fn left(&self, color: Color) -> Option<Duration> {
        matches!(self.control, TimeControl::Game(_)).then(|| self.limit(color))
    }

    pub fn add(&mut self, color: Color, time: Duration) {
        self.used[color] += time;
    }

    /// A sentence on a player who has exceeded the time limit.
    pub fn late(&self, color: Color) -> String {
        let limit = self.limit(color).as_secs_f64();
        let limit = match self.control {
            TimeControl::Move(_) => format!("{limit} s, the time of a move"),
            TimeControl::Game(all) => {
                format!("{limit:.3} s, all that was left of {} s for the game", all.as_secs_f64())
            }
        };
        format!("it gave no answer within {limit}")
    }
}
