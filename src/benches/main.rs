//! All benchmarks, as one target: a file a subject. Each row of the table they print is measured against a peer in the
//! same run, so that it means the same on a slow day. `cargo bench -- log` runs those whose names contain `log`.

mod assignments;
mod build;
mod check;
mod diagnosis;
mod endgame;
mod evaluation;
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
    ("assignments", assignments::run),
    ("check", check::run),
    ("instructions", instructions::run),
    ("game", game::run),
    ("diagnosis", diagnosis::run),
    ("evaluation", evaluation::run),
    ("endgame", endgame::run),
    ("build", build::run),
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
