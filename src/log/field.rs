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

    /// The length of the text.
    pub(super) const fn len(&self) -> u8 {
        self.0[Self::SIZE - 1]
    }

    /// Copies the field to a place in a row and returns the place after its text.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a call would cost as much as the copy
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

/// The place of a move. The mask, which changes nothing, tells the compiler that it is a place.
#[inline]
fn index(played: Move) -> usize {
    match played {
        Move::Place(square) => usize::from(square.index()) % NodeFields::MOVES,
        Move::Pass => NodeFields::PASS,
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
    #[allow(clippy::inline_always)] // a call would cost as much as the copy
    pub(super) fn copy(&self, value: Value, row: &mut [u8], place: usize) -> usize {
        match self.finite.get(value.index_from(self.first)) {
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
        match value {
            Value::INFINITY => self.infinity.copy(row, place),
            Value::NEGATIVE_INFINITY => self.negative_infinity.copy(row, place),
            _ => spell(value, self.numbers, self.suffix).copy(row, place),
        }
    }
}

fn spell(value: Value, numbers: Numbers, suffix: &str) -> Field {
    match value.finite() {
        // The standard library spells integers much faster than what is made of them.
        Some(finite) => Field::new(&[&finite.to_string(), numbers.suffix(), suffix]),
        None => Field::new(&[&value.to_string(), suffix]),
    }
}
