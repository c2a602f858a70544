//! Reversi by minimax and alpha-beta, with a complete traverse log of the search.
//!
//! Two ideas carry the whole program. **One search, many observers**: [`search::Search`] is minimax and alpha-beta in
//! one function, generic over the game, the evaluation, the window and the observer. A traverse log, a count of nodes, a
//! line of best play: each is an observer. Where nobody observes, [`fast`] finds the same answers without the steps.
//! **One truth, many uses**: what a search did is a sequence of [rows](log::Row), which are written, read, compared and
//! explained, each without knowing how the others do it.
//!
//! The [`tutorial`] shows the search with a game of its own, and [`where_a_change_goes`] says which files a change touches.

pub mod agents;
pub mod assignment;
pub mod awari;
pub mod cases;
pub mod check;
pub mod cli;
pub mod commands;
pub mod endgame;
pub mod explain;
pub mod fast;
pub mod files;
pub mod game;
pub mod games;
#[cfg(target_os = "linux")]
pub mod grade;
pub mod log;
pub mod matches;
pub mod mistakes;
pub mod names;
pub mod nxn;
pub mod openings;
pub mod play;
pub mod reasons;
pub mod report;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod search;
pub mod shard;
pub mod terminal;
pub mod threads;
pub mod tiny;
pub mod trees;
pub mod tutorial;
#[doc = include_str!("where_a_change_goes.md")]
pub mod where_a_change_goes {}
