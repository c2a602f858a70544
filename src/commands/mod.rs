//! The subcommands, a file each: their arguments, and what they do with a search.

pub mod arguments;
pub mod batch;
pub mod perft;
