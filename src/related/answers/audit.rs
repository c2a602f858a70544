//! Audits sets of cases with printed answers, and chooses sets that catch every mistake twice.

use std::{
    cmp::Reverse,
    fmt::{self, Write as _},
};

use rayon::prelude::*;

use super::{Mistake, Mistakes, PrintedCase, Request, Sample, Samples, Strictness, System, printed};
use reversi_course::mistakes::NodeBudget;
use reversi_io::names::count;

/// The mistakes that the cases of a list catch.
#[derive(Clone, Debug)]
pub struct AnswerAudit {
    system: System,
    pub cases: Vec<String>,
    /// The mistakes of the assignment, each with the names of the cases that catch it.
    pub mistakes: Vec<(Mistake, Vec<String>)>,
}

/// The number of cases that must catch each mistake in a new set.
const TIMES: usize = 2;
/// The number of nodes after which a program with a mistake counts as endless, and thus as caught.
const MOST_NODES: u64 = 5_000_000;

impl AnswerAudit {
    /// Runs every case with every mistake; `None` if no mistakes are known.
    pub fn new(cases: &[(&str, PrintedCase)]) -> Option<Self> {
        let system = cases.first().map(|(_, case)| case.system).filter(|system| *system != System::Text)?;
        let catches = |case: &PrintedCase, mistake: Mistake| {
            let mut budget = NodeBudget::of_nodes(MOST_NODES);
            let text = case.request.as_ref().map(|request| printed(request, mistake.into(), &mut budget));
            text.is_some_and(|text| text.map_or(true, |text| !case.compare(&text, Strictness::default()).is_same()))
        };
        let caught_by = |mistake| {
            let catching = cases.iter().filter(|(_, case)| catches(case, mistake));
            (mistake, catching.map(|(name, _)| (*name).to_owned()).collect())
        };
        let names = cases.iter().map(|(name, _)| (*name).to_owned()).collect();
        Some(Self { system, cases: names, mistakes: Mistake::printed_by(system).map(caught_by).collect() })
    }

    /// The mistakes that no case catches.
    pub fn missed(&self) -> impl Iterator<Item = Mistake> {
        self.mistakes.iter().filter(|(_, by)| by.is_empty()).map(|(mistake, _)| *mistake)
    }

    /// Lines on the number of caught mistakes, and on those that are caught once or not at all.
    pub fn summary(&self) -> String {
        let all = self.mistakes.len();
        let caught = all - self.missed().count();
        let mut text = format!("{} catch {caught} of {all} mistakes.\n", count(self.cases.len(), "case"));
        let once: Vec<String> =
            self.mistakes.iter().filter(|(_, by)| by.len() == 1).map(|(mistake, _)| mistake.to_string()).collect();
        if !once.is_empty() {
            let _ = writeln!(text, "Caught by one case only: {}", once.join(", "));
        }
        for mistake in self.missed() {
            let _ = writeln!(text, "Missed: {mistake}: {}", mistake.printed_text(self.system).done);
        }
        text
    }
}

/// Writes a table with mistakes as rows and cases as columns, then the summary.
impl fmt::Display for AnswerAudit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.mistakes.iter().map(|(mistake, _)| mistake.name().len()).max().unwrap_or_default();
        let columns = self.cases.len().to_string().len() + 1;
        write!(formatter, "{:width$}", "")?;
        (1..=self.cases.len()).try_for_each(|number| write!(formatter, "{number:>columns$}"))?;
        writeln!(formatter)?;
        for (mistake, by) in &self.mistakes {
            write!(formatter, "{mistake:width$}")?;
            for case in &self.cases {
                write!(formatter, "{:>columns$}", if by.contains(case) { "x" } else { "." })?;
            }
            writeln!(formatter)?;
        }
        writeln!(formatter)?;
        (1..).zip(&self.cases).try_for_each(|(number, case)| writeln!(formatter, "{number:>columns$} {case}"))?;
        write!(formatter, "\n{}", self.summary())
    }
}

/// Chooses as few requests as possible that catch every mistake of an assignment twice. Positions of a game come
/// before all others, then the request that catches the most mistakes, then searches, then the shortest arguments.
pub fn choose_cases(system: System, seed: u64) -> Vec<Sample> {
    let samples: Vec<Sample> = Samples::new(system, seed).collect();
    let candidates = samples.into_par_iter().filter_map(|sample| Some((caught(&sample.request)?, sample)));
    let candidates: Vec<(Mistakes, Sample)> = candidates.collect();
    let mut left: Vec<(Mistake, usize)> = Mistake::printed_by(system).map(|mistake| (mistake, TIMES)).collect();
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let gain =
            |caught: &Mistakes| left.iter().filter(|(mistake, times)| *times > 0 && caught.contains(*mistake)).count();
        let best = candidates.iter().enumerate().filter(|(place, _)| !chosen.contains(place));
        let best = best.max_by_key(|(place, (caught, sample))| {
            let gain = gain(caught);
            let is_search = sample.arguments.starts_with("search");
            (gain > 0 && sample.is_played, gain, is_search, Reverse(sample.arguments.len()), Reverse(*place))
        });
        let Some((place, (caught, _))) = best.filter(|(_, (caught, _))| gain(caught) > 0) else { break };
        chosen.push(place);
        for (mistake, times) in &mut left {
            *times = times.saturating_sub(usize::from(caught.contains(*mistake)));
        }
    }
    let mut chosen: Vec<Sample> = chosen.into_iter().map(|place| candidates[place].1.clone()).collect();
    chosen.sort_by(|one, other| one.arguments.cmp(&other.arguments));
    chosen
}

/// The mistakes that a request catches; `None` if a program with a mistake searches too long.
fn caught(request: &Request) -> Option<Mistakes> {
    let text = |set| printed(request, set, &mut NodeBudget::of_nodes(4 * Samples::MOST_NODES)).ok();
    let right = text(Mistakes::NONE)?;
    let mut caught = Vec::new();
    for mistake in Mistake::printed_by(request.system()) {
        if text(mistake.into())? != right {
            caught.push(mistake);
        }
    }
    Some(caught.into_iter().collect())
}
