//! Reads and writes setups as text, and draws the board.
//!
//! A setup has three lines of numbers: the two scores, player 2's row as drawn (5 to 0), and player 1's row.

use std::array;

use super::{Player, Position, Side};
use reversi_io::{
    files::{
        diagnostic::{Line, Problem},
        scanner::Scanner,
    },
    names::count,
};

/// The names of the three lines of a setup, for messages.
const PARTS: [&str; 3] = ["the line of scores", "player 2's row", "player 1's row"];

/// Reads a setup.
pub fn parse(lines: &[Line], side_to_move: Player) -> Result<Position, Problem> {
    let [one, two] = numbers(lines, 0)?;
    let mut upper = numbers(lines, 1)?;
    upper.reverse();
    let lower = numbers(lines, 2)?;
    if let Some(extra) = lines.get(PARTS.len()) {
        return Err(Problem::new(extra.number, 1, "something follows player 1's row; expected the end of the file"));
    }
    let position = Position::new(side_to_move, Side { score: one, houses: lower }, Side { score: two, houses: upper });
    position.ok_or_else(|| {
        let most = Position::MOST_STONES;
        let message = format!("there are too many stones; expected at most {most} in all scores and houses together");
        Problem::new(1, 1, message)
    })
}

fn numbers<const N: usize>(lines: &[Line], index: usize) -> Result<[u8; N], Problem> {
    let part = PARTS[index];
    let Some(line) = lines.get(index) else {
        let line = lines.last().map_or(1, |last| last.number + 1);
        return Err(Problem::new(line, 1, format!("{part} is missing; expected {N} numbers")));
    };
    let wrong_count =
        |place: &Scanner, found| place.here(format!("found {} in {part}; expected {N}", count(found, "number")));
    let mut scanner = Scanner::of_line(line);
    let mut numbers = [0; N];
    for (found, number) in numbers.iter_mut().enumerate() {
        scanner.skip_blanks();
        let place = scanner.clone();
        let word = scanner.read_while(|letter| !letter.is_whitespace());
        if word.is_empty() {
            return Err(wrong_count(&place, found));
        }
        let message = |_| format!("this is not a number of stones; expected 0 to {}", Position::MOST_STONES);
        *number = word.parse().map_err(message).map_err(|message| place.here(message))?;
    }
    scanner.skip_blanks();
    match scanner.text().split_whitespace().count() {
        0 => Ok(numbers),
        surplus => Err(wrong_count(&scanner, N + surplus)),
    }
}

/// Writes the setup of a position; [`parse`] reads it.
pub fn write(position: &Position) -> String {
    let [one, two] = [Player::One, Player::Two].map(|player| position.side(player));
    let line = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!("{}\n{}\n{}\n", line(&[one.score, two.score]), line(&drawn(two)), line(&one.houses))
}

/// Draws the board as in the assignment: player 2's store and row are above player 1's store and row.
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

/// Player 2's houses from left to right in the drawing, opposite player 1's houses.
fn drawn(two: Side) -> [u8; 6] {
    array::from_fn(|place| two.houses[5 - place])
}
