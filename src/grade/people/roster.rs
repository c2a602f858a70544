//! The roster: the students of a class and their submission times, from the CSV file of the course system.

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{
    lateness::{LateRule, Lateness},
    timestamp,
};
use crate::{points::Points, submissions::student};
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
        table::{CsvRow, CsvTable},
    },
    names::{count, list, more},
};

/// The roster, the deadline and the rules for late submissions.
#[derive(Clone, Debug)]
pub struct RosterSettings {
    /// The CSV file that the course system has exported.
    pub file: PathBuf,
    /// The column of this assignment in the gradebook.
    pub column: Option<String>,
    /// The zone of the times that name none.
    pub zone: Option<TimeZone>,
    /// The deadline for students whose row in the roster does not have another deadline.
    pub deadline: Option<Timestamp>,
    /// The rules for late submissions, sorted by their hours.
    pub late: Vec<LateRule>,
}

/// A student's row in the roster.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Enrolled {
    pub name: String,
    /// All cells of the row, by the names of their columns.
    pub cells: BTreeMap<String, String>,
    pub submitted: Option<Timestamp>,
    pub lateness: Option<Lateness>,
}

/// The students of a class.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    students: Vec<Listed>,
    pub gradebook: Gradebook,
}

/// The table of a course system that the roster is; a table of grades goes back in the same form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gradebook {
    /// All columns, in order.
    pub columns: Vec<String>,
    /// The columns that Canvas gives to assignments, such as `HW3 Reversi (55123)`; only the configured one if there is.
    pub assignments: Vec<String>,
    /// The maximum of this assignment's points in the course system.
    pub maximum: Option<Points>,
}

impl Gradebook {
    /// The column of this assignment. Returns an error if several columns could be this assignment's.
    pub fn column(&self) -> Result<Option<&str>> {
        if let [_, _, ..] = &self.assignments[..] {
            let names = list(self.assignments.iter().map(|name| format!("{name:?}")), "and");
            bail!("the roster has several assignments: {names}; expected `column = \"...\"` in [roster]");
        }
        Ok(self.assignments.first().map(String::as_str))
    }
}

/// A student's row in the roster, prepared for finding submissions.
#[derive(Clone, Debug)]
struct Listed {
    line: usize,
    /// The keys of the student, in lower case; the name of a submission is one of them.
    keys: Vec<String>,
    enrolled: Enrolled,
}

/// The result of looking for a submission's row in the roster.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterMatch {
    Nobody,
    Student(Enrolled),
    /// The reason why a person must decide whose submission this is.
    Unclear(String),
}

/// Columns whose cells are keys of a student: the name of the submission, a number, a login or an email address. A
/// student cannot choose the cells of these columns. The part of an address before the `@` is not a key, because a
/// student can choose an address that begins with another student's login.
const KEYS: [&str; 12] = [
    "submission",
    "folder",
    "sis login id",
    "login id",
    "login",
    "username",
    "email",
    "email address",
    "sis user id",
    "id",
    "sid",
    "identifier",
];

/// The largest number of submissions without a row to name.
const MOST_SHOWN: usize = 3;

/// Columns with the whole name of a student.
const NAMES: [&str; 3] = ["student", "name", "full name"];

/// Columns with the time of the submission, and with the deadline.
const SUBMITTED: [&str; 4] = ["submitted", "submitted at", "submission time", "last modified (submission)"];
const DUE: [&str; 4] = ["due", "due at", "due date", "deadline"];

/// The file with the names of students in an export of Gradescope.
pub const GRADESCOPE: &str = "submission_metadata.yml";

/// The students of Gradescope's export as a table. If a submission has several authors, it gets the first one's name.
fn table_of_gradescope(text: &str) -> Result<String> {
    let mut rows: Vec<[String; 5]> = Vec::new();
    for line in text.lines() {
        let Some((key, value)) = line.trim_start_matches(['-', ' ']).split_once(": ").or_else(|| {
            let name = line.strip_suffix(':').filter(|name| !name.starts_with(' '))?;
            Some(("submission", name))
        }) else {
            continue;
        };
        let columns = ["submission", ":name", ":sid", ":email", ":created_at"];
        let Some(column) = columns.iter().position(|column| *column == key) else { continue };
        if column == 0 {
            rows.push(<[String; 5]>::default());
        }
        if let Some(cell) = rows.last_mut().map(|row| &mut row[column]).filter(|cell| cell.is_empty()) {
            value.trim().trim_matches(['\'', '"']).clone_into(cell);
        }
    }
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["submission", "name", "sid", "email", "submitted"])?;
    rows.iter().try_for_each(|row| table.write_record(row))?;
    Ok(String::from_utf8(table.into_inner()?)?)
}

impl Roster {
    /// Reads the file that a configuration names.
    pub fn read(settings: &RosterSettings) -> Result<Self> {
        let mut text = Input::read(&settings.file, input::LIMIT)?;
        if settings.file.extension().is_some_and(|extension| extension == "yml") {
            text.text = table_of_gradescope(&text.text)?;
        }
        Self::parse(&text.text, settings).map_err(|problem| text.explain(&problem))
    }

    /// The names in an export of Gradescope, if a folder of submissions is one.
    pub fn of_export(submissions: &Path) -> Result<Option<Self>> {
        let file = submissions.join(GRADESCOPE);
        let settings = RosterSettings { file, column: None, zone: None, deadline: None, late: Vec::new() };
        settings.file.is_file().then(|| Self::read(&settings)).transpose()
    }

    fn parse(text: &str, settings: &RosterSettings) -> Result<Self, Problem> {
        let table = CsvTable::read(text);
        let no_header = csv::StringRecord::new();
        let header = table.rows.first().map_or(&no_header, |row| &row.fields);
        let columns: Vec<String> = header.iter().map(str::to_lowercase).collect();
        let place = |names: &[&str]| names.iter().find_map(|name| columns.iter().position(|column| column == name));
        let (first, last) = (place(&["first name", "firstname"]), place(&["last name", "lastname", "surname"]));
        let of_keys: Vec<usize> = KEYS.iter().filter_map(|name| place(&[name])).collect();
        let at = |line, message: &str| Problem::new(line, 1, message);
        if of_keys.is_empty() {
            return Err(at(1, "no column identifies students; expected one such as submission, id, login or email"));
        }
        if !settings.late.is_empty() {
            if place(&SUBMITTED).is_none() {
                let problem = "no column has the time of submission, but late submissions lose points; expected a \
                               column such as submitted or submitted at";
                return Err(at(1, problem));
            }
            if place(&DUE).is_none() && settings.deadline.is_none() {
                let problem = "there is no deadline, but late submissions lose points; expected a column such as due, \
                               or `deadline` in the configuration";
                return Err(at(1, problem));
            }
        }
        let mut students: Vec<Listed> = Vec::new();
        let mut possible = None;
        for &CsvRow { line, fields: ref row } in table.rows.iter().skip(1) {
            // A roster from Canvas has rows with the maximum points and for a test.
            if row.iter().any(|cell| cell.eq_ignore_ascii_case("points possible")) {
                possible = Some(row);
                continue;
            }
            if row.iter().any(|cell| cell == "Student, Test") {
                continue;
            }
            if row.len() != columns.len() {
                let (found, expected) = (count(row.len(), "field"), columns.len());
                let problem = format!("the row has {found}; expected {expected}, as in the first line");
                return Err(at(line, &problem));
            }
            let cell = |place: usize| row.get(place).unwrap_or_default();
            let time = |names: &[&str]| {
                // Moodle writes a hyphen if nothing was submitted.
                let found = place(names).map(cell).filter(|cell| !cell.is_empty() && *cell != "-");
                let wrong = |found, error| at(line, &format!("{found:?} is not a time; {error}"));
                let zone = settings.zone.as_ref();
                let moment = |found| match timestamp::parse(found, zone) {
                    // Without rules for late submissions, the time does not matter.
                    Err(error) if !settings.late.is_empty() => Err(wrong(found, error)),
                    moment => Ok(moment.ok()),
                };
                found.map_or(Ok(None), moment)
            };
            let (submitted, due) = (time(&SUBMITTED)?, time(&DUE)?.or(settings.deadline));
            let both = first.zip(last).map(|(first, last)| format!("{} {}", cell(first), cell(last)));
            let name = place(&NAMES).map(|place| cell(place).to_owned()).or(both);
            let keys = of_keys.iter().filter_map(|place| key(cell(*place))).collect();
            let cells = header.iter().zip(row).map(|(column, cell)| (column.to_owned(), cell.to_owned()));
            let lateness = submitted.zip(due).map(|(submitted, due)| Lateness::of(submitted, due, &settings.late));
            let enrolled = Enrolled {
                name: name.unwrap_or_default(),
                cells: cells.collect::<BTreeMap<_, _>>(),
                submitted,
                lateness,
            };
            students.push(Listed { line, keys, enrolled });
        }
        let has_number = |name: &&str| {
            let number = name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")).map(|(_, number)| number);
            number.is_some_and(|number| number.parse::<u64>().is_ok())
        };
        let assignments = match &settings.column {
            Some(column) if !header.iter().any(|name| name == column) => {
                let known = list(header.iter().filter(has_number).map(|name| format!("{name:?}")), "or");
                let expected = if known.is_empty() { "a column of the first line".to_owned() } else { known };
                return Err(at(1, &format!("there is no column {column:?}; expected {expected}")));
            }
            Some(column) => vec![column.clone()],
            None => header.iter().filter(has_number).map(str::to_owned).collect(),
        };
        let cell = |row: Option<&csv::StringRecord>, place: Option<usize>| row?.get(place?)?.parse().ok();
        let place_of = |name: &String| header.iter().position(|column| column == name);
        let of_canvas = cell(possible, assignments.first().filter(|_| assignments.len() == 1).and_then(place_of));
        let of_moodle = || cell(table.rows.get(1).map(|row| &row.fields), place(&["maximum grade"]));
        let maximum = of_canvas.or_else(of_moodle).and_then(Points::new);
        let columns = header.iter().map(str::to_owned).collect();
        Ok(Self { students, gradebook: Gradebook { columns, assignments, maximum } })
    }

    /// True if a row of the roster fits a submission.
    pub fn has(&self, submission: &str) -> bool {
        !self.rows(submission).is_empty()
    }

    /// Finds the student of each submission. Also lists the students without a submission by their keys, unless several
    /// students have the same keys. A submission without a row may be one of theirs: then a person decides.
    pub fn find(&self, submissions: &[&str]) -> BTreeMap<String, RosterMatch> {
        let fitting: Vec<_> = submissions.iter().map(|&name| (name, self.rows(name))).collect();
        let found = |(name, rows): &(&str, Vec<&Listed>)| match rows[..] {
            [] => RosterMatch::Nobody,
            [row] => {
                let is_rival = |(other, rows): &&(&str, Vec<&Listed>)| {
                    other != name && matches!(rows[..], [other] if other.line == row.line)
                };
                let rivals: Vec<&str> = fitting.iter().filter(is_rival).map(|(other, _)| *other).collect();
                match rivals.len() {
                    0 => RosterMatch::Student(row.enrolled.clone()),
                    1 => RosterMatch::Unclear(format!("{} fits the same row of the roster: {row}", rivals[0])),
                    _ => RosterMatch::Unclear(format!("{} fit the same row of the roster: {row}", list(rivals, "and"))),
                }
            }
            _ => RosterMatch::Unclear(format!("the roster has several rows of this name: {}", list(rows, "and"))),
        };
        let mut all: BTreeMap<_, _> = fitting.iter().map(|one| (one.0.to_owned(), found(one))).collect();
        let strangers: Vec<&str> = fitting.iter().filter(|(_, rows)| rows.is_empty()).map(|(name, _)| *name).collect();
        let without_submission = |row: &Listed| {
            if strangers.is_empty() {
                return RosterMatch::Student(row.enrolled.clone());
            }
            let shown = strangers.iter().take(MOST_SHOWN).map(|name| (*name).to_owned());
            let names = list(shown.chain(more(strangers.len(), MOST_SHOWN)), "and");
            let why = "nothing was submitted for this row of the roster, but the roster has no row for";
            RosterMatch::Unclear(format!("{why} {names}; expected a row for each submission"))
        };
        let is_missing =
            |row: &&Listed| fitting.iter().all(|(_, rows)| rows.iter().all(|other| other.line != row.line));
        for row in self.students.iter().filter(is_missing) {
            let Some(first) = row.keys.first() else { continue };
            let own = row.keys.iter().find(|key| matches!(self.rows(key)[..], [one] if one.line == row.line));
            let mut name = own.cloned().unwrap_or_else(|| format!("{first}_line_{}", row.line));
            while all.contains_key(&name) {
                name.push('_');
            }
            all.insert(name, without_submission(row));
        }
        all
    }

    /// The rows of the students who may have sent a submission: the rows with its name or, for a download of a course
    /// system, with the number in its name. If several rows fit, a person decides.
    fn rows(&self, submission: &str) -> Vec<&Listed> {
        let student = student(submission).to_lowercase();
        let rows_of = |key: &str| self.students.iter().filter(|row| row.keys.iter().any(|one| one == key)).collect();
        let whole: Vec<&Listed> = rows_of(&student);
        let number = student.rsplit_once('_').map(|(_, number)| number).filter(|number| number.parse::<u64>().is_ok());
        number.filter(|_| whole.is_empty()).map_or(whole, rows_of)
    }
}

/// Writes the row so that a person can find the student in the roster.
impl fmt::Display for Listed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {} ({})", self.line, self.keys.join(", "))
    }
}

/// The key in a cell. For Moodle's `Participant 7`, the number in a file name is 7. A cell may also contain the whole
/// file name of a download.
fn key(cell: &str) -> Option<String> {
    let key = student(cell.trim_start_matches("Participant ").trim()).to_lowercase();
    Some(key).filter(|key| !key.is_empty())
}
