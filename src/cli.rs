//! The command line: arguments in, exit code out.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

use crate::commands::{batch, dialects, next, perft};

/// What the program is asked to do.
#[derive(Debug, Parser)]
#[command(name = "reversi", version, about, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Cli {
    #[command(flatten)]
    batch: batch::Arguments,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The other jobs.
#[derive(Debug, Subcommand)]
enum Command {
    /// Search one position and log it, as later years of the assignment do
    Next(next::Arguments),
    /// List the dialects of logs and what is different in them
    Dialects,
    /// Count the leaves of the game tree, ply by ply
    Perft(perft::Arguments),
}

/// Runs the program: 0 done, 2 wrong usage or failure.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(with_long_flags(arguments)) {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            // Nothing is left to tell where the message itself cannot be written.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let done = match cli.command {
        None => batch::run(cli.batch),
        Some(Command::Next(arguments)) => next::run(&arguments),
        Some(Command::Dialects) => dialects::run(),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// The course's graders type `-op` and `-ol`, which no parser of Unix arguments knows: as whole arguments, or with
/// `=`, they become `--op` and `--ol`, up to a bare `--`.
fn with_long_flags(arguments: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut literal = false;
    arguments.into_iter().map(move |argument| {
        literal |= argument == "--";
        let is_flag = |flag: &str| {
            let rest = argument.as_encoded_bytes().strip_prefix(flag.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
        };
        if !literal && (is_flag("-op") || is_flag("-ol")) {
            let mut long = OsString::from("-");
            long.push::<&OsStr>(&argument);
            long
        } else {
            argument
        }
    })
}
