//! Overrides: points that staff give by hand, in `overrides.csv` beside the configuration, where no run changes them.

use anyhow::{Context as _, Result};
use thiserror::Error;

use crate::{
    files::{
        diagnostic::{Located, Problem},
        input::{self, Input},
        table::{Row, Table},
    },
    grade::{configuration::Configuration, judging::points::Points, results::Override},
};

/// The rows of the file, in order.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    given: Vec<Given>,
    /// The text of the file; `None` if there is no such file.
    text: Option<Input>,
}

#[derive(Clone, Debug)]
struct Given {
    student: String,
    points: Override,
    line: usize,
}

/// Why a text is no list of overrides.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseOverrideError {
    /// Another first line than the header.
    #[error("expected a first line student,case,points,reason")]
    Header,
    /// A row that does not have four fields.
    #[error("the row has {found} fields; expected student, case, points and reason")]
    RowLength {
        /// The number of fields.
        found: usize,
    },
    /// Neither a case nor a `[[manual]]` column.
    #[error("{found:?} is neither a case nor a [[manual]] column; expected one of {known}")]
    Case {
        /// What stands there.
        found: String,
        /// The cases and `[[manual]]` columns.
        known: String,
    },
    /// Something else in place of a number of points.
    #[error("{found:?} is no number of points; expected one such as 2.5")]
    Points {
        /// What stands there.
        found: String,
    },
    /// A name that is no submission's.
    #[error("nobody has handed in {found:?}; expected the name of a submission")]
    Student {
        /// What stands there.
        found: String,
    },
}

impl Problem for ParseOverrideError {}

impl Overrides {
    /// Reads the file beside a configuration, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, and the first place that cannot be parsed.
    pub fn read(configuration: &Configuration) -> Result<Self> {
        let path = configuration.folder().join("overrides.csv");
        if !path.try_exists().with_context(|| format!("cannot read {}", path.display()))? {
            return Ok(Self::default());
        }
        let text = Input::read(&path, input::LIMIT)?;
        let given = parse(&text.text, configuration).map_err(|problem| text.explain(&problem))?;
        Ok(Self { given, text: Some(text) })
    }

    /// The overrides of a student.
    #[must_use]
    pub fn of(&self, student: &str) -> Vec<Override> {
        self.given.iter().filter(|given| given.student == student).map(|given| given.points.clone()).collect()
    }

    /// Checks that all students of the file have a submission or stand in the roster.
    ///
    /// # Errors
    /// The first row whose student `is_there` does not know.
    pub fn check(&self, is_there: impl Fn(&str) -> bool) -> Result<()> {
        let other = self.given.iter().find(|given| !is_there(&given.student));
        other.zip(self.text.as_ref()).map_or(Ok(()), |(given, text)| {
            let problem = ParseOverrideError::Student { found: given.student.clone() };
            Err(text.explain(&Located { line: given.line, column: 1, problem }))
        })
    }
}

fn parse(text: &str, configuration: &Configuration) -> Result<Vec<Given>, Located<ParseOverrideError>> {
    let known: Vec<&str> = configuration.columns().collect();
    let table = Table::read(text);
    let at = |line, problem| Located { line, column: 1, problem };
    let header = table.rows.first().ok_or_else(|| at(1, ParseOverrideError::Header))?;
    if !header.fields.iter().map(str::to_lowercase).eq(["student", "case", "points", "reason"]) {
        return Err(at(header.line, ParseOverrideError::Header));
    }
    let mut all = Vec::new();
    for &Row { line, ref fields } in &table.rows[1..] {
        let [student, case, points, reason] = fields.iter().collect::<Vec<_>>()[..] else {
            return Err(at(line, ParseOverrideError::RowLength { found: fields.len() }));
        };
        if !known.contains(&case) {
            let (found, known) = (case.to_owned(), known.join(", "));
            return Err(at(line, ParseOverrideError::Case { found, known }));
        }
        let number = points.parse().ok().and_then(Points::new);
        let number = number.ok_or_else(|| at(line, ParseOverrideError::Points { found: points.to_owned() }))?;
        let points = Override { case: case.to_owned(), points: number, reason: reason.to_owned() };
        all.push(Given { student: student.to_owned(), points, line });
    }
    Ok(all)
}
