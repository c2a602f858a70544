//! Plays a match of Awari and prints the match.

use std::io::{BufRead, Write};

use anyhow::Result;

use super::{AwariAgent, Person, in_one_line, search, winner};
use reversi_core::{
    game::Game as _,
    games::awari::{MatchRecord, Position, setup},
    search::AlphaBeta,
};

/// Plays a match between two agents, until the match is over or a person's input ends.
pub fn play(
    start: Position,
    agents: [AwariAgent; 2],
    person: &mut Person<impl BufRead, impl Write>,
) -> Result<MatchRecord> {
    let mut record = MatchRecord::new(start);
    while record.ending().is_none() {
        let position = record.position();
        let house = match agents[position.side_to_move() as usize] {
            AwariAgent::First => position.moves().next(),
            AwariAgent::AlphaBeta(depth) => search(position, depth, AlphaBeta::FULL)?.best,
            AwariAgent::Human => person.ask(&record)?,
        };
        let Some(house) = house else { break };
        record.play(house);
    }
    Ok(record)
}

/// The moves of a match in one line, and the setup after them. If the match is over, the report also contains the
/// winner and the reason.
pub fn report(record: &MatchRecord) -> String {
    let position = record.position();
    let moves = in_one_line(record.moves().iter().map(|(player, house)| format!("{player}:{house}")));
    let result = record.ending().map(|ending| format!("winner {} {ending}\n", winner(position)));
    format!("{moves}\n{}{}", setup::write(position), result.unwrap_or_default())
}
