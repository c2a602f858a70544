//! The pieces that rows are made of, written out once before the search.

use super::{Numbers, Spelling};
use crate::{
    game::{Depth, Value},
    games::reversi::{Move, Square},
    search::Node,
};

/// A short text of fixed room, so that copying it needs no length: [`Field::copy`] copies all of it and returns
/// the place after the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field([u8; Field::SIZE]);

impl Field {
    /// The bytes that a copy takes. The last holds the length of the text.
    pub(super) const SIZE: usize = 16;

    /// No text.
    const EMPTY: Self = Self([0; Self::SIZE]);

    /// The field of some texts one after the other.
    fn new(texts: &[&str]) -> Self {
        let mut room = [0; Self::SIZE];
        let mut length = 0;
        for text in texts {
            room[length..][..text.len()].copy_from_slice(text.as_bytes());
            length += text.len();
        }
        room[Self::SIZE - 1] = u8::try_from(length).expect("a field is short");
        Self(room)
    }

    /// This text and another one after it; `None` where there is no room for both.
    fn followed_by(self, other: Self) -> Option<Self> {
        let length = self.len() + other.len();
        let is_short = usize::from(length) < Self::SIZE;
        is_short.then(|| {
            let mut room = [0; 2 * Self::SIZE];
            let end = self.copy(&mut room, 0);
            other.copy(&mut room, end);
            room[Self::SIZE - 1] = length;
            Self(*room.first_chunk().expect("room for two"))
        })
    }

    /// The length of the text.
    pub(super) const fn len(&self) -> u8 {
        self.0[Self::SIZE - 1]
    }

    /// Copies the field to a place in a row and returns the place after its text.
    #[inline(always)]
    pub(super) fn copy(&self, row: &mut [u8], place: usize) -> usize {
        *row[place..].first_chunk_mut().expect("room for a field") = self.0;
        place + usize::from(self.0[Self::SIZE - 1])
    }
}

/// A node's name and depth, with the separators after them, for each ply and each move.
#[derive(Clone, Debug)]
pub(super) struct NodeFields(Vec<[Field; NodeFields::MOVES]>);

impl NodeFields {
    /// Room for the 64 squares, the pass and the root; a power of two, so that a mask shows that a move is among them.
    const MOVES: usize = 128;
    const PASS: usize = 64;
    const ROOT: usize = 65;

    /// The fields of nodes down to `depth`, which is no deeper than the game lasts.
    pub(super) fn new(spelling: Spelling, depth: Depth) -> Self {
        let Spelling { separator, root_depth, .. } = spelling;
        let squares = Square::all().map(|square| square.to_string());
        let names: Vec<String> = squares.chain(["pass".to_owned(), "root".to_owned()]).collect();
        let plies = 0..=depth.plies();
        let fields = plies.map(|ply| {
            let depth = (ply + root_depth).to_string();
            std::array::from_fn(|index| match names.get(index) {
                Some(name) => Field::new(&[name, separator, &depth, separator]),
                None => Field::new(&[]),
            })
        });
        Self(fields.collect())
    }

    /// The field of a node.
    #[inline]
    pub(super) fn of<M: Into<Move>>(&self, node: Node<M>) -> &Field {
        let index = match node.reached_by.map(Into::into) {
            Some(played) => index(played),
            None => Self::ROOT,
        };
        &self.0[node.ply.plies() as usize][index]
    }

    /// The length of the longest field.
    pub(super) fn longest(&self) -> u64 {
        self.0.as_flattened().iter().map(Field::len).max().unwrap_or_default().into()
    }

    /// The fields of the nodes at a ply, by the moves that lead to them.
    #[inline]
    pub(super) fn at(&self, ply: Depth) -> PlyFields<'_> {
        PlyFields(&self.0[ply.plies() as usize])
    }
}

/// The fields of the nodes at one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyFields<'a>(&'a [Field; NodeFields::MOVES]);

impl<'a> PlyFields<'a> {
    /// The field of a node that is not the root.
    #[inline]
    pub(super) fn of(self, played: Move) -> &'a Field {
        &self.0[index(played)]
    }
}

/// The place of a move. The remainder, which changes nothing, tells the compiler that it is a place.
#[inline]
fn index(played: Move) -> usize {
    match played {
        Move::Place(square) => usize::from(square.index()) % NodeFields::PASS,
        Move::Pass => NodeFields::PASS,
    }
}

/// Whole rows of minimax with common values, for the last two plies, where nearly all rows are: what takes two copies
/// otherwise takes one.
#[derive(Debug)]
pub(super) struct WholeRows([Box<[NodeRows; MOVES]>; 2]);

/// The moves that lead to a node: the squares and the pass.
const MOVES: usize = NodeFields::PASS + 1;

/// The rows of the nodes at one ply, by the moves that lead to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyRows<'a>(&'a [NodeRows; MOVES]);

/// The rows of one node, by their values.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRows([Field; NodeRows::VALUES]);

impl WholeRows {
    /// The rows of the last two plies of the `nodes`; `None` where there are not two, or a row is too long for a field.
    pub(super) fn new(nodes: &NodeFields, numbers: Numbers, line_end: &str) -> Option<Self> {
        let values: [Field; NodeRows::VALUES] = std::array::from_fn(|index| {
            let value = i32::try_from(index).expect("a small number") - NodeRows::LARGEST;
            spell(Value::new(value), numbers, line_end)
        });
        let &[.., last_but_one, last] = &nodes.0[..] else { return None };
        let rows = |nodes: [Field; NodeFields::MOVES]| {
            let mut rows = vec![NodeRows([Field::EMPTY; NodeRows::VALUES]); MOVES];
            for (NodeRows(rows), node) in rows.iter_mut().zip(nodes) {
                for (row, value) in rows.iter_mut().zip(values) {
                    *row = node.followed_by(value)?;
                }
            }
            rows.try_into().ok()
        };
        Some(Self([rows(last_but_one)?, rows(last)?]))
    }

    /// Those of the last ply but one, and of the last.
    pub(super) fn last_plies(&self) -> (PlyRows<'_>, PlyRows<'_>) {
        (PlyRows(&self.0[0]), PlyRows(&self.0[1]))
    }
}

impl<'a> PlyRows<'a> {
    /// The rows of a node that is not the root.
    #[inline]
    pub(super) fn of(self, played: Move) -> &'a NodeRows {
        &self.0[index(played)]
    }
}

impl NodeRows {
    /// The largest value, apart from the sign: enough for all values that count discs, and for most of others.
    const LARGEST: i32 = 64;
    const VALUES: usize = 129;

    /// The row with a value; `None` for one that is not common.
    #[inline]
    pub(super) fn with(&self, value: Value) -> Option<&Field> {
        self.0.get(value.index_from(const { Value::new(-Self::LARGEST) }))
    }
}

/// The values of a search and what stands after them: a separator or a line end.
#[derive(Clone, Debug)]
pub(super) struct ValueFields {
    finite: Vec<Field>,
    /// The value of the first field.
    first: Value,
    /// No value is larger, apart from its sign.
    largest: i32,
    infinity: Field,
    negative_infinity: Field,
    numbers: Numbers,
    suffix: &'static str,
}

impl ValueFields {
    /// The largest finite value, apart from its sign, that is written out beforehand. The assignment's own weights add
    /// up to 784; other weights can have larger values, which are written when they come.
    const LARGEST: i32 = 1000;

    pub(super) fn new(numbers: Numbers, suffix: &'static str, largest: i32) -> Self {
        let last = largest.min(Self::LARGEST);
        let field = |value| spell(value, numbers, suffix);
        Self {
            finite: (-last..=last).map(|value| field(Value::new(value))).collect(),
            first: Value::new(-last),
            largest,
            infinity: field(Value::INFINITY),
            negative_infinity: field(Value::NEGATIVE_INFINITY),
            numbers,
            suffix,
        }
    }

    /// Copies the field of a value to a place in a row and returns the place after it.
    #[inline(always)]
    pub(super) fn copy(&self, value: Value, row: &mut [u8], place: usize) -> usize {
        let field = match value {
            Value::INFINITY => Some(&self.infinity),
            Value::NEGATIVE_INFINITY => Some(&self.negative_infinity),
            _ => self.finite.get(value.index_from(self.first)),
        };
        match field {
            Some(field) => field.copy(row, place),
            None => self.copy_rare(value, row, place),
        }
    }

    /// The length of a value's field, spelled anew: for values that are not written out beforehand.
    pub(super) fn len(&self, value: Value) -> u8 {
        match value {
            Value::INFINITY => self.infinity.len(),
            Value::NEGATIVE_INFINITY => self.negative_infinity.len(),
            _ => spell(value, self.numbers, self.suffix).len(),
        }
    }

    /// The lengths of the fields that are written out beforehand, from that of the value [`first`](Self::first) on.
    pub(super) fn lens(&self) -> Vec<u8> {
        self.finite.iter().map(Field::len).collect()
    }

    /// The length of the longest field of a finite value or an infinity.
    pub(super) fn longest(&self) -> u8 {
        let last = self.len(Value::new(-self.largest));
        last.max(self.negative_infinity.len())
    }

    /// The value of the first field that is written out beforehand.
    pub(super) const fn first(&self) -> Value {
        self.first
    }

    #[cold]
    fn copy_rare(&self, value: Value, row: &mut [u8], place: usize) -> usize {
        spell(value, self.numbers, self.suffix).copy(row, place)
    }
}

fn spell(value: Value, numbers: Numbers, suffix: &str) -> Field {
    match value.finite() {
        // The standard library spells integers much faster than what is made of them.
        Some(finite) => Field::new(&[&finite.to_string(), numbers.suffix(), suffix]),
        None => Field::new(&[&value.to_string(), suffix]),
    }
}
