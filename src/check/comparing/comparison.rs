//! Compares the expected file line by line with a student's file.
//!
//! While both files have the same bytes, the comparison skips whole blocks. After the first difference, it compares
//! line by line. If only the format differs, the comparison continues by content up to a difference that is not a
//! format deviation. In any other file, the comparison continues only while one surplus, missing or wrong line may be
//! the only fault.

use std::{mem, ops::ControlFlow, path::PathBuf};

use crate::{
    Deviation, Deviations, Difference, EarlyStop, Equality, FileReport, Kind, PassedOver, Role, Shape, Subject,
    Verdict,
    deviations::Infinities,
    kind,
    one_line::OneLineTest,
    student_file::{StudentFile, StudentLine},
};
use reversi_core::search::Algorithm;
use reversi_course::assignment::{Job, OutputForm};
use reversi_io::files::{LineEnding, stream::ReadTextError};

#[derive(Clone, Copy, Debug)]
pub(crate) struct ExpectedLine<'t> {
    /// The line without its line ending.
    pub(crate) text: &'t [u8],
    /// The line ending; empty if the last line does not have one.
    pub(crate) end: &'static str,
}

#[derive(Clone, Copy)]
struct LineEquality<'a> {
    job: &'a Job,
    role: Role,
    equality: Equality,
}

/// A comparison that receives the lines of the expected file one by one.
pub(crate) struct Comparison<'a> {
    by: LineEquality<'a>,
    found: &'a mut StudentFile,
    /// The number of expected lines that have been compared.
    lines: u64,
    stage: Stage,
    deviations: Deviations,
    /// The number of lines after the first difference that have the same content as the expected lines.
    lines_beyond: u64,
    infinities: Infinities,
}

#[derive(Default)]
enum Stage {
    /// All lines are equal so far.
    #[default]
    Same,
    /// All lines have the expected content, but some have another format.
    OtherFormat { first: Difference },
    /// The file has a difference that is more than a format deviation. If `test` is `None`, the comparison has ended.
    Wrong { first: Difference, beyond: Option<Difference>, stop: Option<EarlyStop>, test: Option<OneLineTest> },
}

impl LineEquality<'_> {
    /// The rule for comparing lines after the first difference: by content if format deviations came before.
    fn after_difference(self, deviations: &Deviations) -> Self {
        Self { equality: if deviations.is_empty() { self.equality } else { Equality::Lenient }, ..self }
    }

    /// True if two lines are equal by this rule.
    fn are_the_same(self, expected: &[u8], found: &StudentLine) -> bool {
        found.is(expected) || self.equality == Equality::Lenient && self.say_the_same(expected, found)
    }

    /// True if two lines have the same content.
    fn say_the_same(self, expected: &[u8], found: &StudentLine) -> bool {
        let row_format = self.job.row_format();
        match (row_format.read(expected), row_format.read(found.text())) {
            _ if found.is_long => false,
            _ if self.role != Role::Log => kind::says_the_same(self.job, expected, found.text()),
            (Ok(expected), Ok(found)) => expected == found,
            _ => row_format.says_the_same(expected, found.text()),
        }
    }
}

impl<'a> Comparison<'a> {
    /// Starts the comparison of a file, or of one part of the file.
    pub(crate) fn new(job: &'a Job, role: Role, equality: Equality, found: &'a mut StudentFile) -> Self {
        Self {
            by: LineEquality { job, role, equality },
            found,
            lines: 0,
            stage: Stage::Same,
            deviations: Deviations::default(),
            lines_beyond: 0,
            infinities: Infinities::default(),
        }
    }

    /// Compares the next expected line. Returns `Break` if the comparison needs no further line.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn next(&mut self, expected: ExpectedLine) -> Result<ControlFlow<()>, ReadTextError> {
        self.lines += 1;
        match &mut self.stage {
            Stage::Same | Stage::OtherFormat { .. } => self.compare(expected)?,
            Stage::Wrong { test, .. } => {
                let found = self.found.next()?;
                let by = self.by.after_difference(&self.deviations);
                let are_the_same = |expected: &[u8], found: &StudentLine| by.are_the_same(expected, found);
                *test = test.take().and_then(|test| test.next(expected.text, found, are_the_same));
            }
        }
        let is_done = matches!(self.stage, Stage::Wrong { test: None, .. });
        Ok(if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Skips the expected lines with the same bytes in the student's file, and returns the number of skipped bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn skip(&mut self, block: &[u8]) -> Result<usize, ReadTextError> {
        let is_aligned = match &self.stage {
            Stage::Same => !self.is_odd(self.found.next_number()),
            Stage::OtherFormat { .. } => false,
            Stage::Wrong { test, .. } => test.as_ref().is_some_and(OneLineTest::is_aligned),
        };
        if !is_aligned {
            return Ok(0);
        }
        let (lines, length) = self.found.skip(block)?;
        self.lines += lines;
        Ok(length)
    }

    /// Ends the comparison after the last expected line. The report does not name the file yet, and its differences do
    /// not name a search row or a game step.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn finish(mut self) -> Result<FileReport, ReadTextError> {
        let is_wrong = |stage: &Stage| matches!(stage, Stage::Wrong { .. });
        if !is_wrong(&self.stage)
            && let Some(line) = self.found.next()?
        {
            self.differ(None, Some(line))?;
        }
        let passed_over = self.passed_over();
        let by = self.by.after_difference(&self.deviations);
        let encoding = self.found.encoding();
        for (is_so, deviation) in [(encoding.utf_16, Deviation::Utf16), (encoding.cr_only, Deviation::CrOnly)] {
            if is_so && !matches!(self.stage, Stage::Same) {
                self.deviations.add_rows(deviation, self.lines_beyond);
            }
        }
        let Self { found, stage, deviations, .. } = self;
        let verdict = match stage {
            Stage::Same => Verdict::Same,
            Stage::OtherFormat { first } => Verdict::OtherFormat { first },
            Stage::Wrong { first, beyond, stop, test } => {
                let are_the_same = |expected: &[u8], found: &StudentLine| by.are_the_same(expected, found);
                let one_line = test.map(|test| test.finish(|| found.next(), are_the_same)).transpose()?.flatten();
                Verdict::Wrong { first, beyond, shape: Shape::new(one_line, stop) }
            }
        };
        Ok(FileReport {
            role: by.role,
            path: PathBuf::new(),
            is_part: is_part(by.job),
            passed_over,
            deviations,
            is_mostly_format: false,
            verdict,
            unread: None,
        })
    }

    /// True if the file's encoding counts as a difference in this line, even if the text is equal.
    fn is_odd(&self, line: u64) -> bool {
        let encoding = self.found.encoding();
        let is_marked = line == 1 && encoding.byte_order_mark;
        encoding.utf_16 || encoding.cr_only || self.by.equality == Equality::Exact && is_marked
    }

    fn compare(&mut self, expected: ExpectedLine) -> Result<(), ReadTextError> {
        let Some(found) = self.next_row(expected)? else { return self.differ(Some(expected), None) };
        let is_first = matches!(self.stage, Stage::Same);
        let is_same = if is_first && self.by.equality == Equality::Exact {
            found.raw() == [expected.text, expected.end.as_bytes()].concat()
        } else {
            found.is(expected.text)
        };
        let is_same_leniently = || self.by.equality == Equality::Lenient && self.by.say_the_same(expected.text, &found);
        if is_first && self.is_odd(found.number) || !is_same && !is_same_leniently() {
            return self.differ(Some(expected), Some(found));
        }
        if !is_same {
            self.deviations.add_row(self.by.job.row_format(), expected.text, found.text());
        }
        self.lines_beyond += u64::from(!is_first);
        Ok(())
    }

    /// The student's next line. In a log, empty lines before a row are format deviations.
    fn next_row(&mut self, expected: ExpectedLine) -> Result<Option<StudentLine>, ReadTextError> {
        let mut found = self.found.next()?;
        while self.by.role == Role::Log
            && self.lines > 1
            && let Some(line) = found.as_ref().filter(|line| line.text().is_empty())
        {
            if matches!(self.stage, Stage::Same) {
                let first = self.difference(Kind::Format, Some(expected), Some(line));
                self.stage = Stage::OtherFormat { first };
            }
            self.deviations.add(Deviation::EmptyLines, expected.text, b"");
            found = self.found.next()?;
        }
        Ok(found)
    }

    /// Handles two lines that differ, or a line that only one of the files has.
    fn differ(&mut self, expected: Option<ExpectedLine>, found: Option<StudentLine>) -> Result<(), ReadTextError> {
        let LineEquality { job, role, .. } = self.by;
        let kind = match (expected, &found) {
            (Some(expected), Some(found)) => {
                Kind::of(role, job, expected.text, Some(found.text()).filter(|_| !found.is_long))
            }
            (Some(_), None) => Kind::MissingRow,
            (None, _) => Kind::ExtraRow,
        };
        let is_first = matches!(self.stage, Stage::Same);
        let difference = self.difference(kind, expected, found.as_ref());
        if is_first {
            let has_window = job.task.algorithm == Algorithm::AlphaBeta;
            self.infinities = Infinities::before(self.lines.saturating_sub(1), has_window);
        }
        if let (Some(expected), Some(found)) = (expected, &found)
            // If the texts are equal, only the encoding or the line ending differs.
            && (is_first && found.is(expected.text) || self.is_deviation(kind, expected.text, found)?)
        {
            if is_first {
                self.stage = Stage::OtherFormat { first: difference };
            }
            if kind == Kind::Header && !job.row_format().is_column_names(expected.text) {
                // The line after a surplus header is compared with the same expected line.
                return self.compare(expected);
            }
            self.lines_beyond += 1;
            return Ok(());
        }
        let line = found.as_ref().map_or(self.found.next_number(), |found| found.number);
        let stop = expected.and_then(|expected| self.early_stop(expected.text, found.as_ref()));
        let test = Some(OneLineTest::new(line, expected.map(|expected| expected.text), found));
        let (first, beyond) = match mem::take(&mut self.stage) {
            Stage::OtherFormat { first } => (first, Some(difference)),
            Stage::Same | Stage::Wrong { .. } => (difference, None),
        };
        self.stage = Stage::Wrong { first, beyond, stop, test };
        Ok(())
    }

    /// Returns the early end of a file: the last line is cut short, or the next expected line is missing. A file
    /// without a complete line does not count as a file with an early end.
    fn early_stop(&self, expected: &[u8], found: Option<&StudentLine>) -> Option<EarlyStop> {
        let lines = self.lines.checked_sub(1).filter(|lines| *lines > 0)?;
        let row_format = self.by.job.row_format();
        if let Some(found) = found {
            let fields = |line| row_format.fields(line).map(|(_, field)| field);
            let (whole, cut): (Vec<_>, Vec<_>) = (fields(expected).collect(), fields(found.text()).collect());
            let (last, before) = cut.split_last()?;
            let in_place = whole.get(before.len())?;
            let begins = in_place.starts_with(last) && (in_place != last || whole.len() > cut.len());
            let is_same = before.iter().zip(&whole).all(|(one, other)| row_format.says_the_same(one, other));
            if found.has_end() || found.is_long || !is_same || !begins {
                return None;
            }
        }
        Some(EarlyStop { lines, is_within_line: found.is_some() })
    }

    /// Counts a format deviation. Returns false if the lines differ in more than the format.
    fn is_deviation(&mut self, kind: Kind, expected: &[u8], found: &StudentLine) -> Result<bool, ReadTextError> {
        let row_format = self.by.job.row_format();
        match kind {
            Kind::Format => {}
            Kind::Header => {
                let is_known = self.deviations.iter().any(|(deviation, _)| deviation == Deviation::Header);
                if is_known || row_format.is_column_names(expected) && !self.step_over_header(found)? {
                    return Ok(false);
                }
                self.deviations.add(Deviation::Header, expected, found.text());
                return Ok(true);
            }
            Kind::Value | Kind::Window => {
                let rows = (row_format.read(expected), row_format.read(found.text()));
                let (Ok(wanted), Ok(given)) = rows else { return Ok(false) };
                let mut infinities = self.infinities;
                if infinities.read(&wanted, &given, self.by.job.task.largest_value()) != Some(wanted) {
                    return Ok(false);
                }
                self.infinities = infinities;
            }
            // The boards of a game are compared again after the whole game has been read.
            Kind::Board if self.by.role == Role::Board && self.by.say_the_same(expected, found) => {
                self.deviations.add(Deviation::OtherDiscs, expected, found.text());
                return Ok(true);
            }
            Kind::MissingRow
            | Kind::ExtraRow
            | Kind::Step
            | Kind::Board
            | Kind::Unreadable
            | Kind::Columns
            | Kind::Node
            | Kind::Depth
            | Kind::CutOff => return Ok(false),
        }
        self.deviations.add_row(row_format, expected, found.text());
        Ok(true)
    }

    /// Skips text in place of the column names: other names, a line before the names or the first row, or nothing.
    /// Returns false for any other text.
    fn step_over_header(&mut self, found: &StudentLine) -> Result<bool, ReadTextError> {
        let row_format = self.by.job.row_format();
        let is_row = |line: &StudentLine| !line.is_long && row_format.is_row(line.text());
        if row_format.is_column_names(found.text()) {
            return Ok(true);
        }
        if is_row(found) {
            self.found.put_back(found.clone());
            return Ok(true);
        }
        let Some(next) = self.found.next()? else { return Ok(false) };
        if row_format.is_column_names(next.text()) {
            return Ok(true);
        }
        let is_row = is_row(&next);
        self.found.put_back(next);
        Ok(is_row)
    }

    fn difference(&self, kind: Kind, expected: Option<ExpectedLine>, found: Option<&StudentLine>) -> Difference {
        let text = |text: &[u8]| String::from_utf8_lossy(text).chars().take(200).collect::<String>();
        // These two lines differ only in ignored bytes.
        let is_end = self.by.equality == Equality::Exact
            && expected.is_some_and(|expected| found.map(StudentLine::text) == Some(expected.text));
        let encoding = self.found.encoding();
        let mark = if encoding.byte_order_mark && is_end { "\u{feff}" } else { "" };
        // The reader turns each CR into an LF.
        let end = |text: String| if is_end && encoding.cr_only { text.replace('\n', "\r") } else { text };
        Difference {
            line: found.map_or(self.found.next_number(), |found| found.number),
            expected_line: if expected.is_some() { self.lines } else { self.lines + 1 },
            kind,
            expected: expected.map(|expected| text(expected.text) + if is_end { expected.end } else { "" }),
            found: found.map(|found| end(mark.to_owned() + &text(if is_end { found.raw() } else { found.text() }))),
            subject: Subject::None,
        }
    }

    fn passed_over(&mut self) -> Vec<PassedOver> {
        let LineEquality { job, role, .. } = self.by;
        let traits = self.found.take_traits();
        let other_ending = match job.line_ending {
            LineEnding::Lf => traits.crlf,
            LineEnding::Crlf => traits.lf,
        };
        let is_part = is_part(job);
        let is_at_end = !matches!(self.stage, Stage::Wrong { .. }) && (!is_part || role == Role::Log);
        let empty_lines = is_at_end && self.found.has_empty_lines_left();
        let final_line_end = is_at_end && !empty_lines && self.found.last_has_end != role.has_last_line_end(job);
        let byte_order_mark = (!is_part || role == Role::Board) && self.found.encoding().byte_order_mark;
        let all = [
            (other_ending, PassedOver::LineEnds { are_mixed: traits.lf && traits.crlf }),
            (traits.trailing_blanks, PassedOver::TrailingBlanks),
            (final_line_end, PassedOver::FinalLineEnd),
            (empty_lines, PassedOver::EmptyLines),
            (byte_order_mark, PassedOver::ByteOrderMark),
        ];
        all.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect()
    }
}

/// True if the file of a job has two parts: the next board and the log.
fn is_part(job: &Job) -> bool {
    job.assignment.output == OutputForm::Next && job.is_logged
}
