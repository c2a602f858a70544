//! The batch job: plays a game and logs its first search.
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

/// The job.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The board file
    #[arg(short, long, required = true)]
    input: Option<PathBuf>,
}

/// Runs the job.
///
/// # Errors
/// None yet.
pub fn run(_: Arguments) -> Result<()> {
    Ok(())
}
