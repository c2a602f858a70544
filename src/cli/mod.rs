//! The command line: arguments in, exit code out.

mod advice;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{ArgMatches, Args, CommandFactory as _, FromArgMatches, Parser, Subcommand};

#[cfg(target_os = "linux")]
use crate::commands::{engine, tournament};
use crate::{
    commands::{
        assignments, awari, batch, bench, board, cases, check, completions, explain, grade, help, manual, matches,
        mistakes, next, nxn, openings, page, perft, play, report, rows, solve, tiny, tree,
    },
    files::output,
    terminal::{say, screen},
};

/// What the program is asked to do.
#[derive(Debug, Parser)]
#[command(
    name = "reversi",
    bin_name = "reversi",
    version,
    about,
    override_usage = "reversi -t <TASK> -d <DEPTH> -i <BOARD> -op <MOVES> -ol <LOG> [OPTIONS]\n       \
        reversi <COMMAND> ...",
    help_template = "{about}\n\n{usage-heading} {usage}\n\n\
        Options:\n{options}{after-help}",
    after_help = help::of_program(),
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(flatten)]
    batch: batch::Arguments,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The other jobs. The arguments of a command are built when it is called, or when all are shown.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Search one position and write the next board and the log (assignments from 2014 on)
    Next(Of<next::Arguments>),
    /// Print selected rows of a log without generating the whole log
    Rows(Of<rows::Arguments>),
    /// Check a log and a moves file, and explain the first mistake
    Check(Of<check::Arguments>),
    /// Create test cases, and audit which mistakes they catch
    Cases(Of<cases::Arguments>),
    /// Write a web page that steps through a search
    Explain(Of<explain::Arguments>),
    /// Build a web page that runs this program in the browser
    Page(Of<page::Arguments>),
    /// Compare the built-in assignments, or print one as a TOML file
    Assignments(Of<assignments::Arguments>),
    /// List common mistakes, explain them, or write the files that they cause
    Mistakes(Of<mistakes::Arguments>),
    /// Measure search speed on fixed boards, and print a signature of the search results
    #[command(after_help = "Example:\n  reversi bench")]
    Bench,
    /// Show positions, or convert them between notations
    Board(Of<board::Arguments>),
    /// Find the exact value of a position, and the line of best play
    Solve(Of<solve::Arguments>),
    /// Count the leaves of the game tree, ply by ply
    Perft(Of<perft::Arguments>),
    /// Solve Reversi Tiny, the 4x4 game
    Tiny(Of<tiny::Arguments>),
    /// Solve n x n Reversi, as a Python interface asks
    Nxn(Of<nxn::Arguments>),
    /// Search and play Awari
    Awari(Of<awari::Arguments>),
    /// Search a small game tree given as text
    Tree(Of<tree::Arguments>),
    /// Grade submissions: build them, run them in a sandbox and check their output
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Grade(Of<grade::Arguments>),
    /// Play Reversi against an agent, or watch two agents play
    Play(Of<play::Arguments>),
    /// Play a match between two agents, and test whether the result is significant
    Match(Of<matches::Arguments>),
    /// Let the agents of a class play each other under a clock, and rank them
    #[cfg(target_os = "linux")]
    Tournament(Of<tournament::Arguments>),
    /// Play as an agent under the referee of another framework
    #[cfg(target_os = "linux")]
    Engine(Of<engine::Arguments>),
    /// Compare evaluations and depths by playing strength and search cost
    Report(Of<report::Arguments>),
    /// List the balanced openings that `match` uses, or generate new ones
    Openings(Of<openings::Arguments>),
    /// Print a shell completion script
    Completions(Of<completions::Arguments>),
    /// What can follow on a command line
    #[command(hide = true)]
    Complete(Of<completions::CommandLine>),
    /// Show the manual page of the program, a command or a guide
    Man(Of<manual::Arguments>),
    /// List all commands and guides, or print the help of a command or a guide
    Help(Of<help::Arguments>),
}

/// The arguments of a command. The sentence that the list of commands says of it, which is there before they are built,
/// stays when they are.
#[derive(Debug)]
struct Of<T>(T);

impl<T: Args> Args for Of<T> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let about = command.get_about().cloned();
        T::augment_args(command).about(about.unwrap_or_default()).long_about(None)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Of<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Runs the program: 0 done, 1 a comparison differs, 2 wrong usage or failure.
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
            // That a message cannot be written cannot be told either.
            let _ = advice::print(&error);
            if error.use_stderr() {
                say_as_json(&arguments, error.render().to_string().trim_start_matches("error:").trim());
            }
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match execute(cli) {
        Ok(code) => code,
        // The reader of our output has seen enough, as `head` has.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("{error:#}"));
            say_as_json(&arguments, &format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// What went wrong, for a program that reads the JSON of `check`: one object on standard output.
fn say_as_json(arguments: &[OsString], message: &str) {
    let is_check = arguments.get(1).is_some_and(|command| command == "check");
    if is_check && arguments.iter().any(|argument| argument == "--json") {
        // That it cannot be written cannot be told either.
        let _ = writeln!(io::stdout(), "{}", serde_json::json!({ "error": message }));
    }
}

/// The definition of all arguments; those of a command are built when it is called.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Reads the arguments; the first is the program's name.
///
/// # Errors
/// What is missing, unknown or cannot stand beside another argument; and a help or a version, which is no failure.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(with_long_flags(arguments)).map_err(|mut error| {
        if error.use_stderr() {
            advice::explain(&mut error, arguments, &Cli::command());
        }
        error
    })
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
    crate::terminal::interrupt::watch(output::abandon_all)?;
    match cli.command {
        None => batch::run(cli.batch),
        Some(Command::Next(Of(arguments))) => next::run(&arguments),
        Some(Command::Rows(Of(arguments))) => rows::run(&arguments),
        Some(Command::Check(Of(arguments))) => check::run(&arguments),
        Some(Command::Cases(Of(arguments))) => cases::run(&arguments),
        Some(Command::Explain(Of(arguments))) => explain::run(&arguments),
        Some(Command::Page(Of(arguments))) => page::run(&arguments),
        Some(Command::Assignments(Of(arguments))) => assignments::run(&arguments),
        Some(Command::Mistakes(Of(arguments))) => mistakes::run(&arguments),
        Some(Command::Bench) => bench::run(),
        Some(Command::Board(Of(arguments))) => board::run(&arguments),
        Some(Command::Solve(Of(arguments))) => solve::run(&arguments),
        Some(Command::Perft(Of(arguments))) => perft::run(&arguments),
        Some(Command::Tiny(Of(arguments))) => tiny::run(&arguments),
        Some(Command::Nxn(Of(arguments))) => nxn::run(&arguments),
        Some(Command::Awari(Of(arguments))) => awari::run(&arguments),
        Some(Command::Tree(Of(arguments))) => tree::run(&arguments),
        Some(Command::Grade(Of(arguments))) => grade::run(&arguments),
        Some(Command::Play(Of(arguments))) => play::run(arguments),
        Some(Command::Match(Of(arguments))) => matches::run(&arguments),
        #[cfg(target_os = "linux")]
        Some(Command::Tournament(Of(arguments))) => tournament::run(&arguments),
        #[cfg(target_os = "linux")]
        Some(Command::Engine(Of(arguments))) => engine::run(&arguments),
        Some(Command::Report(Of(arguments))) => report::run(&arguments),
        Some(Command::Openings(Of(arguments))) => openings::run(&arguments),
        Some(Command::Completions(Of(arguments))) => completions::run(&arguments),
        Some(Command::Complete(Of(line))) => completions::complete(&line, Cli::command()),
        Some(Command::Man(Of(arguments))) => manual::run(&arguments, Cli::command()),
        Some(Command::Help(Of(arguments))) => help::run(&arguments, Cli::command()),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
