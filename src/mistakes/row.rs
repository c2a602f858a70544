//! A row of a log with mistakes in it, which can hold what no right row holds.

use std::ops::Neg;

use crate::{
    game::Value,
    games::reversi::Move,
    log::{Line, Spelling, lenient::FieldValue},
};

/// What programs with mistakes write beside whole numbers and infinities: Java's smallest positive number, which some take
/// for the lowest.
impl FieldValue {
    /// `Double.MIN_VALUE` of Java.
    pub const SMALLEST_POSITIVE: Self = Self(4.9e-324);

    /// The larger of two.
    pub const fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The smaller of two.
    pub const fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Whether a search, right or with mistakes, can write this number.
    pub fn is_written(self) -> bool {
        self.0.is_infinite()
            || self.0.fract() == 0.0
            || self == Self::SMALLEST_POSITIVE
            || -self == Self::SMALLEST_POSITIVE
    }

    /// The number in the words of a spelling.
    pub fn text(self, spelling: &Spelling) -> String {
        match self {
            Self::INFINITY => spelling.number(Value::INFINITY),
            Self::NEGATIVE_INFINITY => spelling.number(Value::NEGATIVE_INFINITY),
            Self::SMALLEST_POSITIVE => "4.9E-324".to_owned(),
            number if number == -Self::SMALLEST_POSITIVE => "-4.9E-324".to_owned(),
            Self(number) => format!("{number:.*}", spelling.decimals),
        }
    }
}

/// Zero has no sign.
impl Neg for FieldValue {
    type Output = Self;

    fn neg(self) -> Self {
        Self(0.0 - self.0)
    }
}

/// The first field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeName {
    /// The root.
    Root,
    /// A node reached by a pass.
    Pass,
    /// At most four small letters. With a mistake in the names it need not be a square of the board: `a0`.
    Other([u8; 4]),
}

impl NodeName {
    /// The name of a square by its letter and its digit, `a` and `0` being number 0.
    pub(super) const fn of(letter: u8, digit: u8) -> Self {
        Self::Other([b'a' + letter, b'0' + digit, 0, 0])
    }

    /// Reads a name in either letter case; `None` where it is longer than any.
    fn read(text: &[u8], spelling: &Spelling) -> Option<Self> {
        if let Some(node @ (None | Some(Move::Pass))) = spelling.node_leniently(text) {
            return Some(node.into());
        }
        let mut name = [0; 4];
        name.get_mut(..text.len())?.copy_from_slice(text);
        name.make_ascii_lowercase();
        Some(Self::Other(name))
    }

    fn text(self, spelling: &Spelling) -> String {
        match self {
            Self::Root => spelling.name(None),
            Self::Pass => spelling.name(Some(Move::Pass)),
            Self::Other(name) => name.into_iter().take_while(|&letter| letter != 0).map(char::from).collect(),
        }
    }
}

impl From<Option<Move>> for NodeName {
    fn from(reached_by: Option<Move>) -> Self {
        match reached_by {
            None => Self::Root,
            Some(Move::Pass) => Self::Pass,
            Some(Move::Place(square)) => Self::of(square.column(), square.row() + 1),
        }
    }
}

/// A row of a log, mistakes included, by what its fields mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MistakenRow {
    /// The node.
    pub name: NodeName,
    /// The Depth column.
    pub depth: FieldValue,
    /// The value.
    pub value: FieldValue,
    /// Alpha and beta; none in minimax.
    pub window: Option<[FieldValue; 2]>,
    /// Whether the row ends in the marker of a cut-off.
    pub cut_off: bool,
}

impl MistakenRow {
    /// The text in a spelling, without its line end.
    pub fn text(&self, spelling: &Spelling) -> String {
        let mut fields = vec![self.name.text(spelling), format!("{:.0}", self.depth.0), self.value.text(spelling)];
        fields.extend(self.window.into_iter().flatten().map(|bound| bound.text(spelling)));
        fields.join(&spelling.separator) + if self.cut_off { &spelling.cut_marker } else { "" }
    }

    /// A line of a right log.
    pub fn of(line: &Line, spelling: &Spelling) -> Self {
        Self {
            name: line.reached_by.into(),
            depth: FieldValue((line.ply.plies() + spelling.root_depth).into()),
            value: line.value.into(),
            window: line.window.map(|window| [window.alpha.into(), window.beta.into()]),
            cut_off: line.cut_off,
        }
    }

    /// Reads a row [leniently](crate::log::lenient): however its fields are separated and its numbers and letters spelled.
    /// `None` where the line is no row, or has more or fewer fields than any.
    pub fn read(line: &[u8], spelling: &Spelling) -> Option<Self> {
        let (name, numbers, cut_off) = spelling.read_fields(line, |name| NodeName::read(name, spelling))?;
        let (depth, value, window) = match numbers[..] {
            [depth, value] => (depth, value, None),
            [depth, value, alpha, beta] => (depth, value, Some([alpha, beta])),
            _ => return None,
        };
        Some(Self { name, depth, value, window, cut_off })
    }
}
