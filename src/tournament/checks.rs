//! The checks of a ladder, which count for points beside the results of the games.

use reversi_core::{
    fast::FastSearch,
    game::Depth,
    games::reversi::{Color, Move, Pass, Pieces, Size},
};
use reversi_io::names::{count, names};
use serde::Deserialize;

use crate::game::{Cause, Game};

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Check {
        /// Every move is legal.
        Legal => "legal",
        /// The program passes if it has no move, and only then.
        Pass => "pass",
        /// The program answers an illegal move by its error message, and the game goes on.
        Error => "error",
        /// The program names the right winner.
        Winner => "winner",
        /// On 4x4, no move loses a disc of the exact value.
        Optimal => "optimal",
        /// Every move comes in time.
        Time => "time",
    }
}

/// The result of a check in all games of a student.
pub struct Checked {
    /// A sentence for the feedback.
    pub sentence: String,
    pub points: f64,
}

impl Check {
    const fn rule(self) -> &'static str {
        match self {
            Self::Legal => "every move is legal",
            Self::Pass => "the program passes if it has no move, and only then",
            Self::Error => "the program refuses an illegal move with its error message, and the game goes on",
            Self::Winner => "the program names the right winner",
            Self::Optimal => "on 4x4, no move loses a disc",
            Self::Time => "every move comes in time",
        }
    }

    /// True if a player keeps the rule in a game; `None` if the game does not show it.
    fn holds(self, game: &Game, own: Color) -> Option<bool> {
        let forfeit = game.forfeit(own);
        let own_moves =
            || game.record.plies().skip(game.opening_plies).filter(|(before, _)| before.side_to_move() == own);
        // An accepted illegal move says nothing about the later moves.
        let is_spoiled = game.outcome.conduct[own as usize].refuses_illegal == Some(false);
        match self {
            Self::Legal | Self::Time => {
                let is_broken = forfeit.is_some_and(|forfeit| match self {
                    Self::Time => forfeit.cause == Cause::Late && !forfeit.is_of_pass,
                    _ => forfeit.cause == Cause::Illegal && !forfeit.is_of_pass,
                });
                (!is_spoiled && (is_broken || own_moves().next().is_some())).then_some(!is_broken)
            }
            Self::Pass => {
                let is_broken = forfeit.is_some_and(|forfeit| forfeit.is_of_pass);
                (is_broken || own_moves().any(|(_, played)| played == Move::Pass)).then_some(!is_broken)
            }
            Self::Error => game.outcome.conduct[own as usize].refuses_illegal,
            // A program that ended too early does not name the winner of the game.
            Self::Winner if forfeit.is_some_and(|forfeit| forfeit.cause == Cause::Crashed) => Some(false),
            Self::Winner => game.outcome.conduct[own as usize].names_winner,
            Self::Optimal if game.record.position().size() != Size::FOUR => None,
            Self::Optimal => {
                let mut search = FastSearch::new(&Pieces);
                let mut value = |position| search.search(&Pass(position), Depth::UNLIMITED).value;
                let mut moves = own_moves().map(|(before, played)| {
                    let after = reversi_core::game::Game::after(&Pass(before), played).0;
                    value(before) == value(after)
                });
                moves.try_fold(None, |_, keeps| if keeps { Ok(Some(true)) } else { Err(()) }).unwrap_or(Some(false))
            }
        }
    }

    /// The result for a student in its games; `name` returns the name of an agent by its number. A rule that no game shows earns its points if the student finished all games.
    pub fn of(self, points: f64, games: &[Game], student: usize, name: &dyn Fn(usize) -> String) -> Checked {
        let color = |game: &Game| Color::ALL.into_iter().find(|color| game.players[*color] == student);
        let games = || games.iter().filter_map(|game| Some((game, color(game)?)));
        let seen: Vec<(&Game, Color, bool)> =
            games().filter_map(|(game, own)| Some((game, own, self.holds(game, own)?))).collect();
        let broken: Vec<_> = seen.iter().filter(|(.., holds)| !holds).collect();
        let of = count(seen.len() as u64, "game");
        let (is_kept, result) = if let Some((game, own, _)) = broken.first() {
            let opponent = name(game.players[own.opponent()]);
            let size = game.record.position().size();
            let wrong = game.outcome.conduct[*own as usize].wrong_winner.as_ref().filter(|_| self == Self::Winner);
            let named = wrong.map_or(String::new(), |[named, right]| format!(" ({named:?}; expected {right:?})"));
            (false, format!("no in {} of {of}, first on {size} against {opponent} as {own}{named}", broken.len()))
        } else if seen.is_empty() {
            let finished = games().all(|(game, own)| game.forfeit(own).is_none());
            (finished, if finished { "no game shows it" } else { "no finished game shows it" }.to_owned())
        } else {
            (true, format!("yes, in {of}"))
        };
        let earned = if is_kept { points } else { 0.0 };
        Checked { sentence: format!("{}: {result} ({earned} of {points} points)", self.rule()), points: earned }
    }
}
