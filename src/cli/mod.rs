//! The command line: reads the arguments, runs a command, and returns the exit code.

mod advice;

pub use crate::commands::program as command;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::{
    commands::{Cli, Command, batch},
    games::reversi::notation,
    terminal::{say, screen, without_numbers},
};

#[cfg(target_os = "linux")]
use crate::terminal::closed;

/// Runs the program and returns the exit code: 0 for success, 1 if a comparison differs, 2 for wrong usage or failure.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    #[cfg(target_os = "linux")]
    if let Some(code) = crate::sandbox::serve(&arguments) {
        return code;
    }
    screen::heed_dumb_terminal();
    let cli = match parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // If standard error is closed, nobody can read the message.
            let _ = advice::print(&error, &arguments, &Cli::command());
            if error.use_stderr() {
                let message = advice::message(&error, &arguments, &Cli::command(), false);
                say_as_json(&arguments, message.trim_start_matches("error:").trim());
            }
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match execute(&cli) {
        Ok(code) => code,
        // The reader of the output, such as `head`, has closed the pipe.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        #[cfg(target_os = "linux")]
        Err(_) if closed::is_closed() => {
            say("standard output is closed; expected a terminal, a pipe or a file");
            ExitCode::from(2)
        }
        Err(error) => {
            say(format_args!("{error:#}"));
            say_as_json(&arguments, &without_numbers(format_args!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

/// Prints the error as a JSON object on standard output, for programs that read the output of `check --json`.
fn say_as_json(arguments: &[OsString], message: &str) {
    let is_check = arguments.get(1).is_some_and(|command| command == "check");
    if is_check && arguments.iter().any(|argument| argument == "--json") {
        // If standard output is closed, nobody can read the object.
        let _ = writeln!(io::stdout(), "{}", serde_json::json!({ "error": message }));
    }
}

/// Reads the arguments; the first argument is the program's name. Help and version are also errors, with exit code 0.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    // The help of the program names the commands by audience, so the parser does not list them again.
    let command = Cli::command().mut_subcommands(|command| command.hide(true));
    let matches = command.try_get_matches_from(with_long_flags(arguments));
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|mut error| {
        if error.use_stderr() {
            advice::explain(&mut error, arguments, &Cli::command());
        }
        error
    })
}

/// Turns the assignment's flags `-op` and `-ol` into `--op` and `--ol`, which a parser of Unix arguments understands.
///
/// The flags may be whole arguments or end with `=`. Arguments after a bare `--` do not change. A board after `-i` may
/// begin with an empty square, `-`, which would be a flag: it becomes `.`, another letter for an empty square.
fn with_long_flags(arguments: &[OsString]) -> impl Iterator<Item = OsString> {
    let (mut is_literal, mut is_input) = (false, false);
    arguments.iter().map(move |argument| {
        is_literal |= argument == "--";
        if let Some(rest) = argument.to_str().filter(|text| is_input && notation::is_meant(text))
            && let Some(rest) = rest.strip_prefix('-')
        {
            return format!(".{rest}").into();
        }
        is_input = argument == "-i" || argument == "--input";
        let is_short =
            matches!(argument.as_encoded_bytes(), [b'-', b'o', b'p' | b'l'] | [b'-', b'o', b'p' | b'l', b'=', ..]);
        let mut flag = OsString::from(if is_short && !is_literal { "-" } else { "" });
        flag.push(argument);
        flag
    })
}

fn execute(cli: &Cli) -> Result<ExitCode> {
    crate::terminal::interrupt::watch()?;
    cli.command.as_ref().map_or_else(|| batch::run(&cli.batch), Command::run)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
