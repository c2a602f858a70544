//! Positions for property tests: from games, and with any discs.

use std::ops::RangeInclusive;

use proptest::prelude::*;
use reversi_core::{
    game::playout,
    games::reversi::{
        Bitboard, Color, Continuation, CourseNode, EndRules, Move, NoMove, Pass, Position, Record, Size, Square,
    },
};

pub fn size() -> impl Strategy<Value = Size> {
    (4_u8..=8).prop_map(|rows| Size::new(rows).expect("4 to 8 rows"))
}

/// A position of a random game from the opening.
pub fn reachable(size: Size) -> impl Strategy<Value = Position> {
    after_random_plies(size, 0..=60)
}

/// A position of a random game from the opening, after some plies or at the end.
pub fn after_random_plies(size: Size, plies: RangeInclusive<usize>) -> impl Strategy<Value = Position> {
    prop::collection::vec(any::<prop::sample::Index>(), plies).prop_map(move |choices| {
        let opening = Pass(Position::opening(size));
        let plies = choices.len();
        let mut choices = choices.into_iter();
        let game = playout(opening, |moves: &[Move]| *choices.next().expect("a choice for each ply").get(moves));
        game.take(plies).last().map_or(opening, |ply| ply.after).0
    })
}

/// A game from a start position; each choice is one of the legal moves, or a pass.
pub fn played(start: Position, choices: &[prop::sample::Index]) -> Record {
    let mut record = Record::new(start);
    for choice in choices {
        let legal = record.legal();
        if legal.is_empty() {
            break;
        }
        record.play(*choice.get(&legal));
    }
    record
}

/// Any discs, with either player to move: crowded and sparse boards, one color, none.
pub fn arbitrary(size: Size) -> impl Strategy<Value = Position> {
    // AND and OR of random sets also give very small and very large sets.
    let set = || {
        (any::<u64>(), any::<u64>(), any::<u64>(), 0..5).prop_map(|(a, b, c, form)| match form {
            0 => a & b & c,
            1 => a & b,
            2 => a,
            3 => a | b,
            _ => a | b | c,
        })
    };
    (set(), set(), prop::bool::ANY).prop_map(move |(discs, colors, black_moves)| {
        let discs = Bitboard(discs) & size.squares();
        let side_to_move = if black_moves { Color::Black } else { Color::White };
        Position::new(size, side_to_move, discs & Bitboard(colors), discs - Bitboard(colors))
    })
}

/// A position of any size, reachable or not.
pub fn any_position() -> impl Strategy<Value = Position> {
    size().prop_flat_map(|size| prop_oneof![reachable(size), arbitrary(size)])
}

/// A position of any size with at most this number of empty squares.
pub fn endings(empty: u32) -> impl Strategy<Value = Position> {
    any_position().prop_filter("few empty squares", move |position| position.empty().len() <= empty)
}

/// A position as a node under the rules of the assignments.
pub fn nodes(position: Position) -> [CourseNode; 3] {
    let pass = |wipe_out| EndRules { no_move: NoMove::Pass, wipe_out, ..EndRules::default() };
    let of_mover = |wipe_out| CourseNode::new(position, position.side_to_move(), pass(wipe_out));
    let without_pass = CourseNode::new(position, Color::Black, EndRules::default());
    [without_pass, of_mover(Continuation::Ends), of_mover(Continuation::GoesOn)]
}

/// A position on the standard board, reachable or not.
pub fn standard() -> impl Strategy<Value = Position> {
    prop_oneof![reachable(Size::EIGHT), arbitrary(Size::EIGHT)]
}

/// The image of a position under one of the eight symmetries of its board.
pub fn image(position: &Position, symmetry: u8) -> Position {
    let last = position.size().rows() - 1;
    let map = |square: Square| {
        let (mut row, mut column) = (square.row(), square.column());
        if symmetry & 1 != 0 {
            row = last - row;
        }
        if symmetry & 2 != 0 {
            column = last - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        Square::new(row, column).expect("a square of the board")
    };
    let discs = |color| position.discs(color).into_iter().map(map).collect::<Bitboard>();
    Position::new(position.size(), position.side_to_move(), discs(Color::Black), discs(Color::White))
}
