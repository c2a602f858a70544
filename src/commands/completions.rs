//! `reversi completions`: prints a shell script that completes commands, options and values.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use super::print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(reversi completions bash)     # this shell; for all shells, add the line to ~/.bashrc
  reversi completions zsh > \"${fpath[1]}/_reversi\"
  reversi completions fish > ~/.config/fish/completions/reversi.fish")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut program = super::program();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "reversi", &mut script);
    print(String::from_utf8(script)?)
}
