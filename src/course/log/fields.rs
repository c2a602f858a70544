//! Makes the texts of a log's fields before the search, for the fast writer to copy.

use super::{LogColumn, RowFormat};
use reversi_core::{
    game::{Depth, Value},
    games::reversi::{Move, Square},
    search::{AlphaBeta, Node},
};

/// A text of at most 15 bytes, stored in one number. Copying a field always copies 16 bytes, whatever the length of the
/// text.
///
/// The highest byte contains the length of the text. The other bytes contain the text, followed by zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field(u128);

impl Field {
    /// The number of bytes that one copy writes.
    pub(super) const SIZE: usize = size_of::<u128>();

    const LONGEST: usize = Self::SIZE - 1;

    const EMPTY: Self = Self(0);

    /// Makes a field from a text; `None` if the text is too long.
    fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; Self::SIZE];
        bytes[..Self::LONGEST].get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        bytes[Self::LONGEST] = u8::try_from(text.len()).ok()?;
        Some(Self(u128::from_le_bytes(bytes)))
    }

    /// The bytes to copy: the text, then bytes that the next field overwrites.
    #[inline]
    pub(super) const fn bytes(self) -> [u8; Self::SIZE] {
        self.0.to_le_bytes()
    }

    /// The length of the text in bytes.
    #[inline]
    pub(super) const fn len(self) -> usize {
        (self.0 >> (8 * Self::LONGEST)) as usize
    }
}

/// A part of a row, with the separator or line end that follows.
#[derive(Debug)]
pub(super) enum Piece {
    /// The texts of the node column, the depth column, or both if they are neighbours.
    Node(NodeFields),
    Value(NumberFields),
    Alpha(NumberFields),
    Beta(NumberFields),
}

/// The limits of a search, which decide how many fields are made.
pub(super) struct Extent {
    /// The deepest ply.
    pub(super) depth: Depth,
    /// The largest absolute value.
    pub(super) largest: i32,
}

impl Piece {
    /// The largest number of parts of a row.
    pub(super) const MOST: usize = LogColumn::ALL.len();

    /// The parts of a row from left to right; `None` if a text is too long. `name` returns the name of the node after a
    /// move.
    pub(super) fn of_row(
        row_format: &RowFormat,
        has_window: bool,
        line_end: &str,
        name: &dyn Fn(Option<Move>) -> String,
        extent: &Extent,
    ) -> Option<Vec<Self>> {
        let columns = row_format.columns(has_window);
        let ends = (1..columns.len()).map(|_| &*row_format.separator).chain([line_end]);
        let columns: Vec<(LogColumn, &str)> = columns.iter().copied().zip(ends).collect();
        let numbers = |end: &str| NumberFields::new(row_format, end, extent.largest);
        let is_of_node = |column| matches!(column, LogColumn::Node | LogColumn::Depth);
        let pieces = columns.chunk_by(|&(one, _), &(next, _)| is_of_node(one) && is_of_node(next));
        let piece = |columns: &[(LogColumn, &str)]| {
            let (first, end) = columns[0];
            Some(match first {
                LogColumn::Node | LogColumn::Depth => {
                    Self::Node(NodeFields::new(columns, row_format, name, extent.depth)?)
                }
                LogColumn::Value => Self::Value(numbers(end)?),
                LogColumn::Alpha => Self::Alpha(numbers(end)?),
                LogColumn::Beta => Self::Beta(numbers(end)?),
            })
        };
        pieces.map(piece).collect()
    }

    /// The field of this part for a given node, value and window.
    #[inline(always)]
    pub(super) fn field<M: Copy + Into<Move>>(&self, node: Node<M>, value: Value, window: Option<AlphaBeta>) -> Field {
        match self {
            Self::Node(fields) => fields.of(node),
            Self::Value(fields) => fields.of(value),
            Self::Alpha(fields) => window.map_or(Field::EMPTY, |window| fields.of(window.alpha)),
            Self::Beta(fields) => window.map_or(Field::EMPTY, |window| fields.of(window.beta)),
        }
    }
}

/// The fields of the nodes at one ply, indexed by the move to the node.
#[derive(Debug)]
pub(super) struct NamedFields([Field; Self::NAMES]);

/// The fields of all nodes, indexed by ply.
#[derive(Debug)]
pub(super) struct NodeFields(Vec<NamedFields>);

impl NamedFields {
    /// The index of the pass; the index of the root follows. The indices of the squares come before the pass.
    const PASS: usize = 64;
    const ROOT: usize = 65;
    /// This number is a power of two, so that the compiler can check an index with a bit mask.
    const NAMES: usize = 128;

    #[inline(always)]
    pub(super) fn of<M: Into<Move>>(&self, reached_by: Option<M>) -> Field {
        let place = match reached_by.map(Into::into) {
            Some(Move::Place(square)) => usize::from(square.index()),
            Some(Move::Pass) => Self::PASS,
            None => Self::ROOT,
        };
        self.0[place % Self::NAMES]
    }
}

impl NodeFields {
    /// Makes the fields of the node column, the depth column, or both, with separator or line end.
    fn new(
        columns: &[(LogColumn, &str)],
        row_format: &RowFormat,
        name: &dyn Fn(Option<Move>) -> String,
        depth: Depth,
    ) -> Option<Self> {
        let moves = Square::all().map(Move::Place).chain([Move::Pass]);
        let names: Vec<String> = moves.map(Some).chain([None]).map(name).collect();
        let fields = |ply| {
            let depth = row_format.depth(Depth::new(ply));
            let mut fields = [Field::EMPTY; NamedFields::NAMES];
            // Only the root has no move before it.
            for (field, name) in fields.iter_mut().zip(if ply == 0 { &names[..] } else { &names[..NamedFields::ROOT] })
            {
                let text = |&(column, end): &(LogColumn, &str)| {
                    [if column == LogColumn::Depth { &depth } else { name }, end].concat()
                };
                *field = Field::new(&columns.iter().map(text).collect::<String>())?;
            }
            Some(NamedFields(fields))
        };
        Some(Self((0..=depth.plies()).map(fields).collect::<Option<_>>()?))
    }

    #[inline(always)]
    pub(super) fn of<M: Into<Move>>(&self, node: Node<M>) -> Field {
        self.0[node.ply.plies() as usize].of(node.reached_by)
    }

    #[inline(always)]
    pub(super) fn below<M: Copy>(&self, node: Node<M>) -> &NamedFields {
        &self.0[node.ply.plies() as usize + 1]
    }
}

#[derive(Debug)]
pub(super) struct NumberFields {
    /// The fields of finite numbers, from `first` upwards.
    finite: Vec<Field>,
    first: Value,
    infinity: Field,
    negative_infinity: Field,
    /// The text that follows the integer part of a finite number.
    suffix: String,
}

impl NumberFields {
    /// The largest number for which a field is made before the search. The weights of the built-in assignments have the
    /// sum
    /// 784. The texts of larger numbers are made during the search.
    const LARGEST: i32 = 1000;

    fn new(row_format: &RowFormat, end: &str, largest: i32) -> Option<Self> {
        let last = largest.min(Self::LARGEST);
        let infinity = |value| Field::new(&(row_format.number(value) + end));
        let suffix = row_format.decimal_places() + end;
        let field = |number: i32| Field::new(&(number.to_string() + &suffix));
        field(-largest)?;
        Some(Self {
            finite: (-last..=last).map(field).collect::<Option<_>>()?,
            first: Value::new(-last),
            infinity: infinity(Value::INFINITY)?,
            negative_infinity: infinity(Value::NEGATIVE_INFINITY)?,
            suffix,
        })
    }

    #[inline(always)]
    pub(super) fn of(&self, value: Value) -> Field {
        let finite = self.finite.get(value.index_from(self.first));
        finite.copied().unwrap_or_else(|| match value {
            Value::INFINITY => self.infinity,
            Value::NEGATIVE_INFINITY => self.negative_infinity,
            _ => self.rare(value),
        })
    }

    #[cold]
    fn rare(&self, value: Value) -> Field {
        let number = value.finite().unwrap_or_default().to_string();
        Field::new(&(number + &self.suffix)).expect("the largest number has a field")
    }
}
