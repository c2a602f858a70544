//! The diagnosis: what wrote a file explains it, and nothing else is said.

use proptest::prelude::*;
use reversi::{
    assignment::{Assignment, Job},
    check::{
        Role,
        diagnosis::{Diagnosis, EFFORT, Evidence, Explanation, Follows, diagnose},
    },
    games::reversi::Square,
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes, WrongWeight},
};

use crate::mistakes::job;

/// The parts of the files that a program writes which makes these mistakes; none where it does not end.
fn parts(job: &Job, mistakes: Mistakes, weights: &[WrongWeight]) -> Option<Vec<(Role, String)>> {
    Some(match JobFiles::new(job, &MistakenJob::new(job, mistakes, weights)).ok()? {
        JobFiles::Game { moves, log } => vec![(Role::Moves, moves), (Role::Log, log)],
        JobFiles::Next { output } if !job.is_logged => vec![(Role::Board, output)],
        JobFiles::Next { output } => {
            let (board, log) = output.split_at(output.find("Node").expect("the column names"));
            vec![(Role::Board, board.to_owned()), (Role::Log, log.to_owned())]
        }
    })
}

fn diagnosis(job: &Job, parts: &[(Role, String)], effort: u64) -> Diagnosis {
    let evidence: Vec<Evidence> = parts
        .iter()
        .map(|(role, text)| Evidence { role: *role, text: text.as_bytes(), first_line: 1, follows: Follows::Nothing })
        .collect();
    diagnose(job, &evidence, effort)
}

/// A mistake that can be made in an assignment, by any number.
fn mistake(assignment: &Assignment, number: usize) -> Mistake {
    let mistakes: Vec<Mistake> = Mistake::of(assignment).collect();
    mistakes[number % mistakes.len()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_mistake_writes_is_explained_by_it_unless_it_is_right(job in job(), number in 0..1000_usize) {
        let mistake = mistake(&job.assignment, number);
        let right = parts(&job, Mistakes::NONE, &[]).expect("a right job ends");
        let Some(written) = parts(&job, mistake.into(), &[]) else { return Ok(()) };
        let found = diagnosis(&job, &written, EFFORT);
        let expected = written != right;
        prop_assert_eq!(found.of_all.contains(&mistake.into()), expected, "{}: {:?}", mistake, found.of_all);
        prop_assert!(found.of_all.iter().all(|explanation| explanation.mistakes.iter().count() == 1));
        for ((each, written), right) in found.of_each.iter().zip(&written).zip(&right) {
            prop_assert_eq!(each.contains(&mistake.into()), written != right);
        }
        prop_assert_eq!(found.nearest, None);
    }

    #[test]
    fn all_that_is_named_writes_the_files(job in job(), one in 0..1000_usize, other in 0..1000_usize) {
        let both = Mistakes::from(mistake(&job.assignment, one)).with(mistake(&job.assignment, other));
        let Some(written) = parts(&job, both, &[]) else { return Ok(()) };
        let found = diagnosis(&job, &written, 3_000_000);
        for explanation in &found.of_all {
            prop_assert_eq!(parts(&job, explanation.mistakes, &explanation.weights), Some(written.clone()));
        }
    }

    #[test]
    fn a_wrong_weight_is_found_by_its_value(job in job(), square in 0..64_u8, weight in -50..50_i16) {
        let square = Square::try_from(square).expect("a number of a square");
        let wrong = WrongWeight { square, value: weight };
        let (Some(weights), Some(written)) = (job.task.evaluation().weights(), parts(&job, Mistakes::NONE, &[wrong])) else {
            return Ok(());
        };
        let is_wrong = weights[usize::from(square.row())][usize::from(square.column())] != weight;
        let right = parts(&job, Mistakes::NONE, &[]).expect("a right job ends");
        let found = diagnosis(&job, &written, EFFORT);
        // Where the log is right and a later step is not, there is no leaf to calculate by.
        let shows = written.iter().zip(&right).any(|(written, right)| written.0 == Role::Log && written != right);
        // Mistakes that write the same have the preference.
        if is_wrong && shows && found.of_all.iter().all(|found| found.mistakes.is_empty()) {
            let expected = Explanation { weights: vec![wrong], ..Explanation::default() };
            prop_assert!(found.of_all.contains(&expected), "{:?}", found.of_all);
        }
    }

    #[test]
    fn the_diagnosis_does_not_depend_on_the_number_of_threads(
        job in job(),
        one in 0..1000_usize,
        other in 0..1000_usize,
        effort in 0..2_000_000_u64,
    ) {
        let both = Mistakes::from(mistake(&job.assignment, one)).with(mistake(&job.assignment, other));
        let Some(written) = parts(&job, both, &[]) else { return Ok(()) };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| diagnosis(&job, &written, effort))
        };
        prop_assert_eq!(on(1), on(3));
    }
}
