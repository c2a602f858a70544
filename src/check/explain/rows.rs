//! Writes the rows of a page as data for the page's scripts. One letter stands for each row, name and text.

use std::{collections::HashMap, ops::Range};

use anyhow::Result;
use serde_json::{Value as Json, json};

use super::subtree::{SubtreeRows, Use};
use crate::reasons::{Before, History, Sentence, Sources};
use reversi_core::search::AlphaBeta;
use reversi_course::log::{Event, Row, RowFormat};

/// Receives the rows of a search, and collects data on the rows that the page shows.
#[derive(Clone, Debug)]
pub(super) struct PageRows<'a, M> {
    /// The path to the first node on the page.
    at: &'a [M],
    subtree: SubtreeRows<'a, M>,
    history: History<M>,
    /// Alpha and beta at the page's first node; `None` in minimax.
    window: Option<AlphaBeta>,
    /// The rows that set the current alpha and beta.
    sources: Sources<M>,
    rows: String,
    /// The log of the page: one letter for each row, which stands for a text in `lines`.
    log: String,
    lines: Letters,
    leaves: Vec<Option<i32>>,
    /// The sentences of each row: a letter for an entry of `frames`, then a letter for each entry of `values`.
    texts: String,
    frames: Letters,
    values: Letters,
    /// The move to each node on the page, as the letter of the move's name.
    moves: String,
    /// The legal moves of each node, with a space after each node.
    replies: String,
    /// The names of moves and squares, with a letter for each name.
    names: Letters,
}

/// The page stores an update of a node as a digit: the sum of the applicable constants.
const IMPROVED: u8 = 1;
const NARROWED: u8 = 2;
const CUT: u8 = 4;

/// A set of texts with a letter for each text. The first letters take one byte, later letters take more.
#[derive(Clone, Debug, Default)]
struct Letters {
    texts: Vec<String>,
    letters: HashMap<String, char>,
}

impl Letters {
    fn of(&mut self, text: String) -> char {
        *self.letters.entry(text).or_insert_with_key(|text| {
            let place = u32::try_from(self.texts.len()).expect("fewer texts than letters");
            self.texts.push(text.clone());
            let code = match place {
                0..31 => u32::from('=') + place,
                // JSON escapes the backslash, so the backslash is not used as a letter.
                31..65 => u32::from(']') + place - 31,
                // The 2048 codes from U+D800 on are not characters.
                65..0xd741 => 0x100 + place - 65,
                _ => 0x900 + place - 65,
            };
            char::from_u32(code).expect("a million texts have letters")
        })
    }
}

impl<'a, M: Copy + PartialEq> PageRows<'a, M> {
    /// Collects the rows of the node at the end of a path and of all nodes below, at most `most` rows.
    pub(super) fn new(at: &'a [M], most: u64) -> Self {
        Self {
            at,
            subtree: SubtreeRows::new(at, most),
            history: History::default(),
            window: None,
            sources: Sources { alpha: None, beta: None },
            rows: String::new(),
            log: String::new(),
            lines: Letters::default(),
            leaves: Vec::new(),
            texts: String::new(),
            frames: Letters::default(),
            values: Letters::default(),
            moves: String::new(),
            replies: String::new(),
            names: Letters::default(),
        }
    }

    /// The letter that stands for the name of a move or a square.
    pub(super) fn letter(&mut self, name: impl Into<String>) -> char {
        self.names.of(name.into())
    }

    /// Adds the node of a row: the name of the move to the node, and the names of its moves.
    pub(super) fn push_node(&mut self, name: String, replies: impl IntoIterator<Item = String>) {
        let name = self.letter(name);
        self.moves.push(name);
        for reply in replies {
            let reply = self.letter(reply);
            self.replies.push(reply);
        }
        self.replies.push(' ');
    }

    /// Takes the next row of the search. If the page shows the row, `texts` returns its log text and sentences.
    pub(super) fn take(&mut self, row: &Row<M>, texts: impl FnOnce(Before<M>) -> (String, Vec<Sentence>)) -> Use {
        let row_use = self.subtree.take(row);
        let before = self.history.take(row);
        if row_use == Use::Show {
            if self.rows.is_empty() {
                (self.window, self.sources) = (row.window, before.sources);
            }
            let (line, sentences) = texts(before);
            self.push(row, line, &sentences);
        }
        row_use
    }

    /// Adds a row and its sentences. The data contain the values of leaves; the page computes all other values. An
    /// update that improves a node's value sets the value to the child's value, and moves alpha (MAX) or beta (MIN).
    fn push(&mut self, row: &Row<M>, line: String, sentences: &[Sentence]) {
        self.log.push(self.lines.of(line));
        self.rows.push(match row.event {
            Event::Enter => 'e',
            Event::Leaf => {
                self.leaves.push(row.value.finite());
                'l'
            }
            Event::Update { improved, before, cut, .. } => {
                let narrowed = before != row.window;
                let flags = u8::from(improved) * IMPROVED + u8::from(narrowed) * NARROWED + u8::from(cut) * CUT;
                char::from(b'0' + flags)
            }
        });
        let (frames, values): (Vec<String>, Vec<Vec<String>>) = sentences.iter().map(Sentence::frame).unzip();
        self.texts.push(self.frames.of(frames.join(" ")));
        self.texts.extend(values.into_iter().flatten().map(|value| self.values.of(value)));
    }

    /// The numbers of the rows on the page, and the data of these rows. `label` returns the name that the log has for a
    /// node.
    pub(super) fn finish(self, row_format: &RowFormat, label: impl Fn(M) -> String) -> Result<(Range<u64>, Json)> {
        let first = self.subtree.finish(&label)?;
        let window = self.window.map(|AlphaBeta { alpha, beta }| [alpha.finite(), beta.finite()]);
        let sources = [self.sources.alpha, self.sources.beta];
        let columns = row_format.columns(self.window.is_some());
        let data = json!({
            "prefix": self.at.iter().map(|&played| label(played)).collect::<Vec<_>>(),
            "firstRow": first,
            "window": window,
            "sources": sources.map(|source| source.map(|source| source.row)),
            "format": {
                "suffix": row_format.decimal_places(),
                "numbers": row_format.numbers,
                "cutMarker": row_format.cut_marker,
                "header": columns.iter().map(|&column| row_format.column_name(column)).collect::<Vec<_>>(),
                "infinity": row_format.infinity,
                "root": row_format.root,
                "pass": row_format.pass,
            },
            "leaves": self.leaves,
            "log": self.log,
            "lines": self.lines.texts,
            "frames": self.frames.texts,
            "values": self.values.texts,
            "texts": self.texts,
            "rows": self.rows,
            "moves": self.moves,
            "replies": self.replies,
            "names": self.names.texts,
        });
        Ok((first..first + self.rows.len() as u64, data))
    }
}
