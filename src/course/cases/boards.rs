//! Makes random boards: from random games, or with random discs.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use reversi_core::{
    game::Game as _,
    games::reversi::{Bitboard, Color, Move, Pass, Position, Size, Square},
};

/// Random boards from a seed, which are equal on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Boards {
    pub seed: u64,
    /// True if all boards occur in games from the opening.
    pub reachable: bool,
    pub size: Size,
}

impl Boards {
    /// The random numbers for one board; they also choose its depth.
    pub fn numbers(&self, index: u64) -> ChaCha8Rng {
        let mut numbers = ChaCha8Rng::seed_from_u64(self.seed);
        numbers.set_stream(index);
        numbers
    }

    /// Makes the next board; the player to move is random or given.
    pub fn next(&self, numbers: &mut ChaCha8Rng, side_to_move: Option<Color>) -> Position {
        if self.reachable || numbers.random_range(0..3) == 0 {
            return self.late_game(numbers, side_to_move);
        }
        let position = if numbers.random_range(0..2) == 0 { self.scattered(numbers) } else { self.lines(numbers) };
        side_to_move.map_or(position, |side_to_move| position.with_side_to_move(side_to_move))
    }

    /// A position of a random game. Late positions are more frequent, because their searches have shorter logs.
    fn late_game(&self, numbers: &mut ChaCha8Rng, side_to_move: Option<Color>) -> Position {
        let plies = self.longest_game().saturating_sub(numbers.random_range(0..=7_u32).pow(2));
        self.after_random_plies(numbers, plies, side_to_move)
    }

    /// A position from the middle of a random game: with 20 to 30 discs on 8x8.
    pub(super) fn middle_game(&self, numbers: &mut ChaCha8Rng, side_to_move: Option<Color>) -> Position {
        let [fewest, most] = [17, 26].map(|plies| plies * self.longest_game() / 60);
        let plies = numbers.random_range(fewest..=most);
        self.after_random_plies(numbers, plies, side_to_move)
    }

    fn longest_game(&self) -> u32 {
        self.size.squares().len() - 4
    }

    /// The position after a number of random plies. If a player to move is given, the result is the last position in
    /// which this player is to move.
    fn after_random_plies(&self, numbers: &mut ChaCha8Rng, plies: u32, side_to_move: Option<Color>) -> Position {
        let mut game = Pass(Position::opening(self.size));
        let mut last = game.0;
        for _ in 0..plies {
            let legal: Vec<Move> = game.moves().collect();
            if legal.is_empty() {
                break;
            }
            let next = game.after(legal[numbers.random_range(0..legal.len())]);
            if side_to_move.is_none_or(|side_to_move| next.0.side_to_move() == side_to_move) {
                last = next.0;
            }
            game = next;
        }
        last
    }

    /// A board with a random number of discs and a random share of black discs.
    fn scattered(&self, numbers: &mut ChaCha8Rng) -> Position {
        let squares = self.size.squares();
        let (discs, black) = (numbers.random_range(1..=squares.len()), numbers.random_range(0..=8_u32));
        let mut sets = [Bitboard::EMPTY; 2];
        for square in squares {
            if numbers.random_range(0..squares.len()) < discs {
                sets[usize::from(numbers.random_range(0..8) >= black)] |= Bitboard::of(square);
            }
        }
        self.position(numbers, sets)
    }

    /// A board with some short lines of discs. Boards with short lines of discs often have passes, wipe-outs or few moves.
    fn lines(&self, numbers: &mut ChaCha8Rng) -> Position {
        let (rows, squares) = (self.size.rows(), self.size.squares());
        let mut sets = [Bitboard::EMPTY; 2];
        for _ in 0..numbers.random_range(1..=7) {
            let (mut row, mut column) = (numbers.random_range(0..rows), numbers.random_range(0..rows));
            let (down, right) = (numbers.random_range(0..3_u8), numbers.random_range(0..3_u8));
            for _ in 0..numbers.random_range(1..=4) {
                let Some(square) = Square::new(row, column).filter(|square| squares.contains(*square)) else { break };
                let color = usize::from(numbers.random_range(0..2_u8));
                sets[color] |= Bitboard::of(square);
                sets[1 - color] = sets[1 - color] - Bitboard::of(square);
                (row, column) = ((row + down).wrapping_sub(1), (column + right).wrapping_sub(1));
            }
        }
        self.position(numbers, sets)
    }

    fn position(&self, numbers: &mut ChaCha8Rng, [black, white]: [Bitboard; 2]) -> Position {
        let side_to_move = if numbers.random_range(0..2) == 0 { Color::Black } else { Color::White };
        Position::new(self.size, side_to_move, black, white)
    }
}
