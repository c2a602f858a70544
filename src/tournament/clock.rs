//! The clock of a game: a time limit for each move, or for all moves of a player.

use std::time::Duration;

use reversi_core::games::reversi::{ByColor, Color};
use serde::{Deserialize, Deserializer, de::Error as _};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    #[serde(deserialize_with = "duration")]
    Move(Duration),
    /// The time limit of all moves of a player in a game.
    #[serde(deserialize_with = "duration")]
    Game(Duration),
}

/// Reads seconds: a number, or a text such as `0.5 s`.
pub(crate) fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    seconds_from(0.01, deserializer)
}

/// Reads seconds, which may be 0.
pub(crate) fn slack<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    seconds_from(0.0, deserializer)
}

fn seconds_from<'de, D: Deserializer<'de>>(least: f64, deserializer: D) -> Result<Duration, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Seconds {
        Number(f64),
        Text(String),
    }
    let seconds = match Seconds::deserialize(deserializer) {
        Ok(Seconds::Number(seconds)) => Some(seconds),
        Ok(Seconds::Text(text)) => text.strip_suffix('s').and_then(|number| number.trim().parse().ok()),
        Err(_) => None,
    };
    let seconds = seconds.filter(|seconds| (least..=1e5).contains(seconds)).map(Duration::from_secs_f64);
    seconds.ok_or_else(|| D::Error::custom(format!("expected seconds, from {least} to 100000")))
}

#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    slack: Duration,
    used: ByColor<Duration>,
}

impl Clock {
    pub fn new(control: TimeControl, slack: Duration) -> Self {
        Self { control, slack, used: ByColor::default() }
    }

    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The time that a player has for the next move.
    pub fn limit(&self, color: Color) -> Duration {
        match self.control {
            TimeControl::Move(limit) => limit,
            TimeControl::Game(limit) => limit.saturating_sub(self.used[color]),
        }
    }

    /// The time after which an answer is late. The slack of a game is for all its moves together.
    pub fn deadline(&self, color: Color) -> Duration {
        match self.control {
            TimeControl::Move(limit) => limit + self.slack,
            TimeControl::Game(limit) => (limit + self.slack).saturating_sub(self.used[color]),
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
        let slack = self.slack.as_secs_f64();
        format!("it gave no answer within {limit}, and {slack} s more (`slack`)")
    }
}
