//! The comparison: the truth, written line by line, against what a student's file has in its place.
//!
//! As long as both are the same byte by byte, whole blocks are compared at once. The first difference ends that: then
//! lines are compared one by one, by the lenient reading where the difference is one of spelling, to find the first
//! difference beyond it, and otherwise only as long as one line too many, too few or wrong may be all there is.

use std::{
    borrow::Cow,
    io::{self, ErrorKind, Write},
    mem,
};

use super::{
    Difference, EarlyStop, Equality, FileReport, IgnoredDifference, Kind, LineFault, Role, SingleLineError,
    SpellingVariant, Subject, kind,
    spelling_variants::Infinities,
    student_file::{StudentFile, StudentLine},
};
use crate::{
    assignment::Job,
    files::{LineEnding, stream::ReadTextError},
    search::Algorithm,
};

/// Takes the truth as it is written.
pub(super) struct Comparison<'a> {
    job: &'a Job,
    equality: Equality,
    found: &'a mut StudentFile,
    report: FileReport,
    /// The beginning of a line of the truth whose end has not come yet.
    unfinished: Vec<u8>,
    /// Lines of the truth that have been compared.
    lines: u64,
    /// A line of the file that has been read and not compared.
    again: Option<StudentLine>,
    /// What follows the line of the truth that is being compared.
    end: &'static str,
    stage: Stage,
    /// Lines compared beyond the first difference.
    lines_beyond: u64,
    infinities: Infinities,
    error: Option<ReadTextError>,
}

/// How far a comparison has come.
enum Stage {
    /// Everything is the same so far.
    Same,
    /// Everything is the same by the lenient reading.
    Leniently,
    /// There was a difference, and one line too many, too few or wrong may be all there is.
    SingleLineHypotheses(SingleLineHypotheses),
    /// Nothing more is to be found out.
    Done,
}

/// What would be so if one line were too many, too few or wrong.
struct SingleLineHypotheses {
    error_line: u64,
    /// The last line of the truth, which the next line of the file is if one is too many.
    expected: Option<Vec<u8>>,
    is_surplus: bool,
    /// The last line of the file, which the next line of the truth is if one is missing.
    found: Option<StudentLine>,
    is_missing: bool,
    is_wrong: bool,
}

impl<'a> Comparison<'a> {
    /// Compares a file, or the part of it that has a role, with the truth that is yet to be written.
    pub(super) fn new(job: &'a Job, role: Role, equality: Equality, found: &'a mut StudentFile) -> Self {
        Self {
            job,
            equality,
            found,
            report: FileReport::new(job, role),
            unfinished: Vec::new(),
            lines: 0,
            again: None,
            end: "",
            stage: Stage::Same,
            lines_beyond: 0,
            infinities: Infinities::default(),
            error: None,
        }
    }

    /// Whether nothing more of the truth is needed.
    pub(super) const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done) || self.error.is_some()
    }

    /// The truth has come to its end. The differences have no subjects yet.
    ///
    /// # Errors
    /// A file that could not be read.
    pub(super) fn finish(mut self) -> Result<FileReport, ReadTextError> {
        let last = mem::take(&mut self.unfinished);
        if !last.is_empty() && !self.is_done() {
            self.line(&last, "")?;
        }
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if matches!(self.stage, Stage::Same | Stage::Leniently)
            && let Some(line) = self.next()?
        {
            self.differ(None, Some(line))?;
        }
        self.report.ignored_differences = self.ignored_differences();
        self.report.is_right_otherwise = matches!(self.stage, Stage::Leniently);
        self.report.single_line_error = self.single_line_error()?;
        let encoding = self.found.encoding();
        for (is_so, variant) in [(encoding.utf_16, SpellingVariant::Utf16), (encoding.cr_only, SpellingVariant::CrOnly)]
        {
            if is_so && self.report.first.is_some() {
                self.report.variants.add_rows(variant, self.lines_beyond);
            }
        }
        Ok(self.report)
    }

    fn next(&mut self) -> Result<Option<StudentLine>, ReadTextError> {
        match self.again.take() {
            Some(line) => Ok(Some(line)),
            None => self.found.next(),
        }
    }

    /// Whether the encoding of the file makes a line another one, whatever it says.
    fn is_odd(&self, line: u64) -> bool {
        let encoding = self.found.encoding();
        let is_marked = line == 1 && encoding.byte_order_mark;
        encoding.utf_16 || encoding.cr_only || self.equality == Equality::Exact && is_marked
    }

    /// Compares a line of the truth, which is followed by `end`.
    fn line(&mut self, expected: &[u8], end: &'static str) -> Result<(), ReadTextError> {
        self.lines += 1;
        self.end = end;
        match self.stage {
            Stage::SingleLineHypotheses(_) => self.test_hypotheses(expected),
            _ => self.compare(expected),
        }
    }

    /// Compares a line of the truth with the next of the file.
    fn compare(&mut self, expected: &[u8]) -> Result<(), ReadTextError> {
        let Some(found) = self.next()? else { return self.differ(Some(expected), None) };
        let is_same = match (&self.stage, self.equality) {
            (Stage::Same, Equality::Exact) => found.raw() == [expected, self.end.as_bytes()].concat(),
            _ => found.is(expected),
        };
        let is_odd = matches!(self.stage, Stage::Same) && self.is_odd(found.number);
        if is_odd || !is_same && (self.equality != Equality::Lenient || !self.is_same_leniently(expected, &found)) {
            return self.differ(Some(expected), Some(found));
        }
        if !is_same {
            self.report.variants.add_row(self.job.spelling(), expected, found.text());
        }
        self.lines_beyond += u64::from(matches!(self.stage, Stage::Leniently));
        Ok(())
    }

    /// Whether two lines say the same.
    fn is_same_leniently(&self, expected: &[u8], found: &StudentLine) -> bool {
        let spelling = self.job.spelling();
        match (spelling.read(expected), spelling.read(found.text())) {
            _ if found.is_long => false,
            _ if self.report.role != Role::Log => kind::says_the_same(self.job, expected, found.text()),
            (Ok(expected), Ok(found)) => expected == found,
            _ => spelling.says_the_same(expected, found.text()),
        }
    }

    /// Two lines that are not the same, or one that has no other.
    fn differ(&mut self, expected: Option<&[u8]>, found: Option<StudentLine>) -> Result<(), ReadTextError> {
        let kind = match (expected, &found) {
            (Some(expected), Some(found)) => {
                Kind::of(self.report.role, self.job, expected, Some(found.text()).filter(|_| !found.is_long))
            }
            (Some(_), None) => Kind::MissingRow,
            (None, _) => Kind::ExtraRow,
        };
        let is_first = self.report.first.is_none();
        if is_first {
            let has_window = self.job.task.algorithm == Algorithm::AlphaBeta;
            self.infinities = Infinities::before(self.lines.saturating_sub(1), has_window);
            self.report.first = Some(self.difference(kind, expected, found.as_ref()));
        }
        if let (Some(expected), Some(found)) = (expected, &found)
            // What differs otherwise is the encoding, or the end of the line.
            && (is_first && found.is(expected) || self.is_variant(kind, expected, found)?)
        {
            self.stage = Stage::Leniently;
            if kind == Kind::Header && !self.job.spelling().is_column_names(expected) {
                // What is expected after a surplus header has yet to come.
                return self.compare(expected);
            }
            self.lines_beyond += 1;
            return Ok(());
        }
        self.report.stops_early = expected.and_then(|expected| self.early_stop(expected, found.as_ref()));
        if !is_first {
            self.report.first_non_spelling_difference = Some(self.difference(kind, expected, found.as_ref()));
        }
        self.stage = Stage::SingleLineHypotheses(SingleLineHypotheses {
            error_line: found.as_ref().map_or(self.found.next_number(), |found| found.number),
            is_surplus: found.is_some(),
            is_missing: expected.is_some(),
            is_wrong: expected.is_some() && found.is_some(),
            expected: expected.map(<[u8]>::to_vec),
            found,
        });
        Ok(())
    }

    /// Where the last line of the file is the beginning of the expected one, or the expected one is not there any more.
    /// Nothing is said of a file without a whole line.
    fn early_stop(&self, expected: &[u8], found: Option<&StudentLine>) -> Option<EarlyStop> {
        let lines = self.lines.checked_sub(1).filter(|lines| *lines > 0)?;
        let spelling = self.job.spelling();
        if let Some(found) = found {
            let fields = |line| spelling.fields(line).map(|(_, field)| field);
            let (whole, cut): (Vec<_>, Vec<_>) = (fields(expected).collect(), fields(found.text()).collect());
            let (last, before) = cut.split_last()?;
            let in_place = whole.get(before.len())?;
            let begins = in_place.starts_with(last) && (in_place != last || whole.len() > cut.len());
            let is_same = before.iter().zip(&whole).all(|(one, other)| spelling.says_the_same(one, other));
            if found.has_end() || found.is_long || !is_same || !begins {
                return None;
            }
        }
        Some(EarlyStop { lines, is_within_line: found.is_some() })
    }

    /// Counts a difference of spelling alone as a variant; `false` for any other difference.
    fn is_variant(&mut self, kind: Kind, expected: &[u8], found: &StudentLine) -> Result<bool, ReadTextError> {
        let spelling = self.job.spelling();
        match kind {
            Kind::Spelling => {}
            Kind::Header => {
                let is_known = self.report.variants.iter().any(|(variant, _)| variant == SpellingVariant::Header);
                if is_known || spelling.is_column_names(expected) && !self.step_over_header(found)? {
                    return Ok(false);
                }
                self.report.variants.add(SpellingVariant::Header);
                return Ok(true);
            }
            Kind::Value | Kind::Window => {
                let rows = (spelling.read(expected), spelling.read(found.text()));
                let (Ok(wanted), Ok(given)) = rows else { return Ok(false) };
                let mut infinities = self.infinities;
                if infinities.read(&wanted, &given, self.job.task.largest_value()) != Some(wanted) {
                    return Ok(false);
                }
                self.infinities = infinities;
            }
            _ => return Ok(false),
        }
        self.report.variants.add_row(spelling, expected, found.text());
        Ok(true)
    }

    /// Steps over what stands in place of the column names: other ones, or a line before them, or else a line before the
    /// first row, or nothing. `false` where it is none of that.
    fn step_over_header(&mut self, found: &StudentLine) -> Result<bool, ReadTextError> {
        let spelling = self.job.spelling();
        let is_row = |line: &StudentLine| !line.is_long && spelling.is_row(line.text());
        if spelling.is_column_names(found.text()) {
            return Ok(true);
        }
        if is_row(found) {
            self.again = Some(found.clone());
            return Ok(true);
        }
        let next = self.next()?;
        if next.as_ref().is_some_and(|next| spelling.is_column_names(next.text())) {
            return Ok(true);
        }
        self.again = next;
        Ok(self.again.as_ref().is_some_and(is_row))
    }

    fn difference(&self, kind: Kind, expected: Option<&[u8]>, found: Option<&StudentLine>) -> Difference {
        let text = |text: &[u8]| String::from_utf8_lossy(text).chars().take(200).collect::<String>();
        // What is passed over otherwise is all that tells these apart.
        let is_end = expected.is_some() && expected == found.map(StudentLine::text) && self.equality == Equality::Exact;
        let mark = if self.found.encoding().byte_order_mark && is_end { "\u{feff}" } else { "" };
        let end = if is_end { self.end } else { "" };
        Difference {
            line: found.map_or(self.found.next_number(), |found| found.number),
            expected_line: if expected.is_some() { self.lines } else { self.lines + 1 },
            kind,
            expected: expected.map(|expected| text(expected) + end),
            found: found.map(|found| mark.to_owned() + &text(if is_end { found.raw() } else { found.text() })),
            subject: Subject::None,
        }
    }

    /// Whether two lines are the same after a difference: leniently read where spellings differ.
    fn is_same(&self, expected: &[u8], found: &StudentLine) -> bool {
        let is_leniently = self.equality == Equality::Lenient || !self.report.variants.is_empty();
        found.is(expected) || is_leniently && self.is_same_leniently(expected, found)
    }

    fn test_hypotheses(&mut self, expected: &[u8]) -> Result<(), ReadTextError> {
        let found = self.next()?;
        let Stage::SingleLineHypotheses(mut hypotheses) = mem::replace(&mut self.stage, Stage::Done) else {
            return Ok(());
        };
        let pair = hypotheses.expected.as_deref().zip(found.as_ref());
        hypotheses.is_surplus &= pair.is_some_and(|(expected, found)| self.is_same(expected, found));
        hypotheses.is_missing &= hypotheses.found.as_ref().is_some_and(|found| self.is_same(expected, found));
        hypotheses.is_wrong &= found.as_ref().is_some_and(|found| self.is_same(expected, found));
        if hypotheses.is_surplus || hypotheses.is_missing || hypotheses.is_wrong {
            hypotheses.expected = Some(expected.to_vec());
            hypotheses.found = found;
            self.stage = Stage::SingleLineHypotheses(hypotheses);
        }
        Ok(())
    }

    /// Whether one line too many, too few or wrong was all there is.
    fn single_line_error(&mut self) -> Result<Option<SingleLineError>, ReadTextError> {
        let Stage::SingleLineHypotheses(hypotheses) = mem::replace(&mut self.stage, Stage::Done) else {
            return Ok(None);
        };
        let SingleLineHypotheses { error_line: line, expected, is_surplus, found, is_missing, is_wrong } = hypotheses;
        if is_missing && found.is_none() {
            return Ok(Some(SingleLineError { line, fault: LineFault::Missing }));
        }
        // Where the truth has ended before the line that is too many, that was the last one.
        if let Some(expected) = expected {
            let Some(last) = self.next()? else {
                return Ok(is_wrong.then_some(SingleLineError { line, fault: LineFault::Wrong }));
            };
            if !self.is_same(&expected, &last) {
                return Ok(None);
            }
        }
        Ok((is_surplus && self.next()?.is_none()).then_some(SingleLineError { line, fault: LineFault::Surplus }))
    }

    fn ignored_differences(&mut self) -> Vec<IgnoredDifference> {
        let FileReport { role, is_part, .. } = self.report;
        let traits = self.found.take_traits();
        let other_ending = match self.job.line_ending {
            LineEnding::Lf => traits.crlf,
            LineEnding::Crlf => traits.lf,
        };
        let is_last_part = !is_part || role == Role::Log;
        let at_end = matches!(self.stage, Stage::Same | Stage::Leniently) && is_last_part;
        let empty_lines = at_end && self.found.has_empty_lines_left();
        let final_line_end = at_end && !empty_lines && self.found.last_has_end() != role.has_last_line_end(self.job);
        let byte_order_mark = (!is_part || role == Role::Board) && self.found.encoding().byte_order_mark;
        let all = [
            (other_ending, IgnoredDifference::LineEnds { are_mixed: traits.lf && traits.crlf }),
            (traits.trailing_blanks, IgnoredDifference::TrailingBlanks),
            (final_line_end, IgnoredDifference::FinalLineEnd),
            (empty_lines, IgnoredDifference::EmptyLines),
            (byte_order_mark, IgnoredDifference::ByteOrderMark),
        ];
        all.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect()
    }

    /// Compares what has come of the truth.
    fn take(&mut self, mut truth: &[u8]) -> Result<(), ReadTextError> {
        while !truth.is_empty() && !self.is_done() {
            let is_same = match &self.stage {
                Stage::Same => !self.is_odd(self.found.next_number()),
                Stage::SingleLineHypotheses(hypotheses) => {
                    hypotheses.is_wrong && !hypotheses.is_surplus && !hypotheses.is_missing
                }
                Stage::Leniently | Stage::Done => false,
            };
            if self.unfinished.is_empty() && is_same {
                let (lines, length) = self.found.skip(truth)?;
                self.lines += lines;
                truth = &truth[length..];
            }
            let Some(end) = truth.iter().position(|&byte| byte == b'\n') else {
                self.unfinished.extend(truth);
                return Ok(());
            };
            let (line, rest) = truth.split_at(end);
            truth = &rest[1..];
            let line = if self.unfinished.is_empty() {
                Cow::Borrowed(line)
            } else {
                Cow::Owned([mem::take(&mut self.unfinished), line.to_vec()].concat())
            };
            match line.strip_suffix(b"\r") {
                Some(text) => self.line(text, "\r\n")?,
                None => self.line(&line, "\n")?,
            }
        }
        Ok(())
    }
}

impl Write for Comparison<'_> {
    /// An error only says that nothing more is needed.
    fn write(&mut self, truth: &[u8]) -> io::Result<usize> {
        if !self.is_done()
            && let Err(error) = self.take(truth)
        {
            self.error = Some(error);
        }
        if self.is_done() { Err(ErrorKind::BrokenPipe.into()) } else { Ok(truth.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
