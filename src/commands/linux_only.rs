//! `grade`, `tournament` and `engine` on systems without a sandbox: refuses to run.

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
    let name = module_path!().rsplit("::").next().unwrap_or_default();
    bail!("`{name}` needs Linux")
}
