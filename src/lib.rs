//! Reversi by minimax and alpha-beta, with a complete traverse log of the search.
//!
//! One idea carries the whole program: **one search, many observers**. [`search::search`] is minimax and alpha-beta in
//! one function, generic over the game, the evaluation, the window and the observer. A traverse log, a count of nodes, a
//! line of best play: each is an observer. Where nobody observes, [`fast`] finds the same answers without the steps.
//! The [`tutorial`] shows the search with a game of its own.

pub mod awari;
pub mod batch;
pub mod cli;
pub mod commands;
pub mod dialect;
pub mod evaluation;
pub mod fast;
pub mod game;
pub mod input;
pub mod interrupt;
pub mod log;
pub mod next;
pub mod observers;
pub mod output;
pub mod play;
pub mod progress;
pub mod reversi;
pub mod search;
pub mod source;
pub mod tree;
pub mod tutorial;
pub mod value;
