//! A protocol as data: the texts for an agent, and the patterns of its answers.

use std::path::Path;

use reversi_core::games::reversi::{Color, Move, Position, notation::text::Alphabet};
use reversi_grade::configuration::{FileName, Recipe, command_line::CommandLine};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Answer, SquareForm, Turn, template::Template};
use crate::{
    conversation::Conversation,
    game::{Cause, Failure, Forfeit},
};

/// The `[agent]` table of a configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    #[serde(default)]
    pub process: Lifetime,
    /// The program and its arguments, split like shell words.
    #[serde(deserialize_with = "words")]
    run: Vec<Template>,
    /// The input of a process for a move; `None` if its arguments are enough.
    input: Option<InputForm>,
    /// True if a process for a game writes a line when it is ready.
    #[serde(default)]
    ready: bool,
    /// The text for a process for a game before its first turn.
    #[serde(default)]
    start: Template,
    /// The text for each move of the opponent.
    #[serde(default)]
    opponent_move: Template,
    /// The text that asks for a move.
    #[serde(default)]
    turn: Template,
    /// The text after the game.
    #[serde(default)]
    end: Template,
    #[serde(default)]
    board: BoardForm,
    /// The form of the board before the first move of a game, if this form is different.
    first_board: Option<BoardForm>,
    colors: Option<ColorWords>,
    pub answer: AnswerForm,
    /// The text between the squares of `{legal_moves}`; a line ending if there is none.
    between_legal_moves: Option<String>,
}

/// The time for which a process runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lifetime {
    #[default]
    Move,
    Game,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InputForm {
    /// The place of the input: the name of a file, or `stdin`.
    to: String,
    text: Template,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct BoardForm {
    prefix: String,
    suffix: String,
    empty: String,
    black: String,
    white: String,
    between_rows: String,
    between_squares: String,
}

impl Default for BoardForm {
    fn default() -> Self {
        let [prefix, suffix, empty, black, white, between_rows, between_squares] =
            ["", "", ".", "X", "O", "\n", ""].map(str::to_owned);
        Self { prefix, suffix, empty, black, white, between_rows, between_squares }
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
pub struct AnswerForm {
    /// The place of the answer: `stdout`, or the name of a file.
    #[serde(default = "stdout")]
    from: String,
    /// The texts before and after the move in its line, if a process for a game also writes other lines.
    #[serde(default, deserialize_with = "line")]
    line: [Template; 2],
    square: SquareForm,
    /// The number of the first row and column.
    #[serde(default)]
    first: i64,
    /// The word for a pass. If there is a word for a pass, agents are also asked when they have to pass.
    pass: Option<String>,
    /// True if the last complete line counts even if the agent is late.
    #[serde(default)]
    late_counts: bool,
    /// A part of the line by which a process for a game answers an illegal move. If there is such a text, the referee
    /// sends one illegal move in each game.
    pub error: Option<String>,
    /// The line in which a process for a game names the winner.
    pub winner: Option<WinnerForm>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinnerForm {
    /// The text before the winner.
    after: String,
    black: String,
    white: String,
    draw: String,
}

fn stdout() -> String {
    "stdout".to_owned()
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Template>, D::Error> {
    let words = shlex::split(&String::deserialize(deserializer)?).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| D::Error::custom("expected a program and its arguments, as a shell reads them"))?;
    words.into_iter().map(|word| Template::try_from(word).map_err(D::Error::custom)).collect()
}

fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Template; 2], D::Error> {
    let text = String::deserialize(deserializer)?;
    let (before, after) = text.split_once("{move}").ok_or_else(|| D::Error::custom("expected {move} in the line"))?;
    let template = |text: &str| Template::try_from(text.to_owned()).map_err(D::Error::custom);
    Ok([template(before)?, template(after)?])
}

impl Description {
    /// The problem if the description has texts for a process with another lifetime.
    pub fn problem(&self) -> Option<&'static str> {
        let texts = [&self.start, &self.opponent_move, &self.turn, &self.end];
        let asks = self.answer.error.is_some() || self.answer.winner.is_some();
        let is_for_games = self.ready || asks || self.skips_lines() || texts.into_iter().any(|text| !text.is_empty());
        let is_for_moves = self.input.is_some() || self.answer.from != "stdout" || self.answer.late_counts;
        match self.process {
            Lifetime::Move if is_for_games => Some(
                "ready, start, opponent_move, turn, end, line, error and winner need process = \"game\"; the default is \"move\"",
            ),
            Lifetime::Game if is_for_moves => Some("input, from and late_counts need process = \"move\""),
            Lifetime::Game if self.turn.is_empty() && self.opponent_move.is_empty() => {
                Some("the agent would not learn its opponent's moves; expected turn or opponent_move")
            }
            Lifetime::Move | Lifetime::Game => None,
        }
    }

    pub fn asks_for_passes(&self) -> bool {
        self.answer.pass.is_some()
    }

    /// True if an agent learns the whole board before each move.
    pub fn shows_board(&self) -> bool {
        let input = self.input.iter().map(|input| &input.text);
        self.run.iter().chain(input).chain([&self.turn]).any(|text| text.has("board"))
    }

    /// True if an agent learns the size of the board.
    pub fn knows_size(&self) -> bool {
        self.shows_board() || self.start.has("size") || self.run.iter().any(|word| word.has("size"))
    }

    pub fn skips_lines(&self) -> bool {
        self.answer.line.iter().any(|text| !text.is_empty())
    }

    /// The file of the answer; `None` for standard output.
    pub fn answer_file(&self) -> Option<&Path> {
        (self.answer.from != "stdout").then(|| Path::new(&self.answer.from))
    }

    /// A recipe with the names of the input and the answer, which no file of a submission may have.
    pub fn files(&self) -> Recipe {
        let input = self.input.as_ref().map(|input| input.to.as_str()).filter(|name| *name != "stdin");
        let [moves, log, output] = [(); 3].map(|()| Some(FileName(self.answer.from.clone())));
        let input = Some(FileName(input.unwrap_or(".input").to_owned()));
        Recipe { input, moves, log, output, ..Recipe::default() }
    }

    /// The program of an agent, if the course does not name another.
    pub fn program(&self) -> String {
        self.run[0].filled(|_| String::new())
    }

    pub fn arguments(&self, turn: &Turn) -> Vec<String> {
        self.run[1..].iter().map(|word| self.filled(word, turn)).collect()
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

    pub fn greet(&self, agent: &mut Conversation, turn: &Turn, start: Option<&Template>) -> Result<(), Failure> {
        if self.ready {
            agent.line()?;
        }
        agent.say(&self.filled(start.unwrap_or(&self.start), turn));
        Ok(())
    }

    pub fn ask(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Answer, Failure> {
        let moves = self.opponent_moves(turn, known);
        agent.say(&(moves.clone() + &self.filled(&self.turn, turn)));
        let mut refusal = None;
        loop {
            let line = match agent.line() {
                Err(Failure::Forfeit(forfeit)) => return Err(refusal.unwrap_or(forfeit).into()),
                line => line?,
            };
            if let Some(answer) = self.answer_in(&line, turn)? {
                return Ok(answer);
            }
            // An agent that still makes its move has only repeated its message on the illegal move.
            if !moves.is_empty() && self.answer.error.as_ref().is_some_and(|error| line.contains(error)) {
                let rest = format!(" after the legal move {:?}", moves.trim_end());
                refusal.get_or_insert(Forfeit::wrote(Cause::Refused, &line, &rest));
            }
        }
    }

    pub fn farewell(&self, turn: &Turn, known: usize) -> String {
        self.opponent_moves(turn, known) + &self.filled(&self.end, turn)
    }

    pub fn probe(&self, agent: &mut Conversation, turn: &Turn, known: usize) -> Result<Option<bool>, Failure> {
        let Some(error) = &self.answer.error else { return Ok(None) };
        let mut unknown = turn.record.plies().skip(known);
        let next = unknown.find(|(before, played)| before.side_to_move() != turn.color && *played != Move::Pass);
        let Some((before, _)) = next else { return Ok(None) };
        let legal = before.legal_moves();
        let illegal = before.size().squares().into_iter().find(|square| !legal.contains(*square));
        let last = illegal.map(Move::Place);
        agent.say(&self.filled(&self.opponent_move, &Turn { last, ..*turn }));
        loop {
            match agent.line() {
                Ok(line) if line.contains(error.as_str()) => return Ok(Some(true)),
                Ok(line) if self.answer_in(&line, turn)?.is_some() => {
                    let text = format!("it answered {line:?} to an illegal move; expected {error:?}");
                    return Err(Forfeit::new(Cause::Illegal, text).into());
                }
                Ok(_) => {}
                Err(Failure::Forfeit(forfeit)) if forfeit.cause == Cause::Late => return Ok(Some(false)),
                Err(failure) => return Err(failure),
            }
        }
    }

    /// The winner that the agent names, and the right one; `None` if the agent is not asked.
    pub fn named_winner(&self, agent: &mut Conversation, turn: &Turn) -> Option<[String; 2]> {
        let WinnerForm { after, black, white, draw } = self.answer.winner.as_ref()?;
        let winner = match turn.record.position().leader() {
            Some(Color::Black) => black,
            Some(Color::White) => white,
            None => draw,
        };
        loop {
            let Ok(line) = agent.line() else { return Some([String::new(), winner.clone()]) };
            if let Some((_, named)) = line.split_once(after.as_str()) {
                return Some([named.trim().chars().take(40).collect(), winner.clone()]);
            }
        }
    }

    /// The texts for the opponent's moves that the agent does not know.
    fn opponent_moves(&self, turn: &Turn, known: usize) -> String {
        let moves = turn.record.moves().skip(known).filter(|played| played.0 != turn.color);
        moves.map(|played| self.filled(&self.opponent_move, &Turn { last: Some(played.1), ..*turn })).collect()
    }

    fn filled(&self, template: &Template, turn: &Turn) -> String {
        template.filled(|name| self.value(name, turn))
    }

    fn value(&self, name: &str, turn: &Turn) -> String {
        let (position, color) = (turn.record.position(), turn.color);
        let legal = position.legal_moves();
        let limit = |color| turn.clock.limit(color).as_secs_f64();
        let word = |color| {
            let words = self.colors.as_ref().map(|words| (&words.black, &words.white));
            let (black, white) = words.unwrap_or((&self.board.black, &self.board.white));
            if color == Color::Black { black } else { white }.clone()
        };
        let square = |square| self.answer.square.write(square, self.answer.first);
        match name {
            "color" => word(color),
            "other_color" => word(color.opponent()),
            "board" => {
                let is_first = turn.record.moves().count() == turn.opening;
                self.first_board.as_ref().filter(|_| is_first).unwrap_or(&self.board).write(position)
            }
            "black_discs" => position.discs(Color::Black).len().to_string(),
            "white_discs" => position.discs(Color::White).len().to_string(),
            "legal_count" => legal.len().to_string(),
            "legal_moves" => {
                let between = self.between_legal_moves.as_deref().unwrap_or("\n");
                legal.into_iter().map(square).collect::<Vec<_>>().join(between)
            }
            "last_move" => match turn.last {
                Some(Move::Place(last)) => square(last),
                Some(Move::Pass) | None => self.answer.pass.clone().unwrap_or_default(),
            },
            "size" => position.size().rows().to_string(),
            "seconds" => limit(color).to_string(),
            "own_seconds" => format!("{:.3}", limit(color)),
            "other_seconds" => format!("{:.3}", limit(color.opponent())),
            "own_milliseconds" => turn.clock.limit(color).as_millis().to_string(),
            _ => (turn.record.squares().count() + 1).to_string(),
        }
    }

    fn read(&self, text: &str) -> Result<Option<Move>, Forfeit> {
        let AnswerForm { square, first, pass, .. } = &self.answer;
        let is_pass = |pass: &String| text.split_whitespace().eq(pass.split_whitespace());
        if pass.as_ref().is_some_and(is_pass) { Ok(Some(Move::Pass)) } else { square.read(text, *first) }
    }

    /// The answer in a line of a process for a game; `None` for a line without a move, if the protocol allows such lines.
    fn answer_in(&self, line: &str, turn: &Turn) -> Result<Option<Answer>, Forfeit> {
        let answer = |text: &str| Ok(Answer { played: self.read(text)?, text: text.to_owned() });
        if !self.skips_lines() {
            return answer(line).map(Some);
        }
        let [before, after] = [0, 1].map(|side| self.filled(&self.answer.line[side], turn));
        let rest = line.rfind(&before).map(|place| &line[place + before.len()..]);
        Ok(rest.and_then(|rest| answer(rest.strip_suffix(after.as_str())?.trim()).ok()))
    }

    /// The answer of a process for a move that printed or wrote a text, if its file could be read.
    pub fn answer(&self, text: Result<Vec<u8>, String>, is_late: bool) -> Result<Answer, Forfeit> {
        let AnswerForm { from, late_counts, .. } = &self.answer;
        let unreadable = |why: &str| Forfeit::new(Cause::Unreadable, format!("{from}{why}"));
        let text = text.map_err(|why| unreadable(&format!(": {why}")))?;
        let text = String::from_utf8_lossy(&text);
        // If an agent is ended while it writes, its last line is not complete.
        let complete = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let last = |text: &str| text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned);
        let whole = last(&text).filter(|line| !is_late && (!late_counts || self.read(line).is_ok()));
        let line = whole.or_else(|| last(complete).filter(|_| *late_counts));
        let text = line.ok_or_else(|| unreadable(" has no line with a move"))?;
        Ok(Answer { played: self.read(&text)?, text })
    }
}

impl BoardForm {
    fn write(&self, position: &Position) -> String {
        let square = |letter| match Alphabet::DOTS.color(&String::from(letter)) {
            None => self.empty.as_str(),
            Some(Color::Black) => &self.black,
            Some(Color::White) => &self.white,
        };
        let row = |row: String| row.chars().map(square).collect::<Vec<_>>().join(&self.between_squares);
        let rows = Alphabet::DOTS.rows(position).map(row).collect::<Vec<_>>().join(&self.between_rows);
        [self.prefix.as_str(), &rows, &self.suffix].concat()
    }
}
