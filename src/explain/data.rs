//! The data of a page as its script reads them: one letter for each row, and one for each square.

use std::collections::HashMap;

use serde::Serialize;

use super::student::StudentData;
use crate::{
    game::Value,
    games::reversi::{Bitboard, Move, Square},
    log::{CutWindow, Event, Row, Spelling},
    reasons::{Elsewhere, Sentence},
    search::AlphaBeta,
};

/// A search, or a subtree of one. The names of the fields are those of the type `PageData` in `page/search.js`, which says what they are.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageData {
    pub(super) players: [String; 2],
    pub(super) max: usize,
    pub(super) depth: Option<u32>,
    pub(super) prefix: Vec<String>,
    pub(super) first_row: u64,
    pub(super) window: Option<[Option<i32>; 2]>,
    /// Where alpha and beta at the first node come from.
    pub(super) sources: [Option<Elsewhere>; 2],
    pub(super) spelling: SpellingData,
    pub(super) rows: String,
    pub(super) leaves: Vec<i32>,
    pub(super) moves: Moves,
    pub(super) replies: Replies,
    pub(super) board: Option<BoardData>,
    pub(super) sentences: Vec<String>,
    pub(super) said: String,
    pub(super) student: Option<StudentData>,
}

/// How rows are spelled.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpellingData {
    separator: String,
    suffix: String,
    root_depth: u32,
    cut_as_searched: bool,
    cut_marker: String,
}

impl From<&Spelling> for SpellingData {
    fn from(spelling: &Spelling) -> Self {
        Self {
            separator: spelling.separator.to_string(),
            suffix: spelling.decimal_places(),
            root_depth: spelling.root_depth,
            cut_as_searched: spelling.cut_window == CutWindow::AsSearched,
            cut_marker: spelling.cut_marker.to_string(),
        }
    }
}

/// The move that leads to each node: letters, or names.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Moves {
    Letters(String),
    Names(Vec<String>),
}

/// What can be played at each node: words of letters, or lists of names.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Replies {
    Words(String),
    Names(Vec<Vec<String>>),
}

/// The first node's board, and what depends on boards.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BoardData {
    pub(super) size: u8,
    pub(super) black: String,
    pub(super) white: String,
    /// The discs that the move to each node turns: one word for each node, with blanks between them.
    pub(super) turned: String,
    pub(super) weights: Option<Vec<i16>>,
}

/// Collects what the page is told of each row.
#[derive(Clone, Debug, Default)]
pub(super) struct RowLetters {
    pub(super) rows: String,
    pub(super) sentences: Vec<String>,
    pub(super) said: String,
    /// The place in `sentences` of those made of certain templates.
    places: HashMap<Vec<&'static str>, usize>,
    pub(super) leaves: Vec<i32>,
    pub(super) window: Option<[Option<i32>; 2]>,
}

impl RowLetters {
    /// An update's letter is a digit, the sum of these.
    const IMPROVED: u8 = 1;
    const NARROWED: u8 = 2;
    const CUT: u8 = 4;
    /// The letter of the first of the sentences; that of the next is the next code point.
    const FIRST_SENTENCE: u32 = 0x100;

    /// Adds a row and what is said of it. The value of a leaf is its own, and an update improves a node's value to that of the child, as it
    /// moves the player's bound to the node's value: so the leaves' values are all that is needed.
    pub(super) fn push<M>(&mut self, row: &Row<M>, sentences: &[Sentence]) {
        if self.rows.is_empty() {
            self.window = row.window.map(|AlphaBeta { alpha, beta }| [alpha.finite(), beta.finite()]);
        }
        self.rows.push(match row.event {
            Event::Enter => 'e',
            Event::Leaf => {
                self.leaves.push(finite(row.value));
                'l'
            }
            Event::Update { improved, before, cut, .. } => {
                let flags = [(improved, Self::IMPROVED), (before != row.window, Self::NARROWED), (cut, Self::CUT)];
                let sum: u8 = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
                char::from(b'0' + sum)
            }
        });
        let templates = sentences.iter().flat_map(|sentence| sentence.templates.iter().copied()).collect();
        let place = *self.places.entry(templates).or_insert_with(|| {
            let texts: Vec<String> = sentences.iter().map(Sentence::unfilled).collect();
            self.sentences.push(texts.join(" "));
            self.sentences.len() - 1
        });
        let letter = u32::try_from(place).ok().and_then(|place| char::from_u32(Self::FIRST_SENTENCE + place));
        self.said.push(letter.expect("far fewer than a thousand kinds of rows"));
    }
}

/// The value of a leaf.
fn finite(value: Value) -> i32 {
    value.finite().expect("an evaluation is finite")
}

/// The letter of a square.
fn letter(square: Square) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char::from(LETTERS[usize::from(square.index())])
}

/// The letter of a move, or of the root.
pub(super) fn move_letter(played: Option<Move>) -> char {
    match played {
        None => '=',
        Some(Move::Pass) => '.',
        Some(Move::Place(square)) => letter(square),
    }
}

/// A set of squares as a word.
pub(super) fn word(squares: Bitboard) -> String {
    squares.into_iter().map(letter).collect()
}
