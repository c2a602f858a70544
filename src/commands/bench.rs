//! `reversi bench`: runs a fixed set of searches, and prints their signature and speed.

use std::{process::ExitCode, time::Instant};

use anyhow::{Result, anyhow};

use super::print;
use crate::{
    assignment::{Assignment, Job},
    files::diagnostic,
    game::Depth,
    games::reversi::{Color, Size, text::Alphabet},
};

/// The boards: an opening, the middle of the game, and endgames in which a player has no move.
const BOARDS: [&str; 6] = [
    include_str!("../../fixtures/opening.txt"),
    include_str!("../../fixtures/midgame-early.txt"),
    include_str!("../../fixtures/midgame-quiet.txt"),
    include_str!("../../fixtures/midgame-late.txt"),
    include_str!("../../fixtures/endgame-eight-empties.txt"),
    include_str!("../../fixtures/pass-inside-search-six-empties.txt"),
];

const DEPTH: Depth = Depth::new(8);

/// Prints the signature of the three tasks' searches, then the time and speed of the searches. The signature is equal
/// on every computer.
pub fn run() -> Result<ExitCode> {
    let mut nodes = 0;
    let mut rows = 0;
    let assignment = Assignment::usual();
    let clock = Instant::now();
    for board in BOARDS {
        let position = Alphabet::STARS.parse(&diagnostic::lines(board), Size::EIGHT, Color::Black);
        let position = position.map_err(|problem| anyhow!("a board of the program's own: {problem:?}"))?;
        for number in assignment.tasks.keys() {
            let job = Job::numbered(&assignment, *number, position, DEPTH).expect("a task of the assignment");
            let (_, counts) = job.task.search().count();
            nodes += counts.nodes;
            rows += counts.rows();
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    let rate = nodes as f64 / seconds;
    print(format_args!("signature: {rows} rows, {nodes} nodes\n{seconds:.3} seconds, {rate:.0} nodes/second\n"))
}
