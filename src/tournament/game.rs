//! A game of a tournament, its ending, and the failures that end it early.

use std::time::Duration;

use anyhow::Error;
use reversi_core::games::reversi::{ByColor, Color, Record};
use reversi_io::{files::toml_file::word, names::names};
use serde::{Deserialize, Serialize};

use crate::rules::Rules;

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Cause {
        /// The player made a move that the rules forbid.
        Illegal => "illegal",
        /// The player's answer is not a move.
        Unreadable => "unreadable",
        /// The player refused a legal move of its opponent.
        Refused => "refused",
        /// The player did not answer before the clock ran out.
        Late => "late",
        /// The program ended, or exceeded a limit.
        Crashed => "crashed",
        /// The program could not be built, or was not ready in time.
        NotStarted => "not-started",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    pub cause: Cause,
    pub details: String,
    /// True if the time ran out. The games beside this game may have taken the time.
    #[serde(default)]
    pub is_of_time: bool,
    /// True if the player passed although there was a move, or did not pass although there was no move.
    #[serde(default)]
    pub is_of_pass: bool,
}

impl Forfeit {
    pub fn new(cause: Cause, details: impl Into<String>) -> Self {
        Self { cause, details: details.into(), is_of_time: cause == Cause::Late, is_of_pass: false }
    }

    /// The forfeit of a player who wrote a wrong text; `rest` is the end of the sentence on this text.
    pub fn wrote(cause: Cause, text: &str, rest: &str) -> Self {
        let shown: String = text.chars().take(200).collect();
        Self::new(cause, format!("it wrote {shown:?}{rest}"))
    }

    /// The forfeit of a player who wrote a text that does not have the expected form.
    pub fn unreadable(text: &str, expected: &str) -> Self {
        Self::wrote(Cause::Unreadable, text, &format!("; expected {expected}"))
    }
}

/// The reason why a player did not make a move.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The player caused the failure, and loses the game.
    Forfeit(Forfeit),
    /// The machine failed, so the referee repeats the game; the text is the reason.
    Machine(String),
}

impl From<Forfeit> for Failure {
    fn from(forfeit: Forfeit) -> Self {
        Self::Forfeit(forfeit)
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Machine(format!("{:#}", error.into()))
    }
}

/// A game without its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameOutcome {
    /// The time of each ply after the opening; zero for a pass without a question to the player.
    pub times: Vec<Duration>,
    pub forfeit: Option<ForfeitedGame>,
    pub conduct: [Conduct; 2],
}

/// The acts of a player besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conduct {
    /// The CPU time that the player used while stopped, if this time is too long.
    pub stolen: Duration,
    /// True if the player answered an illegal move by its error message; `None` if it got no illegal move.
    pub refuses_illegal: Option<bool>,
    /// The winner that the player named, and the right one; `None` if it was not asked.
    pub named_winner: Option<[String; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForfeitedGame {
    #[serde(with = "word")]
    pub loser: Color,
    pub forfeit: Forfeit,
}

/// A game that was played to its end or to a forfeit.
#[derive(Clone, Debug)]
pub struct Game {
    pub players: ByColor<usize>,
    pub opening: usize,
    pub opening_plies: usize,
    pub record: Record,
    pub outcome: GameOutcome,
}

impl Game {
    /// The discs of each player; after a forfeit, the opponent has all squares.
    pub fn discs(&self, rules: Rules) -> ByColor<u32> {
        let Some(ForfeitedGame { loser, .. }) = self.outcome.forfeit else {
            return rules.discs(self.record.position());
        };
        let mut discs = ByColor::default();
        discs[loser.opponent()] = self.record.position().size().squares().len();
        discs
    }

    pub fn forfeit(&self, color: Color) -> Option<&Forfeit> {
        self.outcome.forfeit.as_ref().filter(|game| game.loser == color).map(|game| &game.forfeit)
    }

    /// The name of the cause of a forfeit, or an empty text.
    pub fn cause(&self) -> &'static str {
        self.outcome.forfeit.as_ref().map_or("", |game| game.forfeit.cause.name())
    }

    /// Twice the points of a player: 2 for a win, 1 for a draw.
    pub fn half_points(&self, rules: Rules, color: Color) -> i32 {
        let discs = self.discs(rules);
        1 + discs[color].cmp(&discs[color.opponent()]) as i32
    }

    pub fn time(&self, color: Color) -> Duration {
        let plies = self.record.plies().skip(self.opening_plies).zip(&self.outcome.times);
        plies.filter(|((before, _), _)| before.side_to_move() == color).map(|(_, time)| *time).sum()
    }
}
