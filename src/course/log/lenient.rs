//! Reads log rows in any format of a student's program.
//!
//! Commas, semicolons, spaces and tabs in any combination separate fields. Numbers are compared by value, and upper and lower case
//! are equal. The marker of a cut-off may be at the end of a row; the marker does not count as a field. The reading
//! accepts the words of the assignment's [`RowFormat`].

use thiserror::Error;

use super::{FieldValue, Line, LogColumn, NodeName, RowFormat};
use reversi_core::games::reversi::Square;

/// The reason why a line is not a log row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadLineError {
    /// The field with this index is not valid: it is not the name of a node, or not a number.
    #[error("field {0} is neither the name of a node nor a number")]
    Field(usize),
    /// All fields are valid, but their number differs from the number of columns.
    #[error("{0} fields")]
    Columns(usize),
}

/// Words that students use for a cut-off; the last two form one word with a space.
const OTHER_MARKERS: [&str; 5] = ["CUT-OFF", "CUTOFF", "PRUNED", "CUT", "OFF"];

impl RowFormat {
    /// The length of the separator at the start of a text; 0 if the text does not begin with a separator.
    fn separator_length(&self, text: &[u8]) -> usize {
        match text.first() {
            None => 0,
            Some(b',' | b';' | b' ' | b'\t') => 1,
            Some(byte) if byte.is_ascii() => usize::from(self.separator.as_bytes().contains(byte)),
            Some(_) => {
                let begins = |letter: &char| text.starts_with(letter.encode_utf8(&mut [0; 4]).as_bytes());
                self.separator.chars().find(begins).map_or(0, char::len_utf8)
            }
        }
    }

    /// The length of the field at the start of a text. A word of the assignment is one field, even if the word contains
    /// a space. The marker of a cut-off at the end is a separate field, even without a space before the marker.
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

    /// The fields of a line with the offsets of their starts, including the marker of a cut-off.
    pub fn fields<'a>(&'a self, line: &'a [u8]) -> impl Iterator<Item = (usize, &'a [u8])> {
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

    /// The marker of a cut-off, without the space before the marker; empty if the assignment has none.
    pub fn marker(&self) -> &str {
        self.cut_marker.trim_ascii()
    }

    /// The index of a word in the list of cut-off markers. 0 is the assignment's marker or, without a marker, the
    /// default. The other indices stand for students' words.
    fn marker_place(&self, field: &[u8]) -> Option<usize> {
        let own = if self.marker().is_empty() { OTHER_MARKERS[0] } else { self.marker() };
        let mut markers = [own].into_iter().chain(OTHER_MARKERS);
        markers.position(|marker| field.eq_ignore_ascii_case(marker.as_bytes()))
    }

    /// True if a field is the marker of a cut-off, or a part of another word for a cut-off.
    pub fn is_marker(&self, field: &[u8]) -> bool {
        self.marker_place(field).is_some()
    }

    /// The number of fields that the marker of a cut-off takes at the end of a row. Words that differ from the
    /// assignment's marker count only if the row has all columns.
    fn marker_fields(&self, fields: &[&[u8]]) -> usize {
        let places = |fields: &[&[u8]]| fields.iter().map(|field| self.marker_place(field)).collect::<Vec<_>>();
        let all = self.columns(true).len();
        match fields {
            [.., last] if self.marker_place(last) == Some(0) => 1,
            _ if fields.len() == all + 1 && matches!(places(&fields[all..])[..], [Some(1..=3)]) => 1,
            _ if fields.len() == all + 2 && matches!(places(&fields[all..])[..], [Some(4), Some(5)]) => 2,
            _ => 0,
        }
    }

    /// True if a line contains the column names, even with mistakes. Such a line is not a row, and begins with the
    /// first name or with `Node`.
    pub fn is_column_names(&self, line: &[u8]) -> bool {
        let after = |name: &str| {
            let found = line.get(..name.len()).filter(|found| found.eq_ignore_ascii_case(name.as_bytes()));
            found.map(|found| &line[found.len()..])
        };
        let is_end = |rest: &[u8]| {
            rest.is_empty() || self.separator_length(rest) > 0 || rest.starts_with(self.header_separator.as_bytes())
        };
        let first = |has_window: bool| self.column_name(self.columns(has_window)[0]);
        let is_first = |name: &str| !name.is_empty() && after(name).is_some_and(is_end);
        let begins = || after("Node").is_some() || [true, false].into_iter().any(|has| is_first(first(has).trim()));
        let is_exact = |has_window| {
            line.starts_with(first(has_window).as_bytes())
                && line.trim_ascii_end() == self.column_names(has_window).trim_ascii_end().as_bytes()
        };
        begins() && !self.is_row(line) || [true, false].into_iter().any(is_exact)
    }

    /// True if two lines have the same fields, apart from letter case and number formats.
    pub fn says_the_same(&self, line: &[u8], other: &[u8]) -> bool {
        let (ones, others) = (self.fields(line), self.fields(other));
        self.fields(line).count() == self.fields(other).count()
            && ones.zip(others).all(|((_, one), (_, other))| {
                let numbers = self.number_leniently(one).zip(self.number_leniently(other));
                one.eq_ignore_ascii_case(other) || numbers.is_some_and(|(one, other)| one == other)
            })
    }

    /// Reads the name of a node. Names of the root and of a pass from other assignments are accepted, because a student
    /// may reuse an older program. The result is `None` if the name is too long.
    fn read_name(&self, name: &[u8]) -> Option<NodeName> {
        let known = [(&*self.root, NodeName::Root), (&*self.pass, NodeName::Pass)].into_iter();
        let mut known = known.chain([("root", NodeName::Root), ("pass", NodeName::Pass)]);
        if let Some((_, node)) = known.find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes())) {
            return Some(node);
        }
        let square = || str::from_utf8(name).ok()?.parse::<Square>().ok();
        square().map(NodeName::Square).or_else(|| {
            let mut letters = [0; 4];
            letters.get_mut(..name.len())?.copy_from_slice(name);
            letters.make_ascii_lowercase();
            Some(NodeName::Other(letters))
        })
    }

    /// Reads a number. The assignment's word for infinity means infinity. All other numbers are read by
    /// [`FieldValue::read`]. If the assignment's word for infinity is a number, all equal numbers
    /// mean infinity.
    pub fn number_leniently(&self, field: &[u8]) -> Option<FieldValue> {
        let is_infinity_a_word = self.infinity.starts_with(char::is_alphabetic);
        // Nearly all numbers are short and whole, so this function first tries to read such a number.
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

    /// Reads a row, without its line ending.
    pub fn read(&self, text: &[u8]) -> Result<Line, ReadLineError> {
        let mut fields: Vec<&[u8]> = self.fields(text).map(|(_, field)| field).collect();
        let marker = self.marker_fields(&fields);
        fields.truncate(fields.len() - marker);
        let columns = self.columns(fields.len() >= self.columns(true).len());
        let mut line = Line { name: NodeName::Root, numbers: [None; LogColumn::ALL.len()], cut_off: marker > 0 };
        for (index, field) in fields.iter().enumerate() {
            let number = || self.number_leniently(field).ok_or(ReadLineError::Field(index));
            match columns.get(index) {
                Some(LogColumn::Node) => line.name = self.read_name(field).ok_or(ReadLineError::Field(index))?,
                Some(&column) => line.numbers[column as usize] = Some(number()?),
                None => drop(number()?),
            }
        }
        match fields.len() {
            count if count == columns.len() => Ok(line),
            0 => Err(ReadLineError::Field(0)),
            count => Err(ReadLineError::Columns(count)),
        }
    }

    /// The index of the field that makes a line unreadable or does not name a node; `None` if all fields are valid.
    pub fn unreadable_field(&self, text: &[u8]) -> Option<usize> {
        let no_node = || {
            let node = self.columns(true).iter().position(|&column| column == LogColumn::Node)?;
            let (_, name) = self.fields(text).nth(node)?;
            self.read_name(name)?.reached_by().is_none().then_some(node)
        };
        match self.read(text) {
            Err(ReadLineError::Field(index)) => Some(no_node().map_or(index, |node| node.min(index))),
            Ok(_) | Err(ReadLineError::Columns(_)) => no_node(),
        }
    }

    /// True if a line is a row, possibly with too many or too few fields.
    pub fn is_row(&self, text: &[u8]) -> bool {
        self.unreadable_field(text).is_none()
    }
}
