//! The comparison: the truth, written line by line, against what a student's file has in its place.
//!
//! As long as both are the same byte by byte, whole blocks are compared at once. The first difference ends that: then
//! lines are compared one by one, by the lenient reading where the difference is one of spelling, to find the first
//! difference beyond it, and otherwise only as long as one line too many, too few or wrong may be all there is.

use std::io::{self, ErrorKind, Write};

use super::{
    EarlyStop, Equality, IgnoredDifference, Kind, LineFault, Role, SingleLineError, SpellingVariant, SpellingVariants,
    kind,
    spelling_variants::Infinities,
    student_file::{StudentFile, StudentLine},
};
use crate::{
    assignment::Job,
    files::{LineEnding, stream::ReadTextError},
    search::Algorithm,
};

/// What is compared, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparisonRules<'a> {
    pub(super) job: &'a Job,
    pub(super) role: Role,
    pub(super) equality: Equality,
    /// Whether the last line has a line end.
    pub(super) last_line_end: bool,
    /// Whether this is the first part of the file, and the last.
    pub(super) is_first_part: bool,
    pub(super) is_last_part: bool,
}

/// Two lines that are not the same.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    /// The line in the file.
    pub(super) line: u64,
    /// The line in the truth, from 1; where it has ended, one more than it has.
    pub(super) expected_line: u64,
    pub(super) kind: Kind,
    pub(super) expected: Option<String>,
    pub(super) found: Option<String>,
    /// The rows of the board there, where a moves file has been read through its spelling.
    pub(super) board: Vec<String>,
}

/// What a comparison has found.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) ignored_differences: Vec<IgnoredDifference>,
    pub(super) variants: SpellingVariants,
    pub(super) first: Option<Mismatch>,
    pub(super) first_non_spelling_difference: Option<Mismatch>,
    pub(super) single_line_error: Option<SingleLineError>,
    pub(super) stops_early: Option<EarlyStop>,
    /// Whether everything beyond the variants is right.
    pub(super) is_right_otherwise: bool,
}

/// Takes the truth as it is written.
pub(super) struct Comparison<'a> {
    rules: ComparisonRules<'a>,
    found: &'a mut StudentFile,
    /// The beginning of a line of the truth whose end has not come yet.
    unfinished: Vec<u8>,
    /// Lines of the truth that have been compared.
    lines: u64,
    /// A line of the file that has been read and not compared.
    again: Option<StudentLine>,
    /// What follows the line of the truth that is being compared.
    end: &'static str,
    stage: Stage,
    first: Option<Mismatch>,
    first_non_spelling_difference: Option<Mismatch>,
    variants: SpellingVariants,
    /// Lines compared beyond the first difference.
    lines_beyond: u64,
    infinities: Infinities,
    stops_early: Option<EarlyStop>,
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

/// How a comparison goes on after a difference of spelling.
enum Next {
    /// With the next line of the truth.
    Row,
    /// With the same line, and the next of the file.
    Same,
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
    pub(super) fn new(rules: ComparisonRules<'a>, found: &'a mut StudentFile) -> Self {
        Self {
            rules,
            found,
            unfinished: Vec::new(),
            lines: 0,
            again: None,
            end: "",
            stage: Stage::Same,
            first: None,
            first_non_spelling_difference: None,
            variants: SpellingVariants::default(),
            lines_beyond: 0,
            infinities: Infinities::default(),
            stops_early: None,
            error: None,
        }
    }

    /// Whether nothing more of the truth is needed.
    pub(super) const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done) || self.error.is_some()
    }

    /// The truth has come to its end.
    ///
    /// # Errors
    /// A file that could not be read.
    pub(super) fn finish(mut self) -> Result<Compared, ReadTextError> {
        let last = std::mem::take(&mut self.unfinished);
        if !last.is_empty() && !self.is_done() {
            self.line(&last, "")?;
        }
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if !self.is_done()
            && !matches!(self.stage, Stage::SingleLineHypotheses(_))
            && let Some(line) = self.next()?
        {
            self.differ(None, Some(line))?;
        }
        let ignored_differences = self.ignored_differences();
        let is_right_otherwise = matches!(self.stage, Stage::Leniently);
        let single_line_error = self.single_line_error()?;
        if self.first.is_some() {
            let encoding = self.found.encoding();
            for (is_so, variant) in
                [(encoding.utf_16, SpellingVariant::Utf16), (encoding.cr_only, SpellingVariant::CrOnly)]
            {
                if is_so {
                    self.variants.add_rows(variant, self.lines_beyond);
                }
            }
        }
        let Self { variants, first, first_non_spelling_difference, stops_early, .. } = self;
        Ok(Compared {
            ignored_differences,
            variants,
            first,
            first_non_spelling_difference,
            single_line_error,
            stops_early,
            is_right_otherwise,
        })
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
        encoding.utf_16 || encoding.cr_only || self.rules.equality == Equality::Exact && is_marked
    }

    /// Compares a line of the truth, which is followed by `end`.
    fn line(&mut self, expected: &[u8], end: &'static str) -> Result<(), ReadTextError> {
        self.lines += 1;
        self.end = end;
        if let Stage::SingleLineHypotheses(_) = self.stage {
            self.test_hypotheses(expected)
        } else {
            self.compare(expected)
        }
    }

    /// Compares a line of the truth with the next of the file.
    fn compare(&mut self, expected: &[u8]) -> Result<(), ReadTextError> {
        let Some(found) = self.next()? else { return self.differ(Some(expected), None) };
        let is_same = match (&self.stage, self.rules.equality) {
            (Stage::Same, Equality::Exact) => found.raw() == [expected, self.end.as_bytes()].concat(),
            _ => found.text() == expected && !found.is_long,
        };
        let is_odd = matches!(self.stage, Stage::Same) && self.is_odd(found.number);
        if is_odd || !is_same && (self.rules.equality != Equality::Lenient || !self.is_same_leniently(expected, &found))
        {
            return self.differ(Some(expected), Some(found));
        }
        if !is_same {
            self.variants.add_row(self.rules.job.spelling(), expected, found.text());
        }
        self.lines_beyond += u64::from(matches!(self.stage, Stage::Leniently));
        Ok(())
    }

    /// Whether two lines say the same.
    fn is_same_leniently(&self, expected: &[u8], found: &StudentLine) -> bool {
        if found.is_long {
            return false;
        }
        let spelling = self.rules.job.spelling();
        match (spelling.read_leniently(expected), spelling.read_leniently(found.text())) {
            _ if self.rules.role != Role::Log => kind::says_the_same(self.rules.job, expected, found.text()),
            (Some(expected), Some(found)) => expected == found,
            _ => spelling.says_the_same(expected, found.text()),
        }
    }

    /// Two lines that are not the same, or one that has no other.
    fn differ(&mut self, expected: Option<&[u8]>, found: Option<StudentLine>) -> Result<(), ReadTextError> {
        let kind = match (expected, &found) {
            (Some(expected), Some(found)) => {
                let readable = Some(found.text()).filter(|_| !found.is_long);
                Kind::of(self.rules.role, self.rules.job, expected, readable)
            }
            (Some(_), None) => Kind::MissingRow,
            (None, _) => Kind::ExtraRow,
        };
        let is_first = self.first.is_none();
        if is_first {
            let row = self.lines.saturating_sub(1);
            self.infinities = Infinities::before(row, self.rules.job.task.algorithm == Algorithm::AlphaBeta);
            self.first = Some(self.mismatch(kind, expected, found.as_ref()));
        }
        if let (Some(expected), Some(found)) = (expected, &found)
            && let Some(next) = self.variant(is_first, kind, expected, found)?
        {
            self.stage = Stage::Leniently;
            return match next {
                Next::Row => {
                    self.lines_beyond += 1;
                    Ok(())
                }
                Next::Same => self.compare(expected),
            };
        }
        self.stops_early = expected.and_then(|expected| self.early_stop(expected, found.as_ref()));
        if !is_first {
            self.first_non_spelling_difference = Some(self.mismatch(kind, expected, found.as_ref()));
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
        let spelling = self.rules.job.spelling();
        let is_within_line = match found {
            None => false,
            Some(found) if found.has_end() || found.is_long => return None,
            Some(found) => {
                let (whole, cut): (Vec<_>, Vec<_>) =
                    (spelling.fields(expected).collect(), spelling.fields(found.text()).collect());
                let (last, before) = cut.split_last()?;
                let is_same = |((_, one), (_, other))| spelling.says_the_same(one, other);
                let in_place = whole.get(before.len())?.1;
                let begins = in_place.starts_with(last.1) && (in_place != last.1 || whole.len() > cut.len());
                if !before.iter().copied().zip(whole.iter().copied()).all(is_same) || !begins {
                    return None;
                }
                true
            }
        };
        Some(EarlyStop { lines, is_within_line })
    }

    /// Counts a difference of spelling alone as a variant, and says how to go on; `None` for any other difference.
    fn variant(
        &mut self,
        is_first: bool,
        kind: Kind,
        expected: &[u8],
        found: &StudentLine,
    ) -> Result<Option<Next>, ReadTextError> {
        if is_first && found.text() == expected && !found.is_long {
            // The encoding, or the end of the line.
            return Ok(Some(Next::Row));
        }
        let spelling = self.rules.job.spelling();
        match kind {
            Kind::Spelling => {}
            Kind::Header if self.variants.iter().any(|(variant, _)| variant == SpellingVariant::Header) => {
                return Ok(None);
            }
            Kind::Header => {
                let is_surplus = !spelling.is_column_names(expected);
                if !is_surplus && !self.step_over_header(found)? {
                    return Ok(None);
                }
                self.variants.add(SpellingVariant::Header);
                // What is expected after a surplus header has yet to come.
                return Ok(Some(if is_surplus { Next::Same } else { Next::Row }));
            }
            Kind::Value | Kind::Window => {
                let rows = spelling.read_leniently(expected).zip(spelling.read_leniently(found.text()));
                let Some((wanted, given)) = rows else { return Ok(None) };
                let mut infinities = self.infinities;
                if infinities.read(&wanted, &given, self.rules.job.task.largest_value()) != Some(wanted) {
                    return Ok(None);
                }
                self.infinities = infinities;
            }
            _ => return Ok(None),
        }
        self.variants.add_row(spelling, expected, found.text());
        Ok(Some(Next::Row))
    }

    /// Steps over what stands in place of the column names: other ones, or a line before them, or else a line before the
    /// first row, or nothing. `false` where it is none of that.
    fn step_over_header(&mut self, found: &StudentLine) -> Result<bool, ReadTextError> {
        let spelling = self.rules.job.spelling();
        let is_row = |line: &StudentLine| !line.is_long && spelling.read_leniently(line.text()).is_some();
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

    fn mismatch(&self, kind: Kind, expected: Option<&[u8]>, found: Option<&StudentLine>) -> Mismatch {
        let text = |text: &[u8]| String::from_utf8_lossy(text).chars().take(200).collect::<String>();
        // What is passed over otherwise is all that tells these apart.
        let is_end =
            expected.is_some() && expected == found.map(StudentLine::text) && self.rules.equality == Equality::Exact;
        let mark = if self.found.encoding().byte_order_mark && is_end { "\u{feff}" } else { "" };
        let end = if is_end { self.end } else { "" };
        Mismatch {
            line: found.map_or(self.found.next_number(), |found| found.number),
            expected_line: if expected.is_some() { self.lines } else { self.lines + 1 },
            kind,
            expected: expected.map(|expected| text(expected) + end),
            found: found.map(|found| mark.to_owned() + &text(if is_end { found.raw() } else { found.text() })),
            board: Vec::new(),
        }
    }

    fn test_hypotheses(&mut self, expected: &[u8]) -> Result<(), ReadTextError> {
        let found = self.next()?;
        let Stage::SingleLineHypotheses(mut hypotheses) = std::mem::replace(&mut self.stage, Stage::Done) else {
            return Ok(());
        };
        let is_leniently = self.rules.equality == Equality::Lenient || !self.variants.is_empty();
        let is_same = |expected: &[u8], found: &StudentLine| {
            found.text() == expected && !found.is_long || is_leniently && self.is_same_leniently(expected, found)
        };
        let pair = hypotheses.expected.as_deref().zip(found.as_ref());
        hypotheses.is_surplus &= pair.is_some_and(|(expected, found)| is_same(expected, found));
        hypotheses.is_missing &= hypotheses.found.as_ref().is_some_and(|found| is_same(expected, found));
        hypotheses.is_wrong &= found.as_ref().is_some_and(|found| is_same(expected, found));
        if hypotheses.is_surplus || hypotheses.is_missing || hypotheses.is_wrong {
            hypotheses.expected = Some(expected.to_vec());
            hypotheses.found = found;
            self.stage = Stage::SingleLineHypotheses(hypotheses);
        }
        Ok(())
    }

    /// Whether one line too many, too few or wrong was all there is.
    fn single_line_error(&mut self) -> Result<Option<SingleLineError>, ReadTextError> {
        let Stage::SingleLineHypotheses(hypotheses) = std::mem::replace(&mut self.stage, Stage::Done) else {
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
            let is_leniently = self.rules.equality == Equality::Lenient || !self.variants.is_empty();
            if last.text() != expected && !(is_leniently && self.is_same_leniently(&expected, &last)) {
                return Ok(None);
            }
        }
        Ok((is_surplus && self.next()?.is_none()).then_some(SingleLineError { line, fault: LineFault::Surplus }))
    }

    fn ignored_differences(&mut self) -> Vec<IgnoredDifference> {
        let variants = self.found.take_traits();
        let other_ending = match self.rules.job.line_ending {
            LineEnding::Lf => variants.crlf,
            LineEnding::Crlf => variants.lf,
        };
        let at_end = matches!(self.stage, Stage::Same | Stage::Leniently) && self.rules.is_last_part;
        let empty_lines = at_end && self.found.has_empty_lines_left();
        let final_line_end = at_end && !empty_lines && self.found.last_has_end() != self.rules.last_line_end;
        let byte_order_mark = self.rules.is_first_part && self.found.encoding().byte_order_mark;
        let all = [
            (other_ending, IgnoredDifference::LineEnds { are_mixed: variants.lf && variants.crlf }),
            (variants.trailing_blanks, IgnoredDifference::TrailingBlanks),
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
            let (line, rest) = truth.split_at(end + 1);
            truth = rest;
            if self.unfinished.is_empty() {
                self.whole_line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.unfinished);
                whole.extend(line);
                self.whole_line(&whole)?;
            }
        }
        Ok(())
    }

    fn whole_line(&mut self, line: &[u8]) -> Result<(), ReadTextError> {
        match line.strip_suffix(b"\r\n") {
            Some(text) => self.line(text, "\r\n"),
            None => self.line(line.strip_suffix(b"\n").unwrap_or(line), "\n"),
        }
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
