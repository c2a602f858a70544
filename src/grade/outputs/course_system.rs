//! The table of grades in the formats of course systems.

use anyhow::Result;

use crate::{
    escape::{cell, table},
    feedback::texts::CaseOf,
    results::ClassResults,
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

/// The columns that only a roster from Canvas has.
const CANVAS: [&str; 2] = ["SIS User ID", "SIS Login ID"];

impl CourseSystem {
    /// Makes the table of grades in the format of the course system. The students' names and numbers come from the
    /// roster, which was exported from the same course system.
    pub(super) fn table(self, results: &ClassResults) -> Result<Vec<u8>> {
        let mut table = table();
        let of_assignment = results.column.as_deref().unwrap_or("Reversi");
        let (columns, more): (&[&str], Vec<&str>) = match self {
            Self::Canvas => (&["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], vec![of_assignment]),
            Self::Moodle => {
                (&["Identifier", "Full name", "Email address"], vec!["Grade", "Maximum Grade", "Feedback comments"])
            }
        };
        table.write_record(columns.iter().copied().chain(more).map(cell))?;
        if self == Self::Canvas {
            table.write_record(["    Points Possible", "", "", "", "", &results.maximum.to_string()])?;
        }
        for student in &results.students {
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
            let is_name = |column: &str| matches!(column, "Student" | "Full name");
            let who = |column: &&str| {
                let usual = if is_name(column) { student.shown_name() } else { String::new() };
                cell(&found(column).unwrap_or(usual))
            };
            let mut row: Vec<String> = columns.iter().map(who).collect();
            row.push(student.points.to_string());
            if self == Self::Moodle {
                let cases = CaseOf::all(results, student, false);
                let verdicts = cases.map(|case| format!("{}: {}", case.name(), case.verdict()));
                row.push(results.maximum.to_string());
                row.push(cell(&verdicts.collect::<Vec<_>>().join("; ")));
            }
            table.write_record(row)?;
        }
        Ok(table.into_inner()?)
    }
}
