//! The protocol of Columbia COMS W4701 and Toronto CSC384: sends a board as a Python literal for each move.

use anyhow::{Context as _, Result};
use reversi_core::games::reversi::{Bitboard, Color, Move, Position, Record, Size, notation::text::Alphabet};
use serde::Deserialize;

use super::{Answer, Codec, Engine, Referee, SquareForm, Turn};
use crate::{
    conversation::{Conversation, Trouble},
    player::Seat,
};

/// The values of the protocol that a configuration may change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Columbia {
    pub handshake: Handshake,
    pub flags: Flags,
}

/// The first line to the agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Handshake {
    /// The agent's color, and the flags.
    #[default]
    Full,
    /// Only the agent's color.
    Color,
}

/// The search that the agent should use.
#[derive(Clone, Copy, Debug, Deserialize)]
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
    fn greet(&self, agent: &mut Conversation, Seat { color, .. }: Seat) -> Result<(), Trouble> {
        agent.line()?;
        let color = Alphabet::DIGITS.letter(Some(color));
        let Flags { limit, minimax, caching, ordering } = self.flags;
        agent.say(&match self.handshake {
            Handshake::Full => {
                format!("{color},{limit},{},{},{}\n", u8::from(minimax), u8::from(caching), u8::from(ordering))
            }
            Handshake::Color => format!("{color}\n"),
        });
        Ok(())
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn, _: usize) -> Result<Answer, Trouble> {
        let position = turn.record.position();
        let board = board(position, turn.record.moves().count() == turn.opening);
        agent.say(&format!("SCORE {}\n{board}\n", discs(position)));
        let text = agent.line()?;
        let played = SquareForm::column_row().read(&text, 0)?.map(Move::Place);
        Ok(Answer { text, played })
    }

    fn farewell(&self, record: &Record) -> String {
        format!("FINAL {}\n", discs(record.position()))
    }

    fn play(&self, engine: &mut Engine, _: Option<Color>, referee: &mut Referee) -> Result<()> {
        referee.write(&engine.name())?;
        let Some(handshake) = referee.read()? else { return Ok(()) };
        let color = handshake.split(',').next().and_then(|color| Alphabet::DIGITS.color(color));
        let color = color.with_context(|| format!("the referee wrote {handshake:?}; expected 1 or 2 and flags"))?;
        while let Some(line) = referee.read()?.filter(|line| !line.starts_with("FINAL")) {
            let board = referee.read()?.unwrap_or_default();
            let position = read_board(&board, color)
                .with_context(|| format!("the referee wrote {line:?} and {board:?}; expected SCORE and a board"))?;
            if let Some(Move::Place(square)) = engine.choose(&position) {
                referee.write(&SquareForm::column_row().write(square, 0))?;
            }
        }
        Ok(())
    }
}

fn discs(position: &Position) -> String {
    format!("{} {}", position.discs(Color::Black).len(), position.discs(Color::White).len())
}

/// The board as a Python literal: a list of lists before the first move, then a tuple of tuples. Agents use the tuples
/// as keys of a dictionary.
fn board(position: &Position, is_first: bool) -> String {
    let [open, close] = if is_first { ["[", "]"] } else { ["(", ")"] };
    let sequence = |items: Vec<String>| format!("{open}{}{close}", items.join(", "));
    let row = |row: String| sequence(row.chars().map(String::from).collect());
    sequence(Alphabet::DIGITS.rows(position).map(row).collect())
}

fn read_board(text: &str, side_to_move: Color) -> Option<Position> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let size = (1..=8).find(|rows: &u8| usize::from(*rows).pow(2) == digits.len()).and_then(Size::new)?;
    let of = |color| {
        let discs = size.squares().into_iter().zip(digits.chars());
        discs.filter(|(_, digit)| *digit == Alphabet::DIGITS.letter(Some(color))).map(|(square, _)| square).collect()
    };
    let [black, white]: [Bitboard; 2] = Color::ALL.map(of);
    Some(Position::new(size, side_to_move, black, white))
}
