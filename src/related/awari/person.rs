//! A person who plays Awari sees the board and types a house.

use std::io::{BufRead, Read as _, Write};

use anyhow::{Context as _, Result, bail};

use super::in_one_line;
use reversi_core::{
    game::Game as _,
    games::awari::{House, MatchRecord, Player, setup},
};

const LONGEST_ENTRY: u64 = 1000;

/// The input and the screen of a person.
#[derive(Debug)]
pub struct Person<R, W> {
    pub input: R,
    pub screen: W,
}

impl<R: BufRead, W: Write> Person<R, W> {
    /// Shows the board and asks until the answer is a legal house; `None` at the end of the input.
    pub fn ask(&mut self, record: &MatchRecord) -> Result<Option<House>> {
        let position = record.position();
        if let Some((opponent, house)) = record.moves().last() {
            writeln!(self.screen, "Player {opponent} has sown house {house}.")?;
        }
        write!(self.screen, "{}", setup::draw(position))?;
        let row = match position.side_to_move() {
            Player::One => "lower row, from the left",
            Player::Two => "upper row, from the right",
        };
        let legal: Vec<House> = position.moves().collect();
        let names = in_one_line(&legal);
        loop {
            write!(self.screen, "Player {}, choose a house ({row}: {names}): ", position.side_to_move())?;
            let mut entry = Vec::new();
            let mut line = self.input.by_ref().take(LONGEST_ENTRY);
            line.read_until(b'\n', &mut entry).context("cannot read standard input")?;
            if entry.is_empty() {
                writeln!(self.screen)?;
                return Ok(None);
            }
            if entry.len() as u64 == LONGEST_ENTRY {
                bail!("a line of standard input is too long; expected a house from 0 to 5");
            }
            let entry = String::from_utf8_lossy(&entry);
            let house = entry.trim().parse().ok().and_then(House::new).filter(|house| legal.contains(house));
            if house.is_some() {
                return Ok(house);
            }
            writeln!(self.screen, "{:?} is not a legal move; expected one of {names}", entry.trim())?;
        }
    }
}
