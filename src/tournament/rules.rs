//! The rules on which courses differ: the board's size, a player without a move, and empty squares at the end.

use reversi_core::games::reversi::{Bitboard, ByColor, Color, Position, Record, Size};
use reversi_io::names::names;
use serde::Deserialize;

names! {
    /// The effect of having no legal move.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum NoMove {
        /// The opponent moves again; the game ends if neither player has a move.
        #[default]
        Pass => "pass",
        /// The game ends.
        End => "end",
    }
}

names! {
    /// The owner of squares that are empty at the end of a game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum EmptySquares {
        /// They count for neither player.
        #[default]
        Nobody => "nobody",
        /// They count for the player who has more discs.
        Winner => "winner",
    }
}

/// The rules of all games of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The size of the board.
    pub size: Size,
    /// The effect of having no legal move.
    pub no_move: NoMove,
    /// The color that moves first from the standard position.
    pub first: Color,
    /// The owner of squares that are empty at the end.
    pub empty_squares: EmptySquares,
}

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The player to move chooses one of these squares.
    Choice(Bitboard),
    /// The player to move has no legal move, and the game goes on.
    Pass,
    /// The game is over.
    Over,
}

impl Rules {
    /// The standard position.
    pub fn start(&self) -> Position {
        Position::opening(self.size).with_side_to_move(self.first)
    }

    /// What comes next.
    pub fn next(&self, record: &Record) -> Next {
        let position = record.position();
        let legal = position.legal_moves();
        if !legal.is_empty() {
            Next::Choice(legal)
        } else if self.no_move == NoMove::End || position.passed().legal_moves().is_empty() {
            Next::Over
        } else {
            Next::Pass
        }
    }

    /// The discs of each player at the end of a game.
    pub fn discs(&self, position: &Position) -> ByColor<u32> {
        let mut discs =
            ByColor { black: position.discs(Color::Black).len(), white: position.discs(Color::White).len() };
        if let (EmptySquares::Winner, Some(leader)) = (self.empty_squares, position.leader()) {
            discs[leader] += position.empty().len();
        }
        discs
    }
}
