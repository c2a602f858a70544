//! Finds the wrong rows of a log, and the features that they have in common.

use std::ops::ControlFlow;

use super::{
    place::{PlaceKind, PlaceKinds},
    program::ReadCase,
};
use crate::node_alignment::{MOST_ROWS, RowPair};
use reversi_course::log::{Line, LineField};
use reversi_io::names::{count, list};

/// The wrong rows of a log, aligned by node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongRows {
    pub wrong: u64,
    pub missing: u64,
    pub surplus: u64,
    /// The fields in which the wrong rows differ; empty if some row is missing, surplus or unreadable.
    pub fields: Vec<LineField>,
    /// The kinds that separate the wrong rows from the right rows.
    pub separation: Option<PlaceKinds>,
    /// The number of the row from which all rows are wrong, if several right rows come before.
    from_row: Option<u64>,
    /// The kinds of the first wrong row that no row before it has, with its number.
    first_alone: Option<(u64, PlaceKinds)>,
    /// True if the log has a right row.
    has_right: bool,
    pub(super) first: PlaceKinds,
    /// The kinds that some right row before the first wrong row does not have.
    pub(super) unlike_before: PlaceKinds,
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
        let (mut unlike, mut first_wrong) = (PlaceKinds::default(), None);
        let mut fields = Some(Vec::new());
        let mut take = |number: usize, pair: RowPair, of_row: Option<(PlaceKinds, &Line)>| {
            let kinds = of_row.map_or_else(PlaceKinds::default, |(kinds, _)| kinds);
            let is_right = expected_hashes.is_equal(found_hashes, pair);
            let (is_surplus, is_missing) = (pair.expected.is_none(), pair.found.is_none());
            let own = kinds.with(PlaceKind::Surplus, is_surplus).with(PlaceKind::Missing, is_missing);
            places.push((own, is_right));
            if is_right {
                wrong.has_right = true;
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
            let Some(((_, expected), found)) = of_row.zip(pair.found.and_then(|at| found[at].as_ref())) else {
                fields = None;
                return;
            };
            for field in expected.differences(found, columns) {
                if let Some(fields) = fields.as_mut().filter(|fields| !fields.contains(&field)) {
                    fields.push(field);
                }
            }
        };
        let mut next = pairs.into_iter().enumerate().peekable();
        let mut at = 0;
        PlaceKinds::each_row(job, &mut |row, kinds| {
            let line = job.row_format().line(row);
            while let Some((number, pair)) =
                next.next_if(|(_, pair)| pair.expected.is_none_or(|expected| expected == at))
            {
                take(number + 1, pair, pair.expected.map(|_| (kinds, &line)));
            }
            at += 1;
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
        wrong.separation = PlaceKinds::separating(&places);
        let are_all_wrong = |first: usize| !places[first - 1..].iter().any(|(_, is_right)| *is_right);
        wrong.from_row = first_wrong.filter(|first| *first > 2 && are_all_wrong(*first)).map(|first| first as u64);
        wrong.first_alone = first_wrong.and_then(|first| {
            let earlier: Vec<PlaceKinds> = places[..first - 1].iter().map(|(kinds, _)| *kinds).collect();
            Some((first as u64, wrong.first.special().fewest(&earlier)?))
        });
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
        let from = |row| format!("row {row} and all later rows; the rows before row {row} are right");
        let of_kinds = |kinds: PlaceKinds| format!("every {} is wrong, and no other row", kinds.phrase("row"));
        features.extend(self.from_row.map(from).or(self.separation.map(of_kinds)));
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
