//! Contains a file for each subcommand, with the subcommand's arguments and work.

use std::{
    fmt::Display,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;

use crate::terminal::UntilClosed;

pub mod answers;
mod arguments;
pub mod assignments;
pub mod awari;
pub mod batch;
pub mod board;
pub mod cases;
pub mod check;
pub mod completions;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod engine;
pub mod example;
pub mod explain;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod grade;
pub mod help;
mod job_arguments;
pub mod manual;
pub mod matches;
pub mod mistakes;
pub mod next;
pub mod nxn;
pub mod openings;
pub mod page;
pub mod play;
mod position;
pub mod recognise;
pub mod report;
pub mod rows;
pub mod solve;
pub mod tiny;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod tournament;
pub mod tree;
mod writing;

fn print(text: impl Display) -> Result<ExitCode> {
    write!(UntilClosed(io::stdout().lock()), "{text}")?;
    Ok(ExitCode::SUCCESS)
}
