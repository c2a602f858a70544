//! The rules that differ between courses: board size, a player without a move, empty squares at the end.

use std::time::Duration;

use reversi_core::games::reversi::{ByColor, Color, Move, Position, Size};
use serde::Deserialize;

use crate::clock::TimeControl;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMove {
    /// The opponent moves again; the game ends if neither player has a move.
    Pass,
    End,
}

/// The owner of squares that are empty at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmptySquares {
    #[default]
    Nobody,
    Winner,
}

/// The rules and the clock of all games of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub size: Size,
    pub no_move: NoMove,
    /// The color that moves first from the standard position.
    pub first: Color,
    pub empty_squares: EmptySquares,
    pub time: TimeControl,
    /// The time that an answer may take beyond the limit.
    pub slack: Duration,
}

impl Rules {
    /// True if these are the rules of `reversi match`.
    pub fn are_standard(self) -> bool {
        (self.size, self.no_move, self.first) == (Size::EIGHT, NoMove::Pass, Color::Black)
    }

    pub fn start(self) -> Position {
        Position::opening(self.size).with_side_to_move(self.first)
    }
    pub fn is_over(self, position: &Position) -> bool {
        position.legal_moves().is_empty() && (self.no_move == NoMove::End || position.is_over())
    }

    pub fn discs(self, position: &Position) -> ByColor<u32> {
        let mut discs =
            ByColor { black: position.discs(Color::Black).len(), white: position.discs(Color::White).len() };
        if let (EmptySquares::Winner, Some(leader)) = (self.empty_squares, position.leader()) {
            discs[leader] += position.empty().len();
        }
        discs
    }
}

/// True if a move is legal; a pass is legal only if there is no other move.
pub fn is_legal(position: &Position, played: Move) -> bool {
    let legal = position.legal_moves();
    played.square().map_or(legal.is_empty(), |square| legal.contains(square))
}
