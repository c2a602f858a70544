//! The subcommands, a file each: their arguments, and what they do with a search.

mod arguments;
pub mod awari;
pub mod batch;
pub mod bench;
pub mod check;
pub mod completions;
pub mod dialects;
mod job;
mod job_arguments;
pub mod manual;
pub mod next;
pub mod nxn;
pub mod perft;
pub mod play;
pub mod tiny;
pub mod tree;
