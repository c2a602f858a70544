//! Captures by this processor's best instructions and by those of every processor, against a slow count.

use proptest::prelude::*;
use reversi_core::games::reversi::{Bitboard, Color, Position, Size, lines};

use reversi_testing::slow;

/// Numbers that look random and are the same in every run (Steele, Lea and Flood's splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Disjoint sets of own and other discs on a board, from nearly empty to full.
    fn board(&mut self, size: Size) -> (u64, u64) {
        let discs = match self.next() % 4 {
            0 => self.next() & self.next(),
            1 => self.next(),
            2 => self.next() | self.next(),
            _ => !(self.next() & self.next() & self.next()),
        };
        let discs = discs & size.squares().0;
        let own = self.next();
        let own = if self.next().is_multiple_of(2) { own } else { own & self.next() };
        (discs & own, discs & !own)
    }
}

/// The boards of each size that are tried.
const BOARDS: u32 = 2_000;

#[test]
fn own_discs_alone_tell_what_the_last_disc_captures() {
    let mut numbers = Numbers(2);
    for size in (4..=8).filter_map(Size::new) {
        for _ in 0..BOARDS {
            let own = numbers.next() & if numbers.next().is_multiple_of(2) { !0 } else { numbers.next() };
            for square in size.squares() {
                let own = own & (size.squares() - Bitboard::of(square)).0;
                let other = size.squares().0 & !own & !Bitboard::of(square).0;
                let flips = lines::flips(square.index(), own, other).count_ones();
                assert_eq!(lines::flip_count_of_last(square.index(), own), flips, "{square} {own:#x} {other:#x}");
            }
        }
    }
}

/// Any board of any size.
fn positions() -> impl Strategy<Value = Position> {
    (4_u8..=8, any::<(u64, bool)>()).prop_map(|(rows, (seed, white))| {
        let size = Size::new(rows).expect("4 to 8 rows");
        let (black, white_discs) = Numbers(seed).board(size);
        let side_to_move = if white { Color::White } else { Color::Black };
        Position::new(size, side_to_move, Bitboard(black), Bitboard(white_discs))
    })
}

proptest! {
    #![proptest_config(reversi_testing::random(5000))]

    #[test]
    fn every_instruction_set_captures_by_the_rules(position in positions()) {
        let (own, other, legal_moves) = (position.own().0, position.other().0, slow::legal_moves(&position));
        prop_assert_eq!(position.legal_moves(), legal_moves);
        prop_assert_eq!(Bitboard(lines::move_candidates(own, other)) & position.empty(), legal_moves);
        for square in position.empty() {
            let flips = slow::flips(&position, square);
            prop_assert_eq!(position.flips(square), flips);
            prop_assert_eq!(Bitboard(lines::flips(square.index(), own, other)), flips);
        }
        for square in legal_moves {
            prop_assert_eq!(position.after(square), slow::after(&position, square));
        }
    }
}
