//! Tests the board: fast moves equal slow moves, and written text is read back.

use proptest::prelude::*;
use reversi_core::games::reversi::{Bitboard, Size, Square, lines, text::Alphabet};
use reversi_io::files::diagnostic;

use reversi_testing::{positions, slow};

proptest! {
    #![proptest_config(reversi_testing::random(2000))]

    #[test]
    fn fast_flips_equal_slow_flips(position in positions::any_position()) {
        let (own, other, legal_moves) = (position.own().0, position.other().0, slow::legal_moves(&position));
        for square in Size::EIGHT.squares() {
            prop_assert_eq!(position.flips(square), slow::flips(&position, square), "{}", square);
        }
        for square in position.empty() {
            prop_assert_eq!(Bitboard(lines::flips(square.index(), own, other)), position.flips(square), "{}", square);
        }
        prop_assert_eq!(position.legal_moves(), legal_moves);
        prop_assert_eq!(Bitboard(lines::move_candidates(own, other)) & position.empty(), legal_moves);
        for square in legal_moves {
            prop_assert_eq!(position.after(square), slow::after(&position, square), "{}", square);
        }
    }

    #[test]
    fn own_discs_alone_tell_what_the_last_disc_captures(size in positions::size(), own: u64, thinner: u64, is_thin: bool) {
        let own = if is_thin { own & thinner } else { own };
        for square in size.squares() {
            let own = own & (size.squares() - Bitboard::of(square)).0;
            let other = size.squares().0 & !own & !Bitboard::of(square).0;
            let flips = lines::flips(square.index(), own, other).count_ones();
            prop_assert_eq!(lines::flip_count_of_last(square.index(), own), flips, "{} {:#x}", square, own);
        }
    }

    #[test]
    fn parse_is_the_inverse_of_print(position in positions::any_position(), line_end in "[ \t]*\r?\n", last in "([ \t]*\r?\n)*[ \t]*") {
        let rows: Vec<String> = Alphabet::STARS.rows(&position).collect();
        let text = rows.join(&line_end) + &line_end + &last;
        let parsed = Alphabet::STARS.parse(&diagnostic::lines(&text), position.size(), position.side_to_move());
        prop_assert_eq!(parsed, Ok(position));
    }
}

#[test]
fn a_square_is_read_as_it_is_written() {
    for square in Size::EIGHT.squares() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }
    for name in ["", "a", "a0", "a9", "i1", "11", "a11", "é1", "`1"] {
        assert!(name.parse::<Square>().is_err(), "{name}");
    }
}
