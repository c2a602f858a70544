//! `reversi help`: prints the list of commands and guides, the help of a command, or a guide.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    iter,
    process::ExitCode,
};

use anstyle::Style;
use anyhow::{Context as _, Result};
use clap::{Args, Command};

use super::{AUDIENCES, print};
use crate::{
    guides::{Guide, laid_out},
    terminal::screen,
};

/// The style of names in a help.
const BOLD: Style = Style::new().bold();

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reversi help all
  reversi help check
  reversi help grading")]
pub struct Arguments {
    /// Command or guide, or `all` for the list of all [default: the list of the main commands]
    #[arg(value_name = "COMMAND|GUIDE")]
    topic: Vec<String>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut program = super::program();
    program.build();
    let help = match &*arguments.topic {
        [] => overview(&program, false) + MORE,
        [all] if all == "all" => overview(&program, true) + &guides(),
        [name] if let Some(guide) = Guide::named(name) => {
            return match screen::width(io::stdout()) {
                Some(width) => {
                    write!(anstream::stdout(), "{}", laid_out(guide.text, width))?;
                    Ok(ExitCode::SUCCESS)
                }
                None => print(guide.text),
            };
        }
        names => {
            write!(anstream::stdout(), "{}", of_command(program, names)?)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    print(screen::fit(&help, screen::width(io::stdout())))
}

/// True if the system has the command: some commands need the sandbox of Linux.
pub fn is_here(name: &str) -> bool {
    cfg!(target_os = "linux") || !["grade", "tournament", "engine"].contains(&name)
}

/// Finds a command by its names, such as `cases` and `audit`.
pub fn command<'a>(program: &'a Command, names: &[String]) -> Result<&'a Command> {
    names.iter().try_fold(program, |command, name| {
        command.find_subcommand(name).with_context(|| {
            format!("there is no command or guide {:?}; `reversi help all` lists all of them", names.join(" "))
        })
    })
}

/// The text that `--help` prints for a command.
pub fn of_command(program: Command, names: &[String]) -> Result<String> {
    command(&program, names)?;
    let words = iter::once("reversi").chain(names.iter().map(String::as_str)).chain(["--help"]);
    let help = program.try_get_matches_from(words).expect_err("the parser treats a help as an error");
    Ok(with_short_flags(&help.render().ansi().to_string()))
}

/// Names the assignment's flags `-op` and `-ol`, which the parser does not know, in a help or a manual page.
pub fn with_short_flags(help: &str) -> String {
    let flags = [("-op", "moves"), ("-ol", "log")];
    flags.iter().fold(help.to_owned(), |help, (short, long)| {
        help.replace(&format!("      --{long} <"), &format!(" {short}, --{long} <"))
            .replace(
                &format!("      {BOLD}--{long}{BOLD:#} "),
                &format!(" {BOLD}{short}{BOLD:#}, {BOLD}--{long}{BOLD:#} "),
            )
            .replace(&format!("\n\\fB\\-\\-{long}\\fR "), &format!("\n\\fB\\{short}\\fR, \\fB\\-\\-{long}\\fR "))
    })
}

/// The end of the program's help: an example, and the names of all commands and guides by audience.
pub fn of_program() -> String {
    let mut text = "Example, in a folder that `reversi example DIR` writes:\n  \
                    reversi -t 2 -d 3 -i opening.txt -op moves.txt -ol log.txt\n\n\
                    Commands and guides (`reversi help all` describes them):\n"
        .to_owned();
    let mut line = |audience: &str, names: &[&str]| {
        writeln!(text, "  {audience:11}  {}", names.join(", ")).expect("memory");
    };
    for (audience, commands) in AUDIENCES {
        line(audience, &commands.iter().map(|(_, name)| *name).filter(|name| is_here(name)).collect::<Vec<_>>());
    }
    line("Guides", &Guide::ALL.iter().map(|guide| guide.name).collect::<Vec<_>>());
    text
}

fn overview(program: &Command, lists_all: bool) -> String {
    let mut text = format!("{}\n", program.get_about().cloned().unwrap_or_default());
    for (audience, commands) in AUDIENCES {
        let names = commands.iter().filter(|(kind, name)| (lists_all || *kind == "main") && is_here(name));
        let commands: Vec<&Command> = names.filter_map(|(_, name)| program.find_subcommand(name)).collect();
        if !commands.is_empty() {
            write!(text, "\n{audience}:\n").expect("memory");
        }
        for command in commands {
            let about = command.get_about().cloned().unwrap_or_default();
            writeln!(text, "  {:14}  {about}", command.get_name()).expect("memory");
        }
    }
    text
}

/// The end of the list of the main commands.
const MORE: &str = "\n`reversi help all` also lists the other commands and the guides. `reversi help COMMAND` documents a \
                    command.\n";

fn guides() -> String {
    let mut text = "\nGuides, which `reversi help GUIDE` prints:\n".to_owned();
    for guide in Guide::ALL {
        writeln!(text, "  {:14}  {}", guide.name, guide.title()).expect("memory");
    }
    text
}
