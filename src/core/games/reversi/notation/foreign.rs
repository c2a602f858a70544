//! Recognises positions in the notations of other programs, and says what to write instead.

use super::{squares::state, transcript};
use crate::games::reversi::Square;

/// A hint for a text that cannot be read as a position; `None` if the text is in no notation of another program.
pub fn in_place_of_position(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let first = text.split_whitespace().next()?;
    let last = text.split_whitespace().next_back()?;
    let is_row = |word: &str| word.len() >= 4 && word.chars().all(|letter| state(letter).is_some());
    let mut words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let is_square_or_color = |word: &str| {
        let colors = ["black", "white", "dark", "light", "x", "o", "b", "w"];
        word.parse::<Square>().is_ok() || colors.iter().any(|color| color.eq_ignore_ascii_case(word))
    };
    let hint = if text.starts_with("(;") {
        "this is the record of a game, as servers write it (SGF, GGF); write its moves in sequence: f5d6c3"
    } else if is_row(first) && !text.contains(';') && transcript::begins(last) {
        "these are moves after a position; `reversi board MOVES --start POSITION` plays them"
    } else if text.contains(['[', '{']) {
        "this is a board in brackets; write its rows with slashes between them: ..../.WB./.BW./.... x"
    } else if words.peek().is_some() && words.all(is_square_or_color) && !text.chars().all(transcript::is_letter) {
        "these are lists of squares; write the rows of the board with slashes between them: ..../.WB./.BW./.... x"
    } else {
        return None;
    };
    Some(hint.to_owned())
}
