//! Reads and writes games in the Generic Game Format (GGF), the format of the Generic Game Server.

use std::{fmt, time::Duration};

use super::{
    Content, Item, Result, Scanner,
    squares::{self, Star},
    text::Alphabet,
    transcript,
};
use crate::games::reversi::{ByColor, Color, Move, Position, Record};

/// A game and the names of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    pub record: Record,
    /// The names of the players; empty if unknown.
    pub players: ByColor<String>,
}

impl GameRecord {
    /// A game without names of players.
    pub fn new(record: Record) -> Self {
        Self { record, players: ByColor::default() }
    }
}

/// Writes the game, with its result if it is over.
impl fmt::Display for GameRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.record.position();
        let result = if position.is_over() { format!("{:+}", position.lead(Color::Black)) } else { "?".to_owned() };
        self.write(formatter, &result, |_| None)
    }
}

impl GameRecord {
    /// Writes `(;GM[Othello]PB[...]PW[...]RE[+12]TY[8]BO[8 -------- ... *]B[F5//1.500]W[D6];)`: the result and the
    /// moves. `time` returns the time of the ply with a number (from 0), if the time is known.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write(
        &self,
        sink: &mut impl fmt::Write,
        result: &str,
        time: impl Fn(usize) -> Option<Duration>,
    ) -> fmt::Result {
        let Self { record, players } = self;
        // A name must not contain `]`, because this character ends the name.
        let [black, white] =
            [&players.black, &players.white].map(|name| name.replace('\\', "\\\\").replace(']', "\\]"));
        let start = record.start();
        let rows = start.size().rows();
        write!(sink, "(;GM[Othello]PC[reversi]PB[{black}]PW[{white}]RE[{result}]TY[{rows}]BO[{rows}")?;
        Alphabet::GGF.rows(start).try_for_each(|row| write!(sink, " {row}"))?;
        write!(sink, " {}]", Alphabet::GGF.letter(Some(start.side_to_move())))?;
        for (ply, played) in record.moves().enumerate() {
            let name = match played.1.square() {
                Some(square) => square.to_string().to_ascii_uppercase(),
                None => "PA".to_owned(),
            };
            write!(sink, "{}[{name}", Alphabet::DOTS.letter(Some(played.0)))?;
            if let Some(time) = time(ply) {
                write!(sink, "//{:.3}", time.as_secs_f64())?;
            }
            sink.write_char(']')?;
        }
        sink.write_str(";)")
    }
}

fn unescaped(value: &str) -> String {
    let mut is_escaped = false;
    let is_kept = |&letter: &char| {
        is_escaped = !is_escaped && letter == '\\';
        !is_escaped
    };
    value.chars().filter(is_kept).collect()
}

/// True if a line begins with the record of a game, possibly after the number of games.
pub fn begins(line: &str) -> bool {
    let mut scanner = Scanner::new(line);
    skip_to_record(&mut scanner);
    scanner.peek() == Some('(')
}

/// Skips spaces and the number of games.
fn skip_to_record(scanner: &mut Scanner) {
    scanner.read_while(|letter| letter.is_whitespace() || letter.is_ascii_digit());
}

/// Reads all games of a file.
pub fn parse(text: &str) -> Result<Vec<Item>> {
    let mut scanner = Scanner::new(text);
    let mut items = Vec::new();
    loop {
        skip_to_record(&mut scanner);
        if scanner.peek().is_none() {
            return Ok(items);
        }
        let (line, _) = scanner.place();
        items.push(Item { line, content: Content::Game(parse_game(&mut scanner)?) });
    }
}

fn parse_game(scanner: &mut Scanner) -> Result<GameRecord> {
    expect(scanner, "(", "`(;GM[Othello]`, the beginning of a game")?;
    expect(scanner, ";", "`;GM[Othello]`, the beginning of a game")?;
    let mut players = ByColor::default();
    let mut record = None;
    loop {
        scanner.skip_blanks();
        if scanner.read_word(";") {
            expect(scanner, ")", "`)`, the end of the game")?;
            let expected = "expected the game's board before its end: `BO[8 ...]`";
            let record = record.ok_or_else(|| scanner.here(expected))?;
            return Ok(GameRecord { record, players });
        }
        let place = scanner.clone();
        let name = scanner.read_while(char::is_alphabetic);
        if name.is_empty() {
            return Err(scanner.here("expected a property such as `B[F5]`, or `;)`"));
        }
        expect(scanner, "[", "`[` and a value")?;
        let value = value(scanner)?;
        match name {
            "GM" if !value.text().trim().eq_ignore_ascii_case("othello") => {
                return Err(value.here("expected a game of Othello: `GM[Othello]`"));
            }
            "PB" => players.black = unescaped(value.text()),
            "PW" => players.white = unescaped(value.text()),
            "BO" => record = Some(Record::new(board(value)?)),
            "B" => play(&place, record.as_mut(), Color::Black, value)?,
            "W" => play(&place, record.as_mut(), Color::White, value)?,
            _ => {}
        }
    }
}

/// Skips spaces and reads an expected mark; returns an error if another text comes next.
fn expect(scanner: &mut Scanner, mark: &str, expected: &str) -> Result<()> {
    scanner.skip_blanks();
    if scanner.read_word(mark) { Ok(()) } else { Err(scanner.here(format!("expected {expected}"))) }
}

/// Reads a value and the `]` after it.
fn value<'a>(scanner: &mut Scanner<'a>) -> Result<Scanner<'a>> {
    let start = scanner.clone();
    let mut is_escaped = false;
    let text = scanner.read_while(|letter| {
        let goes_on = is_escaped || letter != ']';
        is_escaped = !is_escaped && letter == '\\';
        goes_on
    });
    expect(scanner, "]", "`]`, the end of a value")?;
    Ok(start.within(text))
}

/// Reads a board: the number of rows, the squares (`*` is black), and the player to move.
fn board(mut value: Scanner) -> Result<Position> {
    value.skip_blanks();
    let place = value.clone();
    let rows: Option<u8> = value.read_while(|letter| letter.is_ascii_digit()).parse().ok();
    let wrong = || place.here("expected the number of the board's rows, 4 to 8");
    let rows = rows.filter(|rows| (4..=8).contains(rows)).ok_or_else(wrong)?;
    let position = squares::parse_squares(value, Star::Black)?;
    if position.size().rows() == rows { Ok(position) } else { Err(wrong()) }
}

/// Adds a move to the record: a square or a pass. An evaluation and a time may follow after slashes and are ignored.
fn play(place: &Scanner, record: Option<&mut Record>, color: Color, mut value: Scanner) -> Result<()> {
    let no_board = "expected the board, `BO[8 ...]`, before the first move";
    let record = record.ok_or_else(|| place.here(no_board))?;
    value.skip_blanks();
    let at = value.clone();
    let played = transcript::read_move(&at, value.read_while(|letter| letter != '/').trim_end())?;
    if played != Move::Pass {
        record.pass_if_forced();
    }
    if record.position().side_to_move() != color {
        return Err(place.here(format!("{color} moves out of turn; expected a move of {}", color.opponent())));
    }
    record.play_given(played).map_err(|illegal| at.here(illegal))
}
