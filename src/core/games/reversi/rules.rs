//! The rules of the assignments: the rule for a player who cannot capture, and the end of the search.
//!
//! Each rule is a small type that turns a [`Position`] into a [`Game`].

use std::fmt;

use super::{Bitboard, Color, Move, Position};
use crate::game::{Game, Turn};
use reversi_io::names::names;

/// Reversi under one assignment's rules.
pub trait Rules: Game<Move: Into<Move> + fmt::Display + Send> + Send + Sync {
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
    /// The rule for a player who cannot capture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum NoMove {
        /// The node is a leaf. The opponent may still have captures (`usc2013`).
        #[default]
        Leaf => "leaf",
        /// The player passes, which takes a ply. Two passes in a row end the search.
        Pass => "pass",
    }
}

names! {
    /// The rule for a node where no color can capture, because one color has no disc or no square is empty.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Continuation {
        /// The players pass.
        #[default]
        GoesOn => "goes-on",
        /// The node is a leaf.
        Ends => "ends",
    }
}

/// The rules that end a search above its depth limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndRules {
    pub no_move: NoMove,
    /// The rule for a node where one color has no disc.
    pub wipe_out: Continuation,
    /// The rule for a node without an empty square.
    pub full_board: Continuation,
}

/// Why a node is a leaf, whatever its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    NoMove,
    TwoPasses,
    WipedOut(Color),
    FullBoard,
}

/// A node of an assignment's search, under the rules of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CourseNode {
    position: Position,
    max: Color,
    passes: u8,
    rules: EndRules,
}

impl CourseNode {
    /// Makes the root of a search, before any pass.
    pub const fn new(position: Position, max: Color, rules: EndRules) -> Self {
        Self { position, max, passes: 0, rules }
    }

    /// The reason why the node is a leaf; `None` if it has a move or a pass.
    pub fn ended(&self) -> Option<Ended> {
        let Self { position, rules, .. } = self;
        let wiped_out = Color::ALL.into_iter().find(|&color| position.discs(color).is_empty());
        if !position.legal_moves().is_empty() {
            None
        } else if rules.no_move == NoMove::Leaf {
            Some(Ended::NoMove)
        } else if self.passes == 2 {
            Some(Ended::TwoPasses)
        } else if rules.full_board == Continuation::Ends && position.empty().is_empty() {
            Some(Ended::FullBoard)
        } else {
            wiped_out.filter(|_| rules.wipe_out == Continuation::Ends).map(Ended::WipedOut)
        }
    }
}

impl Rules for CourseNode {
    fn position(&self) -> &Position {
        &self.position
    }

    /// Before each disc there may be a pass, and two passes may follow at the end.
    #[inline]
    fn plies_left(&self) -> u32 {
        let empty = self.position.empty().len();
        if self.rules.no_move == NoMove::Leaf { empty } else { 2 * empty + 2 }
    }

    #[inline]
    fn moves_on(&self, squares: Bitboard) -> impl Iterator<Item = Move> {
        // Without discs of a color nobody can capture, and after two passes neither player can.
        let passes = squares.is_empty() && self.ended().is_none();
        squares.into_iter().map(Move::Place).chain(passes.then_some(Move::Pass))
    }

    #[inline]
    fn max(&self) -> Color {
        self.max
    }
}

impl Game for CourseNode {
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
