//! `reversi man`: the manual pages.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Result, bail};
use clap::{Args, Command};
use clap_mangen::Man;

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
///
/// # Errors
/// A command that does not exist, and a standard output that cannot be written.
pub fn run(arguments: &Arguments, mut command: Command) -> Result<ExitCode> {
    command.build();
    let command = match &arguments.name {
        None => command,
        Some(name) => {
            // Built, it is called `reversi-next`, as manual pages of commands are.
            let Some(found) = command.find_subcommand(name) else {
                let names: Vec<&str> =
                    command.get_subcommands().filter(|one| !one.is_hide_set()).map(Command::get_name).collect();
                bail!("there is no command {name:?}; expected one of {}", names.join(", "));
            };
            found.clone()
        }
    };
    let mut page = Vec::new();
    Man::new(command.version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
