//! The protocol of Caltech CS 2: sends the opponent's last move and the remaining time.

use anyhow::{Context as _, Result};
use reversi_core::games::reversi::{Color, Move, Position, Record, Size, Square};

use super::{
    Answer, Codec, Engine, SquareForm, Turn,
    engine::{read_line, write_line},
};
use crate::{
    conversation::Conversation,
    game::{Failure, Forfeit},
    rules::Rules,
};
#[derive(Clone, Copy, Debug)]
pub struct Caltech;

impl Codec for Caltech {
    fn arguments(&self, color: Color) -> Vec<String> {
        vec![if color == Color::Black { "Black" } else { "White" }.to_owned()]
    }

    fn asks_for_passes(&self) -> bool {
        true
    }

    fn starts_anywhere(&self) -> bool {
        false
    }

    fn greet(&self, agent: &mut Conversation, _: Color, _: Rules) -> Result<(), Failure> {
        agent.line().map(drop)
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn, _: usize) -> Result<Answer, Failure> {
        let left = turn.clock.left(turn.color()).map_or("-1".to_owned(), |left| left.as_millis().to_string());
        agent.say(&format!("{} {left}\n", write_move(turn.record.last_square())));
        let text = agent.line()?;
        let played = read_move(&text)?;
        Ok(Answer { text, played })
    }

    fn play(&self, engine: &mut Engine, color: Option<Color>) -> Result<()> {
        let own = color.context("the color is missing; expected Black or White after the arguments")?;
        let mut record = Record::new(Position::opening(Size::EIGHT));
        write_line(&engine.name())?;
        while let Some(line) = read_line()? {
            let last = line.rsplit_once(char::is_whitespace).and_then(|(last, _)| read_move(last).ok());
            let last = last.with_context(|| format!("the referee wrote {line:?}; expected X Y MILLISECONDS"))?;
            // Before the first move, there is no move to send.
            if record.position().side_to_move() != own {
                let legal = last.filter(|last| record.legal().contains(last));
                record.play(legal.with_context(|| format!("the referee wrote {line:?}; expected a legal move"))?);
            }
            let chosen = engine.choose(record.position());
            write_line(&write_move(chosen.square()))?;
            if record.legal().contains(&chosen) {
                record.play(chosen);
            }
        }
        Ok(())
    }
}

/// The text of a square; without a square, the text for a pass or for no move yet.
fn write_move(square: Option<Square>) -> String {
    square.map_or("-1 -1".to_owned(), |square| SquareForm::column_row().write(square, 0))
}

/// Reads a move; `None` for a square off the board.
fn read_move(text: &str) -> Result<Option<Move>, Forfeit> {
    if text.split_whitespace().eq(["-1", "-1"]) {
        return Ok(Some(Move::Pass));
    }
    SquareForm::column_row().read(text, 0)
}
