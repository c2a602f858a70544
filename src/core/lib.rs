//! Games, and the search that every part of the program uses.

pub mod fast;
pub mod game;
pub mod games;
pub mod search;
