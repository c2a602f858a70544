//! `reversi grade`: submissions, run and judged.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

#[cfg(target_os = "linux")]
use crate::grade::confine;

/// What is graded.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Say what this machine can contain, and what not
    #[arg(long, required = true)]
    doctor: bool,
}

/// Runs `reversi grade`.
///
/// # Errors
/// A standard output that cannot be written.
#[cfg(target_os = "linux")]
pub fn run(_: &Arguments) -> Result<ExitCode> {
    use std::io::{self, Write as _};

    io::stdout().lock().write_all(confine::diagnose(&confine::Settings::default()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses to grade.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn run(_: &Arguments) -> Result<ExitCode> {
    anyhow::bail!("cannot contain programs on this system: expected Linux")
}
