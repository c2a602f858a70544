//! The roster: the students of a class, and when they handed in, from the CSV file of the course system.

use std::{collections::BTreeMap, path::PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::{
    lateness::{LateRules, Lateness},
    timestamp::Timestamp,
};
use crate::files::{
    diagnostic::Problem,
    input::{self, Input},
    table::{CsvRow, CsvTable},
};

/// The roster, the deadline and the rules for late submissions.
#[derive(Clone, Debug)]
pub struct RosterSettings {
    /// The list, as the course system writes it.
    pub file: PathBuf,
    /// When submissions were due, unless the list says otherwise.
    pub deadline: Option<Timestamp>,
    /// What late submissions lose.
    pub late: LateRules,
}

/// A student's row in the roster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Enrolled {
    /// The person's name.
    pub name: String,
    /// All cells of the row, by the names of their columns.
    pub cells: BTreeMap<String, String>,
    /// When the submission was handed in.
    pub submitted: Option<Timestamp>,
    /// How late the submission is.
    pub lateness: Option<Lateness>,
}

/// The students of a class.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// The rows of the list.
    students: Vec<Listed>,
}

/// A row of the list.
#[derive(Clone, Debug)]
struct Listed {
    /// Names that the submission may have, as [`key`] spells them.
    keys: Vec<String>,
    enrolled: Enrolled,
}

/// Columns that identify the student, as course systems call them.
const WHO: [&str; 15] = [
    "submission",
    "folder",
    "student",
    "name",
    "full name",
    "username",
    "login",
    "sis login id",
    "sis user id",
    "id",
    "sid",
    "identifier",
    "email",
    "email address",
    "login id",
];

/// Columns with the person's name.
const NAME: [&str; 3] = ["name", "full name", "student"];

/// Columns with the time of the submission, and with the deadline.
const SUBMITTED: [&str; 4] = ["submitted", "submitted at", "submission time", "last modified (submission)"];
const DUE: [&str; 4] = ["due", "due at", "due date", "deadline"];

impl Roster {
    /// Reads the list that a configuration names.
    /// Errors: a file that cannot be read, and the first place that cannot be parsed.
    pub fn read(settings: &RosterSettings) -> Result<Self> {
        let text = Input::read(&settings.file, input::LIMIT)?;
        Self::parse(&text.text, settings).map_err(|problem| text.explain(&problem))
    }

    fn parse(text: &str, settings: &RosterSettings) -> Result<Self, Problem> {
        let table = CsvTable::read(text);
        let no_header = csv::StringRecord::new();
        let header = table.rows.first().map_or(&no_header, |row| &row.fields);
        let columns: Vec<String> = header.iter().map(str::to_lowercase).collect();
        let place = |names: &[&str]| names.iter().find_map(|name| columns.iter().position(|column| column == name));
        let (first, last) = (place(&["first name", "firstname"]), place(&["last name", "lastname", "surname"]));
        let who: Vec<usize> = WHO.iter().filter_map(|name| place(&[name])).collect();
        let at = |line, message: &str| Problem::new(line, 1, message);
        if who.is_empty() && first.zip(last).is_none() {
            return Err(at(1, "no column says who it is; expected one such as submission, name, student, id or email"));
        }
        if !settings.late.is_empty() {
            if place(&SUBMITTED).is_none() {
                let problem = "no column says when it was handed in, and late submissions lose points; expected one such as \
                               submitted or submitted at";
                return Err(at(1, problem));
            }
            if place(&DUE).is_none() && settings.deadline.is_none() {
                let problem = "nothing says when it was due, and late submissions lose points; expected a column such as due, \
                               or `deadline` in the configuration";
                return Err(at(1, problem));
            }
        }
        let mut students: Vec<Listed> = Vec::new();
        let mut lines = Vec::new();
        for &CsvRow { line, fields: ref row } in table.rows.iter().skip(1) {
            // Canvas has a row for the points possible.
            if row.iter().any(|cell| cell.eq_ignore_ascii_case("points possible")) {
                continue;
            }
            if row.len() != columns.len() {
                let (found, expected) = (row.len(), columns.len());
                let problem = format!("the row has {found} fields; expected {expected}, as in the first line");
                return Err(at(line, &problem));
            }
            let cell = |place: usize| row.get(place).unwrap_or_default();
            let time = |names: &[&str]| {
                let found = place(names).map(cell).filter(|cell| !cell.is_empty());
                let wrong = |found, error| at(line, &format!("{found:?} is no time; {error}"));
                found.map(|found| found.parse::<Timestamp>().map_err(|error| wrong(found, error))).transpose()
            };
            let (submitted, due) = (time(&SUBMITTED)?, time(&DUE)?.or(settings.deadline));
            let both = first.zip(last).map(|(first, last)| format!("{} {}", cell(first), cell(last)));
            let name = place(&NAME).map(|place| cell(place).to_owned()).or_else(|| both.clone());
            let mut keys: Vec<String> =
                who.iter().map(|&place| cell(place)).chain(both.as_deref()).flat_map(keys).collect();
            keys.dedup();
            if let Some(other) = students.iter().position(|known| known.keys.first() == keys.first()) {
                let name = name.or_else(|| keys.into_iter().next()).unwrap_or_default();
                let problem = format!("{name:?} is in line {}, too; expected a student once", lines[other]);
                return Err(at(line, &problem));
            }
            let cells = header.iter().zip(row).map(|(column, cell)| (column.to_owned(), cell.to_owned()));
            let lateness = submitted.zip(due).map(|(submitted, due)| settings.late.lateness(submitted, due));
            let enrolled = Enrolled {
                name: name.unwrap_or_default(),
                cells: cells.collect::<BTreeMap<_, _>>(),
                submitted,
                lateness,
            };
            students.push(Listed { keys, enrolled });
            lines.push(line);
        }
        Ok(Self { students })
    }

    /// The student whose submission has this name.
    pub fn find(&self, submission: &str) -> Option<&Enrolled> {
        let wanted = key(submission);
        self.students.iter().find(|student| student.keys.contains(&wanted)).map(|student| &student.enrolled)
    }

    /// Names for the students of whom there is no submission.
    pub fn missing(&self, submissions: &[String]) -> Vec<String> {
        let there: Vec<String> = submissions.iter().map(|name| key(name)).collect();
        let is_missing = |student: &&Listed| !student.keys.iter().any(|key| there.contains(key));
        self.students.iter().filter(is_missing).filter_map(|student| student.keys.first().cloned()).collect()
    }
}

/// The names that a submission may have: `Lovelace, Ada` hands in `ada_lovelace` or `lovelace_ada`.
fn keys(cell: &str) -> Vec<String> {
    let turned = cell.split_once(',').map(|(last, first)| key(&format!("{first} {last}")));
    let user = cell.split_once('@').map(|(user, _)| key(user));
    turned.into_iter().chain([key(cell)]).chain(user).filter(|key| !key.is_empty()).collect()
}

/// Small letters, with `_` between words; a word is a run of letters and digits.
fn key(text: &str) -> String {
    let letters: String = text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    letters.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_")
}
