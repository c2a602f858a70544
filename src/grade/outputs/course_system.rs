//! The table of grades in the formats of course systems.

use anyhow::{Result, bail};

use crate::{
    escape::{cell, table},
    feedback::texts::CaseOf,
    people::roster::Gradebook,
    results::{ClassResults, StudentResult},
};
use reversi_io::names::names;

names! {
    /// A course system.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CourseSystem {
        /// A gradebook for import into Canvas.
        Canvas => "canvas",
        /// A worksheet for Moodle's offline grading.
        Moodle => "moodle",
    }
}

/// The columns that Moodle's importer needs, with those for the points and their reasons.
const MOODLE: [&str; 7] = [
    "Identifier",
    "Full name",
    "Email address",
    "Grade",
    "Maximum Grade",
    "Last modified (grade)",
    "Feedback comments",
];

/// The columns that only a roster from Canvas has.
const CANVAS: [&str; 2] = ["SIS User ID", "SIS Login ID"];

impl CourseSystem {
    /// Returns an error if the roster does not have what the table of this course system needs.
    pub fn check(self, roster: &Gradebook) -> Result<()> {
        let is_of_moodle = roster.columns.iter().any(|column| column == MOODLE[0]);
        match self {
            Self::Moodle if !is_of_moodle && !roster.columns.is_empty() => {
                bail!("the roster has no column Identifier; for --lms moodle, expected Moodle's grading worksheet")
            }
            Self::Canvas if is_of_moodle => {
                bail!("the roster is a worksheet of Moodle; for --lms canvas, expected a gradebook of Canvas")
            }
            Self::Canvas => roster.column().map(drop),
            Self::Moodle => Ok(()),
        }
    }

    /// Makes the table of grades in the format of the course system. The students' names and numbers come from the
    /// roster, which was exported from the same course system.
    pub(super) fn table(self, results: &ClassResults) -> Result<Vec<u8>> {
        let mut table = table();
        let Gradebook { columns: of_roster, maximum, .. } = &results.gradebook;
        let maximum = maximum.unwrap_or(results.maximum);
        let of_assignment = results.gradebook.column()?.unwrap_or("Reversi");
        let columns: Vec<&str> = match self {
            Self::Canvas => vec!["Student", "ID", "SIS User ID", "SIS Login ID", "Section", of_assignment],
            Self::Moodle => {
                let known: Vec<&str> = of_roster.iter().map(String::as_str).collect();
                let missing = MOODLE.into_iter().filter(|column| !known.contains(column));
                known.iter().copied().chain(missing).collect()
            }
        };
        table.write_record(columns.iter().map(|column| cell(column)))?;
        if self == Self::Canvas {
            table.write_record(["    Points Possible", "", "", "", "", &maximum.to_string()])?;
        }
        // The course system knows the rows of its own roster alone.
        let has_row = |student: &&StudentResult| student.enrolled.is_some() || of_roster.is_empty();
        for student in results.students.iter().filter(has_row) {
            // Moodle's downloads have the name and the number of a student.
            let of_download = student.name.rsplit_once('_').filter(|(_, number)| number.parse::<u64>().is_ok());
            let found = |column: &str| {
                let cells = match (&student.enrolled, of_download) {
                    (Some(enrolled), _) => &enrolled.cells,
                    (None, Some((name, _))) if column == "Full name" => return Some(name.to_owned()),
                    (None, Some((_, number))) if column == "Identifier" => {
                        return Some(format!("Participant {number}"));
                    }
                    (None, _) => return None,
                };
                let cell = |name: &str| cells.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
                // A roster from another system has numbers and logins that Canvas does not know.
                let is_of_canvas = CANVAS.iter().any(|column| cell(column).is_some());
                let others: &[&str] = match column {
                    "ID" if !is_of_canvas => return None,
                    "SIS User ID" if !is_of_canvas => &["sid", "student id", "id"],
                    "SIS Login ID" if !is_of_canvas => &["login id", "login", "username"],
                    _ => &[],
                };
                [column].iter().chain(others).find_map(|name| cell(name)).map(|(_, cell)| cell.clone())
            };
            let verdicts = || {
                let cases = CaseOf::all(results, student, false);
                cases
                    .map(|case| format!("{}: {}", case.name(), case.verdict_and_mistake()))
                    .collect::<Vec<_>>()
                    .join("; ")
            };
            let row = columns.iter().map(|column| match (self, *column) {
                (Self::Canvas, column) if column == of_assignment => student.points.of(results.maximum, maximum),
                (Self::Moodle, "Grade") => student.points.of(results.maximum, maximum),
                (Self::Moodle, "Maximum Grade") => maximum.to_string(),
                (Self::Moodle, "Feedback comments") => cell(&verdicts()),
                (_, column) => {
                    let is_name = matches!(column, "Student" | "Full name");
                    let usual = if is_name { student.shown_name() } else { String::new() };
                    let text = found(column).unwrap_or(usual);
                    // Moodle's importer reads a hyphen as no time; no spreadsheet calculates it.
                    if text == "-" { text } else { cell(&text) }
                }
            });
            table.write_record(row)?;
        }
        Ok(table.into_inner()?)
    }
}
