//! The protocol of Columbia COMS W4701 and Toronto CSC384: sends a board as a Python literal for each move.

use anyhow::{Context as _, Result};
use reversi_core::games::reversi::{Color, Move, Position, Record, Size, notation::text::Alphabet};
use serde::Deserialize;

use super::{
    Answer, Codec, Engine, SquareForm, Turn,
    engine::{read_line, write_line},
};
use crate::{conversation::Conversation, game::Failure, rules::Rules};

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
    /// The first line has the agent's color and the flags.
    #[default]
    Full,
    /// Only the agent's color.
    Color,
}

/// The search that the agent should use.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// The depth limit; -1 means no limit [default: -1].
    limit: Option<i32>,
    minimax: bool,
    caching: bool,
    ordering: bool,
}

impl Codec for Columbia {
    fn greet(&self, agent: &mut Conversation, color: Color, _: Rules) -> Result<(), Failure> {
        agent.line()?;
        let color = Alphabet::DIGITS.letter(Some(color));
        let Flags { limit, minimax, caching, ordering } = self.flags;
        let [minimax, caching, ordering] = [minimax, caching, ordering].map(u8::from);
        agent.say(&match self.handshake {
            Handshake::Full => format!("{color},{},{minimax},{caching},{ordering}\n", limit.unwrap_or(-1)),
            Handshake::Color => format!("{color}\n"),
        });
        Ok(())
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn, _: usize) -> Result<Answer, Failure> {
        let position = turn.record.position();
        let board = board(position, turn.record.moves().count() == turn.opening);
        agent.say(&format!("SCORE {}\n{board}\n", discs(position)));
        let text = agent.line()?;
        let played = SquareForm::column_row().read(&text, 0)?;
        Ok(Answer { text, played })
    }

    fn farewell(&self, record: &Record) -> String {
        format!("FINAL {}\n", discs(record.position()))
    }

    fn play(&self, engine: &mut Engine, _: Option<Color>) -> Result<()> {
        write_line(&engine.name())?;
        let Some(handshake) = read_line()? else { return Ok(()) };
        let color = handshake.split(',').next().and_then(|color| Alphabet::DIGITS.color(color));
        let color = color.with_context(|| format!("the referee wrote {handshake:?}; expected 1 or 2 and flags"))?;
        while let Some(line) = read_line()?.filter(|line| !line.starts_with("FINAL")) {
            let board = read_line()?.unwrap_or_default();
            let position = read_board(&board, color)
                .with_context(|| format!("the referee wrote {line:?} and {board:?}; expected SCORE and a board"))?;
            if let Move::Place(square) = engine.choose(&position) {
                write_line(&SquareForm::column_row().write(square, 0))?;
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
    let squares: Vec<Option<Color>> = text.chars().filter_map(|letter| Alphabet::DIGITS.square(letter)).collect();
    let size = (1..=8).find(|rows: &u8| usize::from(*rows).pow(2) == squares.len()).and_then(Size::new)?;
    let [black, white] = Color::ALL.map(|color| {
        let discs = size.squares().into_iter().zip(&squares).filter(|(_, disc)| **disc == Some(color));
        discs.map(|(square, _)| square).collect()
    });
    Some(Position::new(size, side_to_move, black, white))
}
