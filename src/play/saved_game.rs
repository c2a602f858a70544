//! A game in a file: who plays it, by names that can be read again.

use super::{Opponent, Player};
use crate::{
    agents::AgentName,
    games::reversi::{ByColor, Color, Record, notation::GameRecord},
};

/// The name of a person in a file.
const PERSON: &str = "person";

/// The game to be written, with the names of its players.
pub fn saved(record: &Record, players: &ByColor<Player>) -> GameRecord {
    let name = |side| match &players[side] {
        Player::Person => PERSON.to_owned(),
        Player::Agent { name, .. } => name.to_string(),
    };
    GameRecord { record: record.clone(), players: ByColor { black: name(Color::Black), white: name(Color::White) } }
}

/// The opponent in a saved game, and the side of the person; no side if persons play both. None if the names are not those
/// of this program.
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
