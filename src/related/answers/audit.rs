//! Audits sets of cases with printed answers, and chooses sets that catch every mistake twice.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::{Mistake, Mistakes, PrintedCase, Request, Sample, Samples, System, printed};
use reversi_course::log::Equality;
use reversi_course::{
    cases::{Audit, Caught},
    mistakes::NodeBudget,
};

/// The number of cases that must catch each mistake in a new set.
const TIMES: usize = 2;
/// The number of nodes after which a program with a mistake counts as endless, and thus as caught.
const MOST_NODES: u64 = 5_000_000;

/// Runs every case with every mistake; `None` if no mistakes are known.
pub fn audit(cases: &[(&str, PrintedCase)]) -> Option<Audit> {
    let system = cases.first().map(|(_, case)| case.system).filter(|system| *system != System::Text)?;
    let catches = |case: &PrintedCase, mistake: Mistake| {
        let mut budget = NodeBudget::of_nodes(MOST_NODES);
        let text = case.request.as_ref().map(|request| printed(request, mistake.into(), &mut budget));
        text.is_some_and(|text| text.map_or(true, |text| !case.compare(&text, Equality::default()).is_same()))
    };
    let caught = |mistake: Mistake| {
        let catching = cases.iter().filter(|(_, case)| catches(case, mistake));
        let caught_by = catching.map(|(name, _)| (*name).to_owned()).collect();
        (Caught { name: mistake.name(), caught_by, open: false }, mistake.printed_text(system).done)
    };
    let names = cases.iter().map(|(name, _)| (*name).to_owned()).collect();
    Some(Audit::of_answers(names, Mistake::printed_by(system).filter(|mistake| !mistake.is_rare()).map(caught)))
}

/// Chooses as few requests as possible that catch every mistake of an assignment twice. Positions of a game come
/// before all others, then the request that catches the most mistakes, then searches, then the shortest arguments.
pub fn choose_cases(system: System, seed: u64) -> Vec<(Request, Sample)> {
    let samples: Vec<(Request, Sample)> = Samples::new(system, seed).collect();
    let candidates = samples.into_par_iter().filter_map(|sample| Some((caught(&sample.0)?, sample)));
    let candidates: Vec<(Mistakes, (Request, Sample))> = candidates.collect();
    let mut left: Vec<(Mistake, usize)> =
        Mistake::printed_by(system).filter(|one| !one.is_rare()).map(|mistake| (mistake, TIMES)).collect();
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let gain =
            |caught: &Mistakes| left.iter().filter(|(mistake, times)| *times > 0 && caught.contains(*mistake)).count();
        let best = candidates.iter().enumerate().filter(|(place, _)| !chosen.contains(place));
        let best = best.max_by_key(|(place, (caught, (_, sample)))| {
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
    let mut chosen: Vec<(Request, Sample)> = chosen.into_iter().map(|place| candidates[place].1.clone()).collect();
    chosen.sort_by(|one, other| one.1.arguments.cmp(&other.1.arguments));
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
