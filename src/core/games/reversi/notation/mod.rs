//! Reads and writes boards, positions and games in all notations, and recognises the notation of a text.

mod foreign;
mod obf;
pub mod one_line;
mod squares;
pub mod text;
mod transcript;

use anyhow::{Context as _, bail};

use self::text::Alphabet;
use super::{Color, Position, Record};
use reversi_io::{
    files::{
        diagnostic::{self, Line, Problem},
        scanner::Scanner,
    },
    names::names,
};

pub use foreign::in_place_of_position;
pub use obf::ScoredPosition;
pub use squares::line;

type Result<T, E = Problem> = std::result::Result<T, E>;

const NOTHING: &str = "there is no position; expected a board or a game";

names! {
    /// A format for a position or a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Notation {
        /// One line for each row, like in the assignment's input: `*` empty, `X` black, `O` white. A last line `O`
        /// means that white is to move. Rows with `-` or `.` are read in the same way as a [line](Self::Line).
        Rows => "rows",
        /// All squares in one line, then the player to move: `---OX------- X`.
        Line => "line",
        /// Rows with slashes between them, `B` black, `W` white, `.` empty, then the player to move:
        /// `..../.WB./.BW./.... x`. Without a player, `x` is to move.
        Slashes => "slashes",
        /// A line with known scores (Othello Board File): `---OX------- X; D3:+4; C4:-2;`. `%` begins a comment.
        Obf => "obf",
        /// The moves of a game in sequence, with or without numbers: `f5d6c3`, `1. F5 2. D6`.
        Transcript => "transcript",
    }
}

impl Notation {
    const fn described(self) -> &'static str {
        match self {
            Self::Rows => "a board in rows",
            Self::Line => "a board in one line, without scores",
            Self::Slashes => "a board in rows between slashes",
            Self::Obf => "OBF: in each line the squares, the player to move, and scores (`---OX------- X; D3:+4;`)",
            Self::Transcript => "the moves of a game (`f5d6c3`)",
        }
    }

    /// Recognises the notation of a text; `None` if the text has no known notation.
    pub fn of(text: &str) -> Option<Self> {
        let lines = content(text);
        let first = lines.first()?.text;
        let is_square =
            |letter: char| squares::state(letter).is_some() || letter.is_ascii_digit() || letter.is_whitespace();
        let all = |is_known: &dyn Fn(char) -> bool| lines.iter().all(|line| line.text.chars().all(is_known));
        if first.contains(';') {
            Some(Self::Obf)
        } else if first.contains('/') {
            all(&|letter| is_square(letter) || letter == '/').then_some(Self::Slashes)
        } else if transcript::begins(first) {
            all(&transcript::is_letter).then_some(Self::Transcript)
        } else if !all(&is_square) {
            None
        } else if lines.len() > 1 && first.trim().chars().count() <= 8 {
            Some(Self::Rows)
        } else {
            Some(Self::Line)
        }
    }

    /// Writes the content in this notation; reading the text gives the same content.
    pub fn write(self, content: &Content) -> anyhow::Result<String> {
        let position = content.position();
        let no_game = || format!("the notation {self} needs a game, but this is a single position");
        Ok(match self {
            Self::Rows => {
                let rows = Alphabet::STARS.rows(position).map(|row| row + "\n").collect::<String>();
                rows + if position.side_to_move() == Color::White { "O\n" } else { "" }
            }
            Self::Line => squares::line(position) + "\n",
            Self::Slashes => one_line::slashes_with_side(position) + "\n",
            Self::Obf => match content {
                Content::Scored(scored) => format!("{scored}\n"),
                Content::Position(_) | Content::Game(_) => format!("{}\n", ScoredPosition::without_scores(*position)),
            },
            Self::Transcript => {
                let record = content.game().with_context(no_game)?;
                if record.moves().next().is_none() {
                    bail!(no_game());
                }
                if record.start() != &Position::opening(position.size()) {
                    bail!("a transcript must begin at the start position, but this game has another start");
                }
                format!("{record}\n")
            }
        })
    }
}

/// The content of a text: a position, with or without scores, or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Position(Position),
    Scored(ScoredPosition),
    Game(Record),
}

impl Content {
    /// The position of the content; for a game, its last position.
    pub fn position(&self) -> &Position {
        match self {
            Self::Position(position) => position,
            Self::Scored(scored) => &scored.position,
            Self::Game(record) => record.position(),
        }
    }

    /// The game, if the content is a game.
    pub const fn game(&self) -> Option<&Record> {
        match self {
            Self::Game(record) => Some(record),
            Self::Position(_) | Self::Scored(_) => None,
        }
    }

    /// Converts the content to a game; a position becomes a game that starts from it.
    pub fn into_record(self) -> Record {
        match self {
            Self::Game(record) => record,
            Self::Position(position) => Record::new(position),
            Self::Scored(scored) => Record::new(scored.position),
        }
    }
}

/// One position or game in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The number of the line in which the item begins, from 1.
    pub line: usize,
    pub content: Content,
}

/// True if a text looks like a position, right or wrong, and not like a file name.
pub fn is_meant(text: &str) -> bool {
    let squares = text.chars().filter(|&letter| squares::state(letter).is_some()).count();
    let is_transcript = transcript::begins(text)
        && (!text.contains(['.', '/', '\\']) || Notation::of(text) == Some(Notation::Transcript));
    (squares >= FEWEST_SQUARES && is_mostly_squares(text)) || text.contains(';') || is_transcript
}

/// The smallest board has 16 squares, but a wrong text may have fewer.
const FEWEST_SQUARES: usize = 12;

fn is_mostly_squares(text: &str) -> bool {
    let squares = text.chars().filter(|&letter| squares::state(letter).is_some()).count();
    2 * squares >= text.chars().count()
}

/// Reads a text with one position or game, in any notation. The moves of a transcript may be on several lines; the game
/// begins at the position `start`.
pub fn parse(text: &str, start: &Position) -> Result<Content> {
    let mut items = match Notation::of(text) {
        Some(Notation::Transcript) => return transcript::parse(&content(text), start).map(Content::Game),
        _ => parse_all(text, start)?,
    }
    .into_iter();
    match (items.next(), items.next()) {
        (Some(item), None) => Ok(item.content),
        (_, Some(second)) => Err(Problem::new(second.line, 1, "a second position begins here; expected one")),
        (None, None) => Err(Problem::new(1, 1, NOTHING)),
    }
}

/// Reads a text with any number of positions or games in one notation. Each line is one position or one game, except that
/// rows form one board. Empty lines are skipped. After `%` or `#`, the rest of a line is skipped. The moves of a
/// transcript begin at the position `start`.
pub fn parse_all(text: &str, start: &Position) -> Result<Vec<Item>> {
    let lines = content(text);
    let Some(first) = lines.first() else { return Err(Problem::new(1, 1, NOTHING)) };
    let each = |parse: &dyn Fn(&Line) -> Result<Content>| {
        lines.iter().map(|line| Ok(Item { line: line.number, content: parse(line)? })).collect()
    };
    let position = |parse: fn(&Line) -> Result<Position>| each(&|line| parse(line).map(Content::Position));
    // If the text is wrong, the parser of the most similar notation gives the best message.
    let nearest = || match first.text {
        text if text.contains('/') && is_mostly_squares(text) => Some(Notation::Slashes),
        text if transcript::begins(text) => Some(Notation::Transcript),
        text if !is_mostly_squares(text) => None,
        text if text.trim().chars().count() <= 8 => Some(Notation::Rows),
        _ => Some(Notation::Line),
    };
    match Notation::of(text).or_else(nearest) {
        Some(Notation::Obf) => each(&|line| obf::parse(line).map(Content::Scored)),
        Some(Notation::Slashes) => position(squares::parse_slashes),
        Some(Notation::Transcript) => each(&|line| transcript::parse(&[*line], start).map(Content::Game)),
        Some(Notation::Line) => position(squares::parse_line),
        Some(Notation::Rows) => {
            Ok(vec![Item { line: first.number, content: Content::Position(squares::parse_rows(&lines)?) }])
        }
        None => {
            let expected = "expected a board (rows, one line, or rows between slashes), OBF or moves";
            Err(at_start(first, format!("this is not a position; {expected}")))
        }
    }
}

/// Reads any number of positions or games like [`parse_all`], but only in this notation. In a transcript, all lines
/// together are one game.
pub fn parse_only(notation: Notation, text: &str, start: &Position) -> Result<Vec<Item>> {
    let lines = content(text);
    let Some(first) = lines.first() else { return parse_all(text, start) };
    let is_transcript = notation == Notation::Transcript;
    match Notation::of(text) {
        // A text without a known notation may be moves with a mistake, which the parser of moves reports.
        None | Some(Notation::Transcript) if is_transcript => {
            let content = Content::Game(transcript::parse(&lines, start)?);
            Ok(vec![Item { line: first.number, content }])
        }
        Some(found) if found == notation => parse_all(text, start),
        found => {
            let found = found.map_or("in no notation", Notation::described);
            Err(at_start(first, format!("this is {found}; expected {}", notation.described())))
        }
    }
}

/// Makes a problem whose place is the first character of a line that is not a space.
fn at_start(line: &Line, message: impl Into<String>) -> Problem {
    let mut scanner = Scanner::of_line(line);
    scanner.skip_blanks();
    scanner.here(message)
}

/// The lines of a text, without empty lines and comments.
fn content(text: &str) -> Vec<Line<'_>> {
    let mut lines = diagnostic::lines(text);
    for line in &mut lines {
        let comment = line.text.find(['%', '#']).unwrap_or(line.text.len());
        line.text = line.text[..comment].trim_end();
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}
