//! Protocols with a process for each move, as data: templates of arguments and input, form of the answer.

use std::path::Path;

use reversi_core::games::reversi::{Color, Move, Position, notation::text::Alphabet};
use reversi_grade::configuration::{FileNames, command_line::CommandLine};
use reversi_io::names::{fill, list};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Answer, SquareForm, Turn};
use crate::game::{Cause, Forfeit};

/// The `[agent]` table of a configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The program and its arguments, split like shell words.
    #[serde(deserialize_with = "words")]
    pub run: Vec<String>,
    /// The input of the program; `None` if its arguments are enough.
    input: Option<InputForm>,
    #[serde(default)]
    board: BoardForm,
    colors: Option<ColorWords>,
    answer: AnswerForm,
    /// The text between the squares of `{legal_moves}`; a line end if there is none.
    between_legal_moves: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InputForm {
    /// The place of the input: the name of a file, or `stdin`.
    to: String,
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
    /// The place of the answer: `stdout`, or the name of a file.
    from: String,
    square: SquareForm,
    /// The number of the first row and column.
    #[serde(default)]
    first: i64,
    /// The word for a pass. If there is a word for a pass, agents are also asked when they have to pass.
    pass: Option<String>,
    /// True if the last complete line counts even if the agent is late.
    #[serde(default)]
    late_counts: bool,
}

/// The names in braces that templates can contain.
const NAMES: [&str; 8] =
    ["color", "board", "legal_count", "legal_moves", "seconds", "own_seconds", "other_seconds", "move_number"];

fn template<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    with_names(deserializer, &NAMES)
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words = shlex::split(&template(deserializer)?).filter(|words| !words.is_empty());
    words.ok_or_else(|| D::Error::custom("expected a program and its arguments, as a shell reads them"))
}

/// Reads the text before a board; its only placeholder is the color.
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
            Err(D::Error::custom(format!("{{{unknown}}} is not a placeholder; expected {expected}")))
        }
    }
}

impl Description {
    /// True if an agent is asked for a move even if the agent has to pass.
    pub fn asks_for_passes(&self) -> bool {
        self.answer.pass.is_some()
    }

    /// The file of the answer; `None` for standard output.
    pub fn answer_file(&self) -> Option<&Path> {
        (self.answer.from != "stdout").then(|| Path::new(&self.answer.from))
    }

    /// The names of the input and the answer, which no file of a submission may have.
    pub fn files(&self) -> FileNames {
        let input = self.input.as_ref().map(|input| input.to.as_str()).filter(|name| *name != "stdin");
        let [moves, log, output] = [(); 3].map(|()| self.answer.from.clone());
        FileNames { input: input.unwrap_or(".input").to_owned(), moves, log, output }
    }

    /// The command that starts the program for a turn.
    pub fn words(&self, turn: &Turn) -> Vec<String> {
        self.run.iter().map(|word| self.filled(word, turn)).collect()
    }

    /// Changes a command so that it reads its input from standard input, if the protocol needs this.
    pub fn with_input(&self, line: CommandLine) -> CommandLine {
        if self.input.as_ref().is_none_or(|input| input.to != "stdin") {
            return line;
        }
        let words = ["sh", "-c", "exec \"$@\" < .input", "sh"].into_iter();
        CommandLine::of(words.chain(line.words().iter().map(String::as_str)))
    }

    pub fn input(&self, turn: &Turn) -> String {
        self.input.as_ref().map_or(String::new(), |input| self.filled(&input.text, turn))
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
                let squares = legal.into_iter().map(|square| self.answer.square.write(square, self.answer.first));
                squares.collect::<Vec<_>>().join(self.between_legal_moves.as_deref().unwrap_or("\n"))
            }
            "seconds" => left(color).to_string(),
            "own_seconds" => format!("{:.3}", left(color)),
            "other_seconds" => format!("{:.3}", left(color.opponent())),
            _ => (turn.record.squares().count() + 1).to_string(),
        }
    }

    fn squares(&self, position: &Position) -> String {
        let BoardForm { empty, black, white, between_rows, between_squares, .. } = &self.board;
        let square = |letter| match Alphabet::DOTS.color(&String::from(letter)) {
            None => empty.as_str(),
            Some(Color::Black) => black,
            Some(Color::White) => white,
        };
        let row = |row: String| row.chars().map(square).collect::<Vec<_>>().join(between_squares);
        Alphabet::DOTS.rows(position).map(row).collect::<Vec<_>>().join(between_rows)
    }

    /// The answer of a program that printed or wrote a text, if its file could be read.
    pub fn answer(&self, text: Result<Vec<u8>, String>, is_late: bool) -> Result<Answer, Forfeit> {
        let AnswerForm { from, square, first, pass, late_counts } = &self.answer;
        let unreadable = |why: &str| Forfeit::new(Cause::Unreadable, format!("{from}{why}"));
        let text = text.map_err(|why| unreadable(&format!(": {why}")))?;
        let text = String::from_utf8_lossy(&text);
        let read = |line: &str| match pass {
            Some(pass) if pass == line => Ok(Some(Move::Pass)),
            _ => square.read(line, *first),
        };
        // If an agent is ended while it writes, its last line is not complete.
        let complete = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
        let whole = last(&text).filter(|line| !is_late && (!late_counts || read(line).is_ok()));
        let line = whole.or_else(|| last(complete).filter(|_| *late_counts));
        let text = line.ok_or_else(|| unreadable(" has no line with a move"))?;
        Ok(Answer { played: read(&text)?, text })
    }
}
