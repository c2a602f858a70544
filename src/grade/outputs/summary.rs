//! The summary of a class for the terminal, `class.md` and `results.json`: verdicts, points, mistakes and copied code.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde::Serialize;

use crate::{
    checking::{
        case_result::{CaseResult, MisplacedFile},
        verdict::{Ending, Verdict, Written},
    },
    digest::Digest,
    escape::{block, span},
    feedback::texts::CaseOf,
    points::Points,
    recipes::build::BuildReport,
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
    /// The students whose programs may need Python 2.
    python_2: Vec<String>,
    /// A sentence with the likely cause, if all cases of all students have the same wrong verdict.
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
    /// Students with the same sources; exact copies come first.
    same_sources: Vec<SameSources>,
}

#[derive(Debug, Serialize)]
struct OpenReadings {
    names: Vec<String>,
    /// The students, with the points of the cases that are wrong only because of the readings.
    students: BTreeMap<String, Points>,
}

#[derive(Debug, Serialize)]
struct SameSources {
    students: Vec<String>,
    /// False if the sources differ in names of variables or in spaces.
    is_exact: bool,
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

/// A part of the summary: a title, and a preformatted table or the items of a list.
struct Section {
    title: String,
    table: String,
    items: Vec<String>,
}

impl Section {
    fn text(self) -> String {
        let title = if self.title.is_empty() { self.title } else { self.title + "\n" };
        let items: Vec<String> = self.items.into_iter().map(|item| ["  ", &item, "\n"].concat()).collect();
        title + &self.table + &items.concat()
    }

    fn markdown(&self) -> String {
        let Self { title, table, items } = self;
        let parts = [
            (!title.is_empty()).then(|| ["\n## ", title, "\n"].concat()),
            (!table.is_empty()).then(|| ["\n", &block(table)].concat()),
            (!items.is_empty()).then(|| ["\n- ", &items.join("\n- "), "\n"].concat()),
        ];
        parts.into_iter().flatten().collect()
    }
}

impl Summary {
    /// Computes the summary of a class from its results.
    pub fn of(results: &ClassResults) -> Self {
        let cases = results.students.iter().flat_map(|student| &student.graded.cases);
        let all: BTreeSet<Verdict> = cases.map(|case| case.verdict).collect();
        let mut kinds: Vec<&str> = all.into_iter().map(Verdict::kind).collect();
        kinds.dedup();
        let contained = results.students.iter().filter_map(|student| student.graded.containment.as_ref());
        Self {
            students: results.students.len(),
            unconfined: contained.filter(|contained| contained.level == Level::Unconfined).count(),
            python_2: results
                .students
                .iter()
                .filter(|student| may_need_python_2(student))
                .map(StudentResult::shown_name)
                .collect(),
            missed: results.missed.clone(),
            everybody: everybody(results),
            open_readings: open_readings(results),
            verdicts: results.cases.iter().map(|heading| verdicts(results, &heading.name)).collect(),
            kinds,
            points: bins(results),
            mistakes: mistakes(results),
            same_files: same_files(results),
            same_sources: same_sources(results),
        }
    }

    /// The summary for the terminal.
    pub fn text(&self) -> String {
        let warnings = self.warnings();
        let sections = self.open_section(str::to_owned).into_iter().chain(self.sections()).map(Section::text);
        let between = if warnings.is_empty() { "" } else { "\n" };
        [warnings.trim_start(), between, &sections.collect::<Vec<_>>().join("\n"), &self.missed()].concat()
    }

    pub(super) fn markdown(&self) -> String {
        self.sections().iter().map(Section::markdown).collect()
    }

    /// The section of `class.md` on open readings; empty if there are none.
    pub(super) fn open_readings(&self) -> String {
        self.open_section(span).iter().map(Section::markdown).collect()
    }

    fn open_section(&self, shown: impl Fn(&str) -> String) -> Option<Section> {
        let item = |OpenReadings { names, students }: &OpenReadings| {
            let students = students.iter().map(|(name, lost)| format!("{} ({lost} points)", shown(name)));
            format!("{}: {}", list(names.iter().map(|name| shown(name)), "and"), list(students, "and"))
        };
        let title = "Wrong only because of an open reading; to accept the reading, set `accept` in the configuration"
            .to_owned();
        let items = self.open_readings.iter().map(item).collect();
        (!self.open_readings.is_empty()).then(|| Section { title, table: String::new(), items })
    }

    /// The warnings, one paragraph each.
    pub(super) fn warnings(&self) -> String {
        let students = self.students;
        let unconfined = (self.unconfined > 0)
            .then(|| format!("The programs of {} of {students} ran without a sandbox (limits only).", self.unconfined));
        let python_2 = (!self.python_2.is_empty()).then(|| {
            let (number, names) = (self.python_2.len(), list(self.python_2.iter().map(|name| span(name)), "and"));
            let need = if number == 1 { "student may need" } else { "students may need" };
            format!("{number} {need} Python 2: {names}. If the course uses Python 2, set `python = \"python2\"`.")
        });
        let warnings = unconfined.iter().chain(&python_2).chain(&self.everybody);
        warnings.map(|warning| ["\n", warning, "\n"].concat()).collect()
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
        let section =
            |title: &str, table: String, items: Vec<String>| Section { title: title.to_owned(), table, items };
        let students = self.students;
        let mistakes = self.mistakes.iter().map(|MistakeCount { students: number, perhaps, sentence, .. }| {
            let perhaps = if *perhaps == 0 { String::new() } else { format!(" ({perhaps} uncertain)") };
            format!("{number} of {students}{perhaps}: {sentence}")
        });
        let file_row = |same: &SameFiles| format!("  {}: {}\n", same.students.join(", "), same.cases.join(", "));
        let files = "Students with identical wrong files that no known mistake explains";
        let source_row = |same: &SameSources| {
            let how = if same.is_exact { "" } else { " (but for names and spaces)" };
            format!("  {}{how}\n", same.students.join(", "))
        };
        let sections = [
            section("", self.verdict_table(), Vec::new()),
            section(&format!("Points of {}", count(students, "student")), self.histogram(), Vec::new()),
            section("Mistakes of the class, the most costly first", String::new(), mistakes.collect()),
            section(files, self.same_files.iter().map(file_row).collect(), Vec::new()),
            section("The same sources", self.same_sources.iter().map(source_row).collect(), Vec::new()),
        ];
        sections.into_iter().filter(|section| !(section.table.is_empty() && section.items.is_empty())).collect()
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
                let sentence = if text.advice.is_empty() { done.clone() } else { format!("{name}: {done}") };
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

/// True if a Python 3 program of the student fails with an error that programs for Python 2 often cause.
fn may_need_python_2(student: &StudentResult) -> bool {
    const SIGNS: [&str; 5] = ["SyntaxError: ", "TabError: ", "name 'raw_input'", "name 'xrange'", "'has_key'"];
    let is_python_3 = |build: &BuildReport| build.interpreter.as_ref().is_some_and(|name| name.starts_with("Python 3"));
    let is_sign = |line: &str| SIGNS.iter().any(|sign| line.contains(sign));
    student.graded.build.as_ref().is_some_and(is_python_3)
        && student.graded.cases.iter().filter_map(CaseResult::printed_error).any(is_sign)
}

/// A sentence on the whole class, if all cases of all students have the same verdict other than `right`.
fn everybody(results: &ClassResults) -> Option<String> {
    let students: Vec<&StudentResult> = results.students.iter().filter(|student| !student.is_missing()).collect();
    let cases: Vec<&CaseResult> = students.iter().flat_map(|student| &student.graded.cases).collect();
    let kinds: BTreeSet<&str> = cases.iter().map(|case| case.verdict.kind()).collect();
    let kind = kinds.first().filter(|kind| kinds.len() == 1 && **kind != "right" && students.len() > 1)?;
    let all = format!("All {} students got the same verdict in every case: {kind}.", students.len());
    Some(match same_words(&students).or_else(|| likely_cause(results, &cases)) {
        Some(cause) => format!("{all} The likely cause: {cause}."),
        None => all,
    })
}

/// The error message that all builds or all programs print, if all messages are equal. Other printed text is not a
/// message: it can be anything that a student wrote.
fn same_words(students: &[&StudentResult]) -> Option<String> {
    let words = |student: &&StudentResult| {
        let of_build = student.graded.build.as_ref().and_then(|build| build.error.clone().or(build.failure.clone()));
        let of_program = || student.graded.cases.first()?.printed_error().filter(|line| is_of_runtime(line));
        of_build.or_else(|| of_program().map(str::to_owned))
    };
    let mut messages = students.iter().map(words);
    let first = messages.next()??;
    messages.all(|other| other.as_ref() == Some(&first)).then(|| format!("all programs end with {}", span(&first)))
}

/// True if a line looks like an error of a shell, of the system's loader, or of the runtime of Java, C++ or Python.
fn is_of_runtime(line: &str) -> bool {
    let starts = ["sh: ", "Error: ", "Exception in thread ", "terminate called "];
    let first_word = line.split(' ').next().unwrap_or_default();
    let is_exception = first_word.ends_with("Error:") || first_word.ends_with("Exception:");
    is_exception || starts.iter().any(|start| line.starts_with(start)) || line.contains("loading shared libraries")
}

/// The likely cause of the failure of all cases: the configuration, the cases or the machine.
fn likely_cause(results: &ClassResults, cases: &[&CaseResult]) -> Option<String> {
    let first = cases.first()?;
    let is_in_all = |holds: &dyn Fn(&CaseResult) -> bool| cases.iter().all(|case| holds(case));
    let has_crlf = results.cases.iter().all(|heading| heading.input.contains("\r\n"));
    let crlf =
        || has_crlf.then(|| "the lines of the inputs end in CR LF, which many programs do not expect".to_owned());
    match first.verdict.ending {
        Ending::NotStarted => first.problem.clone(),
        Ending::NotBuilt => Some("the commands in `build` fail or need files that submissions cannot read".to_owned()),
        Ending::Status(126 | 127) if is_in_all(&|case| matches!(case.verdict.ending, Ending::Status(126 | 127))) => {
            Some("a script starts a program that submissions cannot access".to_owned())
        }
        Ending::TooSlow => crlf().or_else(|| Some("`seconds` of [limits] is too small for these cases".to_owned())),
        Ending::Finished if first.verdict.written == Written::Nothing => {
            let files: BTreeSet<&str> = first.parts.iter().map(|part| part.file.as_str()).collect();
            let files = files.into_iter().collect::<Vec<_>>().join(" and ");
            Some(format!("the programs write files under other names than {files}: see [files] and `run`"))
        }
        Ending::Finished => {
            let assignments: BTreeSet<Option<&str>> = cases.iter().map(|case| other_assignment(case)).collect();
            match assignments.first() {
                Some(Some(assignment)) if assignments.len() == 1 => {
                    Some(format!("wrong assignment: the output is right for {assignment}"))
                }
                _ if is_in_all(&|case| case.is_format_only) => {
                    Some("all logs share another row format, which `equal = \"lenient\"` accepts".to_owned())
                }
                _ => crlf(),
            }
        }
        _ => crlf(),
    }
}

/// The other assignment for which a file of a case is right.
fn other_assignment(case: &CaseResult) -> Option<&str> {
    case.parts.iter().find_map(|part| match &part.recognised {
        Some(MisplacedFile::OtherJob { assignment, .. }) => assignment.as_deref(),
        _ => None,
    })
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

/// The groups of students with the same sources. A group of students with exact copies is not listed a second time.
fn same_sources(results: &ClassResults) -> Vec<SameSources> {
    let mut groups: Vec<SameSources> = Vec::new();
    for is_exact in [true, false] {
        let mut students: BTreeMap<&Digest, Vec<String>> = BTreeMap::new();
        for student in &results.students {
            if let Some(sources) = &student.graded.sources {
                let digest = if is_exact { &sources.exact } else { &sources.renamed };
                students.entry(digest).or_default().push(student.shown_name());
            }
        }
        let mut alike: Vec<Vec<String>> = students.into_values().filter(|students| students.len() > 1).collect();
        alike.retain(|students| groups.iter().all(|known| known.students != *students));
        alike.sort();
        groups.extend(alike.into_iter().map(|students| SameSources { students, is_exact }));
    }
    groups
}
