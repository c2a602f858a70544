//! The roster: the students of a class and their submission times, from the CSV file of the course system.

use std::{
    collections::BTreeMap,
    fmt, iter,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::Result;
use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{
    lateness::{LateRule, Lateness},
    timestamp,
};
use crate::submissions::student;
use reversi_io::{
    files::{
        diagnostic::Problem,
        input::{self, Input},
        table::{CsvRow, CsvTable},
    },
    names::{count, list},
};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

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
    /// The columns that Canvas gives to assignments, such as `HW3 Reversi (55123)`; only the configured one if there is.
    pub assignments: Vec<String>,
}

/// A student's row in the roster, prepared for finding submissions.
#[derive(Clone, Debug)]
struct Listed {
    line: usize,
    /// The names that the student's submission may have, in the form of [`key`]. The columns that identify a student
    /// most reliably come first.
    keys: [Vec<String>; WHO.len()],
    enrolled: Enrolled,
}

/// The result of looking for a submission's row in the roster.
#[derive(Clone, Debug, PartialEq)]
pub enum RosterMatch {
    /// No row fits; the first rows with a word of the submission's name.
    Nobody(Vec<String>),
    Student(Enrolled),
    /// The reason why a person must decide whose submission this is.
    Unclear(String),
}

/// Columns that identify the student: the name of the submission, a number, a login, an email address, the student's
/// name. The first three names come from the course, so the first of these columns that fits decides. A student can
/// choose another student's address or name, so the last two columns decide only if no other row fits.
const WHO: [&[&str]; 5] = [
    &["submission", "folder"],
    &["sis user id", "id", "sid", "identifier"],
    &["sis login id", "login id", "login", "username"],
    &["email", "email address"],
    &["student", "name", "full name"],
];

/// The index of the email addresses in this list; the part before the `@` counts like a login.
const ADDRESSES: usize = 3;

/// The index of the students' names in this list.
const NAMES: usize = 4;

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
        let who = WHO.map(|group| group.iter().filter_map(|name| place(&[name])).collect::<Vec<_>>());
        let at = |line, message: &str| Problem::new(line, 1, message);
        if who.iter().all(Vec::is_empty) && first.zip(last).is_none() {
            return Err(at(
                1,
                "no column identifies students; expected one such as submission, name, student, id or email",
            ));
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
        for &CsvRow { line, fields: ref row } in table.rows.iter().skip(1) {
            // A roster from Canvas has rows with the maximum points and for a test.
            if row.iter().any(|cell| cell.eq_ignore_ascii_case("points possible") || cell == "Student, Test") {
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
            let name = who[NAMES].last().map(|place| cell(*place).to_owned()).or_else(|| both.clone());
            let mut keys =
                who.each_ref().map(|places| places.iter().flat_map(|place| keys(cell(*place))).collect::<Vec<_>>());
            keys[NAMES].extend(both.as_deref().into_iter().flat_map(self::keys));
            let users = who[ADDRESSES].iter().filter_map(|place| cell(*place).split_once('@'));
            keys[ADDRESSES].extend(users.map(|(user, _)| key(user)).filter(|key| !key.is_empty()));
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
                return Err(at(
                    1,
                    &format!("there is no column {column:?}; expected the value of `column` in [roster]"),
                ));
            }
            Some(column) => vec![column.clone()],
            None => header.iter().filter(has_number).map(str::to_owned).collect(),
        };
        Ok(Self { students, assignments })
    }

    /// True if a row of the roster fits a submission.
    pub fn has(&self, submission: &str) -> bool {
        !self.rows(submission).is_empty()
    }

    /// Finds the student of each submission. Also lists the students without a submission by their names, unless
    /// several students have the same name.
    pub fn find(&self, submissions: &[&str]) -> BTreeMap<String, RosterMatch> {
        let fitting: Vec<_> = submissions.iter().map(|&name| (name, self.rows(name))).collect();
        let found = |(name, rows): &(&str, Vec<&Listed>)| match rows[..] {
            [] => RosterMatch::Nobody(self.candidates(name)),
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
        let is_missing =
            |row: &&Listed| fitting.iter().all(|(_, rows)| rows.iter().all(|other| other.line != row.line));
        for row in self.students.iter().filter(is_missing) {
            let names = || row.keys.iter().rev().filter_map(|keys| keys.first());
            let Some(first) = names().next() else { continue };
            let own = names().find(|name| matches!(self.rows(name)[..], [one] if one.line == row.line));
            let mut name = own.cloned().unwrap_or_else(|| format!("{first}_line_{}", row.line));
            while all.contains_key(&name) {
                name.push('_');
            }
            all.insert(name, RosterMatch::Student(row.enrolled.clone()));
        }
        all
    }

    /// The rows of the students who may have sent a submission. If the name and the number in a file name fit different
    /// rows, the function returns all these rows. If several rows fit, a person decides.
    fn rows(&self, submission: &str) -> Vec<&Listed> {
        let student = student(submission);
        let whole = self.rows_of(&student);
        let parts = student.rsplit_once('_').filter(|(_, number)| whole.is_empty() && number.parse::<u64>().is_ok());
        let Some((name, number)) = parts else { return whole };
        let [mut named, numbered] = [name, number].map(|part| self.rows_of(part));
        let is_numbered = |row: &&Listed| numbered.iter().any(|other| other.line == row.line);
        if !named.iter().any(is_numbered) {
            return [named, numbered].concat();
        }
        named.retain(is_numbered);
        named
    }

    /// The first rows that share a word with the name of a submission.
    fn candidates(&self, submission: &str) -> Vec<String> {
        const MOST: usize = 3;
        let wanted = key(&student(submission));
        let is_common = |word: &str| word.len() > 2 && wanted.split('_').any(|other| other == word);
        let is_near = |row: &&Listed| row.keys.iter().flatten().flat_map(|key| key.split('_')).any(is_common);
        self.students.iter().filter(is_near).take(MOST).map(Listed::to_string).collect()
    }

    /// The rows that fit a whole name.
    fn rows_of(&self, submission: &str) -> Vec<&Listed> {
        let submission = key(submission);
        let wanted = sorted(&submission);
        let by = |groups: Range<usize>| -> Vec<&Listed> {
            let fits = |row: &&Listed| row.keys[groups.clone()].iter().flatten().any(|key| sorted(key) == wanted);
            self.students.iter().filter(fits).collect()
        };
        let groups = (0..ADDRESSES).map(|group| group..group + 1).chain(iter::once(ADDRESSES..WHO.len()));
        groups.map(by).find(|rows| !rows.is_empty()).unwrap_or_default()
    }
}

/// Writes the row so that a person can find the student in the roster.
impl fmt::Display for Listed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.keys.iter().filter_map(|keys| keys.first()).cloned().collect::<Vec<_>>().join(", ");
        write!(formatter, "line {} ({keys})", self.line)
    }
}

/// The keys of a cell. For Moodle's `Participant 7`, the number in a file name is 7. Canvas writes `smithjohn` for
/// "Smith, John". A cell may also contain the whole file name.
fn keys(cell: &str) -> Vec<String> {
    let number = cell.strip_prefix("Participant ").map(key);
    let turned = cell.split_once(',').map_or(cell.to_owned(), |(last, first)| format!("{first} {last}"));
    let joined: String = cell.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let all = [key(&turned), key(&student(cell)), key(&joined)].into_iter().chain(number);
    all.filter(|key| !key.is_empty()).collect()
}

/// The words of a key in alphabetical order: `lovelace_ada` and `ada_lovelace` are the same student.
fn sorted(key: &str) -> Vec<&str> {
    let mut words: Vec<&str> = key.split('_').collect();
    words.sort_unstable();
    words
}

/// The words of a text in lower case and without accents, with `_` between them.
fn key(text: &str) -> String {
    let plain = |letter: char| match letter {
        // Unicode does not decompose these letters.
        'æ' => "ae".to_owned(),
        'œ' => "oe".to_owned(),
        'ß' => "ss".to_owned(),
        'þ' => "th".to_owned(),
        'đ' | 'ð' => "d".to_owned(),
        'ı' => "i".to_owned(),
        'ł' => "l".to_owned(),
        'ø' => "o".to_owned(),
        _ if letter.is_alphanumeric() => letter.to_string(),
        _ => " ".to_owned(),
    };
    let lower = text.to_lowercase();
    let letters: String = lower.nfkd().filter(|letter| !is_combining_mark(*letter)).map(plain).collect();
    letters.split_whitespace().collect::<Vec<_>>().join("_")
}
