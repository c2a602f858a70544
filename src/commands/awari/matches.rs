//! Matches of Awari: who plays, and the game between them.

use std::{
    fmt::Write as _,
    io::{self, BufRead as _, Read as _, Write as _},
    str::FromStr,
};

use anyhow::{Context as _, Result, bail};

use super::{blank_separated, house, print, winner};
use crate::{
    awari::AwariAgent,
    game::{Depth, Game as _},
    games::awari::{House, Player, Position, Record, setup},
    search::stack::DEEPEST,
};

/// Plays a match, and prints its record when it is over or a person has no more to say.
pub fn play(position: Position, one: Contestant, two: Contestant) -> Result<()> {
    let mut record = Record::new(position);
    while record.ending().is_none() {
        let player = match record.position().side_to_move() {
            Player::One => one,
            Player::Two => two,
        };
        let house = match player {
            Contestant::Agent(agent) => agent.choose(record.position())?,
            Contestant::Human => ask(&record)?,
        };
        let Some(house) = house else { break };
        record.play(house);
    }
    let position = record.position();
    let moves = record.moves().iter().map(|(player, house)| format!("{player}:{house}"));
    let mut text = format!("{}\n{}", blank_separated(moves), setup::write(position));
    match record.ending() {
        Some(ending) => writeln!(text, "winner {} {ending}", winner(position))?,
        None => writeln!(io::stderr(), "end of input: the match is not over")?,
    }
    print(text)
}

/// Who plays a side.
#[derive(Clone, Copy, Debug)]
pub enum Contestant {
    /// An agent.
    Agent(AwariAgent),
    /// Whoever types at standard input.
    Human,
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let plies = name.strip_prefix("ab:").and_then(|plies| plies.parse().ok());
        match (name, plies) {
            ("first", _) => Ok(Self::Agent(AwariAgent::First)),
            ("human", _) => Ok(Self::Human),
            (_, Some(plies @ 1..=DEEPEST)) => Ok(Self::Agent(AwariAgent::AlphaBeta(Depth::new(plies)))),
            _ => Err(format!("expected `first`, `human`, or `ab:D` with a depth D from 1 to {DEEPEST}")),
        }
    }
}

/// The longest entry that is read, in bytes.
const LONGEST_ENTRY: u64 = 1000;

/// Shows a person the board and asks until the answer is a legal house, or the input ends.
fn ask(record: &Record) -> Result<Option<House>> {
    let mut screen = io::stderr();
    let position = record.position();
    if let Some((opponent, house)) = record.moves().last() {
        writeln!(screen, "Player {opponent} has sown house {house}.")?;
    }
    write!(screen, "{}", setup::draw(position))?;
    let row = match position.side_to_move() {
        Player::One => "lower row, from the left",
        Player::Two => "upper row, from the right",
    };
    loop {
        let legal = blank_separated(position.moves());
        write!(screen, "Player {}, your house ({row}: {legal}): ", position.side_to_move())?;
        let mut entry = Vec::new();
        io::stdin().lock().take(LONGEST_ENTRY).read_until(b'\n', &mut entry).context("cannot read standard input")?;
        if entry.is_empty() {
            writeln!(screen)?;
            return Ok(None);
        }
        if entry.len() as u64 == LONGEST_ENTRY {
            bail!("a line of standard input is too long; expected a house from 0 to 5");
        }
        let entry = String::from_utf8_lossy(&entry);
        match house(entry.trim()).ok().filter(|&house| position.moves().any(|legal| legal == house)) {
            Some(house) => return Ok(Some(house)),
            None => writeln!(screen, "{:?} is not a legal move; expected one of {legal}", entry.trim())?,
        }
    }
}
