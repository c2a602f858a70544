//! Protocols with a process for each move, as data: the arguments and the input are templates, the answer has a place and
//! a form.

use std::{path::Path, time::Duration};

use anyhow::Result;
use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Answer, SquareForm, Turn, not_a_move, seconds, square_form::NotASquare};
use crate::conversation::Trouble;
use reversi_core::games::reversi::{Color, Move, Position, Square};
use reversi_io::names::{fill, list};

/// The `[agent]` table of a configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The program and its arguments, as a shell splits them.
    #[serde(deserialize_with = "template")]
    pub run: String,
    /// The text that the program gets; none if its arguments say all.
    pub input: Option<InputForm>,
    #[serde(default)]
    board: BoardForm,
    colors: Option<ColorWords>,
    answer: AnswerForm,
    /// The text between the squares of `{legal_moves}`.
    #[serde(default = "line_end")]
    between_legal_moves: String,
}

/// The text that a program gets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputForm {
    /// The name of a file, or `stdin`.
    pub to: String,
    #[serde(deserialize_with = "template")]
    text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BoardForm {
    #[serde(deserialize_with = "prefix")]
    prefix: String,
    empty: String,
    black: String,
    white: String,
    between_rows: String,
    between_squares: String,
}

impl Default for BoardForm {
    fn default() -> Self {
        let [prefix, empty, black, white, between_rows, between_squares] =
            ["", ".", "X", "O", "\n", ""].map(str::to_owned);
        Self { prefix, empty, black, white, between_rows, between_squares }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ColorWords {
    black: String,
    white: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerForm {
    /// `stdout`, or the name of a file.
    from: String,
    #[serde(deserialize_with = "square")]
    square: SquareForm,
    /// The number of the first row and column.
    #[serde(default)]
    first: i64,
    /// The word for a pass. If there is one, an agent without a legal move is asked, too.
    pass: Option<String>,
    /// True if the last line counts of an agent that is ended because it is late.
    #[serde(default)]
    late_counts: bool,
}

fn line_end() -> String {
    "\n".to_owned()
}

/// The names that stand in braces in templates.
const NAMES: [&str; 8] =
    ["color", "board", "legal_count", "legal_moves", "seconds", "own_seconds", "other_seconds", "move_number"];

fn template<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    with_names(deserializer, &NAMES)
}

/// Reads the text before a board, in which only the color can stand.
fn prefix<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    with_names(deserializer, &NAMES[..1])
}

fn with_names<'de, D: Deserializer<'de>>(deserializer: D, known: &[&str]) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut names = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    match names.find(|name| !known.contains(name)) {
        None => Ok(text),
        Some(unknown) => {
            let expected = list(known.iter().map(|name| format!("{{{name}}}")), "or");
            Err(D::Error::custom(format!("{{{unknown}}} stands for nothing; expected {expected}")))
        }
    }
}

fn square<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SquareForm, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// A run of a program for one move.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The time that it took.
    pub time: Duration,
    /// True if it was ended because it was late.
    pub is_late: bool,
    /// How it failed, such as "it ended with status 1"; `None` if it ended well.
    pub failure: Option<String>,
    /// The beginning of its standard output and standard error.
    pub stdout: Vec<u8>,
    /// The same of standard error.
    pub stderr: Vec<u8>,
    /// The file of the answer, if that is a file; or why it cannot be read.
    pub file: Option<Result<Vec<u8>, String>>,
}

impl Description {
    /// True if an agent without a legal move is asked all the same.
    pub fn asks_for_passes(&self) -> bool {
        self.answer.pass.is_some()
    }

    /// The file of the answer; `None` if standard output has it.
    pub fn answer_file(&self) -> Option<&Path> {
        (self.answer.from != "stdout").then(|| Path::new(&self.answer.from))
    }

    fn form(&self) -> SquareForm {
        self.answer.square.clone().counting_from(self.answer.first)
    }

    /// The words that start the program for a turn; `None` if a quotation mark has no end.
    pub fn words(&self, turn: &Turn) -> Option<Vec<String>> {
        let words = shlex::split(&self.run).filter(|words| !words.is_empty())?;
        Some(words.into_iter().map(|word| self.filled(&word, turn)).collect())
    }

    /// The input for a turn, with the name of its file, or `stdin`.
    pub fn input(&self, turn: &Turn) -> Option<(&str, String)> {
        self.input.as_ref().map(|input| (input.to.as_str(), self.filled(&input.text, turn)))
    }

    fn filled(&self, template: &str, turn: &Turn) -> String {
        fill(template, |name| Some(self.value(name, turn)))
    }

    fn value(&self, name: &str, turn: &Turn) -> String {
        let (position, color) = (turn.record.position(), turn.color());
        let legal = position.legal_moves();
        let left = |color| turn.clock.limit(color).as_secs_f64();
        match name {
            "color" => {
                let words = self.colors.as_ref().map(|words| (&words.black, &words.white));
                let (black, white) = words.unwrap_or((&self.board.black, &self.board.white));
                if color == Color::Black { black } else { white }.clone()
            }
            "board" => self.filled(&self.board.prefix, turn) + &self.squares(position),
            "legal_count" => legal.len().to_string(),
            "legal_moves" => {
                let form = self.form();
                let squares: Vec<String> = legal.into_iter().map(|square| form.write(square)).collect();
                squares.join(&self.between_legal_moves)
            }
            "seconds" => seconds(turn.clock.limit(color)),
            "own_seconds" => format!("{:.3}", left(color)),
            "other_seconds" => format!("{:.3}", left(color.opponent())),
            _ => (turn.record.squares().count() + 1).to_string(),
        }
    }

    fn squares(&self, position: &Position) -> String {
        let BoardForm { empty, black, white, between_rows, between_squares, .. } = &self.board;
        let rows = position.size().rows();
        let square = |row, column| {
            let disc = Square::new(row, column).and_then(|square| position.at(square));
            disc.map_or(empty, |color| if color == Color::Black { black } else { white }).as_str()
        };
        let row = |row| (0..rows).map(|column| square(row, column)).collect::<Vec<_>>().join(between_squares);
        (0..rows).map(row).collect::<Vec<_>>().join(between_rows)
    }

    /// The answer of a run.
    ///
    /// # Errors
    /// Returns an error if the program was late, or wrote nothing that is a move.
    pub fn answer(&self, run: &Run) -> Result<Answer, Trouble> {
        if run.is_late && !self.answer.late_counts {
            return Err(Trouble::Late);
        }
        let failed = || run.failure.is_some();
        let bytes = match &run.file {
            None => &run.stdout,
            Some(Ok(bytes)) => bytes,
            Some(Err(_)) if failed() => return Err(Trouble::Closed),
            Some(Err(_)) if run.is_late => return Err(Trouble::Late),
            Some(Err(why)) => return Err(Trouble::Unreadable(format!("{}: {why}", self.answer.from))),
        };
        let text = String::from_utf8_lossy(bytes);
        // An agent that is ended while it writes has not finished its last line.
        let complete = if run.is_late { text.rsplit_once('\n').map_or("", |(lines, _)| lines) } else { &text };
        let last = complete.lines().map(str::trim).rfind(|line| !line.is_empty());
        let Some(last) = last else {
            return Err(match run {
                _ if failed() => Trouble::Closed,
                Run { is_late: true, .. } => Trouble::Late,
                _ => Trouble::Unreadable(format!("{} has no line with a move", self.answer.from)),
            });
        };
        let played = if self.answer.pass.as_deref() == Some(last) {
            Ok(Some(Move::Pass))
        } else {
            self.form().read(last).map(|square| square.map(Move::Place))
        };
        match played {
            Ok(played) => Ok(Answer { text: last.to_owned(), played }),
            Err(NotASquare) if failed() => Err(Trouble::Closed),
            Err(NotASquare) => {
                let form = self.form().write(Square::new(2, 3).unwrap_or(Square::A1));
                Err(not_a_move(last, &format!("a move such as {form}")))
            }
        }
    }
}
