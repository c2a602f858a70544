//! The referee of a game: asks each player in turn, keeps the clock, and checks every move by the rules.

use std::time::Duration;

use anyhow::Result;

use crate::{
    clock::{Clock, TimeControl},
    game::{Cause, Forfeit, Game},
    player::{Failure, Player},
    protocols::Turn,
    rules::{Next, Rules},
};
use reversi_core::games::reversi::{ByColor, Color, Move, Position, Record, notation::text::Alphabet};
use reversi_io::names::list;

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The rules.
    pub rules: Rules,
    /// The time of each player.
    pub time: TimeControl,
}

/// A game under way.
struct Table<'a> {
    terms: &'a Terms,
    clock: Clock,
    game: Game,
}

/// Plays a game from the end of an opening.
///
/// # Errors
/// Returns an error if the machine fails: the game says nothing about the players.
pub fn play(terms: &Terms, opening: Record, players: &mut ByColor<Box<dyn Player + '_>>) -> Result<Game> {
    let game = Game {
        opening: opening.moves().count(),
        record: opening,
        times: Vec::new(),
        forfeit: None,
        remarks: ByColor::default(),
    };
    let mut table = Table { terms, clock: Clock::new(terms.time), game };
    let failure = table.play(players).err();
    let mut game = table.game;
    for color in Color::ALL {
        game.remarks[color] = players[color].finish(&game.record)?;
    }
    match failure {
        None => {}
        Some((color, Failure::Forfeit(forfeit))) => game.forfeit = Some((color, forfeit)),
        Some((_, Failure::Machine(error))) => return Err(error),
    }
    Ok(game)
}

impl Table<'_> {
    /// Plays to the end of the game, or to the failure of a player.
    fn play(&mut self, players: &mut ByColor<Box<dyn Player + '_>>) -> Result<(), (Color, Failure)> {
        for color in Color::ALL {
            players[color].start(color, self.terms.rules, &self.clock).map_err(|failure| (color, failure))?;
        }
        loop {
            let color = self.game.record.position().side_to_move();
            match self.terms.rules.next(&self.game.record) {
                Next::Over => return Ok(()),
                Next::Pass if !players[color].is_asked_for_passes() => self.put(Move::Pass, Duration::ZERO),
                Next::Pass | Next::Choice(_) => self.ask(&mut *players[color]).map_err(|failure| (color, failure))?,
            }
        }
    }

    fn put(&mut self, played: Move, time: Duration) {
        self.game.record.play(played);
        self.game.times.push(time);
    }

    /// Asks a player for a move, and makes it.
    fn ask(&mut self, player: &mut dyn Player) -> Result<(), Failure> {
        let Game { record, opening, .. } = &self.game;
        let rules = self.terms.rules;
        let turn = Turn { record, opening: *opening, known: 0, rules, clock: &self.clock };
        let (answer, time) = player.choose(&turn)?;
        let position = *record.position();
        let legal = answer.played.filter(|choice| match choice {
            Move::Place(square) => position.legal_moves().contains(*square),
            Move::Pass => position.legal_moves().is_empty(),
        });
        let Some(legal) = legal else {
            return Err(Failure::Forfeit(Forfeit::new(Cause::Illegal, illegal(&position, &answer.text))));
        };
        self.clock.add(position.side_to_move(), time);
        self.put(legal, time);
        Ok(())
    }
}

/// The report of an illegal move, with the board.
fn illegal(position: &Position, text: &str) -> String {
    let (color, legal) = (position.side_to_move(), position.legal_moves());
    let expected = if legal.is_empty() { "a pass".to_owned() } else { list(legal, "or") };
    let shown: String = text.chars().take(200).collect();
    let rows: Vec<String> = Alphabet::STARS.rows(position).collect();
    let rows = rows.join("\n");
    format!(
        "it wrote {shown:?}, which is not a legal move of {color}; expected {expected}; the board (X black)\n{rows}"
    )
}
