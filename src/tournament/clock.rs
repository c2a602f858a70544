//! The clock of a game: seconds for each move, or for all moves of a player.

use std::time::Duration;

use reversi_core::games::reversi::{ByColor, Color};

/// The time that a player may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// For each move.
    Move(Duration),
    /// For all moves of a game.
    Game(Duration),
}

/// The clock of a game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    used: ByColor<Duration>,
}

impl Clock {
    /// The clock before the first move.
    pub fn new(control: TimeControl) -> Self {
        Self { control, used: ByColor::default() }
    }

    /// The time that a player may take in all.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The time that a player may take for the next move.
    pub fn limit(&self, color: Color) -> Duration {
        match self.control {
            TimeControl::Move(limit) => limit,
            TimeControl::Game(limit) => limit.saturating_sub(self.used[color]),
        }
    }

    /// The time that is left to a player for the game; `None` if each move has its own.
    pub fn left(&self, color: Color) -> Option<Duration> {
        matches!(self.control, TimeControl::Game(_)).then(|| self.limit(color))
    }

    /// Adds the time of a move; `false` if that was too much.
    pub fn add(&mut self, color: Color, time: Duration) -> bool {
        let is_in_time = time <= self.limit(color);
        self.used[color] += time;
        is_in_time
    }

    /// The time that a player has taken.
    pub fn used(&self, color: Color) -> Duration {
        self.used[color]
    }
}
