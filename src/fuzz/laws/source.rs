//! Makes random values from bytes.

use std::{path::Path, sync::Arc};

use reversi::{
    assignment::{Assignment, Task},
    game::{Depth, playout},
    games::reversi::{Bitboard, Color, Expression, Feature, Move, Pass, Position, Size},
    search::Algorithm,
};

/// Bytes that are used in order; zeros follow after the last byte.
pub struct Source<'a>(pub &'a [u8]);

impl Source<'_> {
    pub fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    pub fn number(&mut self) -> u64 {
        u64::from_le_bytes([(); 8].map(|()| self.byte()))
    }

    pub fn index(&mut self, length: usize) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % length
    }

    pub fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.index(values.len())].clone()
    }

    /// A position of 8x8, from a game or with any discs.
    pub fn position(&mut self) -> Position {
        let form = self.byte();
        if form.is_multiple_of(4) {
            let (discs, black) = (Bitboard(self.number()), Bitboard(self.number()));
            let side_to_move = if form.is_multiple_of(8) { Color::Black } else { Color::White };
            Position::new(Size::EIGHT, side_to_move, discs & black, discs - black)
        } else {
            let opening = Pass(Position::opening(Size::EIGHT));
            let game = playout(opening, |moves: &[Move]| moves[usize::from(self.byte()) % moves.len()]);
            game.take(usize::from(form / 4)).last().map_or(opening, |ply| ply.after).0
        }
    }

    /// An evaluation of the assignments, or a sum of up to three features.
    pub fn evaluation(&mut self) -> Expression {
        let names: Vec<&str> = Feature::names().collect();
        let mut sum = self.one_of(&["pieces", "weights", ""]).to_owned();
        while sum.is_empty() || self.byte() % 4 == 3 && sum.matches(' ').count() < 6 {
            let sign = if sum.is_empty() { "" } else { self.one_of(&[" + ", " - "]) };
            let coefficient = (1 + u32::from(self.byte())).to_string();
            sum += &[sign, &coefficient, " ", self.one_of(&names)].concat();
        }
        Expression::read(&sum, Path::new("")).expect("a sum of features")
    }

    pub fn task(&mut self, assignments: &[Arc<Assignment>]) -> (Arc<Assignment>, Task) {
        let assignment = self.one_of(assignments);
        let algorithm = self.one_of(&Algorithm::ALL);
        let evaluation = self.evaluation();
        let depth = Depth::new(1 + u32::from(self.byte()) % 3);
        let task = Task::new(self.position(), assignment.rules, algorithm, evaluation, depth);
        (assignment, task)
    }
}
