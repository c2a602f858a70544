//! A slow, plain reference of the rules: the board as an array, walked square by square.

use reversi_core::games::reversi::{Bitboard, Color, Position, Square};

const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

pub fn flips(position: &Position, square: Square) -> Bitboard {
    if position.at(square).is_some() || !position.playable().contains(square) {
        return Bitboard::EMPTY;
    }
    DIRECTIONS.into_iter().flat_map(|direction| line(position, square, direction)).collect()
}

fn line(position: &Position, from: Square, (down, right): (i8, i8)) -> Vec<Square> {
    let mut captured = Vec::new();
    let (mut row, mut column) = (from.row(), from.column());
    loop {
        let next = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        let Some(square) = next.and_then(|(row, column)| Square::new(row, column)) else { return Vec::new() };
        match position.at(square) {
            Some(color) if color == position.side_to_move() => return captured,
            Some(_) => captured.push(square),
            None => return Vec::new(),
        }
        (row, column) = (square.row(), square.column());
    }
}

pub fn legal_moves(position: &Position) -> Bitboard {
    position.playable().into_iter().filter(|&square| !flips(position, square).is_empty()).collect()
}

pub fn after(position: &Position, square: Square) -> Position {
    let flips = flips(position, square);
    let own = position.own() | flips | Bitboard::of(square);
    let other = position.other() - flips;
    let (black, white) = match position.side_to_move() {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    Position::new(position.size(), position.side_to_move().opponent(), black, white)
}
