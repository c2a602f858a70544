//! Format deviations: counts how a student's numbers, names and separators differ in format.

use std::collections::{BTreeMap, BTreeSet};

use crate::Part;
use reversi_course::log::{FieldValue, Line, LogColumn, RowFormat};
use reversi_io::names::names;

names! {
    /// A format deviation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Deviation {
        /// The column names are missing or different.
        Header => "header",
        Utf16 => "utf-16",
        /// Lines end in CR alone.
        CrOnly => "cr-only",
        /// `25` instead of `25.0`.
        NoDecimal => "no-decimal",
        /// `25.00` instead of `25.0`, or `25.0` instead of `25`.
        MoreDecimals => "more-decimals",
        Commas => "commas",
        Semicolons => "semicolons",
        Blanks => "blanks",
        Tabs => "tabs",
        /// `inf`.
        OtherInfinity => "infinity-spelt",
        InfinityAsNumber => "infinity-as-number",
        /// `D3`, `infinity`, `cut-off`.
        LetterCase => "letter-case",
        /// `+25`.
        PlusSign => "plus-sign",
        /// `-0.0`, `025` or `2.5e1`.
        OtherNumber => "number-spelt",
        /// `CUTOFF`, `CUT OFF` or `pruned`.
        OtherCutOff => "cut-off-spelt",
        /// A common word for a pass instead of the assignment's word.
        OtherNode => "node-spelt",
        /// `STEP=1`, `Step 1`.
        OtherStep => "step-spelt",
        /// `GAME END`.
        OtherEnd => "end-spelt",
        /// `Black`, `X`.
        OtherPlayer => "player-spelt",
        /// `BLACK (pass)`, or the word for a pass on a separate line.
        OtherPass => "pass-spelt",
        /// Empty lines between the rows of a log.
        EmptyLines => "empty-lines-between-rows",
        /// There is no empty line after a board.
        NoEmptyLines => "no-empty-lines",
        /// Other characters for discs and empty squares, or spaces between them.
        OtherDiscs => "other-discs",
        StepsFromZero => "steps-from-zero",
    }
}

impl Deviation {
    /// True for a deviation of a whole file, not of some rows.
    const fn is_of_file(self) -> bool {
        matches!(self, Self::Header | Self::Utf16 | Self::CrOnly)
    }
}

/// The number of rows in which each format deviation occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deviations(BTreeMap<Deviation, DeviatingRows>);

/// The rows with a format deviation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct DeviatingRows {
    count: u64,
    /// The places of the deviating fields in their rows, from 0.
    fields: BTreeSet<usize>,
    /// The first line with this deviation: the expected line and the student's line.
    example: Option<[String; 2]>,
}

/// The largest number of characters of a line to keep as an example.
const LONGEST: usize = 200;

impl Deviations {
    pub(crate) fn add(&mut self, deviation: Deviation, expected: &[u8], found: &[u8]) {
        let rows = self.0.entry(deviation).or_default();
        rows.count += 1;
        let shown = |line: &[u8]| {
            let beginning = &line[..line.len().min(4 * LONGEST)];
            String::from_utf8_lossy(beginning).chars().take(LONGEST).collect()
        };
        rows.example.get_or_insert_with(|| [expected, found].map(shown));
    }

    pub(crate) fn add_rows(&mut self, deviation: Deviation, rows: u64) {
        self.0.entry(deviation).or_default().count += rows;
    }

    pub(crate) fn extend(&mut self, others: &Self) {
        for (&deviation, rows) in &others.0 {
            let known = self.0.entry(deviation).or_default();
            known.count += rows.count;
            known.fields.extend(&rows.fields);
            known.example = known.example.take().or_else(|| rows.example.clone());
        }
    }

    /// The first line with a deviation: the expected line and the student's line. `None` for deviations of whole files.
    pub(crate) fn example(&self, deviation: Deviation) -> Option<&[String; 2]> {
        self.0.get(&deviation)?.example.as_ref()
    }

    /// The names of the columns with a deviation; empty for deviations of whole rows or files.
    pub(crate) fn columns(&self, deviation: Deviation, row_format: &RowFormat) -> Vec<String> {
        let fields = self.0.get(&deviation).into_iter().flat_map(|rows| &rows.fields);
        fields
            .filter_map(|&field| row_format.columns(true).get(field))
            .map(|&column| row_format.column_name(column).to_owned())
            .collect()
    }

    /// True if no format deviation was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The format deviations with their numbers of rows.
    pub fn iter(&self) -> impl Iterator<Item = (Deviation, u64)> {
        self.0.iter().map(|(&deviation, rows)| (deviation, rows.count))
    }

    /// Counts the format deviations of fields and separators again in all rows of a text. Returns the number of rows
    /// with a deviation. Numbers in place of infinity hide the format of the other numbers. In this case, the old
    /// counts stay. If a column has a number with the right decimals, other decimals in this column are wrong values.
    pub(crate) fn count_in(&mut self, row_format: &RowFormat, part: Part) -> u64 {
        for deviation in [Deviation::Utf16, Deviation::CrOnly] {
            self.0.entry(deviation).and_modify(|rows| rows.count = part.lines().count() as u64);
        }
        if self.0.contains_key(&Deviation::InfinityAsNumber) {
            return 0;
        }
        let met = self.clone();
        self.0.retain(|deviation, _| deviation.is_of_file());
        let lines = || part.lines().trimmed().map(|(_, line)| line).filter(|line| !row_format.is_column_names(line));
        let mut has_right_decimals = BTreeSet::new();
        for line in lines() {
            let is_right = |field: &[u8]| {
                let number = row_format.number_leniently(field).filter(|number| number.0.is_finite());
                number.is_some_and(|number| row_format.number(number).as_bytes() == field)
            };
            let fields = row_format.fields(line).enumerate();
            has_right_decimals.extend(fields.filter(|(_, (_, field))| is_right(field)).map(|(place, _)| place));
        }
        let mut deviating = 0;
        for line in lines() {
            if line.is_empty() {
                self.add(Deviation::EmptyLines, b"", b"");
            }
            if let Ok(row) = row_format.read(line)
                && row.value().is_written()
            {
                let written = row_format.write(&row);
                if written.as_bytes() == line {
                    continue;
                }
                let before = self.0.values().map(|rows| rows.count).sum::<u64>();
                self.add_fields(row_format, written.as_bytes(), line, |deviation, place| {
                    let is_of_decimals = matches!(deviation, Deviation::NoDecimal | Deviation::MoreDecimals);
                    !is_of_decimals || !has_right_decimals.contains(&place) || met.0.contains_key(&deviation)
                });
                deviating += u64::from(self.0.values().map(|rows| rows.count).sum::<u64>() > before);
            }
        }
        deviating
    }

    /// Replaces the deviations of rows. The deviations of the whole file stay.
    pub(crate) fn replace_rows(&mut self, of_rows: &Self) {
        self.0.retain(|deviation, _| deviation.is_of_file());
        self.extend(of_rows);
    }

    /// Counts the format deviations of a row whose content is right, apart from infinities as numbers.
    pub(crate) fn add_row(&mut self, row_format: &RowFormat, expected: &[u8], found: &[u8]) {
        self.add_fields(row_format, expected, found, |_, _| true);
    }

    /// Counts the format deviations of a row. `counts` returns false for a deviation in a field that does not count.
    fn add_fields(
        &mut self,
        row_format: &RowFormat,
        expected: &[u8],
        found: &[u8],
        counts: impl Fn(Deviation, usize) -> bool,
    ) {
        let mut deviations: BTreeMap<Deviation, BTreeSet<usize>> = BTreeMap::new();
        for deviation in separator_deviations(row_format, expected, found) {
            deviations.entry(deviation).or_default();
        }
        let fields = row_format.fields(expected).zip(row_format.fields(found));
        for (place, ((_, expected), (_, found))) in fields.enumerate() {
            for deviation in field_deviations(row_format, expected, found) {
                if counts(deviation, place) {
                    deviations.entry(deviation).or_default().insert(place);
                }
            }
        }
        for (deviation, fields) in deviations {
            self.add(deviation, expected, found);
            self.0.entry(deviation).or_default().fields.extend(fields);
        }
    }
}

/// Finds the format deviations in the text before, between and after the fields of a row.
fn separator_deviations(row_format: &RowFormat, expected: &[u8], found: &[u8]) -> Vec<Deviation> {
    let separator = row_format.separator.as_bytes();
    let separators = |line: &'_ [u8]| {
        let mut between = Vec::new();
        let mut end = 0;
        for (place, field) in row_format.fields(line) {
            between.push(line[end..place].to_vec());
            end = place + field.len();
        }
        between.push(line[end..].to_vec());
        between
    };
    let mut deviations = Vec::new();
    // The space in `CUT OFF` does not separate fields.
    let count = row_format.fields(expected).count();
    let compared = if row_format.fields(found).count() == count { count + 1 } else { count };
    for (wanted, given) in separators(expected).iter().zip(separators(found)).take(compared) {
        if *wanted == given {
            continue;
        }
        let only_here = |byte: u8| given.contains(&byte) && !wanted.contains(&byte);
        if given.contains(&b'\t') {
            deviations.push(Deviation::Tabs);
        }
        let is_doubled =
            |separator: &[u8]| given.len() > 1 && given.starts_with(separator) && given.ends_with(separator);
        if only_here(b',') || separator == b"," && is_doubled(b",") {
            deviations.push(Deviation::Commas);
        }
        if only_here(b';') {
            deviations.push(Deviation::Semicolons);
        }
        if only_here(b' ') || given.iter().all(|&byte| byte == b' ') {
            deviations.push(Deviation::Blanks);
        }
    }
    deviations
}

fn field_deviations(row_format: &RowFormat, expected: &[u8], found: &[u8]) -> Vec<Deviation> {
    let mut deviations = Vec::new();
    if expected == found {
        return deviations;
    }
    let Some(number) = row_format.number_leniently(found) else {
        return vec![match found.eq_ignore_ascii_case(expected) {
            true => Deviation::LetterCase,
            false if row_format.is_marker(found) => Deviation::OtherCutOff,
            false => Deviation::OtherNode,
        }];
    };
    let unsigned = found.strip_prefix(b"+").or(found.strip_prefix(b"-")).unwrap_or(found);
    if found.starts_with(b"+") {
        deviations.push(Deviation::PlusSign);
    }
    let infinity = row_format.infinity.as_bytes();
    match (row_format.number_leniently(expected), number) {
        (Some(expected_number), _) if expected_number.0.is_finite() => {
            let decimals = |number: &[u8]| number.iter().rev().position(|&byte| byte == b'.');
            // A decimal point without digits counts as one decimal too many or too few.
            match (decimals(expected), decimals(unsigned)) {
                (Some(wanted), given) if given.unwrap_or(0) < wanted => deviations.push(Deviation::NoDecimal),
                (wanted, given) if given > wanted => deviations.push(Deviation::MoreDecimals),
                _ if deviations.is_empty() => deviations.push(Deviation::OtherNumber),
                _ => {}
            }
        }
        (_, number) if number.0.is_finite() => deviations.push(Deviation::InfinityAsNumber),
        _ if !unsigned.eq_ignore_ascii_case(infinity) => deviations.push(Deviation::OtherInfinity),
        _ if unsigned != infinity => deviations.push(Deviation::LetterCase),
        _ => {}
    }
    deviations
}

/// The text that a file writes instead of plus or minus infinity: infinity in another format, or a number. `None`
/// before the file has shown the first infinity.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Infinities {
    positive: Option<FieldValue>,
    negative: Option<FieldValue>,
}

impl Infinities {
    /// The texts for infinity in the rows before a log row (counted from 1), if all these rows are right.
    pub(crate) fn before(row: u64, has_window: bool) -> Self {
        // In minimax, the root's first row contains minus infinity. In minimax, rows of MIN nodes below the root
        // contain plus infinity.
        Self {
            negative: (row > 1).then_some(FieldValue::NEGATIVE_INFINITY),
            positive: (row > 2 || has_window && row > 1).then_some(FieldValue::INFINITY),
        }
    }

    /// Replaces the numbers in a student's row that stand for infinities. A number for infinity is larger than
    /// `largest`, the largest value of a position. Returns `None` if the number does not stand for this infinity in the
    /// whole file.
    pub(crate) fn read(&mut self, expected: &Line, found: &Line, largest: i32) -> Option<Line> {
        let mut learnt = *self;
        let mut read = *found;
        for column in LogColumn::ALL {
            let given = read.numbers[column as usize].as_mut();
            let Some((wanted, given)) = expected.number(column).zip(given) else { continue };
            let known = match wanted {
                FieldValue::INFINITY => &mut learnt.positive,
                FieldValue::NEGATIVE_INFINITY => &mut learnt.negative,
                _ => continue,
            };
            let is_large = given.0.is_finite() && wanted.0.signum() * given.0 > f64::from(largest);
            if *given != wanted && !is_large || known.is_some_and(|known| known != *given) {
                return None;
            }
            *known = Some(*given);
            *given = wanted;
        }
        *self = learnt;
        Some(read)
    }
}
