//! Moves from the command line that an agent makes instead of its own moves.

use std::{collections::VecDeque, str::FromStr};

use super::PlayerInput;
use crate::{
    games::reversi::{
        Move, Record,
        sides::{self, SideMove},
    },
    names::ParseError,
};
use anyhow::{Result, bail};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptedMoves(VecDeque<Move>);

impl ScriptedMoves {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next scripted move; an illegal move is an error. The script may leave out a forced pass. `None` if the
    /// script has no more moves.
    pub(super) fn next(&mut self, record: &Record) -> Result<Option<Move>> {
        let legal = record.legal();
        let Some(&next) = self.0.front() else { return Ok(None) };
        if legal.contains(&next) {
            self.0.pop_front();
            return Ok(Some(next));
        }
        if legal == [Move::Pass] {
            return Ok(Some(Move::Pass));
        }
        let with_side = |played| SideMove(record.position().side_to_move(), played);
        let expected = sides::list(legal.into_iter().map(with_side));
        bail!("--reply: {} is not legal here; expected one of {expected}", with_side(next))
    }
}

impl FromStr for ScriptedMoves {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let moves = text.split(',').filter(|_| !text.is_empty()).map(|name| match PlayerInput::read(name) {
            Ok(PlayerInput::Move(played)) => Ok(played),
            _ => Err(format!(
                "{name:?} is not a move; expected squares and passes separated by commas, such as a1,pass,d3"
            )
            .into()),
        });
        moves.collect::<Result<_, _>>().map(Self)
    }
}
