//! The pieces that rows are made of, spelled once before the search, and the one walk over the pieces of a row: writing a
//! row copies them, measuring it adds up their lengths.

use std::sync::Arc;

use super::{CutWindow, LogColumn, Spelling};
use reversi_core::{
    game::{Depth, Value},
    games::reversi::{Move, Square},
    search::{AlphaBeta, Node, Update, Window},
};
use reversi_io::files::LineEnding;

/// A short text in one number, so that all of it is copied at once whatever the length of the text.
///
/// The lowest 15 bytes hold the text, and zeros after it; the highest one holds the length of the text.
#[derive(Clone, Copy, Debug)]
pub struct Field(u128);

impl Field {
    /// The bytes that a copy takes.
    pub(super) const SIZE: usize = size_of::<u128>();

    /// The bytes of the longest text.
    pub(super) const LONGEST: usize = Self::SIZE - 1;

    const EMPTY: Self = Self(0);

    /// The field of some texts one after the other; `None` where they are too long for a field.
    fn new(texts: &[&str]) -> Option<Self> {
        let mut bytes = [0; Self::SIZE];
        let mut length = 0;
        for text in texts {
            bytes[..Self::LONGEST].get_mut(length..)?.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
            length += text.len();
        }
        bytes[Self::LONGEST] = u8::try_from(length).ok()?;
        Some(Self(u128::from_le_bytes(bytes)))
    }

    /// This text and another one after it; `None` where they are too long for a field.
    fn followed_by(self, other: &Self) -> Option<Self> {
        let mut bytes = self.bytes();
        let text = bytes[..Self::LONGEST].get_mut(self.len()..)?.get_mut(..other.len())?;
        text.copy_from_slice(&other.bytes()[..other.len()]);
        bytes[Self::LONGEST] = u8::try_from(self.len() + other.len()).ok()?;
        Some(Self(u128::from_le_bytes(bytes)))
    }

    /// The bytes to be copied; the first [`len`](Field::len) of them are the text.
    #[inline]
    pub(super) const fn bytes(&self) -> [u8; Self::SIZE] {
        self.0.to_le_bytes()
    }

    /// The length of the text in bytes.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        (self.0 >> (8 * Self::LONGEST)) as usize
    }
}

/// What takes in the pieces of rows: it copies them, or adds up their lengths.
pub trait RowSink {
    fn begin(&mut self);

    /// The next piece of the row. The last one includes the line end.
    fn put(&mut self, field: &Field);

    /// The row that has just ended is that of a cut-off: `end`, the marker and the line end, takes the place of the line
    /// end, which has `line_end` bytes.
    fn mark_cut(&mut self, end: &str, line_end: usize);
}

/// A piece of a row: a column and what stands after it, or the node and its depth where they stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Node,
    Depth,
    Value,
    Alpha,
    Beta,
    None,
}

/// The most pieces of a row.
const PIECES: usize = 5;

/// The pieces of the rows of a search, in a spelling.
#[derive(Debug)]
pub struct RowTemplates {
    /// The pieces from left to right, and [`Piece::None`] after them.
    pieces: [Piece; PIECES],
    /// True if the node comes first, then the value, alpha and beta, as nearly everywhere: that needs no order.
    is_usual: bool,
    nodes: NodeFields,
    whole: Option<WholeRows>,
    value: ValueFields,
    alpha: ValueFields,
    beta: ValueFields,
    /// The marker of a cut-off and the line end.
    cut_end: String,
    line_end: &'static str,
    spelling: Spelling,
}

impl RowTemplates {
    /// At least as many bytes as any row: five fields and the marker of a cut-off.
    pub(super) const LONGEST_ROW: usize = 112;

    /// The rows of a search of `depth` plies, which is no deeper than the game lasts, with values of at most `largest`,
    /// apart from the sign, and with a window or without one. `name` is what the node is called that a move of the search
    /// leads to. `None` where the spelling has texts that are too long for fields.
    pub fn new(
        spelling: &Spelling,
        has_window: bool,
        name: &dyn Fn(Option<Move>) -> String,
        line_ending: LineEnding,
        depth: Depth,
        largest: i32,
    ) -> Option<Self> {
        let line_end = line_ending.text();
        let cut_end = spelling.cut_marker.to_string() + line_end;
        let columns = spelling.columns(has_window);
        let ends = (1..columns.len()).map(|_| &*spelling.separator).chain([line_end]);
        let columns: Vec<(LogColumn, &str)> = columns.iter().copied().zip(ends).collect();
        let is_of_node = |column| matches!(column, LogColumn::Node | LogColumn::Depth);
        let pieces = || columns.chunk_by(|&(one, _), &(next, _)| is_of_node(one) && is_of_node(next));
        let piece = |columns: &[(LogColumn, &str)]| match columns {
            [(LogColumn::Depth, _)] => Piece::Depth,
            [(LogColumn::Value, _)] => Piece::Value,
            [(LogColumn::Alpha, _)] => Piece::Alpha,
            [(LogColumn::Beta, _)] => Piece::Beta,
            _ => Piece::Node,
        };
        let texts = |wanted| pieces().find(|&columns| piece(columns) == wanted).unwrap_or_default();
        let mut kinds = [Piece::None; PIECES];
        for (kind, columns) in kinds.iter_mut().zip(pieces()) {
            *kind = piece(columns);
        }
        let usual = [Piece::Node, Piece::Value, Piece::Alpha, Piece::Beta, Piece::None];
        let inner = ValueFields::new(spelling, &spelling.separator, largest)?;
        let last = ValueFields::new(spelling, line_end, largest)?;
        let is_last = |column| columns.last().is_some_and(|&(last, _)| last == column);
        let numbers = |column| if is_last(column) { last.clone() } else { inner.clone() };
        (5 * Field::LONGEST + cut_end.len() <= Self::LONGEST_ROW).then_some(Self {
            is_usual: kinds == usual || !has_window && kinds[..3] == [Piece::Node, Piece::Value, Piece::None],
            pieces: kinds,
            nodes: NodeFields::new(texts(Piece::Node), texts(Piece::Depth), spelling, name, depth)?,
            whole: None,
            value: numbers(LogColumn::Value),
            alpha: numbers(LogColumn::Alpha),
            beta: numbers(LogColumn::Beta),
            cut_end,
            line_end,
            spelling: spelling.clone(),
        })
    }

    /// The same, with whole rows spelled beforehand, which is worth it from some ten thousand rows on. Only minimax has a
    /// use for them.
    pub fn for_many(self) -> Self {
        let whole = WholeRows::new(&self);
        Self { whole, ..self }
    }

    /// The first line of the log of a search with or without a window, with its line end.
    pub(super) fn header(&self, has_window: bool) -> String {
        self.spelling.column_names(has_window) + self.line_end
    }

    /// The bytes of the line end that the last row does not have.
    pub(super) fn missing_line_end(&self) -> usize {
        if self.spelling.last_line_end { 0 } else { self.line_end.len() }
    }

    /// The rows of one node.
    #[inline]
    pub(super) fn node<M: Into<Move>>(&self, node: Node<M>) -> NodePieces<'_> {
        self.nodes.of(node)
    }

    /// The rows of a node whose children are all leaves, and those of the children.
    #[inline]
    pub(super) fn last_ply<M: Copy + Into<Move>>(&self, node: Node<M>) -> LastPlyTemplates<'_> {
        let whole = node.reached_by.zip(self.whole.as_ref());
        let below = node.ply.deeper().plies() as usize;
        LastPlyTemplates {
            rows: self,
            node: self.nodes.of(node),
            children: &self.nodes.names[below],
            depth_of_children: &self.nodes.depths[below],
            whole: whole.map(|(played, WholeRows([nodes, children]))| (&nodes[index(played.into())], &**children)),
        }
    }

    /// Hands over a row: its pieces from left to right.
    #[inline(always)]
    pub(super) fn row(&self, node: NodePieces, value: Value, window: impl Window, sink: &mut impl RowSink) {
        sink.begin();
        if !self.is_usual {
            return self.row_in_order(node, value, window, sink);
        }
        sink.put(node.name);
        self.value.put(value, sink);
        if let Some(AlphaBeta { alpha, beta }) = window.bounds() {
            self.alpha.put(alpha, sink);
            self.beta.put(beta, sink);
        }
    }

    /// The same for pieces in any order: all are looked up before they are put in order, so that no branch depends on it.
    #[inline(always)]
    fn row_in_order(&self, node: NodePieces, value: Value, window: impl Window, sink: &mut impl RowSink) {
        let mut rare = [Field::EMPTY; 3];
        let [of_value, of_alpha, of_beta] = &mut rare;
        let mut fields = [&Field::EMPTY; PIECES + 1];
        fields[Piece::Node as usize] = node.name;
        fields[Piece::Depth as usize] = node.depth;
        fields[Piece::Value as usize] = self.value.field(value, of_value);
        let bounds = window.bounds();
        if let Some(AlphaBeta { alpha, beta }) = bounds {
            fields[Piece::Alpha as usize] = self.alpha.field(alpha, of_alpha);
            fields[Piece::Beta as usize] = self.beta.field(beta, of_beta);
        }
        let [first, second, third, fourth, fifth] = self.pieces;
        sink.put(fields[first as usize]);
        sink.put(fields[second as usize]);
        sink.put(fields[third as usize]);
        if bounds.is_some() {
            sink.put(fields[fourth as usize]);
            sink.put(fields[fifth as usize]);
        }
    }

    /// Hands over the row of a node after a child.
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value)] // it stays in registers
    pub(super) fn update<M, W: Window>(&self, node: NodePieces, update: Update<M, W>, sink: &mut impl RowSink) {
        let window = match self.spelling.cut_window {
            CutWindow::AsSearched if update.cut => update.before,
            _ => update.after,
        };
        self.row(node, update.value, window, sink);
        if update.cut {
            sink.mark_cut(&self.cut_end, self.line_end.len());
        }
    }
}

/// The pieces that say which node it is, for each ply.
#[derive(Clone, Debug)]
struct NodeFields {
    /// By move: the node's name and, where that stands beside it, its depth.
    names: Vec<[Field; NAMES]>,
    /// The depth, where it stands by itself.
    depths: Vec<Field>,
}

/// The pieces that say which node it is.
#[derive(Clone, Copy)]
pub(super) struct NodePieces<'a> {
    name: &'a Field,
    depth: &'a Field,
}

/// The moves that lead to a node: the squares and the pass.
const MOVES: usize = PASS + 1;
/// The place of the pass among the moves: after the squares.
const PASS: usize = 64;
/// The place of the root among the names: after the moves.
const ROOT: usize = 65;
/// Room for the names; a power of two, so that a mask shows that a name is among them.
const NAMES: usize = 128;

impl NodeFields {
    /// The fields of nodes down to `depth`, from the columns of each of the two pieces and what stands after each column.
    fn new(
        of_name: &[(LogColumn, &str)],
        of_depth: &[(LogColumn, &str)],
        spelling: &Spelling,
        name: &dyn Fn(Option<Move>) -> String,
        depth: Depth,
    ) -> Option<Self> {
        let moves = Square::all().map(Move::Place).chain([Move::Pass]);
        let names: Vec<String> = moves.map(Some).chain([None]).map(name).collect();
        let field = |columns: &[(LogColumn, &str)], name: &str, ply| {
            let text = |&(column, end): &(LogColumn, &str)| match column {
                LogColumn::Depth => spelling.depth(Depth::new(ply)) + end,
                _ => format!("{name}{end}"),
            };
            Field::new(&[&columns.iter().map(text).collect::<String>()])
        };
        let fields = |ply| {
            let mut fields = [Field::EMPTY; NAMES];
            let names = if ply == 0 { &names[..] } else { &names[..ROOT] };
            for (piece, name) in fields.iter_mut().zip(names) {
                *piece = field(of_name, name, ply)?;
            }
            Some(fields)
        };
        Some(Self {
            names: (0..=depth.plies()).map(fields).collect::<Option<_>>()?,
            depths: (0..=depth.plies()).map(|ply| field(of_depth, "", ply)).collect::<Option<_>>()?,
        })
    }

    /// The pieces of a node.
    #[inline]
    fn of<M: Into<Move>>(&self, node: Node<M>) -> NodePieces<'_> {
        let (ply, index) = (node.ply.plies() as usize, node.reached_by.map_or(ROOT, |played| index(played.into())));
        NodePieces { name: &self.names[ply][index], depth: &self.depths[ply] }
    }
}

/// The place of a move. The remainder, which changes nothing, tells the compiler that it is a place.
#[inline]
fn index(played: Move) -> usize {
    match played {
        Move::Place(square) => usize::from(square.index()) % PASS,
        Move::Pass => PASS,
    }
}

/// Whole rows of minimax with common values, for the last two plies, where nearly all rows are: what takes two pieces
/// otherwise takes one. By ply, by the move that leads to the node, and by value.
#[derive(Debug)]
struct WholeRows([Box<[NodeRows; MOVES]>; 2]);

/// The rows of one node, by their values.
#[derive(Clone, Copy, Debug)]
struct NodeRows([Field; NodeRows::VALUES]);

impl WholeRows {
    /// The rows of the last two plies; `None` where there are not two, or a row is too long for a field.
    fn new(templates: &RowTemplates) -> Option<Self> {
        let values: Option<Vec<Field>> = NodeRows::values().map(|value| templates.value.spelled(value)).collect();
        let values = values?;
        let row = |node: NodePieces, value: &Field| {
            let mut row = Field::EMPTY;
            for piece in templates.pieces {
                row = row.followed_by(match piece {
                    Piece::Node => node.name,
                    Piece::Depth => node.depth,
                    Piece::Value => value,
                    _ => &Field::EMPTY,
                })?;
            }
            Some(row)
        };
        let rows = |ply: usize| {
            let mut rows = vec![NodeRows([Field::EMPTY; NodeRows::VALUES]); MOVES];
            for (NodeRows(rows), name) in rows.iter_mut().zip(&templates.nodes.names[ply]) {
                let node = NodePieces { name, depth: &templates.nodes.depths[ply] };
                for (whole, value) in rows.iter_mut().zip(&values) {
                    *whole = row(node, value)?;
                }
            }
            rows.try_into().ok()
        };
        let last = templates.nodes.names.len().checked_sub(1)?;
        Some(Self([rows(last.checked_sub(1)?)?, rows(last)?]))
    }
}

impl NodeRows {
    /// The largest value, apart from the sign: enough for all values that count discs, and for most of others.
    const LARGEST: i32 = 64;
    const VALUES: usize = 129;

    fn values() -> impl Iterator<Item = Value> {
        (-Self::LARGEST..=Self::LARGEST).map(Value::new)
    }

    /// The row with a value; `None` for one that is not common.
    #[inline]
    fn with(&self, value: Value) -> Option<&Field> {
        self.0.get(value.index_from(const { Value::new(-Self::LARGEST) }))
    }
}

/// The templates of a node whose children are all leaves: nearly all rows of a log are made of such.
#[derive(Clone, Copy)]
pub(super) struct LastPlyTemplates<'a> {
    rows: &'a RowTemplates,
    node: NodePieces<'a>,
    /// The children's, by the moves that lead to them.
    children: &'a [Field; NAMES],
    depth_of_children: &'a Field,
    /// The rows of the node and of its children as a whole, where they are spelled beforehand.
    whole: Option<(&'a NodeRows, &'a [NodeRows; MOVES])>,
}

impl LastPlyTemplates<'_> {
    /// Hands over the row of the node as it is entered.
    #[inline(always)]
    pub(super) fn enter(&self, value: Value, window: impl Window, sink: &mut impl RowSink) {
        self.rows.row(self.node, value, window, sink);
    }

    /// Hands over the row of a leaf.
    #[inline(always)]
    pub(super) fn leaf<W: Window>(&self, played: Move, value: Value, window: W, sink: &mut impl RowSink) {
        match self.whole.and_then(|(_, children)| children[index(played)].with(value)) {
            Some(row) if !W::PRUNES => {
                sink.begin();
                sink.put(row);
            }
            _ => {
                let node = NodePieces { name: &self.children[index(played)], depth: self.depth_of_children };
                self.rows.row(node, value, window, sink);
            }
        }
    }

    /// Hands over the row of the node after a child.
    #[inline(always)]
    pub(super) fn update<M, W: Window>(&self, update: Update<M, W>, sink: &mut impl RowSink) {
        match self.whole.and_then(|(node, _)| node.with(update.value)) {
            Some(row) if !W::PRUNES => {
                sink.begin();
                sink.put(row);
            }
            _ => self.rows.update(self.node, update, sink),
        }
    }
}

/// The values of a search and what stands after them: a separator or a line end.
#[derive(Clone, Debug)]
struct ValueFields {
    /// The finite values upwards; columns with the same text after them share these.
    finite: Arc<[Field]>,
    /// The value of the first field.
    first: Value,
    infinity: Field,
    negative_infinity: Field,
    /// What stands after the whole part of a finite value.
    suffix: String,
}

impl ValueFields {
    /// The largest finite value, apart from its sign, that is spelled beforehand. The weights of the assignments add up to
    /// 784; larger values are spelled when they come.
    const LARGEST: i32 = 1000;

    fn new(spelling: &Spelling, after: &str, largest: i32) -> Option<Self> {
        let last = largest.min(Self::LARGEST);
        let infinity = |value| Field::new(&[&spelling.number(value), after]);
        let fields = Self {
            finite: Arc::new([]),
            first: Value::new(-last),
            infinity: infinity(Value::INFINITY)?,
            negative_infinity: infinity(Value::NEGATIVE_INFINITY)?,
            suffix: spelling.decimal_places() + after,
        };
        fields.spelled(Value::new(-largest))?;
        let finite = (-last..=last).map(|value| fields.spelled(Value::new(value))).collect::<Option<_>>()?;
        Some(Self { finite, ..fields })
    }

    /// Hands over the field of a value.
    #[inline(always)]
    fn put(&self, value: Value, sink: &mut impl RowSink) {
        sink.put(self.field(value, &mut Field::EMPTY.clone()));
    }

    /// The field of a value; `rare` is room for that of a value that is not spelled beforehand.
    #[inline(always)]
    fn field<'a>(&'a self, value: Value, rare: &'a mut Field) -> &'a Field {
        let field = match value {
            Value::INFINITY => Some(&self.infinity),
            Value::NEGATIVE_INFINITY => Some(&self.negative_infinity),
            _ => self.finite.get(value.index_from(self.first)),
        };
        match field {
            Some(field) => field,
            None => self.spell_rare(value, rare),
        }
    }

    #[cold]
    fn spell_rare<'a>(&self, value: Value, rare: &'a mut Field) -> &'a Field {
        *rare = self.spelled(value).expect("no value is longer than the largest, which has a field");
        rare
    }

    /// Spells a finite value; `None` where it is too long for a field.
    fn spelled(&self, value: Value) -> Option<Field> {
        // The standard library spells integers much faster than what is made of them.
        Field::new(&[&value.finite()?.to_string(), &self.suffix])
    }
}
