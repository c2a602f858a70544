//! The command line: arguments in, exit code out.

mod advice;

use std::{ffi::OsString, io, process::ExitCode};

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::{
    commands::{
        awari, batch, bench, board, cases, check, completions, dialects, explain, grade, manual, matches, mistakes,
        next, nxn, openings, perft, play, report, rows, solve, tiny, tree,
    },
    files::output,
    terminal::{say, screen},
};

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
    /// Print any rows of a log, without writing what comes before
    Rows(rows::Arguments),
    /// Check a log and a moves file: are they right, and if not, where and why not
    Check(check::Arguments),
    /// Sets of test cases: which mistakes they catch, and sets that catch all
    Cases(cases::Arguments),
    /// Make a page on which a search can be watched, step by step
    Explain(explain::Arguments),
    /// List the assignments that are built in and what is different in them, or print one as a file
    Dialects(dialects::Arguments),
    /// The classic mistakes: a list, and the files of a program that makes some
    Mistakes(mistakes::Arguments),
    /// Search a fixed set of boards: how fast this is, and a signature that changes only when the search does
    Bench,
    /// Show positions, and convert them between notations
    Board(board::Arguments),
    /// Find the exact value of a position, and the line of best play
    Solve(solve::Arguments),
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
    /// Grade submissions: build and run them, contained, and judge what they write
    Grade(grade::Arguments),
    /// Play Reversi: a person against an agent, or two agents to watch
    Play(play::Arguments),
    /// Let two agents play many games against each other: who plays better, and could that be chance
    Match(matches::Arguments),
    /// Compare evaluations and depths: who plays better, and what the searches cost
    Report(report::Arguments),
    /// List balanced openings, for matches between agents, or make others
    Openings(openings::Arguments),
    /// Print a script that completes the arguments in a shell
    Completions(completions::Arguments),
    /// What can follow on a command line
    #[command(hide = true)]
    Complete(completions::CommandLine),
    /// Print the manual page, of the program or of a command
    Man(manual::Arguments),
}

/// Runs the program: 0 done, 1 a comparison differs, 2 wrong usage or failure.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    #[cfg(target_os = "linux")]
    if let Some(code) = crate::sandbox::serve(&arguments) {
        return code;
    }
    screen::heed_dumb_terminal();
    let cli = match Cli::try_parse_from(with_long_flags(&arguments)) {
        Ok(cli) => cli,
        // That a message cannot be written cannot be told either.
        Err(error) if !error.use_stderr() => {
            let _ = advice::print(&error);
            return ExitCode::SUCCESS;
        }
        Err(mut error) => {
            advice::explain(&mut error, &arguments, &Cli::command());
            let _ = advice::print(&error);
            return ExitCode::from(2);
        }
    };
    match execute(cli).and_then(|code| output::sync_standard_output().map(|()| code)) {
        Ok(code) => code,
        // Whoever read our output has seen enough, as `head` does.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// The arguments in the form that a parser of Unix arguments knows: the graders' `-op` and `-ol`, as whole arguments or with
/// `=`, become `--op` and `--ol`, up to a bare `--`.
fn with_long_flags(arguments: &[OsString]) -> impl Iterator<Item = OsString> {
    let mut is_literal = false;
    arguments.iter().map(move |argument| {
        is_literal |= argument == "--";
        let is_short =
            matches!(argument.as_encoded_bytes(), [b'-', b'o', b'p' | b'l'] | [b'-', b'o', b'p' | b'l', b'=', ..]);
        let mut flag = OsString::from(if is_short && !is_literal { "-" } else { "" });
        flag.push(argument);
        flag
    })
}

fn execute(cli: Cli) -> Result<ExitCode> {
    // Other systems end the program as they do any other.
    #[cfg(unix)]
    crate::terminal::interrupt::watch(output::abandon_all)?;
    match cli.command {
        None => batch::run(cli.batch),
        Some(Command::Next(arguments)) => next::run(&arguments),
        Some(Command::Rows(arguments)) => rows::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Cases(arguments)) => cases::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Dialects(arguments)) => dialects::run(&arguments),
        Some(Command::Mistakes(arguments)) => mistakes::run(&arguments),
        Some(Command::Bench) => bench::run(),
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Tiny(arguments)) => tiny::run(&arguments),
        Some(Command::Nxn(arguments)) => nxn::run(&arguments),
        Some(Command::Awari(arguments)) => awari::run(&arguments),
        Some(Command::Tree(arguments)) => tree::run(&arguments),
        Some(Command::Grade(arguments)) => grade::run(&arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Openings(arguments)) => openings::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
        Some(Command::Complete(line)) => completions::complete(&line, Cli::command()),
        Some(Command::Man(arguments)) => manual::run(&arguments, Cli::command()),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
