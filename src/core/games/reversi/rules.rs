//! The rules of the assignments: the rule for a player who cannot capture, and the end of the search.
//!
//! Each rule is a small type that turns a [`Position`] into a [`Game`].

use std::{fmt, iter};

use super::{Bitboard, Color, Move, Position, Square};
use crate::game::{Game, Turn};
use reversi_io::names::names;

/// Reversi under one assignment's rules.
pub trait Rules: Game<Move: Into<Move> + fmt::Display + Send> + Send + Sync {
    /// The board and the player to move.
    fn position(&self) -> &Position;

    /// An upper bound for the number of plies that are left in the game.
    fn plies_left(&self) -> u32;

    /// The [moves](Game::moves), if the squares of the [legal moves](Position::legal_moves) are already known.
    fn moves_on(&self, squares: Bitboard) -> impl Iterator<Item = Self::Move>;

    #[inline]
    fn max(&self) -> Color {
        Color::Black
    }
}

/// Defines those methods of [`Game`] that are the same under all [`Rules`].
macro_rules! on_position {
    () => {
        #[inline]
        fn turn(&self) -> Turn {
            if self.position().side_to_move() == self.max() { Turn::Max } else { Turn::Min }
        }

        #[inline]
        fn moves(&self) -> impl Iterator<Item = Self::Move> {
            self.moves_on(self.position().legal_moves())
        }
    };
}

/// Rules without a pass: if the player to move cannot capture, the node is a leaf (`usc2013`). The opponent may still
/// have captures. In these rules, black is MAX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoPass(pub Position);

impl NoPass {
    /// Makes a game in which `max` is MAX. If `max` is white, the colors are swapped, which does not change any value.
    pub fn with_max(position: &Position, max: Color) -> Self {
        let colors = |color: Color| if max == Color::Black { color } else { color.opponent() };
        let [black, white] = Color::ALL.map(|color| position.discs(colors(color)));
        Self(Position::new(position.size(), colors(position.side_to_move()), black, white))
    }
}

impl Rules for NoPass {
    fn position(&self) -> &Position {
        &self.0
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        self.0.empty().len()
    }

    #[inline]
    fn moves_on(&self, squares: Bitboard) -> impl Iterator<Item = Square> {
        squares.into_iter()
    }
}

impl Game for NoPass {
    type Move = Square;

    on_position!();

    #[inline(always)]
    fn after(&self, square: Square) -> Self {
        Self(self.0.after(square))
    }
}

/// Rules with the ordinary pass: a player who cannot capture passes if the opponent can capture. If neither player can
/// capture, the node is a leaf (Reversi Tiny, n x n Reversi, interactive play). In these rules, black is MAX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pass(pub Position);

impl Rules for Pass {
    fn position(&self) -> &Position {
        &self.0
    }

    /// Before each disc, there may be a pass.
    #[inline]
    fn plies_left(&self) -> u32 {
        2 * self.0.empty().len()
    }

    #[inline]
    fn moves_on(&self, squares: Bitboard) -> impl Iterator<Item = Move> {
        let passes = squares.is_empty() && !self.0.passed().legal_moves().is_empty();
        squares.into_iter().map(Move::Place).chain(passes.then_some(Move::Pass))
    }
}

impl Game for Pass {
    type Move = Move;

    on_position!();

    #[inline(always)]
    fn after(&self, played: Move) -> Self {
        Self(self.0.after_move(played))
    }
}

names! {
    /// The rule for a node where one color has no disc.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum WipeOut {
        /// The players pass (`usc2017`).
        #[default]
        GoesOn => "goes-on",
        /// The node is a leaf (`usc2014`, `usc2017a`).
        Ends => "ends",
    }
}

names! {
    /// The rule for a node without an empty square.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum FullBoard {
        /// The players pass.
        #[default]
        GoesOn => "goes-on",
        /// The node is a leaf.
        Ends => "ends",
    }
}

/// Rules with counted passes: a player who cannot capture always passes. After two passes in a row, the node is a leaf
/// (`usc2014`, `usc2017a`, `usc2017`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountedPass {
    position: Position,
    max: Color,
    passes: u8,
    wipe_out: WipeOut,
    full_board: FullBoard,
}

impl CountedPass {
    /// Makes the root of a search, before any pass.
    pub fn new(position: Position, max: Color, wipe_out: WipeOut) -> Self {
        Self { position, max, passes: 0, wipe_out, full_board: FullBoard::GoesOn }
    }

    /// The same node with another rule for full boards.
    pub const fn with_full_board(self, full_board: FullBoard) -> Self {
        Self { full_board, ..self }
    }
}

impl Rules for CountedPass {
    fn position(&self) -> &Position {
        &self.position
    }

    /// Before each disc there may be a pass, and two passes may follow at the end.
    #[inline]
    fn plies_left(&self) -> u32 {
        2 * self.position.empty().len() + 2
    }

    #[inline]
    fn moves_on(&self, squares: Bitboard) -> impl Iterator<Item = Move> {
        let wiped_out = self.position.own().is_empty() || self.position.other().is_empty();
        let is_over = self.passes == 2
            || self.wipe_out == WipeOut::Ends && wiped_out
            || self.full_board == FullBoard::Ends && self.position.empty().is_empty();
        let passes = !is_over && squares.is_empty();
        // If the game is over, `squares` is empty. Without discs of a color nobody can capture, and after two passes
        // neither player can.
        squares.into_iter().map(Move::Place).chain(iter::repeat_n(Move::Pass, passes.into()))
    }

    #[inline]
    fn max(&self) -> Color {
        self.max
    }
}

impl Game for CountedPass {
    type Move = Move;

    on_position!();

    #[inline(always)]
    fn after(&self, played: Move) -> Self {
        match played {
            Move::Place(square) => Self { position: self.position.after(square), passes: 0, ..*self },
            Move::Pass => Self { position: self.position.passed(), passes: self.passes + 1, ..*self },
        }
    }
}
