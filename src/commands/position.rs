//! Reads positions as arguments: a file, standard input, or the text itself, in any notation.

use std::path::Path;

use anyhow::{Context as _, Error, Result, bail, ensure};
use clap::Args;

use super::arguments;
use crate::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
    },
    games::{
        reversi::{
            Color, Position, Size,
            notation::{self, Content, Item, Notation},
        },
        tree,
    },
    names::file_name,
};

/// The unparsed text of an argument with one or more positions.
#[derive(Clone, Debug)]
pub struct PositionText(Input);

impl PositionText {
    /// Reads standard input for `-`, or a named file; any other argument is the text itself. In messages, `name` is the
    /// name of a text that is neither a file nor standard input.
    pub fn of(argument: &str, name: &str) -> Result<Self> {
        let path = Path::new(argument);
        if argument == "-" || path.exists() {
            return Input::read(path, input::LIMIT).map(Self);
        }
        if !notation::is_meant(argument) {
            let hint = notation::in_place_of_position(argument).unwrap_or("see `reversi help notations`".to_owned());
            bail!("{} is neither a file nor a position in a known notation; {hint}", file_name(argument));
        }
        Ok(Self(Input { name: name.to_owned(), text: argument.to_owned() }))
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The comment on the line above `line`, without the comment character.
    pub fn comment_above(&self, line: usize) -> Option<String> {
        let above = self.0.text.lines().nth(line.checked_sub(2)?)?;
        Some(above.trim_start().strip_prefix(['%', '#'])?.trim().to_owned())
    }

    fn explain(&self, problem: Problem) -> Error {
        let suggestion = tree::in_place_of_board(&self.0.text)
            .or_else(|| notation::in_place_of_position(&self.0.text))
            .or(problem.suggestion);
        self.0.explain(&Problem { suggestion, ..problem })
    }

    /// Reads a text with one position or game. The moves of a transcript start from `start`.
    pub fn one(&self, start: &Position) -> Result<Content> {
        notation::parse(&self.0.text, start).map_err(|problem| self.explain(problem))
    }

    /// Reads all positions and games, in `notation` or, without a given notation, in any notation.
    ///
    /// A text contains at most one transcript. The moves of a transcript start from `start` [default: the 8x8 opening].
    /// Other notations than transcripts do not use a start.
    pub fn all(&self, notation: Option<Notation>, start: Option<&str>) -> Result<Vec<Item>> {
        let text = &self.0.text;
        if let Some(start) = start
            && notation.is_none()
            && let Some(other) = Notation::of(text).filter(|&notation| notation != Notation::Transcript)
        {
            bail!("--start {start} is for the moves of a transcript; {} is in the notation {other}", self.name());
        }
        let start = &start.map_or(Ok(Position::opening(Size::EIGHT)), |start| read(start, "START", Size::EIGHT))?;
        let items = match notation {
            Some(notation) => notation::parse_only(notation, text, start),
            None if Notation::of(text) == Some(Notation::Transcript) => {
                return Ok(vec![Item { line: 1, content: self.one(start)? }]);
            }
            None => notation::parse_all(text, start),
        };
        items.map_err(|problem| self.explain(problem))
    }
}

/// Reads the position of an argument; for a game, the last position. The moves of a transcript start from the opening of
/// a board of this size.
pub fn read(argument: &str, name: &str, size: Size) -> Result<Position> {
    Ok(*PositionText::of(argument, name)?.one(&Position::opening(size))?.position())
}

#[derive(Clone, Copy, Debug, Args)]
pub struct Selected {
    /// Set the player to move, x or o
    #[arg(long, value_name = "x|o", value_parser = arguments::side)]
    to_move: Option<Color>,
    /// Use the position after this many discs of a game
    #[arg(long = "move", value_name = "NUMBER", value_parser = arguments::number::<u32>("a number of discs, from 0", ..))]
    discs: Option<u32>,
}

impl Selected {
    /// Applies `--move` to a game and `--to-move` to a position.
    pub fn of(self, item: Item, text: &PositionText) -> Result<Item> {
        let content = self.content(item.content).with_context(|| format!("{}:{}", text.name(), item.line))?;
        Ok(Item { content, ..item })
    }

    fn content(self, mut content: Content) -> Result<Content> {
        if let Some(discs) = self.discs {
            let Content::Game(record) = &mut content else {
                bail!("--move requires a game, but this is a single position")
            };
            let laid = record.squares().count();
            *record = record
                .up_to(discs as usize)
                .with_context(|| format!("--move {discs}: the game has only {laid} moves; expected at most {laid}"))?;
        }
        let Some(side) = self.to_move else { return Ok(content) };
        ensure!(
            content.game().is_none(),
            "--to-move applies only to a position; the moves of a game determine the player to move"
        );
        Ok(Content::Position(content.position().with_side_to_move(side)))
    }
}
