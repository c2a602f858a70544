//! Saves a game to a file with names of players that the program can read again.

use super::{Opponent, Player};
use crate::{
    agents::AgentName,
    games::reversi::{ByColor, Color, Record, notation::GameRecord},
};

/// The name of a person in a saved game.
const PERSON: &str = "person";

pub fn saved(record: &Record, players: &ByColor<Player>) -> GameRecord {
    let name = |side| match &players[side] {
        Player::Person => PERSON.to_owned(),
        Player::Agent { name, .. } => name.to_string(),
    };
    GameRecord { record: record.clone(), players: ByColor { black: name(Color::Black), white: name(Color::White) } }
}

/// The opponent in a saved game, and the side of the person, if only one side is a person. `None` if the saved names
/// are not names of this program's players.
pub fn players(game: &GameRecord) -> Option<(Opponent, Option<Color>)> {
    let ByColor { black, white } = &game.players;
    let agent = |name: &str| name.parse::<AgentName>().map(Opponent::Agent).ok();
    match (black.as_str(), white.as_str()) {
        (PERSON, PERSON) => Some((Opponent::Person, None)),
        (PERSON, name) => Some((agent(name)?, Some(Color::Black))),
        (name, PERSON) => Some((agent(name)?, Some(Color::White))),
        _ => None,
    }
}
