//! Writes a report for programs as one JSON object.

use std::io::{self, Write};

use serde::Serialize;

use crate::{
    CheckedCase, CheckedCases, Detail, Difference, FileReport, PassedOver, Report, Role, Subject,
    diagnosis::{self, Differs, Explanation, FaultLocation, Named, OtherJob, Paragraph},
    report::FileTexts,
};
use reversi_core::games::reversi::text::Alphabet;
use reversi_course::assignment::Job;

/// Writes a report as one JSON object and a line ending.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_json(report: &Report, job: &Job, sink: impl Write) -> io::Result<()> {
    write_line(&JsonReport::new(report, job), sink)
}

/// Writes the report on several cases, and the diagnosis of all cases together, as one JSON object and a line ending.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_cases_json(checked: &CheckedCases, sink: impl Write) -> io::Result<()> {
    let json = JsonCases {
        cases: checked.cases.iter().map(JsonCase::from).collect(),
        names: JsonNames::from(&checked.common.explained_by[..]),
        of: checked.wrong(),
        left: checked.left(),
        r#where: &checked.common.location,
        said: diagnosis::of_cases(checked),
    };
    write_line(&json, sink)
}

fn write_line(json: &impl Serialize, mut sink: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut sink, json)?;
    writeln!(sink)
}

/// The sets that explain a file, a case or all cases, with the evidence for each and a place against it.
#[derive(Default, Serialize)]
struct JsonNames<'a> {
    explained_by: Vec<&'a Explanation>,
    evidence: Vec<u64>,
    against: Vec<Option<Differs>>,
    open: Vec<bool>,
}

impl<'a> From<&'a [Named]> for JsonNames<'a> {
    fn from(names: &'a [Named]) -> Self {
        Self {
            explained_by: names.iter().map(|named| &named.explanation).collect(),
            evidence: names.iter().map(|named| named.evidence).collect(),
            against: names.iter().map(|named| named.against).collect(),
            open: names.iter().map(|named| named.is_open).collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonCases<'a> {
    cases: Vec<JsonCase<'a>>,
    #[serde(flatten)]
    names: JsonNames<'a>,
    of: usize,
    /// The unexplained wrong cases.
    left: Vec<&'a str>,
    r#where: &'a FaultLocation,
    said: Vec<Paragraph>,
}

#[derive(Serialize)]
struct JsonCase<'a> {
    name: &'a str,
    missing: bool,
    #[serde(flatten)]
    report: JsonReport<'a>,
}

#[derive(Default, Serialize)]
struct JsonReport<'a> {
    same: bool,
    /// True if the moves file has the name of the log, and the log has the name of the moves file.
    swapped: bool,
    files: Vec<JsonFile<'a>>,
    #[serde(flatten)]
    names: JsonNames<'a>,
    said: Vec<Paragraph>,
}

#[derive(Serialize)]
struct JsonFile<'a> {
    role: Role,
    path: String,
    same: bool,
    #[serde(flatten)]
    texts: FileTexts,
    passed_over: Vec<&'static str>,
    #[serde(rename = "habits")]
    deviations: Vec<JsonDeviation>,
    first: Option<JsonDifference<'a>>,
    beyond: Option<JsonDifference<'a>>,
    #[serde(flatten)]
    names: JsonNames<'a>,
    /// The change of the job that makes the file right; `null` if there is no small change.
    other_job: Option<&'a OtherJob>,
}

#[derive(Serialize)]
struct JsonDeviation {
    name: &'static str,
    rows: u64,
}

#[derive(Serialize)]
struct JsonDifference<'a> {
    line: u64,
    kind: &'static str,
    expected: Option<&'a str>,
    found: Option<&'a str>,
    /// The moves from the root; `null` if the expected line is not a log row.
    node: Option<Vec<String>>,
    board: Option<Vec<String>>,
    to_move: Option<char>,
}

impl<'a> From<&'a CheckedCase<'_>> for JsonCase<'a> {
    fn from(case: &'a CheckedCase) -> Self {
        let report = case.report().map(|report| JsonReport::new(report, case.job)).unwrap_or_default();
        Self { name: case.name, missing: case.checked.is_err(), report }
    }
}

impl<'a> JsonReport<'a> {
    fn new(report: &'a Report, job: &Job) -> Self {
        let diagnosis = report.diagnosis.as_ref();
        let file = |(index, file): (usize, &'a FileReport)| JsonFile {
            role: file.role,
            path: file.path.to_string_lossy().into_owned(),
            same: file.is_same(),
            texts: FileTexts::new(file, job),
            passed_over: file.passed_over.iter().copied().map(PassedOver::name).collect(),
            deviations: file
                .deviations
                .iter()
                .map(|(deviation, rows)| JsonDeviation { name: deviation.name(), rows })
                .collect(),
            first: file.first().map(JsonDifference::from),
            beyond: file.beyond().map(JsonDifference::from),
            names: diagnosis.map_or(&[][..], |found| &found.files[index].explained_by).into(),
            other_job: if report.are_swapped && file.is_same() {
                Some(&OtherJob::Exchanged)
            } else {
                diagnosis.and_then(|found| found.files[index].other_job.as_ref())
            },
        };
        // The sets of a submission write the moves file as it is; the sets of a file ignore its format.
        let is_respelled = |file: &FileReport| file.role == Role::Moves && file.deviations.iter().next().is_some();
        let sets = diagnosis.filter(|_| !report.files.iter().any(is_respelled)).map(|found| found.outcome.sets());
        Self {
            same: report.is_same(),
            swapped: report.are_swapped,
            files: report.files.iter().enumerate().map(file).collect(),
            names: sets.unwrap_or_default().into(),
            said: diagnosis::of_one(report, job, Detail::Short),
        }
    }
}

impl<'a> From<&'a Difference> for JsonDifference<'a> {
    fn from(difference: &'a Difference) -> Self {
        let context = match &difference.subject {
            Subject::Row(context) => Some(context),
            Subject::None | Subject::Play(_) => None,
        };
        Self {
            line: difference.line,
            kind: difference.kind.name(),
            expected: difference.expected.as_deref(),
            found: difference.found.as_deref(),
            node: context.map(|context| context.path.iter().map(ToString::to_string).collect()),
            board: context.map(|context| Alphabet::STARS.rows(&context.position).collect()),
            to_move: context.map(|context| Alphabet::STARS.letter(Some(context.position.side_to_move()))),
        }
    }
}
