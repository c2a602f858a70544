//! Finds the wrong rows of a log, and the features that they have in common.

use std::ops::ControlFlow;

use super::{
    place::{PlaceKind, PlaceKinds, Separation},
    program::ReadCase,
};
use crate::node_alignment::{MOST_ROWS, RowPair};
use reversi_core::games::reversi::Move;
use reversi_course::log::{Event, FieldValue, Line, LineField, LogColumn, Row};
use reversi_io::names::{count, list, names};

/// The wrong rows of a log, aligned by node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongRows {
    pub wrong: u64,
    pub missing: u64,
    pub surplus: u64,
    /// The fields in which the wrong rows differ; empty if some row is missing, surplus or unreadable.
    pub fields: Vec<LineField>,
    /// The kinds that separate the wrong rows from the right rows.
    pub separation: Option<Separation>,
    /// The number of the row from which all rows are wrong, if several right rows come before.
    pub from_row: Option<u64>,
    /// The kinds of the first wrong row that no row before it has, with its number.
    first_alone: Option<(u64, PlaceKinds)>,
    /// True if the log has a right row.
    has_right: bool,
    /// For each column with wrong numbers: the number that stands in its place.
    equalities: Vec<Equality>,
    pub(super) first: PlaceKinds,
    /// The kinds that some right row before the first wrong row does not have.
    pub(super) unlike_before: PlaceKinds,
}

/// In all rows with a wrong number in a column, this number equals another number of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Equality {
    column: LogColumn,
    source: Source,
    rows: u64,
}

names! {
    /// A number of the search that may stand in the wrong column.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Source {
        Alpha => "the right alpha",
        Beta => "the right beta",
        BoundBefore => "the bound before the child",
        Child => "the value of the child",
        Negative => "the negative of the right number",
        RowBefore => "the right number of the row before",
    }
}

/// The rows with a wrong number in one column, and the sources that this number equals in all these rows.
#[derive(Clone, Copy, Debug)]
struct Column {
    of: LogColumn,
    rows: u64,
    sources: [bool; Source::ALL.len()],
    /// True if one of the wrong numbers is finite. An infinity equals other infinities by chance.
    is_finite: bool,
}

/// The fewest rows for a statement that a number equals another number. Two rows agree by chance.
const FEWEST_EQUAL: u64 = 3;

impl Column {
    const fn new(of: LogColumn) -> Self {
        Self { of, rows: 0, sources: [true; Source::ALL.len()], is_finite: false }
    }

    fn add(&mut self, row: &Row<Move>, [before, expected, found]: [&Line; 3]) {
        let (Some(right), Some(wrong)) = (expected.number(self.of), found.number(self.of)) else { return };
        if right == wrong {
            return;
        }
        self.rows += 1;
        self.is_finite |= wrong.0.is_finite();
        let (child, window) = match row.event {
            Event::Update { child_value, before, .. } => (Some(child_value.into()), before),
            Event::Enter | Event::Leaf => (None, None),
        };
        let bound = window.map(|window| if self.of == LogColumn::Beta { window.beta } else { window.alpha });
        let sources: [Option<FieldValue>; Source::ALL.len()] = Source::ALL.map(|source| match source {
            Source::Alpha => expected.alpha,
            Source::Beta => expected.beta,
            Source::BoundBefore => bound.map(FieldValue::from).filter(|_| self.of != LogColumn::Value),
            Source::Child => child,
            Source::Negative => Some(FieldValue(-right.0)),
            Source::RowBefore => before.number(self.of),
        });
        for (is_equal, source) in self.sources.iter_mut().zip(sources) {
            *is_equal &= source == Some(wrong);
        }
    }

    fn equality(&self) -> Option<Equality> {
        let source = Source::ALL.into_iter().zip(self.sources).find(|(_, is_equal)| *is_equal)?.0;
        let is_told = self.rows >= FEWEST_EQUAL && self.is_finite;
        is_told.then_some(Equality { column: self.of, source, rows: self.rows })
    }
}

impl WrongRows {
    /// The wrong rows, aligned by node; `None` if the log is right or too long to align.
    pub(super) fn of(case: &ReadCase) -> Option<Self> {
        let (log, job) = (case.log.as_ref()?, case.job);
        let found: Vec<_> = log.rows().take(MOST_ROWS).map(|(_, row)| row).collect();
        if found.len() == MOST_ROWS {
            return None;
        }
        let (found_hashes, expected_hashes, most) = (case.hashes()?, case.expected_hashes()?, case.most_aligned()?);
        let pairs = expected_hashes.align(found_hashes);
        let columns = job.row_format().columns(true);
        let (mut wrong, mut places) = (Self::default(), Vec::with_capacity(pairs.len()));
        let mut by_column = [LogColumn::Value, LogColumn::Alpha, LogColumn::Beta].map(Column::new);
        let (mut unlike, mut last_right, mut first_wrong) = (PlaceKinds::default(), 0, None);
        let mut fields = Some(Vec::new());
        let mut take = |number: usize, pair: RowPair, of_row: Option<(&Row<Move>, PlaceKinds, [&Line; 2])>| {
            let kinds = of_row.map_or_else(PlaceKinds::default, |(_, kinds, _)| kinds);
            let is_right = expected_hashes.is_equal(found_hashes, pair);
            let (is_surplus, is_missing) = (pair.expected.is_none(), pair.found.is_none());
            let own = kinds.with(PlaceKind::Surplus, is_surplus).with(PlaceKind::Missing, is_missing);
            places.push((own, is_right));
            if is_right {
                last_right = number;
                unlike = unlike.or(kinds.others());
                return;
            }
            if first_wrong.is_none() {
                (wrong.first, wrong.unlike_before, first_wrong) = (own, unlike, Some(number));
            }
            *match () {
                () if is_missing => &mut wrong.missing,
                () if is_surplus => &mut wrong.surplus,
                () => &mut wrong.wrong,
            } += 1;
            let Some(((row, _, [before, expected]), found)) = of_row.zip(pair.found.and_then(|at| found[at].as_ref()))
            else {
                fields = None;
                return;
            };
            for column in &mut by_column {
                column.add(row, [before, expected, found]);
            }
            for field in expected.differences(found, columns) {
                if let Some(fields) = fields.as_mut().filter(|fields| !fields.contains(&field)) {
                    fields.push(field);
                }
            }
        };
        let mut next = pairs.into_iter().enumerate().peekable();
        let (mut at, mut before) = (0, None);
        PlaceKinds::each_row(job, &mut |row, kinds| {
            let line = job.row_format().line(row);
            while let Some((number, pair)) =
                next.next_if(|(_, pair)| pair.expected.is_none_or(|expected| expected == at))
            {
                let of_row = pair.expected.map(|_| (row, kinds, [before.as_ref().unwrap_or(&line), &line]));
                take(number + 1, pair, of_row);
            }
            (at, before) = (at + 1, Some(line));
            if at == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        next.for_each(|(number, pair)| take(number + 1, pair, None));
        if at == most {
            let mut rows = 0_u64;
            job.task.search().each_row(&mut |_| {
                rows += 1;
                ControlFlow::Continue(())
            });
            wrong.missing += rows.saturating_sub(most as u64);
        }
        let fields = fields.unwrap_or_default();
        wrong.fields = LineField::of(columns).filter(|field| fields.contains(field)).collect();
        wrong.separation = Separation::of(&places);
        wrong.first_alone = first_wrong.and_then(|first| {
            let earlier: Vec<PlaceKinds> = places[..first - 1].iter().map(|(kinds, _)| *kinds).collect();
            Some((first as u64, wrong.first.special().fewest(&earlier)?))
        });
        wrong.from_row = first_wrong.filter(|first| *first > 2 && last_right < *first).map(|first| first as u64);
        wrong.has_right = last_right > 0;
        wrong.equalities = by_column.iter().filter_map(Column::equality).collect();
        (wrong.count() > 0).then_some(wrong)
    }

    /// The number of wrong, missing and surplus rows.
    pub const fn count(&self) -> u64 {
        self.wrong + self.missing + self.surplus
    }

    /// Sentences on the common features of the wrong rows, and on the kind of the first; `None` if there are none.
    pub fn in_common(&self) -> Option<String> {
        let counts = [(self.wrong, "wrong row"), (self.missing, "missing row"), (self.surplus, "extra row")];
        let counts: Vec<String> =
            counts.into_iter().filter(|(rows, _)| *rows > 0).map(|(rows, noun)| count(rows, noun)).collect();
        let mut features = Vec::new();
        match self.fields[..] {
            [field] => features.push(format!("only the column {field} differs")),
            [one, other] => features.push(format!("only the columns {one} and {other} differ")),
            _ => {}
        }
        if let Some(row) = self.from_row {
            features.push(format!("row {row} and all later rows; the rows before row {row} are right"));
        } else {
            features.extend(self.separation.map(Separation::text));
        }
        features.extend(self.equalities.iter().map(|&Equality { column, source, rows }| {
            let all = if rows == self.count() {
                "each of them".to_owned()
            } else {
                format!("all {rows} rows with a wrong {column}")
            };
            format!("in {all}, the {column} is {source}")
        }));
        if self.wrong == 0 && counts.len() == 1 && features.is_empty() && self.has_right {
            features.push("all other rows are right".to_owned());
        }
        let first = self.first_alone.filter(|_| self.separation.is_none());
        let first = first.map(|(row, kinds)| {
            format!("The first wrong row, row {row}, is {}; no row before it is.", kinds.noun("row"))
        });
        let all = (self.count() > 1 && !features.is_empty())
            .then(|| format!("The log has {}: {}.", list(counts, "and"), features.join("; ")));
        let sentences: Vec<String> = all.into_iter().chain(first).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}
