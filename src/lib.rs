//! Reversi by minimax and alpha-beta, with a complete traverse log of the search.
//!
//! Two ideas carry the whole program. **One search, many observers**: [`search::Search`] is minimax and alpha-beta in
//! one function, generic over the game, the evaluation, the window and the observer. A traverse log, a count of nodes, a
//! line of best play: each is an observer. Where nothing observes, [`fast`] finds the same answers without the steps.
//! **One truth, many uses**: what a search did is a sequence of [rows](log::Row), which are written, read, compared and
//! explained, each without knowing how the others do it.
//!
//! The rooms, from those that use to those that are used:
//!
//! ```text
//! main.rs  cli/                  arguments in, exit code out
//! commands/                      a file for each subcommand: parse, call one thing, print
//! grade/                         a class: submissions/, recipes/ that build and start them, judging/, feedback/, outputs/
//! page/                          the program in a browser: WASI's calls over files in memory, and a page that calls command lines
//! report/  play/                 evaluations and depths compared; a game at the console
//! sandbox/                       programs of others, contained and limited: it knows nothing of grading
//! tests/  benches/               one target each, with a file a subject; tests/reference/ makes the fixtures
//! fuzz/                          laws that hold whatever the bytes, and the fuzz target that tries one
//!
//! engine/                        what computes, a package of its own: it is compiled for speed, all else for a short build
//!   check/  cases/  explain/     is a student's file right, and what was misunderstood; sets of test cases; a search as a page
//!   mistakes/  reasons/  matches/  the job with classic mistakes; the sentence of a row; games between agents
//!   openings/  agents/           balanced starts; who chooses moves, and how
//!   assignment/                  what a course asks for as values: assignment, task, job, steps, and its files
//!   tiny/  nxn/  awari/  trees/  the sister assignments, a room each: what their command calls
//!   log/                         traverse logs: rows, and how they are spelled, written, counted and read
//!   search/  fast/  endgame/     the one search, windows, observers; the same answers without the steps
//!   game/                        what a search needs of a game: moves, evaluation, value, depth
//!   games/                       Reversi, Awari, explicit trees: they know neither search nor log
//!   files/  terminal/            texts in, files out whole or not at all; progress, interrupts, times
//!   names.rs shard.rs threads.rs names and lists in messages; a part of a job; threads, where there may be none left
//! ```
//!
//! The [`tutorial`] shows the search with a game of its own, and [`where_a_change_goes`] says which files a change touches.

#[doc(inline)]
pub use engine::{
    agents, assignment, awari, cases, check, endgame, explain, fast, files, game, games, log, matches, mistakes, names,
    nxn, openings, reasons, search, shard, terminal, threads, tiny, trees, with_best_instructions,
};

pub mod cli;
mod commands;
#[cfg(target_os = "linux")]
pub mod grade;
pub mod page;
pub mod play;
pub mod report;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod tutorial;
#[doc = include_str!("where_a_change_goes.md")]
pub mod where_a_change_goes {}
