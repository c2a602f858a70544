//! The instruction sets against their portable twin.

use proptest::prelude::*;
use reversi::{
    game::{Depth, Game, perft},
    games::reversi::{Bitboard, Color, Instructions, NoPass, Pass, Pieces, Portable, Position, Size, Weights, lines},
    search::{AlphaBeta, NoWindow, Search},
    with_best_instructions,
};

use crate::slow;

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

fn agrees_with_portable(vector: impl Instructions, boards: u32) {
    let mut numbers = Numbers(1);
    for size in (4..=8).filter_map(Size::new) {
        for _ in 0..boards {
            let (own, other) = numbers.board(size);
            let empty = size.squares() - Bitboard(own | other);
            let ends = Bitboard(vector.move_candidates(own, other)) & empty;
            assert_eq!(ends, Bitboard(lines::move_candidates(own, other)) & empty, "{own:#x} {other:#x}");
            let counts = vector.flip_counts(own, other);
            for square in empty {
                let flips = vector.flips(square.index(), own, other);
                assert_eq!(flips, lines::flips(square.index(), own, other), "{square} {own:#x} {other:#x}");
                assert_eq!(u32::from(counts[usize::from(square.index())]), flips.count_ones());
                let (now_own, now_other) = (other ^ flips, own ^ flips ^ Bitboard::of(square).0);
                let empty = empty - Bitboard::of(square);
                let replies = Bitboard(vector.reply_candidates(square.index(), own, other)) & empty;
                assert_eq!(
                    replies,
                    Bitboard(lines::move_candidates(now_own, now_other)) & empty,
                    "{square} {own:#x} {other:#x}"
                );
            }
        }
    }
}

#[test]
fn what_the_last_disc_captures_is_known_from_the_own_discs_alone() {
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

#[test]
fn the_portable_code_counts_what_it_captures() {
    agrees_with_portable(Portable, BOARDS);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_captures_what_the_portable_code_captures() {
    match reversi::games::reversi::Avx2::detect() {
        Some(avx2) => agrees_with_portable(avx2, BOARDS),
        None => crate::not_tested(crate::Lack::Machine, "AVX2: this processor has none"),
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_captures_what_the_portable_code_captures() {
    match reversi::games::reversi::Avx512::detect() {
        Some(avx512) => agrees_with_portable(avx512, BOARDS),
        None => crate::not_tested(crate::Lack::Machine, "AVX-512: this processor has none"),
    }
}

#[test]
#[ignore = "many seconds: the same for many more boards"]
fn the_best_instructions_capture_what_the_portable_code_captures() {
    with_best_instructions!(best => agrees_with_portable(best, 200 * BOARDS));
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
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_plays_by_the_rules_with_every_instruction_set(position in positions()) {
        with_best_instructions!(best => {
            let with_best = position.with(best);
            prop_assert_eq!(with_best.legal_moves(), slow::legal_moves(&position));
            for square in with_best.legal_moves() {
                prop_assert_eq!(with_best.flips(square), slow::flips(&position, square));
                prop_assert_eq!(with_best.after(square).with(Portable), slow::after(&position, square));
                prop_assert_eq!(with_best.replies(square), slow::legal_moves(&slow::after(&position, square)));
            }
        });
    }

    #[test]
    fn a_search_finds_the_same_with_every_instruction_set(position in positions(), depth in 1_u32..4) {
        let depth = Depth::new(depth);
        let weights = Weights::default();
        with_best_instructions!(best => {
            let (plain, with_best) = (NoPass(position), NoPass(position.with(best)));
            prop_assert_eq!(
                Search { root: with_best, depth, window: NoWindow, evaluation: &Pieces }.run(&mut ()),
                Search { root: plain, depth, window: NoWindow, evaluation: &Pieces }.run(&mut ())
            );
            prop_assert_eq!(
                Search { root: with_best, depth, window: AlphaBeta::FULL, evaluation: &weights }.run(&mut ()),
                Search { root: plain, depth, window: AlphaBeta::FULL, evaluation: &weights }.run(&mut ())
            );
            prop_assert_eq!(with_best.moves().collect::<Vec<_>>(), plain.moves().collect::<Vec<_>>());
            prop_assert_eq!(perft(&Pass(position.with(best)), 3), perft(&Pass(position), 3));
        });
    }
}
