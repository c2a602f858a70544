//! The lenient reading of a row: what it says in whatever spelling a student's program has given it.

use super::{LogColumn, Spelling};
use crate::{game::Value, games::reversi::Move};

/// What a line says, however it is spelled: fields separated by commas, blanks or tabs in any mix, numbers by their
/// value, names in either letter case, and perhaps the marker of a cut-off at the end, which is no field. The words are
/// those of the assignment's [`Spelling`].
#[derive(Clone, Debug, PartialEq)]
pub struct LenientLine {
    /// The move that leads to the node; `None` for the root.
    pub reached_by: Option<Move>,
    /// What follows: the depth, the value, and perhaps alpha and beta.
    pub numbers: Vec<FieldValue>,
    /// Whether the line ends in the marker of a cut-off.
    pub cut_off: bool,
}

/// A number of a row, by its value: whole in every right log, or an infinity.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct FieldValue(pub f64);

/// What a field of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineField {
    /// That of a column.
    Row(LogColumn),
    /// One more than there are columns.
    Surplus,
    /// The marker of a cut-off.
    Marker,
}

/// A field and where it begins.
type Field<'a> = (usize, &'a [u8]);

impl LineField {
    /// The field of an index, from 0, that is not the marker.
    pub fn of(index: usize) -> Self {
        LogColumn::ALL.get(index).map_or(Self::Surplus, |&column| Self::Row(column))
    }
}

/// Words for a cut-off that students use in place of the assignment's; the last two are one word with a blank.
const OTHER_MARKERS: [&str; 5] = ["CUT-OFF", "CUTOFF", "PRUNED", "CUT", "OFF"];

/// The lenient reading of what is spelled in this way: letter case does not matter, and fields may be separated by commas,
/// blanks and tabs, too.
impl Spelling {
    /// The length of the character with which a text begins, if that separates fields; otherwise 0.
    fn separator_length(&self, text: &[u8]) -> usize {
        match text.first() {
            None => 0,
            Some(b',' | b' ' | b'\t') => 1,
            Some(byte) if byte.is_ascii() => usize::from(self.separator.as_bytes().contains(byte)),
            Some(_) => {
                let begins = |letter: &char| text.starts_with(letter.encode_utf8(&mut [0; 4]).as_bytes());
                self.separator.chars().find(begins).map_or(0, char::len_utf8)
            }
        }
    }

    /// The length of the field with which a text begins. A word of the assignment is a field, even with a blank in it, and so
    /// is a marker without a blank before it at the end of the text.
    fn field_length(&self, text: &[u8]) -> usize {
        let unsigned = text.strip_prefix(b"-").unwrap_or(text);
        let words = [(text, &*self.root), (text, &*self.pass), (unsigned, &*self.infinity), (text, self.marker())];
        for (text_of_word, word) in words {
            let (sign, length) = (text.len() - text_of_word.len(), word.len());
            let is_word = text_of_word.get(..length).is_some_and(|field| field.eq_ignore_ascii_case(word.as_bytes()));
            let after = text_of_word.get(length..).unwrap_or_default();
            if is_word && length > 0 && (after.is_empty() || self.separator_length(after) > 0) {
                return sign + length;
            }
        }
        let length = (0..text.len()).find(|&end| self.separator_length(&text[end..]) > 0).unwrap_or(text.len());
        let number = length.saturating_sub(self.cut_marker.len());
        let ends_in_marker = length == text.len()
            && (1..length).contains(&number)
            && text[number..].eq_ignore_ascii_case(self.cut_marker.as_bytes());
        if ends_in_marker && self.number_leniently(text).is_none() { number } else { length }
    }

    /// The fields of a line, the marker among them, and where each begins.
    pub fn fields<'a>(&'a self, line: &'a [u8]) -> impl Iterator<Item = Field<'a>> {
        let mut place = 0;
        std::iter::from_fn(move || {
            while let length @ 1.. = self.separator_length(&line[place..]) {
                place += length;
            }
            let rest = line.get(place..).filter(|rest| !rest.is_empty())?;
            let field = (place, &rest[..self.field_length(rest)]);
            place += field.1.len();
            Some(field)
        })
    }

    /// The word that marks a cut-off, without the blank before it; empty where none does.
    pub fn marker(&self) -> &str {
        self.cut_marker.trim()
    }

    /// The place of a word among the markers: 0 is the assignment's (or the usual one where it has none), then follow the
    /// others.
    fn marker_place(&self, field: &[u8]) -> Option<usize> {
        let own = if self.marker().is_empty() { OTHER_MARKERS[0] } else { self.marker() };
        let mut markers = [own].into_iter().chain(OTHER_MARKERS);
        markers.position(|marker| field.eq_ignore_ascii_case(marker.as_bytes()))
    }

    /// Whether a field is the marker of a cut-off, or belongs to another spelling of it.
    pub fn is_marker(&self, field: &[u8]) -> bool {
        self.marker_place(field).is_some()
    }

    /// Whether what follows the numbers of a row is the marker of a cut-off: the assignment's or, in a row that has alpha and
    /// beta, another one.
    pub(crate) fn is_marker_after<'a>(&self, numbers: usize, fields: impl Iterator<Item = &'a [u8]>) -> bool {
        let mut places = fields.map(|field| self.marker_place(field));
        match (places.next(), places.next(), places.next()) {
            (Some(Some(0)), None, None) => true,
            (Some(Some(1..=3)), None, None) | (Some(Some(4)), Some(Some(5)), None) => numbers == 4,
            _ => false,
        }
    }

    /// Whether a line is that of the column names, or can only be meant to be: it is no row, and begins with the first of
    /// them or with `Node`.
    pub fn is_column_names(&self, line: &[u8]) -> bool {
        let after = |name: &str| {
            let found = line.get(..name.len()).filter(|found| found.eq_ignore_ascii_case(name.as_bytes()));
            found.map(|found| &line[found.len()..])
        };
        let is_end = |rest: &[u8]| rest.is_empty() || self.separator_length(rest) > 0;
        let first = self.header[0].trim();
        let begins = || after("Node").is_some() || !first.is_empty() && after(first).is_some_and(is_end);
        let is_exact = |has_window| line.trim_ascii_end() == self.column_names(has_window).as_bytes();
        begins() && self.read_leniently(line).is_none()
            || line.starts_with(self.header[0].as_bytes()) && [true, false].into_iter().any(is_exact)
    }

    /// Whether two lines of any kind have the same fields, apart from letter case and the spelling of numbers.
    pub fn says_the_same(&self, line: &[u8], other: &[u8]) -> bool {
        let same = |((_, one), (_, other)): (Field, Field)| {
            let numbers = self.number_leniently(one).zip(self.number_leniently(other));
            one.eq_ignore_ascii_case(other) || numbers.is_some_and(|(one, other)| one == other)
        };
        let (ones, others) = (self.fields(line), self.fields(other));
        self.fields(line).count() == self.fields(other).count() && ones.zip(others).all(same)
    }

    /// The move that leads to a node of a name; `Some(None)` for the root. Whoever goes on with another year's program has
    /// its names of the root and of a pass: these are read, too.
    #[allow(clippy::option_option)] // no move leads to the root, and no name is no node
    pub fn node_leniently(&self, name: &[u8]) -> Option<Option<Move>> {
        let known = [(&*self.root, None), (&*self.pass, Some(Move::Pass)), ("root", None), ("pass", Some(Move::Pass))];
        match known.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes())) {
            Some((_, reached_by)) => Some(reached_by),
            None => Some(Some(Move::Place(str::from_utf8(name).ok()?.parse().ok()?))),
        }
    }

    /// Reads a number: an infinity by the assignment's word, anything else as [usual](FieldValue::read). Where that word is a
    /// number, all numbers of its value are infinite.
    pub fn number_leniently(&self, field: &[u8]) -> Option<FieldValue> {
        let is_infinity_a_word = self.infinity.starts_with(char::is_alphabetic);
        // Nearly all numbers are short and whole.
        let (is_negative, digits) = field.strip_prefix(b"-").map_or((false, field), |digits| (true, digits));
        let whole = digits.strip_suffix(b".0").unwrap_or(digits);
        if is_infinity_a_word && (1..=6).contains(&whole.len()) && whole.iter().all(u8::is_ascii_digit) {
            let whole = whole.iter().fold(0, |number, digit| 10 * number + i32::from(digit - b'0'));
            return Some(FieldValue(f64::from(if is_negative { -whole } else { whole })));
        }
        let is_infinity = |text: &[u8]| text.eq_ignore_ascii_case(self.infinity.as_bytes());
        if is_infinity(field) || field.strip_prefix(b"+").is_some_and(is_infinity) {
            return Some(FieldValue::INFINITY);
        }
        if is_negative && is_infinity(digits) {
            return Some(FieldValue::NEGATIVE_INFINITY);
        }
        let number = FieldValue::read(field)?;
        let is_number = self.infinity.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
        Some(match FieldValue::read(self.infinity.as_bytes()).filter(|_| is_number) {
            Some(infinity) if number == infinity => FieldValue::INFINITY,
            Some(infinity) if number == FieldValue(-infinity.0) => FieldValue::NEGATIVE_INFINITY,
            _ => number,
        })
    }

    /// Reads a line, without its line end. `None` where it is no row: where its first field is no node, or another no
    /// number.
    pub fn read_leniently(&self, line: &[u8]) -> Option<LenientLine> {
        let (reached_by, numbers, cut_off) = self.read_fields(line, |name| self.node_leniently(name))?;
        Some(LenientLine { reached_by, numbers, cut_off })
    }

    /// The node of a row as `node` reads it, its numbers, and whether it ends in the marker of a cut-off.
    pub(crate) fn read_fields<N>(
        &self,
        line: &[u8],
        node: impl FnOnce(&[u8]) -> Option<N>,
    ) -> Option<(N, Vec<FieldValue>, bool)> {
        let mut fields = self.fields(line).map(|(_, field)| field).peekable();
        let node = node(fields.next()?)?;
        let mut numbers = Vec::with_capacity(4);
        while let Some(number) = fields.peek().and_then(|field| self.number_leniently(field)) {
            numbers.push(number);
            fields.next();
        }
        let cut_off = fields.peek().is_some();
        (!cut_off || self.is_marker_after(numbers.len(), fields)).then_some((node, numbers, cut_off))
    }
}

impl LenientLine {
    /// The first field, from the left, in which two rows with the same number of fields differ.
    pub fn first_difference(&self, other: &Self) -> Option<LineField> {
        if self.reached_by != other.reached_by {
            return Some(LineField::Row(LogColumn::Node));
        }
        let number = self.numbers.iter().zip(&other.numbers).position(|(one, other)| one != other);
        number.map(|index| LineField::of(index + 1)).or((self.cut_off != other.cut_off).then_some(LineField::Marker))
    }
}

impl FieldValue {
    /// The larger infinity.
    pub const INFINITY: Self = Self(f64::INFINITY);
    /// The other one.
    pub const NEGATIVE_INFINITY: Self = Self(f64::NEG_INFINITY);

    /// Reads a number as most languages write it: `25`, `25.0`, `+25`, `2.5E1`, `-inf`, `Infinity`, `∞`. Only what is called
    /// infinite is so.
    pub fn read(field: &[u8]) -> Option<Self> {
        let text = str::from_utf8(field).ok()?;
        let (sign, digits) = match text.as_bytes().first()? {
            b'-' => (-1.0, &text[1..]),
            b'+' => (1.0, &text[1..]),
            _ => (1.0, text),
        };
        if digits.eq_ignore_ascii_case("inf") || digits.eq_ignore_ascii_case("infinity") || digits == "∞" {
            return Some(Self(sign * f64::INFINITY));
        }
        // What else the standard library takes for a number has a second sign or is none.
        if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        let number: f64 = digits.parse().ok()?;
        Some(Self(sign * number.min(f64::MAX)))
    }
}

impl From<Value> for FieldValue {
    fn from(value: Value) -> Self {
        match value {
            Value::INFINITY => Self::INFINITY,
            Value::NEGATIVE_INFINITY => Self::NEGATIVE_INFINITY,
            finite => Self(finite.finite().unwrap_or_default().into()),
        }
    }
}
