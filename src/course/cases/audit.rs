//! Finds the mistakes that a set of cases catches, misses or cannot tell apart, and what the set leaves out.

use std::{fmt, io::Write, sync::Arc};

use rayon::prelude::*;
use serde::Serialize;

use super::{ExpectedOutput, coverage::is_alike, left_out};
use crate::{
    assignment::Assignment,
    mistakes::{Mistake, Mistakes},
};

/// The result of an audit of a set of cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// The names of the cases.
    pub cases: Vec<String>,
    /// The mistakes that can be made in an assignment of the set, in the order of the list.
    pub mistakes: Vec<Caught>,
    /// The mistakes that no case catches.
    pub missed: Vec<&'static str>,
    /// A sentence on each missed mistake.
    #[serde(skip)]
    told: Vec<String>,
    /// Classes of caught mistakes that no case tells apart.
    pub indistinct: Vec<Vec<&'static str>>,
    /// The tasks and occurrences that the set leaves out of its assignments.
    pub uncovered: Vec<String>,
    /// Cases with the same task, depth and board.
    pub alike: Vec<Vec<String>>,
}

/// The cases that catch a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_field_names)] // the names of the JSON
pub struct Caught {
    pub name: &'static str,
    /// The names of the cases, in their order.
    pub caught_by: Vec<String>,
    /// True for an open reading of an assignment of the set, which need not be caught.
    #[serde(skip_serializing_if = "is_false")]
    pub open: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Audit {
    /// Does the job of every case with every mistake that its assignment knows.
    pub fn new(cases: &[(String, ExpectedOutput)]) -> Self {
        let can_make = |output: &ExpectedOutput, mistake: Mistake| mistake.is_possible_in(&output.job.assignment);
        let known = |mistake: &&Mistake| cases.iter().any(|(_, output)| can_make(output, **mistake));
        let known: Vec<Mistake> = Mistake::ALL.iter().filter(known).copied().collect();
        let right: Vec<u64> = cases.iter().map(|(_, output)| output.fingerprint(Mistakes::NONE)).collect();
        // Where a mistake cannot be made, what is written is right.
        let fingerprints = |mistake: &Mistake| -> Vec<u64> {
            let written = |((_, output), right): (&(String, ExpectedOutput), &u64)| {
                if can_make(output, *mistake) { output.fingerprint((*mistake).into()) } else { *right }
            };
            cases.iter().zip(&right).map(written).collect()
        };
        let written: Vec<Vec<u64>> = known.par_iter().map(fingerprints).collect();
        let caught = |(mistake, written): (&Mistake, &Vec<u64>)| {
            let differs = cases.iter().zip(written.iter().zip(&right)).filter(|(_, (written, right))| written != right);
            let open = cases.iter().any(|(_, output)| Mistake::open_in(&output.job.assignment).contains(*mistake));
            Caught { name: mistake.name(), caught_by: differs.map(|((name, _), _)| name.clone()).collect(), open }
        };
        let mistakes: Vec<Caught> = known.iter().zip(&written).map(caught).collect();
        let missed: Vec<&'static str> = mistakes
            .iter()
            .filter(|mistake| mistake.caught_by.is_empty() && !mistake.open)
            .map(|mistake| mistake.name)
            .collect();
        let mut indistinct: Vec<Vec<&'static str>> = Vec::new();
        for (place, files) in written.iter().enumerate().filter(|(_, files)| **files != right) {
            let is_first = !written[..place].contains(files);
            let class = mistakes.iter().zip(&written).filter(|(other, of)| is_first && *of == files && !other.open);
            let class: Vec<&'static str> = class.map(|(mistake, _)| mistake.name).collect();
            if class.len() > 1 {
                indistinct.push(class);
            }
        }
        let mut alike: Vec<Vec<String>> = Vec::new();
        for (place, (_, output)) in cases.iter().enumerate() {
            let is_like = |(_, other): &&(String, ExpectedOutput)| is_alike(output.job, other.job);
            let class: Vec<String> = cases[place..].iter().filter(is_like).map(|(name, _)| name.clone()).collect();
            if class.len() > 1 && !cases[..place].iter().any(|other| is_like(&other)) {
                alike.push(class);
            }
        }
        let is_missed = |mistake: &&Mistake| missed.contains(&mistake.name());
        let assignments = || cases.iter().map(|(_, output)| &output.job.assignment);
        let told = known.iter().filter(is_missed).map(|mistake| mistake.told(assignments()).done).collect();
        let uncovered = uncovered(cases);
        let cases = cases.iter().map(|(name, _)| name.clone()).collect();
        Self { cases, mistakes, missed, told, indistinct, uncovered, alike }
    }

    /// True if it catches every mistake and leaves nothing out.
    pub fn is_complete(&self) -> bool {
        self.missed.is_empty() && self.uncovered.is_empty()
    }

    /// The number of different cases that catch a mistake.
    fn times(&self, mistake: &Caught) -> usize {
        let is_again = |name: &String| self.alike.iter().any(|class| class[1..].contains(name));
        mistake.caught_by.iter().filter(|name| !is_again(name)).count()
    }

    /// Writes a table with a row for each mistake and a column for each case.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn write_csv(&self, sink: impl Write) -> csv::Result<()> {
        let mut table = csv::Writer::from_writer(sink);
        table.write_record(["mistake"].into_iter().chain(self.cases.iter().map(String::as_str)))?;
        for mistake in &self.mistakes {
            let cells = self.cases.iter().map(|case| if mistake.caught_by.contains(case) { "1" } else { "0" });
            table.write_record([mistake.name].into_iter().chain(cells))?;
        }
        Ok(table.flush()?)
    }
}

/// The needs that a set leaves out. If it has several assignments, each is named.
fn uncovered(cases: &[(String, ExpectedOutput)]) -> Vec<String> {
    let jobs = || cases.iter().map(|(_, output)| output.job);
    let mut assignments: Vec<&Arc<Assignment>> = Vec::new();
    for job in jobs() {
        if !assignments.contains(&&job.assignment) {
            assignments.push(&job.assignment);
        }
    }
    let of = |assignment| if assignments.len() > 1 { format!(" of {assignment}") } else { String::new() };
    let named =
        |assignment| left_out(assignment, jobs()).into_iter().map(move |need| format!("{need}{}", of(assignment)));
    assignments.iter().flat_map(|assignment| named(assignment)).collect()
}

/// A table for people: mistakes down, cases across, then what is missed and what cannot be told apart.
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
        let all = self.mistakes.iter().filter(|mistake| !mistake.open).count();
        writeln!(formatter, "\nThe set catches {} of {all} mistakes.", all - self.missed.len())?;
        for Caught { name, caught_by, .. } in self.mistakes.iter().filter(|mistake| mistake.open) {
            let changes = if caught_by.is_empty() { "no case".to_owned() } else { caught_by.join(", ") };
            writeln!(formatter, "Open reading, not a mistake: {name} changes {changes}.")?;
        }
        for class in &self.alike {
            writeln!(formatter, "The same case: {}", class.join(", "))?;
        }
        let once = self.mistakes.iter().filter(|mistake| !mistake.open && self.times(mistake) == 1);
        let once: Vec<&str> = once.map(|mistake| mistake.name).collect();
        if !once.is_empty() {
            writeln!(formatter, "Caught by one case only: {}", once.join(", "))?;
        }
        for class in &self.indistinct {
            writeln!(formatter, "Cannot be told apart: {}", class.join(", "))?;
        }
        if !self.uncovered.is_empty() {
            writeln!(formatter, "Left out: {}", self.uncovered.join(", "))?;
        }
        let mut missed = self.missed.iter().zip(&self.told);
        missed.try_for_each(|(mistake, done)| writeln!(formatter, "Missed: {mistake}: {done}"))
    }
}
