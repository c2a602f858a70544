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
pub(super) struct NodeCells(Vec<Cell>);

impl NodeCells {
    /// The 64 squares, the pass, and the root.
    const MOVES: usize = 66;
    /// No game is longer: at most 60 discs are laid, and between two of them there is at most one pass
    /// (a second one ends the search).
    const LONGEST_GAME: u32 = 125;

    fn new(spelling: Spelling, depth: Depth) -> Self {
        let mut names: Vec<String> = (0..64).map(|index| Square::from_index(index).to_string()).collect();
        names.extend(["pass".to_owned(), "root".to_owned()]);
        let plies = 0..=depth.plies().min(Self::LONGEST_GAME);
        let cells = plies.flat_map(|ply| {
            let Spelling { separator, root_depth, .. } = spelling;
            let cell = move |name: &String| Cell::new(&format!("{name}{separator}{}{separator}", ply + root_depth));
            names.iter().map(cell)
        });
        Self(cells.collect())
    }

    #[inline]
    pub(super) fn of<M: Into<Move>>(&self, node: Node<M>) -> &Cell {
        let index = match node.reached_by.map(Into::into) {
            Some(Move::Place(square)) => usize::from(square.index()),
            Some(Move::Pass) => 64,
            None => 65,
        };
        &self.0[node.ply.plies() as usize * Self::MOVES + index]
    }
}

/// The values from minus to plus infinity, and what stands behind them: a separator or a line end.
#[derive(Debug)]
pub(super) struct ValueCells {
    cells: Vec<Cell>,
    limit: i16,
}

impl ValueCells {
    fn new(numbers: Numbers, behind: &str, limit: i16) -> Self {
        let finite = (-i32::from(limit)..=i32::from(limit)).map(Value::new);
        let values = [Value::NEGATIVE_INFINITY].into_iter().chain(finite).chain([Value::INFINITY]);
        Self { cells: values.map(|value| Cell::new(&(spell(value, numbers) + behind))).collect(), limit }
    }

    #[inline]
    #[allow(clippy::cast_sign_loss)] // the smallest index is zero
    pub(super) fn of(&self, value: Value) -> &Cell {
        &self.cells[(value.within(self.limit) + i32::from(self.limit) + 1) as usize]
    }
}

/// A value as the log has it.
pub(super) fn spell(value: Value, numbers: Numbers) -> String {
    match numbers {
        Numbers::OneDecimal if value.finite().is_some() => format!("{value}.0"),
        _ => value.to_string(),
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
    /// The largest value that is written out beforehand; the assignment's own weights add up to 784.
    const LARGEST: i16 = 1000;

    /// The cells of a search of `depth` plies with values of at most `largest`, apart from the sign; `None` where
    /// there are too many values.
    pub(super) fn new(spelling: Spelling, line_ending: LineEnding, depth: Depth, largest: i32) -> Option<Self> {
        let limit = i16::try_from(largest).ok().filter(|&limit| limit <= Self::LARGEST)?;
        let values = |behind| ValueCells::new(spelling.numbers, behind, limit);
        Some(Self {
            nodes: NodeCells::new(spelling, depth),
            inner: values(spelling.separator),
            last: values(line_ending.text()),
        })
    }
}
