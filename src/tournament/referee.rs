//! The referee of a game: asks each player in turn, keeps the clock, and checks every move by the rules.

use std::time::Duration;

use anyhow::{Result, bail};
use reversi_core::games::reversi::{Color, Move, Record, notation::text::Alphabet};
use reversi_io::names::list;

use crate::{
    clock::Clock,
    game::{Cause, Failure, Forfeit, ForfeitedGame, GameOutcome},
    player::Player,
    protocols::Turn,
    rules::{Rules, is_legal},
};

/// Plays a game from the end of an opening. `sit` starts the player of a turn's color. Returns an error if the machine fails;
/// then the game is not a result.
pub fn play<'a>(
    rules: Rules,
    opening: &Record,
    sit: impl Fn(&Turn) -> Result<Box<dyn Player + 'a>, Failure>,
) -> Result<(Record, GameOutcome)> {
    let (mut record, mut outcome) = (opening.clone(), GameOutcome::default());
    let mut clock = Clock::new(rules.time, rules.slack);
    let mut players = Vec::new();
    let plies = opening.moves().count();
    let mut play = || {
        for color in Color::ALL {
            let turn = Turn { color, ..Turn::new(&record, plies, &clock) };
            players.push(sit(&turn).map_err(|failure| (color, failure))?);
        }
        while !rules.is_over(record.position()) {
            let color = record.position().side_to_move();
            let turn = Turn::new(&record, plies, &clock);
            let (played, time) = ask(&mut *players[color as usize], &turn).map_err(|failure| (color, failure))?;
            clock.add(color, time);
            record.play(played);
            outcome.times.push(time);
        }
        Ok(())
    };
    let result = play();
    for ((player, conduct), color) in players.iter_mut().zip(&mut outcome.conduct).zip(Color::ALL) {
        *conduct = player.finish(&Turn { color, ..Turn::new(&record, plies, &clock) })?;
    }
    match result {
        Ok(()) => {}
        Err((loser, Failure::Forfeit(forfeit))) => outcome.forfeit = Some(ForfeitedGame { loser, forfeit }),
        Err((_, Failure::Machine(why))) => bail!(why),
    }
    Ok((record, outcome))
}

/// Asks a player for a move; a player who must pass is only asked if the protocol has a word for a pass.
fn ask(player: &mut dyn Player, turn: &Turn) -> Result<(Move, Duration), Failure> {
    let (position, color) = (turn.record.position(), turn.color);
    let legal = position.legal_moves();
    if legal.is_empty() && !player.is_asked_for_passes() {
        return Ok((Move::Pass, Duration::ZERO));
    }
    let forfeit = match player.choose(turn) {
        Ok((answer, time)) => match answer.played.filter(|played| is_legal(position, *played)) {
            Some(legal) => return Ok((legal, time)),
            None => Forfeit {
                is_of_pass: legal.is_empty() || answer.played == Some(Move::Pass),
                ..Forfeit::wrote(Cause::Illegal, &answer.text, &format!(", which is not a legal move of {color}"))
            },
        },
        // A missing pass is a fault of the pass, also if the referee waited for it.
        Err(Failure::Forfeit(forfeit)) => Forfeit { is_of_pass: legal.is_empty(), ..forfeit },
        Err(machine) => return Err(machine),
    };
    let rows = Alphabet::STARS.rows(position).collect::<Vec<_>>().join("\n");
    let expected = if legal.is_empty() { "a pass".to_owned() } else { list(legal, "or") };
    let board = format!("The board (X black, O white; {color} to move):\n{rows}\nexpected {expected}");
    Err(Forfeit { details: format!("{}\n\n{board}", forfeit.details), ..forfeit }.into())
}
