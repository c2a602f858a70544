//! Finds out if one surplus, missing or wrong line is the only fault of a file.

use crate::student_file::StudentLine;
use reversi_io::files::stream::ReadTextError;

/// One surplus, missing or wrong line in an otherwise right file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneLine {
    /// The line number in the file, or the place of a missing line.
    pub line: u64,
    pub fault: LineFault,
}

/// The fault of a single line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    Surplus,
    Missing,
    Wrong,
}

/// Tests which single faults are still possible after the first difference.
pub(crate) struct OneLineTest {
    line: u64,
    /// The last expected line that was compared. If one line is surplus, the next line of the file must equal this
    /// line.
    expected: Option<Vec<u8>>,
    is_surplus: bool,
    /// The last line of the file that was compared. If one line is missing, the next expected line must equal this
    /// line.
    found: Option<StudentLine>,
    is_missing: bool,
    is_wrong: bool,
}

impl OneLineTest {
    /// Starts the test after the first difference, in line `line` of the file.
    pub(crate) fn new(line: u64, expected: Option<&[u8]>, found: Option<StudentLine>) -> Self {
        Self {
            line,
            is_surplus: found.is_some(),
            is_missing: expected.is_some(),
            is_wrong: expected.is_some() && found.is_some(),
            expected: expected.map(<[u8]>::to_vec),
            found,
        }
    }

    /// True if equal line numbers still belong together in both files.
    pub(crate) const fn is_aligned(&self) -> bool {
        self.is_wrong && !self.is_surplus && !self.is_missing
    }

    /// Takes the next line of both files. Returns `None` if more than one line is wrong.
    pub(crate) fn next(
        self,
        expected: &[u8],
        found: Option<StudentLine>,
        is_same: impl Fn(&[u8], &StudentLine) -> bool,
    ) -> Option<Self> {
        let is_surplus =
            self.is_surplus && self.expected.zip(found.as_ref()).is_some_and(|(last, found)| is_same(&last, found));
        let is_missing = self.is_missing && self.found.is_some_and(|last| is_same(expected, &last));
        let is_wrong = self.is_wrong && found.as_ref().is_some_and(|found| is_same(expected, found));
        let expected = Some(expected.to_vec());
        (is_surplus || is_missing || is_wrong).then_some(Self {
            expected,
            is_surplus,
            found,
            is_missing,
            is_wrong,
            ..self
        })
    }

    /// Returns the fault after the expected file has ended. `next` reads the remaining lines of the student's file.
    pub(crate) fn finish(
        self,
        mut next: impl FnMut() -> Result<Option<StudentLine>, ReadTextError>,
        is_same: impl Fn(&[u8], &StudentLine) -> bool,
    ) -> Result<Option<OneLine>, ReadTextError> {
        let error = |fault| Some(OneLine { line: self.line, fault });
        if self.is_missing && self.found.is_none() {
            return Ok(error(LineFault::Missing));
        }
        // If the expected file has ended, the surplus line is the last line of the student's file.
        if let Some(expected) = self.expected {
            let Some(last) = next()? else {
                return Ok(error(LineFault::Wrong).filter(|_| self.is_wrong));
            };
            if !is_same(&expected, &last) {
                return Ok(None);
            }
        }
        Ok(if self.is_surplus && next()?.is_none() { error(LineFault::Surplus) } else { None })
    }
}
