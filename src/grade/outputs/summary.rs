//! The summary of a class for the terminal, `class.md` and `results.json`: verdicts, points, mistakes and copied code.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde::Serialize;

use crate::{
    checking::{case_result::CaseResult, verdict::Verdict},
    escape::{block, span},
    feedback::texts::CaseOf,
    points::Points,
    results::{ClassResults, MissedMistakes, StudentResult},
    sandbox::Level,
};
use reversi_io::names::{count, list};

/// The summary of a class, for the staff.
#[derive(Debug, Serialize)]
pub struct Summary {
    students: usize,
    /// The number of students whose programs ran without a sandbox.
    unconfined: usize,
    #[serde(skip)]
    missed: Option<MissedMistakes>,
    /// A sentence if the course system has another maximum of points.
    scaled: Option<String>,
    /// A sentence on a class in which all programs fail alike.
    everybody: Option<String>,
    /// The open readings that are the only reason why cases are wrong.
    open_readings: Vec<OpenReadings>,
    /// For each case, the number of students with each verdict.
    verdicts: Vec<CaseVerdicts>,
    /// The verdicts of the class, from right to not submitted.
    #[serde(skip)]
    kinds: Vec<&'static str>,
    points: Vec<Bin>,
    /// The mistakes; the mistake of the most students comes first.
    mistakes: Vec<MistakeCount>,
    /// Students who wrote the same wrong files, which no known mistake explains.
    same_files: Vec<SameFiles>,
}

#[derive(Debug, Serialize)]
struct OpenReadings {
    names: Vec<String>,
    /// The students, with the points of the cases that are wrong only because of the readings.
    students: BTreeMap<String, Points>,
}

#[derive(Debug, Serialize)]
struct CaseVerdicts {
    case: String,
    counts: BTreeMap<&'static str, usize>,
}

/// The number of students whose points lie in a range; the upper bound is excluded.
#[derive(Debug, Serialize)]
struct Bin {
    from: Points,
    to: Points,
    students: usize,
}

#[derive(Debug, Serialize)]
struct MistakeCount {
    mistake: String,
    /// The number of students with wrong cases that the mistake explains, alone or with other mistakes.
    students: usize,
    /// The number of these students for whom another mistake also explains the files.
    perhaps: usize,
    /// The points that the counted students lost in the explained cases.
    lost: Points,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct SameFiles {
    students: Vec<String>,
    cases: Vec<String>,
}

/// A part of the summary: a title, and a preformatted table or a list.
struct Section {
    title: String,
    body: String,
    is_table: bool,
}

impl Section {
    fn table(title: &str, body: String) -> Self {
        Self { title: title.to_owned(), body, is_table: true }
    }

    fn list(title: &str, items: impl Iterator<Item = String>) -> Self {
        Self {
            title: title.to_owned(),
            body: items.flat_map(|item| ["- ", &item, "\n"].map(str::to_owned)).collect(),
            is_table: false,
        }
    }

    fn text(self) -> String {
        if self.title.is_empty() { self.body } else { [&self.title, "\n", &self.body].concat() }
    }

    fn markdown(&self) -> String {
        let title = if self.title.is_empty() { String::new() } else { format!("\n## {}\n", self.title) };
        [&title, "\n", &if self.is_table { block(&self.body) } else { self.body.clone() }].concat()
    }
}

impl Summary {
    /// Computes the summary of a class from its results.
    pub fn of(results: &ClassResults) -> Self {
        let cases = results.students.iter().flat_map(|student| &student.graded.cases);
        let all: BTreeSet<Verdict> = cases.map(|case| case.verdict).collect();
        let mut kinds: Vec<&str> = all.into_iter().map(Verdict::kind).collect();
        kinds.dedup();
        let contained = results.students.iter().filter_map(|student| student.graded.containment);
        Self {
            students: results.students.len(),
            unconfined: contained.filter(|level| *level == Level::Unconfined).count(),
            missed: results.missed.clone(),
            scaled: results.gradebook.maximum.filter(|maximum| *maximum != results.maximum).map(|maximum| {
                let own = results.maximum;
                format!("--lms scales the points: {own} points become {maximum}, the maximum of the course system.")
            }),
            everybody: everybody(results),
            open_readings: open_readings(results),
            verdicts: results.cases.iter().map(|heading| verdicts(results, &heading.name)).collect(),
            kinds,
            points: bins(results),
            mistakes: mistakes(results),
            same_files: same_files(results),
        }
    }

    /// The summary for the terminal.
    pub fn text(&self) -> String {
        let warnings = self.warnings();
        let sections = self.open_section().into_iter().chain(self.sections()).map(Section::text);
        let between = if warnings.is_empty() { "" } else { "\n" };
        [warnings.trim_start(), between, &sections.collect::<Vec<_>>().join("\n"), &self.missed()].concat()
    }

    pub(super) fn markdown(&self) -> String {
        self.sections().iter().map(Section::markdown).collect()
    }

    /// The section of `class.md` on open readings; empty if there are none.
    pub(super) fn open_readings(&self) -> String {
        self.open_section().iter().map(Section::markdown).collect()
    }

    fn open_section(&self) -> Option<Section> {
        let item = |OpenReadings { names, students }: &OpenReadings| {
            let students = students.iter().map(|(name, lost)| format!("{} ({lost} points)", span(name)));
            format!("{}: {}", list(names.iter().map(|name| span(name)), "and"), list(students, "and"))
        };
        let title = "Wrong only because of an open reading; to accept the reading, set `accept` in the configuration";
        (!self.open_readings.is_empty()).then(|| Section::list(title, self.open_readings.iter().map(item)))
    }

    /// The warnings, one paragraph each.
    pub(super) fn warnings(&self) -> String {
        let Self { unconfined, students, .. } = self;
        let unconfined = (*unconfined > 0)
            .then(|| format!("The programs of {unconfined} of {students} ran without a sandbox (limits only)."));
        unconfined
            .iter()
            .chain(&self.scaled)
            .chain(&self.everybody)
            .map(|warning| ["\n", warning, "\n"].concat())
            .collect()
    }

    /// A paragraph on the mistakes that the cases miss; empty if there are none.
    pub(super) fn missed(&self) -> String {
        let missed =
            self.missed.as_ref().filter(|missed| !missed.names.is_empty()).map(|MissedMistakes { names, known }| {
                const NAMED: usize = 3;
                let number = names.len();
                let among = if number > NAMED { ", among them" } else { ":" };
                let names = list(names.iter().take(NAMED).map(|name| format!("`{name}`")), "and");
                let make = "`reversi cases new` makes a list that catches all.";
                format!("The cases miss {number} of {known} known mistakes{among} {names}. {make}")
            });
        missed.map_or(String::new(), |missed| ["\n", &missed, "\n"].concat())
    }

    fn sections(&self) -> Vec<Section> {
        let students = self.students;
        let mistakes = self.mistakes.iter().map(|MistakeCount { students: number, perhaps, sentence, .. }| {
            let perhaps = if *perhaps == 0 { String::new() } else { format!(" ({perhaps} uncertain)") };
            format!("{number} of {students}{perhaps}: {sentence}")
        });
        let names = |names: &[String]| list(names.iter().map(|name| span(name)), "and");
        let files = self.same_files.iter().map(|same| format!("{}: {}", names(&same.students), names(&same.cases)));
        let sections = [
            Section::table("", self.verdict_table()),
            Section::table(&format!("Points of {}", count(students, "student")), self.histogram()),
            Section::list("Mistakes of the class, the most costly first", mistakes),
            Section::list("Students with identical wrong files that no known mistake explains", files),
        ];
        sections.into_iter().filter(|section| !section.body.is_empty()).collect()
    }

    /// A table with a row for each case and a column for each verdict that occurs.
    fn verdict_table(&self) -> String {
        let of = |case: &CaseVerdicts, kind: &str| case.counts.get(kind).copied().unwrap_or(0);
        let kinds = &self.kinds;
        let width = self.verdicts.iter().map(|case| case.case.chars().count()).max().unwrap_or(0);
        let mut table = format!("{:width$}  {}\n", "", kinds.join("  "));
        for case in &self.verdicts {
            let number = |kind: &&str| match of(case, kind) {
                0 => format!("  {:>width$}", ".", width = kind.len()),
                number => format!("  {number:>width$}", width = kind.len()),
            };
            let numbers: Vec<String> = kinds.iter().map(number).collect();
            table.extend([format!("{:width$}", case.case), numbers.concat(), "\n".to_owned()]);
        }
        table
    }

    fn histogram(&self) -> String {
        const WIDTH: usize = 50;
        let largest = self.points.iter().map(|bin| bin.students).max().unwrap_or(0).max(1);
        let row = |Bin { from, to, students }: &Bin| {
            let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
            let bar = "#".repeat((students * WIDTH).div_ceil(largest));
            format!("{range:>14}  {students:>4}  {bar}").trim_end().to_owned() + "\n"
        };
        self.points.iter().map(row).collect()
    }
}

fn verdicts(results: &ClassResults, case: &str) -> CaseVerdicts {
    let mut counts = BTreeMap::new();
    for case in results.students.iter().filter_map(|student| student.graded.case(case)) {
        *counts.entry(case.verdict.kind()).or_insert(0) += 1;
    }
    CaseVerdicts { case: case.to_owned(), counts }
}

/// The ranges of points: tenths of the maximum, and the maximum itself.
fn bins(results: &ClassResults) -> Vec<Bin> {
    const TENTHS: u8 = 10;
    let most = results.maximum.number();
    let bound = |tenth: u8| Points::new(most * f64::from(tenth) / f64::from(TENTHS)).unwrap_or_default();
    let bin = |tenth: u8| Bin { from: bound(tenth), to: bound((tenth + 1).min(TENTHS)), students: 0 };
    let mut bins: Vec<Bin> = (0..=TENTHS).map(bin).collect();
    for student in &results.students {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 10
        let tenth = (student.points.number() / most.max(0.01) * f64::from(TENTHS)).clamp(0.0, 10.0) as usize;
        bins[tenth].students += 1;
    }
    bins
}

/// Up to this number of explanations for the same files, each explanation counts.
const MOST_PERHAPS: usize = 3;

/// Counts the students of each mistake, made alone or with others.
fn mistakes(results: &ClassResults) -> Vec<MistakeCount> {
    let mut counts: BTreeMap<String, MistakeCount> = BTreeMap::new();
    for student in &results.students {
        // For each mistake: a sentence, true if the mistake is certain, and the lost points.
        let mut named: BTreeMap<String, (String, bool, Points)> = BTreeMap::new();
        let diagnosis = &student.graded.diagnosis;
        for case in CaseOf::all(results, student, true).filter(|case| !case.is_right()) {
            let by_format = if case.is_of_format() { case.lost() } else { case.lost_by_format() };
            // If the files fit many explanations, most of these explanations are wrong.
            let explanations = case.explanations();
            let has_open = explanations.iter().any(|set| diagnosis.is_open(set));
            let explanations = if has_open || explanations.len() > MOST_PERHAPS { &[] } else { explanations };
            for (name, text) in explanations.iter().flat_map(|set| diagnosis.texts(set)) {
                let is_sure = explanations.iter().all(|explanation| explanation.names().contains(&name));
                let done = &text.done;
                let sentence = if text.rule.is_empty() { done.clone() } else { format!("{name}: {done}") };
                let (_, is_known, all) = named.entry(name).or_insert((sentence, false, Points::ZERO));
                *is_known |= is_sure;
                *all = *all + case.lost().minus(by_format);
            }
            if case.is_of_format() || by_format > Points::ZERO {
                let sentence = "format: rows or lines have another format than that of the assignment.".to_owned();
                let (.., all) = named.entry("format".to_owned()).or_insert((sentence, true, Points::ZERO));
                *all = *all + by_format;
            }
        }
        for (mistake, (sentence, is_sure, lost)) in named {
            let none = Points::ZERO;
            let of_none = || MistakeCount { mistake: mistake.clone(), students: 0, perhaps: 0, lost: none, sentence };
            let counted = counts.entry(mistake.clone()).or_insert_with(of_none);
            counted.students += 1;
            counted.perhaps += usize::from(!is_sure);
            counted.lost = counted.lost + lost;
        }
    }
    let mut counts: Vec<MistakeCount> = counts.into_values().collect();
    counts.sort_by_key(|count| Reverse((count.lost, count.students, count.students - count.perhaps)));
    counts
}

/// The open readings that are the only reason why cases are wrong. The reading that costs the most points comes first.
fn open_readings(results: &ClassResults) -> Vec<OpenReadings> {
    let mut found: BTreeMap<Vec<String>, BTreeMap<String, Points>> = BTreeMap::new();
    for student in &results.students {
        for case in CaseOf::all(results, student, true).filter(|case| !case.is_right()) {
            let open = case.explanations().iter().find(|set| student.graded.diagnosis.is_open(set));
            if let Some(open) = open {
                let lost = found.entry(open.names()).or_default().entry(student.shown_name()).or_default();
                *lost = *lost + case.lost();
            }
        }
    }
    let mut open: Vec<_> = found.into_iter().map(|(names, students)| OpenReadings { names, students }).collect();
    open.sort_by_key(|open| Reverse(open.students.values().copied().sum::<Points>()));
    open
}

/// A sentence on a class of which all programs fail alike: with the same verdict in all cases, and perhaps with the same
/// message.
fn everybody(results: &ClassResults) -> Option<String> {
    let students: Vec<&StudentResult> = results.students.iter().filter(|student| !student.is_missing()).collect();
    let cases = students.iter().flat_map(|student| &student.graded.cases);
    let kinds: BTreeSet<&str> = cases.map(|case| case.verdict.kind()).collect();
    let kind = kinds.first().filter(|kind| kinds.len() == 1 && **kind != "right" && students.len() > 1)?;
    let message = |student: &&StudentResult| {
        let of_build = student.graded.build.as_ref().and_then(|build| build.error.clone().or(build.failure.clone()));
        of_build.or_else(|| student.graded.cases.first()?.printed_error().map(str::to_owned))
    };
    let messages: BTreeSet<Option<String>> = students.iter().map(message).collect();
    let message = messages.first().filter(|_| messages.len() == 1).cloned().flatten();
    let message = message.map_or(String::new(), |message| format!(", with {}", span(&message)));
    Some(format!("All {} students failed alike: {kind} in every case{message}.", students.len()))
}

/// The groups of students who wrote the same wrong files that no known mistake explains.
fn same_files(results: &ClassResults) -> Vec<SameFiles> {
    let mut written: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for student in &results.students {
        let is_unexplained = |case: &&CaseResult| {
            let has_place = case.parts.iter().any(|part| part.recognised.is_some());
            let is_empty = case.parts.iter().all(|part| part.rows.found == 0);
            student.graded.diagnosis.explanations(case).is_empty() && !case.is_format_only && !has_place && !is_empty
        };
        for case in student.graded.cases.iter().filter(is_unexplained) {
            if let Some(digest) = &case.digest {
                written.entry((&case.case, digest.to_string())).or_default().push(student.shown_name());
            }
        }
    }
    let mut groups: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for ((case, _), students) in written.into_iter().filter(|(_, students)| students.len() > 1) {
        groups.entry(students).or_default().push(case.to_owned());
    }
    groups.into_iter().map(|(students, cases)| SameFiles { students, cases }).collect()
}
