//! The diagnosis of a long wrong log by every single mistake, against doing the job once as a program with mistakes
//! does.

use std::{hint::black_box, ops::ControlFlow};

use reversi::{
    assignment::{Assignment, Job, TaskNumber},
    check::{
        Follows, Part, Role,
        diagnosis::{EFFORT, Evidence, diagnose},
    },
    game::Depth,
    games::reversi::{Position, Size},
    log::Line,
    mistakes::{Mistake, MistakenJob, Mistakes, NodeBudget},
};

use super::measure::{medians, print};

const RUNS: usize = 5;

/// The rows of the log.
const ROWS: usize = 200_000;

/// Does a job with mistakes up to the last of so many rows.
fn rows(job: &Job, mistakes: Mistakes, mut visit: impl FnMut(&Line)) {
    let mut left = ROWS;
    let ended = MistakenJob::new(job, mistakes, &[]).log(&mut { NodeBudget::ANY }, &mut |row| {
        visit(row);
        left -= 1;
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    // It does not matter whether the job was done before.
    let _ = ended;
}

pub fn run() {
    // The first search has nearly as many rows, and this mistake shows in what follows: every mistake that does not
    // show in a log is tried up to there.
    let number = TaskNumber::new(3).expect("a number");
    let job = Job::numbered(&Assignment::usual(), number, Position::opening(Size::EIGHT), Depth::new(9));
    let job = job.expect("a task");
    let mut log = String::new();
    rows(&job, Mistake::LogOfEveryStep.into(), |row| log += &(job.spelling().write(row) + "\n"));
    let evidence = [Evidence::new(Role::Log, Part { follows: Follows::Unknown, ..Part::whole(log.as_bytes()) })];
    let mut all = || {
        let diagnosis = diagnose(&job, &evidence, EFFORT);
        assert_eq!(diagnosis.explained_by[0].explanation, Mistake::LogOfEveryStep.into());
    };
    let mut one = || {
        rows(&job, Mistakes::NONE, |row| {
            black_box(row);
        });
    };
    let [one, all] = medians(RUNS, [&mut one, &mut all]);
    print("ms", "diagnosis: a wrong log of 200000 rows, all mistakes", all * 1e3, "one job with mistakes", one * 1e3);
}
