//! `reversi grade` on systems where it cannot contain programs.

use std::{ffi::OsString, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;

/// Whatever is asked for.
#[derive(Debug, Args)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

/// Refuses to grade.
pub fn run(_: &Arguments) -> Result<ExitCode> {
    bail!("cannot contain programs on this system: expected Linux")
}
