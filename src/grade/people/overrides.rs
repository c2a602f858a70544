//! Overrides: points given by staff, in `overrides.csv` beside the configuration.

use std::path::Path;

use anyhow::{Context as _, Error, Result};
use serde::{Deserialize, Serialize};

use crate::points::Points;
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
        table::{CsvRow, CsvTable},
    },
    names::{count, list},
};

pub const FILE: &str = "overrides.csv";

/// The word that replaces the name of a case, for points that staff add to the sum.
pub const TOTAL: &str = "total";

/// Points given by staff, instead of a case's points or in a `[[manual]]` column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// The name of the case or the `[[manual]]` column.
    pub case: String,
    pub points: Points,
    pub reason: String,
}

/// The rows of `overrides.csv` in their order.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    rows: Vec<OverrideRow>,
    text: Input,
}

#[derive(Clone, Debug)]
struct OverrideRow {
    student: String,
    points: Override,
    line: usize,
}

impl Overrides {
    /// Reads `overrides.csv` in the folder of a configuration; without the file, there are no overrides. `columns` are
    /// the columns of the table of grades, with their maximum points.
    pub fn read(folder: &Path, columns: &[(&str, Points)]) -> Result<Self> {
        let path = folder.join(FILE);
        if !path.try_exists().with_context(|| format!("cannot read {}", path.display()))? {
            return Ok(Self::default());
        }
        let text = Input::read(&path, input::LIMIT)?;
        let rows = parse(&text.text, columns).map_err(|problems| all_of(&text, &problems))?;
        Ok(Self { rows, text })
    }

    /// The overrides of a student.
    pub fn of(&self, student: &str) -> Vec<Override> {
        self.rows.iter().filter(|row| row.student == student).map(|row| row.points.clone()).collect()
    }

    /// Replaces the names that staff wrote by the names of submissions. `found` returns the submissions that a name
    /// fits. Returns an error if a name fits none or several.
    pub(crate) fn resolve(&mut self, found: impl Fn(&str) -> Vec<String>) -> Result<()> {
        let mut problems = Vec::new();
        for row in &mut self.rows {
            match &found(&row.student)[..] {
                [one] => row.student.clone_from(one),
                fitting => {
                    let name = &row.student;
                    let problem = match fitting {
                        [] => format!("there is no submission {name:?}; expected a name or a login of the class"),
                        _ => format!("{name:?} fits {}; expected one of them", list(fitting, "and")),
                    };
                    problems.push(Problem::new(row.line, 1, problem));
                }
            }
        }
        problems.extend(doubled(&self.rows));
        if problems.is_empty() { Ok(()) } else { Err(all_of(&self.text, &problems)) }
    }
}

/// The problems of rows that set the points of a case a second time. Points for the sum add up.
fn doubled(rows: &[OverrideRow]) -> impl Iterator<Item = Problem> {
    rows.iter().enumerate().filter(|(_, row)| row.points.case != TOTAL).filter_map(|(place, row)| {
        let is_same = |other: &&OverrideRow| other.student == row.student && other.points.case == row.points.case;
        let first = rows[..place].iter().find(is_same)?.line;
        let (student, case) = (&row.student, &row.points.case);
        let problem = format!("line {first} already sets the points of {student} for {case}; expected one row");
        Some(Problem::new(row.line, 1, problem))
    })
}

/// One error with all problems of the file.
fn all_of(text: &Input, problems: &[Problem]) -> Error {
    let problems = problems.iter().map(|problem| text.explain(problem).to_string());
    Error::msg(problems.collect::<Vec<_>>().join("\n"))
}

fn parse(text: &str, columns: &[(&str, Points)]) -> Result<Vec<OverrideRow>, Vec<Problem>> {
    let table = CsvTable::read(text);
    let no_header = |line| Problem::new(line, 1, "expected a first line student,case,points,reason");
    let header = table.rows.first().ok_or_else(|| vec![no_header(1)])?;
    if !header.fields.iter().map(str::to_lowercase).eq(["student", "case", "points", "reason"]) {
        return Err(vec![no_header(header.line)]);
    }
    let override_row = |&CsvRow { line, ref fields }: &CsvRow| {
        let wrong = |problem: String| Problem::new(line, 1, problem);
        let [student, case, points, reason] = fields.iter().collect::<Vec<_>>()[..] else {
            let found = count(fields.len(), "field");
            return Err(wrong(format!("the row has {found}; expected student, case, points and reason")));
        };
        let total = (case == TOTAL).then_some(&(TOTAL, Points::ZERO));
        let Some(&(_, most)) = columns.iter().find(|(column, _)| *column == case).or(total) else {
            let known = columns.iter().map(|(column, _)| *column).collect::<Vec<_>>().join(", ");
            return Err(wrong(format!(
                "{case:?} is neither a case nor a [[manual]] column; expected {TOTAL} or one of {known}"
            )));
        };
        let number = points.parse().ok().and_then(Points::new);
        let no_number = || wrong(format!("{points:?} is not a number of points; expected a number such as 2.5"));
        let points = number.ok_or_else(no_number)?;
        let is_bonus =
            case == TOTAL || reason.trim_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case("bonus"));
        let most = most.from_zero();
        if points > most && !is_bonus {
            let expected = format!("expected at most {most}, or a reason that begins with bonus");
            return Err(wrong(format!("{points} is more than the {most} points of {case}; {expected}")));
        }
        let points = Override { case: case.to_owned(), points, reason: reason.to_owned() };
        Ok(OverrideRow { student: student.to_owned(), points, line })
    };
    let (rows, problems): (Vec<_>, Vec<_>) = table.rows[1..].iter().map(override_row).partition(Result::is_ok);
    let problems: Vec<Problem> = problems.into_iter().filter_map(Result::err).collect();
    if problems.is_empty() { Ok(rows.into_iter().flatten().collect()) } else { Err(problems) }
}
