//! Tests that the diagnosis names the mistakes that caused a file, and names no other mistakes.

use proptest::prelude::*;
use reversi_check::{
    Part, Role,
    diagnosis::{Case, Diagnosis, EFFORT, Evidence, Explanation, Named, diagnose, known},
};
use reversi_core::{
    game::Depth,
    games::reversi::{Position, Size, Square},
};
use reversi_course::{
    assignment::{Assignment, Job, TaskNumber},
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes, WrongWeight},
};
use reversi_testing::by_profile;

use crate::jobs::{job, reference_jobs};

/// The parts of the files of a program with some mistakes; `None` if the program does not end.
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
    let evidence = parts.iter().map(|(role, text)| Evidence::new(*role, Part::whole(text.as_bytes())));
    of_one(job, evidence.collect(), Mistakes::NONE, effort)
}

/// The diagnosis of one case, when the mistakes in `unknown` are not tried.
fn of_one(job: &Job, evidence: Vec<Evidence>, unknown: Mistakes, effort: u64) -> Diagnosis {
    let known = |job: &Job| known(job).iter().filter(|mistake| !unknown.contains(*mistake)).collect();
    let found = diagnose(&[Case { job, evidence, is_right: false }], &known, effort, &|_| ());
    found.cases.into_iter().next().expect("a diagnosis")
}

/// The sets that a diagnosis names, without their evidence.
fn sets(named: &[Named]) -> Vec<Explanation> {
    named.iter().map(|named| named.explanation.clone()).collect()
}

/// A mistake that is possible in an assignment, chosen by a number.
fn mistake(assignment: &Assignment, number: usize) -> Mistake {
    let mistakes: Vec<Mistake> = Mistake::of(assignment).collect();
    mistakes[number % mistakes.len()]
}

proptest! {
    #![proptest_config(reversi_testing::random(100))]

    #[test]
    fn mistake_explains_the_files_that_it_makes_wrong(job in job(), number in 0..1000_usize) {
        let mistake = mistake(&job.assignment, number);
        let right = parts(&job, Mistakes::NONE, &[]).expect("a right job ends");
        let Some(written) = parts(&job, mistake.into(), &[]) else { return Ok(()) };
        let found = diagnosis(&job, &written, EFFORT);
        let expected = written != right;
        let explained_by = sets(found.outcome.sets());
        // A rare mistake is tried only if no other writes the files.
        let is_named = |sets: &[Explanation]| sets.contains(&mistake.into()) || mistake.is_rare() && !sets.is_empty();
        prop_assert_eq!(is_named(&explained_by), expected, "{}: {:?}", mistake, explained_by);
        prop_assert!(explained_by.iter().all(|set| set.mistakes.iter().count() == 1));
        for ((each, written), right) in found.files.iter().zip(&written).zip(&right) {
            prop_assert_eq!(is_named(&sets(&each.explained_by)), written != right);
        }
    }

    #[test]
    fn named_mistakes_write_the_files(job in job(), one in 0..1000_usize, other in 0..1000_usize) {
        let both = Mistakes::from(mistake(&job.assignment, one)).with(mistake(&job.assignment, other));
        let Some(written) = parts(&job, both, &[]) else { return Ok(()) };
        let found = diagnosis(&job, &written, 1_000_000);
        for explanation in sets(found.outcome.sets()) {
            prop_assert_eq!(parts(&job, explanation.mistakes, &explanation.weights), Some(written.clone()));
        }
    }

    #[test]
    fn wrong_weight_is_found_by_its_value(job in job(), square in 0..64_u8, weight in -50..50_i16) {
        let square = Square::all().nth(square.into()).expect("a number of a square");
        let wrong = WrongWeight { square, value: weight };
        let (Some(weights), Some(written)) = (job.task.evaluation().weights_table(), parts(&job, Mistakes::NONE, &[wrong])) else {
            return Ok(());
        };
        let is_wrong = weights[usize::from(square.row())][usize::from(square.column())] != weight;
        let right = parts(&job, Mistakes::NONE, &[]).expect("a right job ends");
        let found = diagnosis(&job, &written, EFFORT);
        // If the log is right and a later step is wrong, weights cannot be calculated, because no leaf is wrong.
        let shows = written.iter().zip(&right).any(|(written, right)| written.0 == Role::Log && written != right);
        // If mistakes and wrong weights explain the same files, the diagnosis prefers mistakes.
        if is_wrong && shows && sets(found.outcome.sets()).iter().all(|set| set.mistakes.is_empty()) {
            let expected = Explanation { weights: vec![wrong], ..Explanation::default() };
            prop_assert!(sets(found.outcome.sets()).contains(&expected), "{:?}", found.outcome.sets());
        }
    }

    #[test]
    fn diagnosis_is_the_same_on_any_number_of_threads(
        job in job(),
        one in 0..1000_usize,
        other in 0..1000_usize,
        effort in 0..300_000_u64,
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

#[test]
fn long_log_with_an_unreadable_row_costs_few_nodes() {
    let number = TaskNumber::new(2).expect("a number");
    let job =
        Job::numbered(&Assignment::usual(), number, Position::opening(Size::EIGHT), Depth::new(8)).expect("a task");
    let mut log = Vec::new();
    job.task.search().write_log(job.row_format(), job.line_ending, &mut log).expect("room in memory");
    let text = String::from_utf8(log).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 10_001);
    let odd = [&lines[..5000], &["a1 1 junk"], &lines[5001..]].concat().join("\n");
    // The logs of other jobs differ in the first row.
    let evidence = Evidence::new(Role::Log, Part::whole(odd.as_bytes()));
    assert!(of_one(&job, vec![evidence], Mistakes::NONE, EFFORT).nodes < 10_000);
}

/// Diagnoses every `step`-th reference job, while each mistake of the job in turn is not a known mistake. Each named
/// set must write the files.
fn without_each_mistake(step: usize) -> usize {
    let mut count = 0;
    let jobs = reference_jobs().filter(|(mistakes, ..)| mistakes.iter().count() == 1);
    for (mistakes, job, _) in jobs.step_by(step) {
        let (Some(written), Some(right)) = (parts(&job, mistakes, &[]), parts(&job, Mistakes::NONE, &[])) else {
            continue;
        };
        if written == right {
            continue;
        }
        let evidence = written.iter().map(|(role, text)| Evidence::new(*role, Part::whole(text.as_bytes())));
        let found = of_one(&job, evidence.collect(), mistakes, 20_000_000);
        count += 1;
        for explanation in sets(found.outcome.sets()) {
            let explained = parts(&job, explanation.mistakes, &explanation.weights);
            assert_eq!(explained.as_ref(), Some(&written), "{mistakes}: {explanation:?}");
        }
        for (each, (role, text)) in found.files.iter().zip(&written) {
            for explanation in sets(&each.explained_by) {
                let explained = parts(&job, explanation.mistakes, &explanation.weights).expect("it ends");
                assert!(explained.contains(&(*role, text.clone())), "{mistakes}: {explanation:?} for the {role}");
            }
        }
    }
    count
}

#[test]
fn names_are_true_if_the_mistake_is_not_in_the_list() {
    assert!(without_each_mistake(by_profile(80, 1)) > 5);
}
