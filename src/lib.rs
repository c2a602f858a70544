//! Reversi by minimax and alpha-beta, with a complete traverse log of the search.
//!
//! Two ideas carry the whole program. **One search, many observers**: [`search::Search`] is minimax and alpha-beta in
//! one function, generic over the game, the evaluation, the window and the observer. A traverse log, a count of nodes, a
//! line of best play: each is an observer. Where nothing observes, [`fast`] finds the same answers without the steps.
//! **One sequence of rows, many uses**: the steps of a search are [rows](log::Row). Rows are written, read, compared and
//! explained, each without knowledge of the others.
//!
//! The folders of `src`, from those that use to those that are used; each from `grade/` on is a package, so that the compiler
//! keeps the arrows pointing down:
//!
//! ```text
//! main.rs  cli/  commands/       arguments in, exit code out; a file for each subcommand: parse, call one thing, print
//! report/  play/  page/          evaluations and depths compared; a game at the console; the program in a browser
//! tests/  benches/  fuzz/        tests and benchmarks of the whole program; properties of any input (each package has tests/, too)
//!
//! tournament/                    agents of a class against each other: protocols, clock, schedule, standings
//! grade/                         a class: submissions/, recipes/ that build and start them, checking/, feedback/, outputs/
//!   sandbox/                     programs of others, contained and limited: it knows nothing of grading
//! check/                         is a student's file right, and what was misunderstood; diagnosis/ names mistakes
//!   reasons/  explain/           the sentence of a row; a search as a page
//! related/                       awari, nxn, tiny, trees: what the commands of the related assignments call
//! solve/                         endgame/ (exact values), agents/ (who chooses moves), matches/, openings/
//! course/                        assignment/ (jobs, tasks, files), log/ (rows and their formats), mistakes/, cases/
//! core/                          game/ and games/ (rules, notations), search/ (the one search), fast/ (the same answers without the steps)
//! io/                            files/ (texts in, files out whole or not at all), terminal/, threads, names in messages
//! ```
//!
//! The [`tutorial`] shows the search with a game of its own, and [`where_a_change_goes`] says which files a change touches.
//! The [`guides`] are for users: `reversi help GUIDE` prints them.

#[doc(inline)]
pub use reversi_check::{self as check, explain, reasons};
#[doc(inline)]
pub use reversi_core::{fast, game, games, search};
#[doc(inline)]
pub use reversi_course::{assignment, cases, log, mistakes};
#[cfg(target_os = "linux")]
#[doc(inline)]
pub use reversi_grade::{self as grade, sandbox};
#[doc(inline)]
pub use reversi_io::{files, names, shard, terminal, threads};
#[doc(inline)]
pub use reversi_related::{awari, nxn, tiny, trees};
#[doc(inline)]
pub use reversi_solve::{agents, endgame, matches, openings};
#[cfg(target_os = "linux")]
#[doc(inline)]
pub use reversi_tournament as tournament;

pub mod cli;
mod commands;
pub mod guides;
pub mod page;
pub mod play;
pub mod report;
pub mod tutorial;
#[doc = include_str!("where_a_change_goes.md")]
pub mod where_a_change_goes {}
