//! `reversi man`: the manual pages.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use super::{completions::subcommands, print};

/// Which page.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reversi man | man -l -
  reversi man next | man -l -")]
pub struct Arguments {
    /// The command whose page it is; the program's own page lists all
    #[arg(value_name = "COMMAND")]
    name: Option<String>,
}

/// Prints the page.
pub fn run(arguments: &Arguments, mut command: Command) -> Result<ExitCode> {
    command.build();
    if let Some(name) = &arguments.name {
        // Built, it is called `reversi-next`, as manual pages of commands are.
        let found = command.find_subcommand(name).cloned();
        command = found.with_context(|| {
            let names: Vec<&str> = subcommands(&command).collect();
            format!("there is no command {name:?}; expected one of {}", names.join(", "))
        })?;
    }
    let mut page = Vec::new();
    Man::new(command.version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    print(String::from_utf8(page)?)
}
