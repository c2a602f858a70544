//! `reversi man`: the manual pages.

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::{Command as Process, ExitCode, Stdio},
};

use anyhow::{Context as _, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use super::{completions::subcommands, print};

/// Which page.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal it is shown as a page, by the system's `man`; into a pipe or a file goes its source (troff).

Examples:
  reversi man
  reversi man next")]
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
    Man::new(command.clone().version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    if !io::stdout().is_terminal() {
        return print(String::from_utf8(page)?);
    }
    // Where the system shows no pages, the help says the same.
    if !show(&page).is_ok_and(|is_shown| is_shown) {
        write!(anstream::stdout(), "{}", command.render_long_help().ansi())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Has the system's `man` show a page.
fn show(page: &[u8]) -> io::Result<bool> {
    let mut man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    // A reader who has seen enough closes the pipe.
    let _ = man.stdin.take().map(|mut stdin| stdin.write_all(page));
    Ok(man.wait()?.success())
}
