//! Reversi as programs that print their answers know it, with mistakes in passes, the end of the game and values.

use super::System;
use reversi_core::{
    game::{Game as _, Turn},
    games::reversi::{Bitboard, Color, MoveOrder, Position, Square},
};
use reversi_course::{
    log::FieldValue,
    mistakes::{
        Captures, Entered, MistakenGame, Mistakes, PlainMistake, PlainMistakes, SearchedGame, SearchedNode, Stopped,
    },
};

/// A move of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// A disc with all its captures.
    Place(Square),
    /// A disc with the captures of one direction.
    Line(Square, Bitboard),
    Pass,
}

impl Played {
    /// The square of the disc; `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) | Self::Line(square, _) => Some(square),
            Self::Pass => None,
        }
    }
}

/// The rules as a program with mistakes knows them.
#[derive(Clone, Copy, Debug)]
pub struct MistakenReversi {
    pub made: PlainMistakes,
    system: System,
}

impl MistakenReversi {
    /// A program of this system with these mistakes.
    pub const fn new(system: System, made: PlainMistakes) -> Self {
        Self { made, system }
    }

    /// The game from a position, with the player whom the program takes for MAX.
    pub fn root(&self, position: &Position, mistakes: Mistakes) -> MistakenGame {
        let position = if self.made.contains(PlainMistake::PlayerIsAlwaysBlack) {
            position.with_side_to_move(Color::Black)
        } else {
            *position
        };
        let max = match () {
            () if self.made.contains(PlainMistake::PlayerToMoveIsMax) => position.side_to_move(),
            () if self.made.contains(PlainMistake::MaxAndMinSwapped) => Color::White,
            () => Color::Black,
        };
        let captures = Captures::new(mistakes, position.size(), MoveOrder::ROWS_FROM_A1);
        MistakenGame::new(&position, max, captures)
    }

    /// The moves in the order of the program.
    pub fn moves(&self, game: &MistakenGame) -> Vec<Played> {
        if !self.made.contains(PlainMistake::SuccessorPerDirection) {
            return game.moves().map(Played::Place).collect();
        }
        let flips = |flipped| if self.made.contains(PlainMistake::NoCaptures) { Bitboard::EMPTY } else { flipped };
        let lines = |square| game.lines(square).map(move |flipped| Played::Line(square, flips(flipped)));
        game.moves().flat_map(lines).collect()
    }

    /// True if the program with its mistakes takes the game for finished.
    pub fn is_over(&self, game: &MistakenGame) -> bool {
        if self.made.contains(PlainMistake::FullBoardOnlyEnds) {
            return game.is_full();
        }
        let mut is_stuck = [*game, game.passed()].into_iter().map(|game| game.legal_moves().is_empty());
        if self.made.contains(PlainMistake::OnePlayerWithoutAMoveEnds) {
            return is_stuck.any(|is_stuck| is_stuck);
        }
        is_stuck.all(|is_stuck| is_stuck)
    }

    /// The moves, or a pass; nothing if the game is over.
    pub fn choices(&self, game: &MistakenGame, passes: u32) -> Vec<Played> {
        let stops = self.made.contains(PlainMistake::FullBoardOnlyEnds) && passes >= 2;
        if stops || self.is_over(game) {
            return Vec::new();
        }
        let moves = self.moves(game);
        if moves.is_empty() { vec![Played::Pass] } else { moves }
    }

    /// The value of a finished game.
    pub fn value(&self, game: &MistakenGame) -> i32 {
        let has = |mistake| self.made.contains(mistake);
        let [black, white] = [Color::Black, Color::White].map(|color| game.discs(color).len().cast_signed());
        let difference = if has(PlainMistake::OwnDiscsOnly) { black } else { black - white };
        let half = game.position().size().squares().len().cast_signed() / 2;
        let is_sign = self.system == System::Tiny && !has(PlainMistake::ValueIsDifference);
        let value = match difference {
            _ if has(PlainMistake::WinNeedsHalfTheSquares) => i32::from(black > half) - i32::from(white > half),
            difference if !is_sign && !has(PlainMistake::ValueIsSign) => difference,
            0 if has(PlainMistake::TieIsMinusOne) => -1,
            difference => difference.signum(),
        };
        let is_from_player = has(PlainMistake::EvaluationOfPlayerToMove) && game.side_to_move() == Color::White;
        if has(PlainMistake::EvaluationNegated) == is_from_player { value } else { -value }
    }
}

impl SearchedGame for MistakenReversi {
    type State = MistakenGame;
    type Move = Played;

    fn mistakes(&self, _: Turn) -> PlainMistakes {
        self.made
    }

    fn turn(&self, game: &MistakenGame) -> Turn {
        if self.made.contains(PlainMistake::EveryNodeMax) { Turn::Max } else { game.turn() }
    }

    fn enter(&mut self, game: &MistakenGame, node: &SearchedNode<Played>) -> Result<Entered<Played>, Stopped> {
        let choices = self.choices(game, node.passes);
        let keeps_infinity = self.made.contains(PlainMistake::NoMoveKeepsInfinity)
            || node.ply == 0 && self.made.contains(PlainMistake::PassReturnsWorst);
        Ok(match choices[..] {
            [Played::Pass] if keeps_infinity => {
                let infinity = if self.turn(game) == Turn::Max { -10_000.0 } else { 10_000.0 };
                Entered::DeadEnd(Some(FieldValue(infinity)))
            }
            [] => Entered::Leaf { value: FieldValue(self.value(game).into()), is_at_limit: false },
            [Played::Pass] if self.made.contains(PlainMistake::NoPassInSearch) => {
                Entered::Leaf { value: FieldValue(self.value(game).into()), is_at_limit: false }
            }
            _ => Entered::Inner(choices),
        })
    }

    fn after(&self, game: &MistakenGame, played: Played) -> MistakenGame {
        match played {
            Played::Place(square) => game.after(square),
            Played::Line(square, flipped) => game.after_flipping(square, flipped),
            Played::Pass => game.passed(),
        }
    }

    fn is_pass(&self, played: Played) -> bool {
        played == Played::Pass
    }

    fn chooses_passes(&self) -> bool {
        self.system == System::Tiny
    }

    fn fails_hard(&self) -> bool {
        self.system == System::Tiny
    }
}
