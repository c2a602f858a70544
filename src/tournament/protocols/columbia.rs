//! The protocol of Columbia COMS W4701 and Toronto CSC384: a board as a Python literal for each move.

use std::io::{BufRead, Write};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{Answer, Codec, SquareForm, Turn, not_a_move, read_line};
use crate::{
    clock::Clock,
    conversation::{Conversation, Trouble},
    engine::Engine,
    rules::Rules,
};
use reversi_core::games::reversi::{Bitboard, Color, Move, Position, Record, Size, Square};

/// The protocol's values that a configuration may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columbia {
    /// What the agent is told before its first turn.
    pub handshake: Handshake,
    /// The flags that the full handshake tells.
    pub flags: Flags,
}

/// What the agent is told before its first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handshake {
    /// Its color, and the flags.
    #[default]
    Full,
    /// Its color alone.
    Color,
}

/// What students are told to search with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// The depth limit; -1 for none.
    limit: i32,
    minimax: bool,
    caching: bool,
    ordering: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self { limit: -1, minimax: false, caching: false, ordering: false }
    }
}

impl Codec for Columbia {
    fn greet(&self, agent: &mut Conversation, color: Color, _: Rules, _: &Clock) -> Result<(), Trouble> {
        agent.line()?;
        let color = digit(Some(color));
        let Flags { limit, minimax, caching, ordering } = self.flags;
        agent.say(&match self.handshake {
            Handshake::Full => {
                format!("{color},{limit},{},{},{}\n", u8::from(minimax), u8::from(caching), u8::from(ordering))
            }
            Handshake::Color => format!("{color}\n"),
        });
        Ok(())
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn) -> Result<Answer, Trouble> {
        let is_first = turn.record.moves().count() == turn.opening;
        let board = board(turn.record.position(), is_first);
        agent.say(&format!("SCORE {}\n{board}\n", discs(turn.record.position())));
        let text = agent.line()?;
        let square = SquareForm::column_row().read(&text);
        let square = square.map_err(|_| not_a_move(&text, "a column and a row, such as 2 3"))?;
        Ok(Answer { text, played: square.map(Move::Place) })
    }

    fn farewell(&self, record: &Record) -> String {
        format!("FINAL {}\n", discs(record.position()))
    }

    fn play(
        &self,
        engine: &mut Engine,
        _: Option<Color>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<()> {
        writeln!(output, "{}", engine.name())?;
        output.flush()?;
        let Some(handshake) = read_line(input)? else { return Ok(()) };
        let color = handshake.split(',').next().and_then(|color| match color {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            _ => None,
        });
        let color = color.with_context(|| format!("the referee wrote {handshake:?}; expected 1 or 2 and flags"))?;
        while let Some(line) = read_line(input)?.filter(|line| !line.starts_with("FINAL")) {
            let board = read_line(input)?.unwrap_or_default();
            let position = read_board(&board, color)
                .with_context(|| format!("the referee wrote {line:?} and {board:?}; expected SCORE and a board"))?;
            if let Some(Move::Place(square)) = engine.choose(&position) {
                writeln!(output, "{}", SquareForm::column_row().write(square))?;
                output.flush()?;
            }
        }
        Ok(())
    }
}

/// 1 for dark, 2 for light, 0 for an empty square.
const fn digit(color: Option<Color>) -> u8 {
    match color {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    }
}

fn discs(position: &Position) -> String {
    format!("{} {}", position.discs(Color::Black).len(), position.discs(Color::White).len())
}

/// The board as a Python literal: a list of lists before the first move, and later a tuple of tuples, which agents use as
/// the key of a dictionary.
fn board(position: &Position, is_first: bool) -> String {
    let rows = position.size().rows();
    let [open, close] = if is_first { ["[", "]"] } else { ["(", ")"] };
    let sequence = |items: Vec<String>| format!("{open}{}{close}", items.join(", "));
    let square = |row, column| digit(Square::new(row, column).and_then(|square| position.at(square))).to_string();
    sequence((0..rows).map(|row| sequence((0..rows).map(|column| square(row, column)).collect())).collect())
}

fn read_board(text: &str, side_to_move: Color) -> Option<Position> {
    let digits: Vec<u8> = text.bytes().filter(|byte| (b'0'..=b'2').contains(byte)).collect();
    let size = (1..=8).find(|rows: &u8| usize::from(*rows).pow(2) == digits.len()).and_then(Size::new)?;
    let squares = size.squares().into_iter();
    let of =
        |digit: u8| squares.clone().zip(&digits).filter(move |(_, found)| **found == digit).map(|(square, _)| square);
    let [black, white]: [Bitboard; 2] = [of(b'1').collect(), of(b'2').collect()];
    Some(Position::new(size, side_to_move, black, white))
}
