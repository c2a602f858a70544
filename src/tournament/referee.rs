//! The referee of a game: asks each player in turn, keeps the clock, and checks every move by the rules.

use std::time::Duration;

use anyhow::{Error, Result};
use reversi_core::games::reversi::{Color, Move, Record, notation::text::Alphabet};
use reversi_io::names::list;

use crate::{
    clock::{Clock, TimeControl},
    game::{Cause, Forfeit, GameOutcome},
    player::{Player, Seat},
    protocols::Turn,
    rules::Rules,
};

/// The rules and the clock of all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub rules: Rules,
    pub time: TimeControl,
}

/// The reason why a player makes no move.
#[derive(Debug)]
pub enum Failure {
    /// The player is to blame, and loses the game.
    Forfeit(Forfeit),
    /// The machine failed: the game is played again.
    Machine(Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Machine(error.into())
    }
}

/// Plays a game from the end of an opening. `sit` starts the player of a color. Returns an error if the machine fails;
/// then the game is not a result.
pub fn play<'a>(
    terms: &Terms,
    opening: &Record,
    sit: impl Fn(Seat) -> Result<Box<dyn Player + 'a>, Failure>,
) -> Result<(Record, GameOutcome)> {
    let (mut record, mut outcome) = (opening.clone(), GameOutcome::default());
    let mut clock = Clock::new(terms.time);
    let mut players = Vec::new();
    let failure = loop {
        let next = if players.len() < 2 {
            let color = Color::ALL[players.len()];
            sit(Seat { color, rules: terms.rules, clock: &clock })
                .map(|player| players.push(player))
                .map_err(|failure| (color, failure))
        } else if terms.rules.is_over(record.position()) {
            break None;
        } else {
            let color = record.position().side_to_move();
            let turn = Turn { record: &record, opening: opening.moves().count(), clock: &clock };
            let played = ask(&mut *players[color as usize], &turn);
            played.map_err(|failure| (color, failure)).map(|(played, time)| {
                clock.add(color, time);
                record.play(played);
                outcome.times.push(time);
            })
        };
        if let Err(failure) = next {
            break Some(failure);
        }
    };
    for (player, stolen) in players.iter_mut().zip(&mut outcome.stolen) {
        *stolen = player.finish(&record)?;
    }
    match failure {
        None => {}
        Some((loser, Failure::Forfeit(forfeit))) => outcome.forfeits[loser as usize] = Some(forfeit),
        Some((_, Failure::Machine(error))) => return Err(error),
    }
    Ok((record, outcome))
}

/// Asks a player for a move, unless it has to pass and its protocol has no word for a pass.
fn ask(player: &mut dyn Player, turn: &Turn) -> Result<(Move, Duration), Failure> {
    let position = turn.record.position();
    let legal = position.legal_moves();
    if legal.is_empty() && !player.is_asked_for_passes() {
        return Ok((Move::Pass, Duration::ZERO));
    }
    let is_legal = |choice: &Move| choice.square().map_or(legal.is_empty(), |square| legal.contains(square));
    let expected = if legal.is_empty() { "a pass".to_owned() } else { list(legal, "or") };
    let forfeit = match player.choose(turn) {
        Ok((answer, time)) => {
            if let Some(legal) = answer.played.filter(is_legal) {
                return Ok((legal, time));
            }
            let (text, color): (String, _) = (answer.text.chars().take(200).collect(), turn.color());
            Forfeit::new(Cause::Illegal, format!("it wrote {text:?}, which is not a legal move of {color}"))
        }
        Err(Failure::Forfeit(forfeit)) => forfeit,
        Err(machine) => return Err(machine),
    };
    let rows: Vec<String> = Alphabet::STARS.rows(position).collect();
    let details = format!(
        "{}\n\nThe board (X black, O white; {} to move):\n{}\nexpected {expected}",
        forfeit.details,
        turn.color(),
        rows.join("\n")
    );
    Err(Failure::Forfeit(Forfeit { details, ..forfeit }))
}
