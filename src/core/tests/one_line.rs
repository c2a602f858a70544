//! Tests boards in one line: each form is read back as written, and messages name the right place.

use proptest::prelude::*;
use reversi_core::games::reversi::{Color, Position, Size, Square, one_line};

use reversi_testing::{is_place_in, positions};

/// A Python list of lists with the given quotes, and spaces between all tokens.
fn python(position: &Position, quote: char, blanks: &str) -> String {
    let size = position.size().rows();
    let letter = |row, column| match position.at(Square::new(row, column).expect("a square")) {
        None => ' ',
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
    };
    let list = |items: Vec<String>| ["[", blanks, &items.join(&[blanks, ",", blanks].concat()), blanks, "]"].concat();
    let row = |row| list((0..size).map(|column| format!("{quote}{}{quote}", letter(row, column))).collect());
    list((0..size).map(row).collect())
}

proptest! {
    #![proptest_config(reversi_testing::random(500))]

    #[test]
    fn rows_between_slashes_are_read_as_they_are_written(position in positions::any_position()) {
        let board = position.with_side_to_move(Color::Black);
        prop_assert_eq!(one_line::parse_rows(&one_line::slashes(&position)), Ok(board));
    }

    #[test]
    fn a_python_list_is_read_whatever_its_quotes_and_blanks(
        position in positions::any_position(),
        quote in "['\"]",
        blanks in "[ \t\n]{0,3}",
    ) {
        let text = python(&position, quote.chars().next().expect("a quote"), &blanks);
        let board = position.with_side_to_move(Color::Black);
        prop_assert_eq!(one_line::parse_rows(&format!("{blanks}{text}{blanks}")), Ok(board));
    }

    #[test]
    fn sixteen_digits_are_read_as_they_are_written(position in positions::arbitrary(Size::FOUR)) {
        let board = position.with_side_to_move(Color::Black);
        prop_assert_eq!(one_line::parse_digits(&one_line::digits(&position)), Ok(board));
    }

    #[test]
    fn any_text_is_read_or_complained_of(text in "[\\[\\]'\", /.BW012é\n]{0,40}") {
        // If the parser accepts a text, the text is a board that can be written and read again. The place of every
        // problem is in the text or directly after the text.
        match one_line::parse_rows(&text) {
            Ok(position) => prop_assert_eq!(one_line::parse_rows(&one_line::slashes(&position)), Ok(position)),
            Err(located) => prop_assert!(is_place_in(&text, located.line, located.column)),
        }
        prop_assert!(one_line::parse_digits(&text).is_err() || text.len() == 16);
    }
}
