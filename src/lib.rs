//! Reversi by minimax and alpha-beta, with a complete traverse log of the search.
//!
//! The program has two main ideas. **One search, many observers**: [`search::Search`] is minimax and alpha-beta in one
//! function, generic over the game, the evaluation, the window and the observer. A traverse log, a count of nodes and a
//! line of best play are observers. If there is no observer, [`fast`] finds equal results without the steps. **One
//! sequence of rows, many uses**: the steps of a search are [rows](log::Row). Separate modules write, read, compare and
//! explain rows.
//!
//! Each folder of `src` may use only the folders below it in the list. Each folder from `tournament/` on is a package,
//! so the compiler checks this rule:
//!
//! ```text
//! main.rs  cli/  commands/       arguments in, exit code out; a file for each subcommand: parse, call one thing, print
//! report/  play/  examples/      evaluations and depths compared; a game at the console; examples of courses
//! tests/  benches/  fuzz/        tests and benchmarks of the whole program; properties of any input (each package has tests/, too)
//!
//! page/                          the program in a browser: a request in, an answer out, both JSON
//! tournament/                    agents of a class against each other: protocols, clock, schedule, standings
//! grade/                         a class: submissions/, recipes/ that build and start them, checking/, feedback/, outputs/
//!   sandbox/                     runs unknown programs in isolation and with limits; does not depend on grading
//! check/                         compares a student's files with the expected ones; diagnosis/ finds the mistakes
//!   comparing/  saying/          what differs; the report on it, for people and as JSON
//!   reasons/  explain/           the sentence of a row; a search as a page
//! related/                       awari, nxn, tiny, trees: code for the commands of the related assignments
//! solve/                         endgame/ (exact values), agents/ (choose moves), matches/, openings/
//! course/                        assignment/ (jobs, tasks, files), log/ (rows and their formats), mistakes/, cases/
//! core/                          game/ and games/ (rules, notations), search/ (the search), fast/ (the same results without the steps)
//! io/                            files/ (texts in, files out whole or not at all), terminal/, threads, names in messages
//! ```
//!
//! The [`tutorial`] shows the search with a game of its own, and [`where_a_change_goes`] lists the files for each kind
//! of change. The [`guides`] are for users: `reversi help GUIDE` prints them.

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
pub use reversi_page as page;
#[doc(inline)]
pub use reversi_related::{answers, awari, nxn, tiny, trees};
#[doc(inline)]
pub use reversi_solve::{agents, endgame, matches, openings};
#[cfg(target_os = "linux")]
#[doc(inline)]
pub use reversi_tournament as tournament;

pub mod cli;
mod commands;
pub mod examples;
pub mod guides;
pub mod play;
pub mod report;
pub mod tutorial;
#[doc = include_str!("where_a_change_goes.md")]
pub mod where_a_change_goes {}
