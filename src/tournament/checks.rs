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
        Legal => "legal",
        Pass => "pass",
        Error => "error",
        Winner => "winner",
        Optimal => "optimal",
        Time => "time",
    }
}

/// The result of a check in all games of a student.
pub struct Checked {
    /// A sentence for the feedback.
    pub sentence: String,
    pub points: f64,
    /// True if a game shows if the student keeps the rule.
    pub is_tested: bool,
}

impl Check {
    const fn rule(self) -> &'static str {
        match self {
            Self::Legal => "every move is legal",
            Self::Pass => "the program passes if it has no move, and only then",
            Self::Error => {
                "the program refuses illegal moves, and no others, with its error message, and the game goes on"
            }
            Self::Winner => "the program names the right winner",
            Self::Optimal => "on 4x4, no move loses a disc",
            Self::Time => "every move comes in time",
        }
    }

    /// True if a player keeps the rule in a game; `None` if the game does not show it. A game that was not played to its
    /// end can only break a rule.
    fn holds(self, game: &Game, own: Color) -> Option<bool> {
        let (forfeit, conduct) = (game.forfeit(own), &game.outcome.conduct[own as usize]);
        let is_by = |cause| forfeit.is_some_and(|forfeit| forfeit.cause == cause && !forfeit.is_of_pass);
        // After an accepted illegal move, the later moves are made on another board.
        let of_moves = |is_kept: bool| Some(is_kept).filter(|_| is_kept || conduct.refuses_illegal != Some(false));
        let plies = game.record.plies().skip(game.opening_plies);
        let mut own_moves = plies.filter(|(before, _)| before.side_to_move() == own);
        let kept = match self {
            Self::Legal => of_moves(!is_by(Cause::Illegal)),
            Self::Time => of_moves(!is_by(Cause::Late)),
            Self::Pass if forfeit.is_some_and(|forfeit| forfeit.is_of_pass) => Some(false),
            Self::Pass => own_moves.any(|(_, played)| played == Move::Pass).then_some(true),
            Self::Error => conduct.refuses_illegal,
            // A program that ended too early does not name the winner of the game.
            Self::Winner if forfeit.is_some_and(|forfeit| forfeit.cause == Cause::Crashed) => Some(false),
            Self::Winner => conduct.named_winner.as_ref().map(|[named, right]| named == right),
            Self::Optimal => {
                let mut search = FastSearch::new(&Pieces);
                let mut value = |position| search.search(&Pass(position), Depth::UNLIMITED).value;
                Some(own_moves.all(|(before, played)| {
                    let after = reversi_core::game::Game::after(&Pass(before), played).0;
                    value(before) == value(after)
                }))
            }
        };
        kept.filter(|is_kept| !is_kept || game.outcome.forfeit.is_none())
    }

    /// The result for a student in its games; `name` returns the name of an agent by its number. If the student keeps
    /// the rule, it earns the share of the points that the games played to their end have in all games.
    pub fn of(self, points: f64, games: &[Game], student: usize, name: &dyn Fn(usize) -> String) -> Checked {
        let size = |game: &Game| game.record.position().size();
        let color = |game: &Game| Color::ALL.into_iter().find(|color| game.players[*color] == student);
        let games = games.iter().filter_map(|game| Some((game, color(game)?)));
        let games: Vec<_> = games.filter(|(game, _)| self != Self::Optimal || size(game) == Size::FOUR).collect();
        let finished = games.iter().filter(|(game, _)| game.outcome.forfeit.is_none()).count();
        let seen = games.iter().filter_map(|&(game, own)| Some((game, own, self.holds(game, own)?)));
        let seen: Vec<(&Game, Color, bool)> = seen.collect();
        let broken: Vec<_> = seen.iter().filter(|(.., is_kept)| !is_kept).collect();
        let of = count(seen.len() as u64, "game");
        let share = if broken.is_empty() && finished > 0 { finished as f64 / games.len() as f64 } else { 0.0 };
        let result = if let Some((game, own, _)) = broken.first() {
            let (opponent, size) = (name(game.players[own.opponent()]), size(game));
            let wrong = game.outcome.conduct[*own as usize].named_winner.as_ref().filter(|_| self == Self::Winner);
            let named = wrong.map_or(String::new(), |[named, right]| format!(" ({named:?}; expected {right:?})"));
            format!("no in {} of {of}, first on {size} against {opponent} as {own}{named}", broken.len())
        } else if seen.is_empty() {
            "not tested by these games".to_owned()
        } else {
            format!("yes, in {of}")
        };
        let unfinished = if broken.is_empty() && finished < games.len() {
            format!("; {finished} of {} were played to their end", count(games.len() as u64, "game"))
        } else {
            String::new()
        };
        let earned = (points * share * 2.0).floor() / 2.0;
        let sentence = format!("{}: {result}{unfinished} ({earned} of {points} points)", self.rule());
        Checked { sentence, points: earned, is_tested: !seen.is_empty() }
    }
}
