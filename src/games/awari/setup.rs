//! Setups as text, and the board as it is drawn.
//!
//! A setup is three lines of numbers: the two scores, player 2's row as it is drawn (house 5 to 0), and player 1's
//! (house 0 to 5).

use thiserror::Error;

use super::{Player, Position, Side};
use crate::files::diagnostic::{Line, Located, Problem};

/// What the lines of a setup hold, for messages.
const PARTS: [&str; 3] = ["the line of scores", "player 2's row", "player 1's row"];

/// Reads a setup.
///
/// # Errors
/// The first place, in reading order, where the lines are no setup.
pub fn parse(lines: &[Line], side_to_move: Player) -> Result<Position, Located<ParseSetupError>> {
    let [one, two] = numbers(lines, 0)?;
    let mut upper = numbers(lines, 1)?;
    upper.reverse();
    let lower = numbers(lines, 2)?;
    if let Some(extra) = lines.get(PARTS.len()) {
        return Err(Located { line: extra.number, column: 1, problem: ParseSetupError::ExtraLine });
    }
    Position::new(side_to_move, Side { score: one, houses: lower }, Side { score: two, houses: upper }).ok_or(Located {
        line: 1,
        column: 1,
        problem: ParseSetupError::TooManyStones,
    })
}

/// The numbers of the line at an index.
fn numbers<const N: usize>(lines: &[Line], index: usize) -> Result<[u8; N], Located<ParseSetupError>> {
    let part = PARTS[index];
    let Some(line) = lines.get(index) else {
        let line = lines.last().map_or(1, |last| last.number + 1);
        return Err(Located { line, column: 1, problem: ParseSetupError::MissingLine { part, expected: N } });
    };
    let at = |column, problem| Located { line: line.number, column, problem };
    let mut numbers = [0; N];
    let mut words = words(line.text);
    for (found, number) in numbers.iter_mut().enumerate() {
        let Some((column, word)) = words.next() else {
            let end = line.text.chars().count() + 1;
            return Err(at(end, ParseSetupError::Count { part, found, expected: N }));
        };
        *number = word.parse().map_err(|_| at(column, ParseSetupError::Number))?;
    }
    match words.next() {
        None => Ok(numbers),
        Some((column, _)) => {
            Err(at(column, ParseSetupError::Count { part, found: N + 1 + words.count(), expected: N }))
        }
    }
}

/// The words of a line, each with the column it begins in, from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 1;
    line.split(char::is_whitespace).filter_map(move |word| {
        let column = next;
        next += word.chars().count() + 1;
        (!word.is_empty()).then_some((column, word))
    })
}

/// The setup of a position, which [`parse`] reads back.
pub fn write(position: &Position) -> String {
    let [one, two] = [Player::One, Player::Two].map(|player| position.side(player));
    let line = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!("{}\n{}\n{}\n", line(&[one.score, two.score]), line(&drawn(two)), line(&one.houses))
}

/// The board as the assignment draws it: player 2's store and row above, player 1's below.
pub fn draw(position: &Position) -> String {
    let [one, two] = [Player::One, Player::Two].map(|player| position.side(player));
    let row = |houses: [u8; 6]| houses.map(|stones| format!("{stones:3} ")).join("|");
    [
        " Player 2",
        " ____ ____ ____ ____ ____ ____ ____ ____",
        &format!("|    |{}|    |", row(drawn(two))),
        &format!("|{:3} |____|____|____|____|____|____|    | ", two.score),
        &format!("|    |{}|{:3} |", row(one.houses), one.score),
        "|____|____|____|____|____|____|____|____| ",
        "                                Player 1",
        "",
    ]
    .join("\n")
}

/// Player 2's houses as they are drawn, opposite player 1's.
fn drawn(two: Side) -> [u8; 6] {
    let mut houses = two.houses;
    houses.reverse();
    houses
}

/// Why a text is no setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseSetupError {
    /// The text ends too soon.
    #[error("{part} is missing; expected {expected} numbers")]
    MissingLine {
        /// What the line should hold.
        part: &'static str,
        /// How many numbers.
        expected: usize,
    },
    /// A line of the wrong length.
    #[error("found {found} number{} in {part}; expected {expected}", if *.found == 1 { "" } else { "s" })]
    Count {
        /// What the line should hold.
        part: &'static str,
        /// How many numbers it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A word that is no number of stones.
    #[error("this is no number of stones; expected 0 to {}", Position::MOST_STONES)]
    Number,
    /// More stones than a position holds.
    #[error("there are too many stones; expected at most {} in all scores and houses together", Position::MOST_STONES)]
    TooManyStones,
    /// The text goes on after the last line.
    #[error("something follows player 1's row; expected the end of the file")]
    ExtraLine,
}

impl Problem for ParseSetupError {}
