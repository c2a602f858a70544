//! The protocol of Caltech CS 2: the opponent's last move, and the time that is left.

use std::io::{BufRead, Write};

use anyhow::{Context as _, Result};

use super::{Answer, Codec, SquareForm, Turn, not_a_move, read_line, square_form::NotASquare};
use crate::{
    clock::Clock,
    conversation::{Conversation, Trouble},
    engine::Engine,
    rules::Rules,
};
use reversi_core::games::reversi::{Color, Move, Position, Record, Size};

/// The protocol.
#[derive(Clone, Copy, Debug)]
pub struct Caltech;

/// A pass, or no move yet.
const NONE: &str = "-1 -1";

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

    fn greet(&self, agent: &mut Conversation, _: Color, _: Rules, _: &Clock) -> Result<(), Trouble> {
        agent.line().map(drop)
    }

    fn ask(&self, agent: &mut Conversation, turn: &Turn) -> Result<Answer, Trouble> {
        let last = turn.record.last_square().map_or(NONE.to_owned(), |square| SquareForm::column_row().write(square));
        let left = turn.clock.left(turn.color()).map_or("-1".to_owned(), |left| left.as_millis().to_string());
        agent.say(&format!("{last} {left}\n"));
        let text = agent.line()?;
        let played = read_move(&text).map_err(|_| not_a_move(&text, "a column and a row, such as 2 3, or -1 -1"))?;
        Ok(Answer { text, played })
    }

    fn play(
        &self,
        engine: &mut Engine,
        color: Option<Color>,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<()> {
        let own = color.context("the color is missing; expected Black or White after the arguments")?;
        let mut record = Record::new(Position::opening(Size::EIGHT));
        writeln!(output, "{}", engine.name())?;
        output.flush()?;
        while let Some(line) = read_line(input)? {
            let last = line.rsplit_once(char::is_whitespace).and_then(|(last, _)| read_move(last).ok());
            let last = last.with_context(|| format!("the referee wrote {line:?}; expected X Y MILLISECONDS"))?;
            // The first of all moves has none before it.
            if record.position().side_to_move() != own {
                play(&mut record, last)
                    .with_context(|| format!("the referee wrote {line:?}; expected a legal move"))?;
            }
            let chosen = engine.choose(record.position()).unwrap_or(Move::Pass);
            let text = chosen.square().map_or(NONE.to_owned(), |square| SquareForm::column_row().write(square));
            writeln!(output, "{text}")?;
            output.flush()?;
            play(&mut record, Some(chosen));
        }
        Ok(())
    }
}

/// Makes a move; `None` if that is not legal.
fn play(record: &mut Record, played: Option<Move>) -> Option<()> {
    let legal = record.legal();
    if !legal.is_empty() {
        record.play(played.filter(|played| legal.contains(played))?);
    }
    Some(())
}

/// Reads a move; `None` is a square off the board.
fn read_move(text: &str) -> Result<Option<Move>, NotASquare> {
    if text.split_whitespace().eq(NONE.split(' ')) {
        return Ok(Some(Move::Pass));
    }
    SquareForm::column_row().read(text).map(|square| square.map(Move::Place))
}
