//! All benchmarks, as one target: a file a subject. Each row of the table they print is measured against a peer in the
//! same run, so that it means the same on a slow day. `cargo bench -- log` runs those whose names contain `log`. From
//! such tables, of two cores of an AMD EPYC (Zen 4) with AVX-512:
//!
//! | what | figure | measured against | its figure | ratio |
//! | --- | ---: | --- | ---: | ---: |
//! | start-up: task 3, depth 3, whole process | 3.74 ms | `/bin/true` | 0.83 ms | 4.52 |
//! | peak memory: task 1, depth 10 | 18.2 MiB | the limit | 64.0 MiB | 0.28 |
//! | log: task 1, depth 10, whole process, to a memory file | 1.29 GB/s | raw writes of the same bytes | 1.93 GB/s | 0.67 |
//! | log: task 1, depth 10, whole process, to a memory file | 1.19 GB/s | raw writes from a ring of 16 MiB | 1.66 GB/s | 0.72 |
//! | log: task 1, depth 11, whole process, `--dry-run` | 700 million rows/s | the log to `/dev/null` | 325 million rows/s | 2.15 |
//! | instructions: perft 12 | 1084 million leaves/s | those of every processor | 271 million leaves/s | 4.00 |
//! | game: pieces, depth 7 | 8268 steps/s | the plain search | 2793 steps/s | 2.96 |
//! | game: weights, depth 9 | 550 steps/s | the plain search | 21.0 steps/s | 26.12 |
//! | endgame: value and best move, 16 squares empty | 173 positions/s | the fast search | 29.7 positions/s | 5.81 |

mod check;
mod diagnosis;
mod endgame;
mod ffo;
mod game;
mod instructions;
mod log;
mod measure;
mod memory;
mod probcut;
mod program;
#[cfg(target_os = "linux")]
mod sandbox;
mod start_up;
mod training;
mod weights;

use std::env;

const BENCHMARKS: &[(&str, fn())] = &[
    #[cfg(target_os = "linux")]
    ("sandbox", sandbox::run),
    ("start-up", start_up::run),
    ("memory", memory::run),
    ("log", log::run),
    ("check", check::run),
    ("instructions", instructions::run),
    ("game", game::run),
    ("diagnosis", diagnosis::run),
    ("endgame", endgame::run),
];

/// Those that run only where they are named.
const ON_REQUEST: &[(&str, fn())] = &[("ffo", ffo::run), ("probcut", probcut::run), ("weights", weights::run)];

fn main() {
    // Cargo adds a flag of its own.
    let chosen: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    measure::print_header();
    let is_named = |name: &str| chosen.iter().any(|part| name.contains(part));
    let benchmarks = BENCHMARKS.iter().filter(|(name, _)| chosen.is_empty() || is_named(name));
    for (_, run) in benchmarks.chain(ON_REQUEST.iter().filter(|(name, _)| is_named(name))) {
        run();
    }
}
