//! `reversi grade` on systems without a sandbox: refuses to grade.

use std::{ffi::OsString, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

pub fn run(_: &Arguments) -> Result<ExitCode> {
    bail!("`grade` needs Linux to sandbox programs")
}
