//! Tests of the games, the notations, the search and the fast search.

mod awari;
mod board;
mod evaluation;
mod fast;
mod notation;
mod observers;
mod one_line;
mod perft;
mod search;
mod tree;
