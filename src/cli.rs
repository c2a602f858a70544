//! The command line: arguments in, exit code out.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{
    Parser, Subcommand,
    error::{ContextKind, ContextValue},
};

use crate::commands::{awari, batch, bench, dialects, next, nxn, perft, play, tiny, tree};

/// What the program is asked to do.
#[derive(Debug, Parser)]
#[command(
    name = "reversi",
    version,
    about,
    override_usage = "reversi -t <TASK> -d <DEPTH> -i <BOARD> -op <MOVES> -ol <LOG> [OPTIONS]\n       \
        reversi <COMMAND> ...",
    help_template = "{about}\n\n{usage-heading} {usage}\n\n\
        Example, on a board that comes with the program:\n  \
        reversi -t 2 -d 3 -i fixtures/opening.txt -op moves.txt -ol log.txt\n\n{all-args}\n",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
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
    /// Search a fixed set of boards: how fast this is, and a signature that changes only when the search does
    Bench,
    /// Count the leaves of the game tree, ply by ply
    Perft(perft::Arguments),
    /// Reversi Tiny: the 4x4 game, solved
    Tiny(tiny::Arguments),
    /// n x n Reversi, solved
    Nxn(nxn::Arguments),
    /// Awari: moves, searches and matches
    Awari(awari::Arguments),
    /// Search an explicit game tree, for checking by hand
    Tree(tree::Arguments),
    /// Play Reversi: a person against an agent, or agents against each other
    Play(play::Arguments),
}

/// Runs the program: 0 done, 1 a comparison differs, 2 wrong usage or failure.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(with_long_flags(arguments)) {
        Ok(cli) => cli,
        Err(mut error) => {
            explain_short_flags(&mut error);
            let code = if error.use_stderr() { 2 } else { 0 };
            // Nothing is left to tell where the message itself cannot be written.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    match execute(cli) {
        Ok(code) => code,
        // Whoever read our output has seen enough, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::from(2)
        }
    }
}

fn execute(cli: Cli) -> Result<ExitCode> {
    // Other systems end the program as they do any other.
    #[cfg(unix)]
    crate::terminal::interrupt::watch()?;
    match cli.command {
        None => batch::run(cli.batch),
        Some(Command::Next(arguments)) => next::run(&arguments),
        Some(Command::Dialects) => dialects::run(),
        Some(Command::Bench) => bench::run(),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Tiny(arguments)) => tiny::run(&arguments),
        Some(Command::Nxn(arguments)) => nxn::run(&arguments),
        Some(Command::Awari(arguments)) => awari::run(&arguments),
        Some(Command::Tree(arguments)) => tree::run(&arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
    }
}

/// `-opm.txt` and `-o p` look like an unknown flag `-o`, which is no help to somebody who knows that there is `-op`.
fn explain_short_flags(error: &mut clap::Error) {
    let is_cut_short = matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(flag)) if flag == "-o");
    if is_cut_short && error.get(ContextKind::Suggested).is_none() {
        let tip = "the moves file is `-op FILE` or `-op=FILE`, the log `-ol FILE` or `-ol=FILE`";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
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
