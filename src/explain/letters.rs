//! Squares and moves as the scripts of a page read them: a letter each.

use crate::games::reversi::{Bitboard, Move, Square};

/// The letter of a square.
fn letter(square: Square) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char::from(LETTERS[usize::from(square.index())])
}

/// The letter of a move, or of the root.
pub(super) fn move_letter(played: Option<Move>) -> char {
    match played {
        None => '=',
        Some(Move::Pass) => '.',
        Some(Move::Place(square)) => letter(square),
    }
}

/// A set of squares as a word.
pub(super) fn word(squares: Bitboard) -> String {
    squares.into_iter().map(letter).collect()
}
