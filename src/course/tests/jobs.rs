//! Makes jobs for tests: random jobs, and the jobs of the reference implementation.

use std::sync::Arc;

use proptest::prelude::*;
use reversi_core::{
    game::Depth,
    games::reversi::{Color, Position, Size, text::Alphabet},
};
use reversi_course::{
    assignment::{Assignment, Heading, Job},
    mistakes::Mistakes,
};
use reversi_io::files::diagnostic;
use reversi_testing::positions;

/// A strategy for jobs of any assignment with a small depth.
pub fn job() -> impl Strategy<Value = Job> {
    let assignments: Vec<_> = Assignment::built_in().collect();
    let job = (prop::sample::select(assignments), positions::standard(), 1..=3_u32, 0..3_usize);
    job.prop_map(move |(assignment, position, depth, task)| {
        let black_moves = !assignment.input_says(Heading::Player);
        let position = if black_moves { position.with_side_to_move(Color::Black) } else { position };
        let numbers: Vec<_> = assignment.tasks.keys().copied().collect();
        Job::numbered(&assignment, numbers[task % numbers.len()], position, Depth::new(depth)).expect("its own task")
    })
}

/// The jobs of the reference file, with the mistakes of each, and the size and checksum of its files.
pub fn reference_jobs() -> impl Iterator<Item = (Mistakes, Job, [String; 2])> {
    let reader = csv::Reader::from_path(reversi_testing::path("fixtures/mistakes.csv")).expect("a fixture");
    reader.into_deserialize().map(|record| {
        let record: [String; 8] = record.expect("a record");
        let [assignment, mistakes, task, player, depth, board, size, checksum] = record;
        let assignment = Assignment::named(&assignment).expect("an assignment");
        let job = reference_job(&assignment, &task, &player, &depth, &board);
        (mistakes.parse().expect("mistakes"), job, [size, checksum])
    })
}

/// Makes a job from a row of the reference file; `/` separates the rows of the board.
pub fn reference_job(assignment: &Arc<Assignment>, task: &str, player: &str, depth: &str, board: &str) -> Job {
    let side_to_move = if player == "X" { Color::Black } else { Color::White };
    let rows: Vec<_> = (1..).zip(board.split('/')).map(|(number, text)| diagnostic::Line { number, text }).collect();
    let position: Position = Alphabet::STARS.parse(&rows, Size::EIGHT, side_to_move).expect("a board");
    let depth = depth.parse().expect("a depth");
    let number = assignment.only_task().unwrap_or_else(|| task.parse().expect("a number"));
    Job::numbered(assignment, number, position, depth).expect("a task of the assignment")
}
