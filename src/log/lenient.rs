//! The lenient reading of a row: what it says in whatever spelling a student's program has given it.

use super::RowField;
use crate::games::reversi::Move;

/// What a line says, however it is spelled: fields separated by commas, blanks or tabs in any mix, numbers by their
/// value, names in either letter case, and perhaps the marker of a cut-off at the end, which is no field.
#[derive(Clone, Debug, PartialEq)]
pub struct LenientLine {
    /// The move that leads to the node; `None` for the root.
    pub reached_by: Option<Move>,
    /// What follows: the depth, the value, and perhaps alpha and beta.
    pub numbers: Vec<Number>,
    /// Whether the line ends in `CUT-OFF`.
    pub cut_off: bool,
}

/// A number in a row, by its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Any number that is not called infinite.
    Finite(f64),
    /// `Infinity`, `inf` or `∞`.
    Infinity,
    /// The same with a minus.
    NegativeInfinity,
}

/// What a field of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineField {
    /// That of a column.
    Row(RowField),
    /// One more than there are columns.
    Surplus,
    /// The marker of a cut-off.
    Marker,
}

impl LineField {
    /// The field of an index, from 0, that is not the marker.
    pub fn of(index: usize) -> Self {
        RowField::ALL.get(index).map_or(Self::Surplus, |&column| Self::Row(column))
    }
}

/// Whether a byte separates fields.
const fn is_separator(byte: u8) -> bool {
    matches!(byte, b',' | b' ' | b'\t')
}

/// The fields of a line, the marker among them, and where each begins.
pub fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut place = 0;
    std::iter::from_fn(move || {
        place += line[place..].iter().position(|&byte| !is_separator(byte))?;
        let length = line[place..].iter().position(|&byte| is_separator(byte)).unwrap_or(line.len() - place);
        let field = (place, &line[place..][..length]);
        place += length;
        Some(field)
    })
}

/// Whether a field is the marker of a cut-off, or belongs to another spelling of it.
pub fn is_marker(field: &[u8]) -> bool {
    MARKERS.iter().any(|marker| field.eq_ignore_ascii_case(marker))
}

/// The marker, the other spellings that are one field, and the two fields of `CUT OFF`.
const MARKERS: [&[u8]; 5] = [b"CUT-OFF", b"CUTOFF", b"PRUNED", b"CUT", b"OFF"];

/// Whether what follows the numbers of a row is the marker of a cut-off: `CUT-OFF` or, in a row that has alpha and beta,
/// `CUTOFF`, `CUT OFF` or `pruned`, in any letter case.
pub(crate) fn is_marker_after<'a>(numbers: usize, fields: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut places = fields.map(|field| MARKERS.iter().position(|marker| field.eq_ignore_ascii_case(marker)));
    match (places.next(), places.next(), places.next()) {
        (Some(Some(0)), None, None) => true,
        (Some(Some(1 | 2)), None, None) | (Some(Some(3)), Some(Some(4)), None) => numbers == 4,
        _ => false,
    }
}

/// Whether a line can only be that of the column names: it begins with `Node` in either letter case.
pub fn is_column_names(line: &[u8]) -> bool {
    line.get(..4).is_some_and(|beginning| beginning.eq_ignore_ascii_case(b"Node"))
}

/// Whether two lines of any kind have the same fields, apart from letter case and the spelling of numbers.
pub fn says_the_same(line: &[u8], other: &[u8]) -> bool {
    let same = |one: &[u8], other: &[u8]| {
        let numbers = Number::read(one).zip(Number::read(other));
        one.eq_ignore_ascii_case(other) || numbers.is_some_and(|(one, other)| one == other)
    };
    let (mut ones, mut others) = (fields(line), fields(other));
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return true,
            (Some((_, one)), Some((_, other))) if same(one, other) => {}
            _ => return false,
        }
    }
}

impl LenientLine {
    /// Reads a line, without its line end. `None` where it is no row: where its first field is no node, or another no
    /// number.
    pub fn read(line: &[u8]) -> Option<Self> {
        let mut fields = fields(line).map(|(_, field)| field).peekable();
        let name = str::from_utf8(fields.next()?).ok()?;
        let reached_by = if name.eq_ignore_ascii_case("root") { None } else { Some(name.parse().ok()?) };
        let mut numbers = Vec::with_capacity(4);
        while let Some(number) = fields.peek().and_then(|field| Number::read(field)) {
            numbers.push(number);
            fields.next();
        }
        let cut_off = fields.peek().is_some();
        if cut_off && !is_marker_after(numbers.len(), fields) {
            return None;
        }
        Some(Self { reached_by, numbers, cut_off })
    }

    /// The first field, from the left, in which two rows with the same number of fields differ.
    pub fn first_difference(&self, other: &Self) -> Option<LineField> {
        if self.reached_by != other.reached_by {
            return Some(LineField::Row(RowField::Node));
        }
        let number = self.numbers.iter().zip(&other.numbers).position(|(one, other)| one != other);
        number.map(|index| LineField::of(index + 1)).or((self.cut_off != other.cut_off).then_some(LineField::Marker))
    }
}

impl Number {
    /// Reads a number as most languages write it: `25`, `25.0`, `+25`, `2.5E1`, `-inf`, `Infinity`.
    pub fn read(field: &[u8]) -> Option<Self> {
        let text = str::from_utf8(field).ok()?;
        let (is_negative, digits) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        if digits.eq_ignore_ascii_case("inf") || digits.eq_ignore_ascii_case("infinity") || digits == "∞" {
            return Some(if is_negative { Self::NegativeInfinity } else { Self::Infinity });
        }
        // What else the standard library takes for a number has a second sign or is none.
        if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        let number: f64 = digits.parse().ok()?;
        Some(Self::Finite(if is_negative { -number } else { number }))
    }
}
