//! `reversi man`: shows the manual page of the program or of a command.

use std::{
    io::{self, IsTerminal as _, Write as _},
    process::{Command as Process, ExitCode, Stdio},
};

use anyhow::Result;
use clap::Args;
use clap_mangen::Man;

use super::{help, print};

#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal, `man` shows the page. In a pipe or a file, you get the troff source. `reversi help` prints the guides.

Examples:
  reversi man
  reversi man next
  reversi man cases audit")]
pub struct Arguments {
    /// Command to document [default: the whole program]
    #[arg(value_name = "COMMAND")]
    name: Vec<String>,
}

/// Prints the manual page, or shows the page on a terminal.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut program = super::program();
    program.build();
    let command = help::command(&program, &arguments.name)?;
    let mut page = Vec::new();
    Man::new(command.clone().version(env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    let page = help::with_short_flags(&String::from_utf8(page)?);
    if !io::stdout().is_terminal() {
        return print(page);
    }
    // If the system cannot show the page, the program prints the plain text.
    if !show(page.as_bytes()).is_ok_and(|is_shown| is_shown) {
        write!(anstream::stdout(), "{}", help::of_command(program, &arguments.name)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows a page with the system's `man`; returns false if `man` fails.
fn show(page: &[u8]) -> io::Result<bool> {
    let mut man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    // Writing fails if the reader leaves `man` early.
    let _ = man.stdin.take().map(|mut stdin| stdin.write_all(page));
    Ok(man.wait()?.success())
}
