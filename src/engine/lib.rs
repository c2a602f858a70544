//! What `reversi` computes: games, searches, logs, and what is said of them.
//!
//! This package is compiled for speed, those that call it for a short build. A generic function is compiled by the package that
//! calls it: what takes time here is generic in nothing that a caller brings, and takes a `&mut dyn FnMut` where it reports.

pub mod agents;
pub mod assignment;
pub mod awari;
pub mod cases;
pub mod check;
pub mod endgame;
pub mod explain;
pub mod fast;
pub mod files;
pub mod game;
pub mod games;
pub mod log;
pub mod matches;
pub mod mistakes;
pub mod names;
pub mod nxn;
pub mod openings;
pub mod reasons;
pub mod search;
pub mod shard;
pub mod terminal;
pub mod threads;
pub mod tiny;
pub mod trees;
