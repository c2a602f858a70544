//! Finds mistakes that a set of cases misses or cannot distinguish, and parts of the assignment without a case.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt::{self, Write as _},
    io::Write,
};

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Case, CaseList, CaseSelection, ExpectedOutput, NewCase, Wanted,
    coverage::{is_alike, left_out},
};
use crate::mistakes::{Mistake, Mistakes};
use reversi_io::names::each_once;

/// The result of the audit of a set of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Audit {
    pub cases: Vec<String>,
    /// The mistakes that are possible in some assignment of the set, in the order of the list of mistakes.
    pub mistakes: Vec<Caught>,
    pub missed: Vec<Cow<'static, str>>,
    /// A sentence for each mistake that no case catches.
    #[serde(skip)]
    missed_texts: Vec<String>,
    /// Groups of caught mistakes for which all cases have the same files.
    pub indistinct: Vec<Vec<Cow<'static, str>>>,
    /// The tasks and occurrences of the assignments for which the set has no case.
    pub uncovered: Vec<String>,
    /// Groups of cases with the same task, depth and board.
    pub alike: Vec<Vec<String>>,
}

/// A mistake, and the cases that catch it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_field_names)] // the names of the JSON
pub struct Caught {
    pub name: Cow<'static, str>,
    /// The names of the cases that catch the mistake, in the order of the set.
    pub caught_by: Vec<String>,
    /// True for an open reading in an assignment of the set; the set does not have to catch an open reading.
    #[serde(skip_serializing_if = "is_false")]
    pub open: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Audit {
    /// Runs the job of every case with every mistake that is possible in the case's assignment.
    pub fn new(cases: &[Case]) -> Self {
        // No log has more rows than this number, so it is not a real limit.
        let outputs = cases.iter().filter_map(|case| ExpectedOutput::new(case.job()?, u64::MAX));
        let outputs: Vec<ExpectedOutput> = outputs.collect();
        let assignments = || cases.iter().filter_map(Case::job).map(|job| &job.assignment);
        let is_known = |mistake: &Mistake| assignments().any(|assignment| mistake.is_possible_in(assignment));
        let is_open = |mistake| assignments().any(|assignment| Mistake::open_in(assignment).contains(mistake));
        let known: Vec<Mistake> = Mistake::all_plain().filter(|mistake| !mistake.is_rare()).filter(is_known).collect();
        let caught_by = |output: &ExpectedOutput| -> Mistakes {
            let is_caught =
                |mistake: &Mistake| mistake.is_possible_in(&output.job.assignment) && output.catches((*mistake).into());
            known.par_iter().copied().filter(is_caught).collect::<Vec<_>>().into_iter().collect()
        };
        let caught: Vec<Mistakes> = outputs.iter().map(caught_by).collect();
        let described = |mistake: &Mistake| {
            let catches = cases.iter().zip(&caught).filter(|(_, caught)| caught.contains(*mistake));
            let caught_by = catches.map(|(case, _)| case.name.clone()).collect();
            (Caught { name: mistake.name(), caught_by, open: is_open(*mistake) }, mistake.text(assignments()).done)
        };
        let right: Vec<u64> = outputs.iter().map(|output| output.fingerprint(Mistakes::NONE)).collect();
        // A mistake that the case does not catch writes the expected files.
        let files = |mistake: Mistake, place: usize| {
            if caught[place].contains(mistake) { outputs[place].fingerprint(mistake.into()) } else { right[place] }
        };
        let is_caught = |mistake: &Mistake| !is_open(*mistake) && caught.iter().any(|all| all.contains(*mistake));
        let names = |class: Vec<Mistake>| class.into_iter().map(Mistake::name).collect();
        let caught_mistakes = known.iter().copied().filter(is_caught).collect();
        let indistinct = alike(caught_mistakes, outputs.len(), files).into_iter().map(names).collect();
        let mut same: Vec<Vec<String>> = Vec::new();
        for (place, case) in cases.iter().enumerate() {
            let is_like = |other: &&Case| case.job().zip(other.job()).is_some_and(|(one, other)| is_alike(one, other));
            let class: Vec<String> = cases[place..].iter().filter(is_like).map(|case| case.name.clone()).collect();
            if class.len() > 1 && !cases[..place].iter().any(|other| is_like(&other)) {
                same.push(class);
            }
        }
        let names = cases.iter().map(|case| case.name.clone()).collect();
        let audit = Self::of_answers(names, known.iter().map(described));
        Self { indistinct, uncovered: uncovered(cases), alike: same, ..audit }
    }

    /// The audit of a set of printed answers: each mistake with its cases, and a sentence on the mistake.
    pub fn of_answers(cases: Vec<String>, mistakes: impl Iterator<Item = (Caught, String)>) -> Self {
        let (mistakes, texts): (Vec<Caught>, Vec<String>) = mistakes.unzip();
        let missed = mistakes.iter().zip(texts).filter(|(mistake, _)| mistake.caught_by.is_empty() && !mistake.open);
        let (missed, missed_texts) = missed.map(|(mistake, text)| (mistake.name.clone(), text)).unzip();
        Self { cases, mistakes, missed, missed_texts, indistinct: Vec::new(), uncovered: Vec::new(), alike: Vec::new() }
    }

    /// True if the set catches every mistake and leaves out no task or occurrence.
    pub fn is_complete(&self) -> bool {
        self.missed.is_empty() && self.uncovered.is_empty()
    }

    /// Looks for additional cases that fill the gaps found by the audit. `find` is called once for each assignment.
    pub fn find_missing(&self, list: &CaseList, find: impl Fn(&Wanted) -> CaseSelection) -> Vec<NewCase> {
        let is_missed = |mistake: &Mistake| self.missed.contains(&mistake.name());
        let mut missed: Vec<Mistake> =
            Mistake::all_plain().filter(|mistake| !mistake.is_rare()).filter(is_missed).collect();
        let mut cases = Vec::new();
        for assignment in list.assignments() {
            let mistakes: Mistakes =
                missed.iter().copied().filter(|mistake| mistake.is_possible_in(assignment)).collect();
            let needs = left_out(assignment, list.jobs());
            if !mistakes.is_empty() || !needs.is_empty() {
                let found = find(&Wanted { mistakes, times: 1, needs, ..Wanted::new(assignment) });
                missed.retain(|&mistake| !found.cases.iter().any(|case| case.catches.contains(mistake)));
                cases.extend(found.cases);
            }
        }
        cases
    }

    /// The number of different cases that catch a mistake.
    fn times(&self, mistake: &Caught) -> usize {
        let is_again = |name: &String| self.alike.iter().any(|class| class[1..].contains(name));
        mistake.caught_by.iter().filter(|name| !is_again(name)).count()
    }

    /// The lines after the table: the missed and the indistinguishable mistakes.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let all = self.mistakes.iter().filter(|mistake| !mistake.open).count();
        let _ = writeln!(text, "The set catches {} of {all} mistakes.", all - self.missed.len());
        for Caught { name, caught_by, .. } in self.mistakes.iter().filter(|mistake| mistake.open) {
            let changes = if caught_by.is_empty() { "no case".to_owned() } else { caught_by.join(", ") };
            let _ = writeln!(text, "Open reading, not a mistake: {name} changes {changes}.");
        }
        for class in &self.alike {
            let _ = writeln!(text, "The same case: {}", class.join(", "));
        }
        let once = self.mistakes.iter().filter(|mistake| !mistake.open && self.times(mistake) == 1);
        let once: Vec<&str> = once.map(|mistake| mistake.name.as_ref()).collect();
        if !once.is_empty() {
            let _ = writeln!(text, "Caught by one case only: {}", once.join(", "));
        }
        for class in &self.indistinct {
            let _ = writeln!(text, "Cannot be told apart: {}", class.join(", "));
        }
        if !self.uncovered.is_empty() {
            let _ = writeln!(text, "Left out: {}", self.uncovered.join(", "));
        }
        for (mistake, done) in self.missed.iter().zip(&self.missed_texts) {
            let _ = writeln!(text, "Missed: {mistake}: {done}");
        }
        text
    }

    /// Writes a table with a row for each mistake and a column for each case.
    pub fn write_csv(&self, sink: impl Write) -> csv::Result<()> {
        let mut table = csv::Writer::from_writer(sink);
        table.write_record(["mistake"].into_iter().chain(self.cases.iter().map(String::as_str)))?;
        for mistake in &self.mistakes {
            let cells = self.cases.iter().map(|case| if mistake.caught_by.contains(case) { "1" } else { "0" });
            table.write_record([mistake.name.as_ref()].into_iter().chain(cells))?;
        }
        Ok(table.flush()?)
    }
}

/// The groups of mistakes that write the same files in all of the first `cases` cases. `files` returns a number for the
/// files of a mistake in a case: equal files have equal numbers. If a mistake is alone in its group, the mistake is not
/// tried in the next case.
pub(super) fn alike(
    mistakes: Vec<Mistake>,
    cases: usize,
    files: impl Fn(Mistake, usize) -> u64 + Sync,
) -> Vec<Vec<Mistake>> {
    let divide = |class: Vec<Mistake>, case: usize| {
        let mut parts: HashMap<u64, Vec<Mistake>> = HashMap::new();
        let written: Vec<u64> = class.par_iter().map(|mistake| files(*mistake, case)).collect();
        for (mistake, written) in class.into_iter().zip(written) {
            parts.entry(written).or_default().push(mistake);
        }
        parts.into_values().filter(|part| part.len() > 1)
    };
    let mut classes = vec![mistakes];
    for case in 0..cases {
        classes = classes.into_iter().flat_map(|class| divide(class, case)).collect();
    }
    classes.retain(|class| class.len() > 1);
    classes.sort_unstable();
    classes
}

/// The needs of the assignments that a set of cases does not meet. If the set has several assignments, each need names
/// its assignment.
fn uncovered(cases: &[Case]) -> Vec<String> {
    let jobs = || cases.iter().filter_map(Case::job);
    let assignments = each_once(jobs().map(|job| &job.assignment));
    let of = |assignment| if assignments.len() > 1 { format!(" of {assignment}") } else { String::new() };
    let named =
        |assignment| left_out(assignment, jobs()).into_iter().map(move |need| format!("{need}{}", of(assignment)));
    assignments.iter().copied().flat_map(named).collect()
}

/// Writes a table with mistakes as rows and cases as columns, then the missed and the indistinguishable mistakes.
impl fmt::Display for Audit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.mistakes.iter().map(|mistake| mistake.name.len()).max().unwrap_or_default();
        let columns = self.cases.len().to_string().len() + 1;
        write!(formatter, "{:width$}", "")?;
        (1..=self.cases.len()).try_for_each(|number| write!(formatter, "{number:>columns$}"))?;
        writeln!(formatter)?;
        for mistake in self.mistakes.iter().filter(|mistake| !mistake.open) {
            write!(formatter, "{:width$}", mistake.name)?;
            for case in &self.cases {
                write!(formatter, "{:>columns$}", if mistake.caught_by.contains(case) { "x" } else { "." })?;
            }
            writeln!(formatter)?;
        }
        writeln!(formatter)?;
        let numbered = (1..).zip(&self.cases);
        numbered.into_iter().try_for_each(|(number, case)| writeln!(formatter, "{number:>columns$} {case}"))?;
        write!(formatter, "\n{}", self.summary())
    }
}
