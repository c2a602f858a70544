//! `reversi completions`: a script that completes the arguments in a shell.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

/// Which shell the script is for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(reversi completions bash)                           # in this shell; in ~/.bashrc, in every one
  reversi completions zsh > \"${fpath[1]}/_reversi\"
  reversi completions fish > ~/.config/fish/completions/reversi.fish")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// A standard output that cannot be written.
pub fn run(arguments: &Arguments, mut command: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "reversi", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
