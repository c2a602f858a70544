//! The pieces that rows are made of, written out once before the search.

use super::{LineEnding, Numbers, Spelling};
use crate::{
    reversi::{Move, Square},
    search::Node,
    value::{Depth, Value},
};

/// A short text of fixed room, so that copying it needs no length: the caller copies all of it and advances by
/// [`Cell::len`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell([u8; Cell::ROOM]);

impl Cell {
    /// The bytes that a copy takes. The last holds the length of the text.
    pub(super) const ROOM: usize = 16;

    fn new(text: &str) -> Self {
        let mut room = [0; Self::ROOM];
        room[..text.len()].copy_from_slice(text.as_bytes());
        room[Self::ROOM - 1] = u8::try_from(text.len()).expect("a cell is short");
        Self(room)
    }

    /// The text, with whatever stands behind it.
    #[inline]
    pub(super) const fn room(&self) -> &[u8; Self::ROOM] {
        &self.0
    }

    /// The length of the text in bytes. The mask, which changes nothing, tells the compiler that it is below 16.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        (self.0[Self::ROOM - 1] & 15) as usize
    }
}

/// A node's name and depth, with the separators behind them, for each ply and each move.
#[derive(Debug)]
pub(super) struct NodeCells(Vec<[Cell; NodeCells::MOVES]>);

impl NodeCells {
    /// The 64 squares, the pass, and the root.
    const MOVES: usize = 66;
    /// No game is longer: at most 60 discs are laid, and between two of them there is at most one pass
    /// (a second one ends the search).
    const LONGEST_GAME: u32 = 125;

    pub(super) fn new(spelling: Spelling, depth: Depth) -> Self {
        let plies = depth.plies().min(Self::LONGEST_GAME);
        let separator = spelling.separator;
        let names = || {
            let squares = (0..64).map(|index| Square::from_index(index).to_string());
            squares.chain(["pass".to_owned(), "root".to_owned()])
        };
        let cells = (0..=plies).map(|ply| {
            let mut names = names();
            let depth = ply + spelling.root_depth;
            std::array::from_fn(|_| {
                let name = names.next().unwrap_or_default();
                Cell::new(&format!("{name}{separator}{depth}{separator}"))
            })
        });
        Self(cells.collect())
    }

    #[inline]
    pub(super) fn of<M: Copy + Into<Move>>(&self, node: Node<M>) -> &Cell {
        let index = match node.reached_by.map(Into::into) {
            Some(Move::Place(square)) => usize::from(square.index()),
            Some(Move::Pass) => 64,
            None => 65,
        };
        &self.0[node.ply.plies() as usize][index]
    }
}

/// A value and what stands behind it, a separator or a line end.
#[derive(Debug)]
pub(super) struct ValueCells {
    numbers: Numbers,
    behind: &'static str,
    /// The values from `-range` to `range`.
    finite: Vec<Cell>,
    range: i32,
    infinity: Cell,
    negative_infinity: Cell,
}

impl ValueCells {
    /// The largest value that is written out beforehand; the assignment's own weights add up to 784. Values beyond,
    /// which large weights can have, are spelled when they come.
    const LARGEST_RANGE: i32 = 1000;

    pub(super) fn new(spelling: Spelling, largest: i32, behind: &'static str) -> Self {
        let range = largest.min(Self::LARGEST_RANGE);
        let cell = |value| Cell::new(&spell(value, spelling.numbers, behind));
        Self {
            numbers: spelling.numbers,
            behind,
            finite: (-range..=range).map(|value| cell(Value::new(value))).collect(),
            range,
            infinity: cell(Value::INFINITY),
            negative_infinity: cell(Value::NEGATIVE_INFINITY),
        }
    }

    #[inline]
    pub(super) fn of(&self, value: Value) -> Cell {
        match value {
            Value::INFINITY => self.infinity,
            Value::NEGATIVE_INFINITY => self.negative_infinity,
            value => {
                let index = value.finite().and_then(|value| usize::try_from(value + self.range).ok());
                match index.and_then(|index| self.finite.get(index)) {
                    Some(&cell) => cell,
                    None => Cell::new(&spell(value, self.numbers, self.behind)),
                }
            }
        }
    }
}

fn spell(value: Value, numbers: Numbers, behind: &str) -> String {
    match numbers {
        Numbers::OneDecimal if value.finite().is_some() => format!("{value}.0{behind}"),
        _ => format!("{value}{behind}"),
    }
}

/// All cells of one log.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) nodes: NodeCells,
    /// Values inside a row.
    pub(super) inner: ValueCells,
    /// Values at the end of a row.
    pub(super) last: ValueCells,
}

impl Cells {
    pub(super) fn new(spelling: Spelling, line_ending: LineEnding, depth: Depth, largest: i32) -> Self {
        Self {
            nodes: NodeCells::new(spelling, depth),
            inner: ValueCells::new(spelling, largest, spelling.separator),
            last: ValueCells::new(spelling, largest, line_ending.text()),
        }
    }
}
