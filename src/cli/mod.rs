//! The command line: reads the arguments, runs a command, and returns the exit code.

mod advice;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{
    commands::{
        answers, assignments, awari, batch, board, cases, check, completions, engine, example, explain, grade, help,
        manual, matches, mistakes, next, nxn, openings, page, play, recognise, report, rows, solve, tiny, tournament,
        tree,
    },
    games::reversi::notation,
    terminal::{say, screen, without_numbers},
};

#[cfg(target_os = "linux")]
use crate::terminal::closed;

/// The version, and the processors on which this program runs.
const VERSION: &str = if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
    concat!(env!("CARGO_PKG_VERSION"), ", compiled for processors with AVX2 (x86-64-v3)")
} else if cfg!(target_arch = "x86_64") {
    concat!(env!("CARGO_PKG_VERSION"), ", compiled for every x86-64 processor")
} else {
    concat!(env!("CARGO_PKG_VERSION"), ", compiled for every processor of this system")
};

/// The arguments of the program: those of the batch job, or a command.
#[derive(Debug, Parser)]
#[command(
    name = "reversi",
    bin_name = "reversi",
    version = VERSION,
    about,
    override_usage = "reversi -t <TASK> -d <DEPTH> -i <FILE> -op <FILE> -ol <FILE> [OPTIONS]\n       \
        reversi <COMMAND> ...",
    help_template = "{about}\n\n{usage-heading} {usage}\n\n{all-args}{after-help}",
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

/// The commands. clap builds the arguments of a command when the user calls the command, or when the help shows all
/// commands.
///
/// The comment of a variant is the command's sentence in the list of commands. A struct of arguments has no doc
/// comment, because clap would show the doc comment instead.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Search one position and write the next board and the log (assignments from 2014 on)
    Next(next::Arguments),
    /// Print selected rows of a log without generating the whole log
    Rows(rows::Arguments),
    /// Check a log and a moves file, and explain the first mistake
    Check(check::Arguments),
    /// Check a printed answer
    #[command(hide = true)]
    CheckAnswer(answers::CheckArguments),
    /// Create test cases with printed answers
    #[command(hide = true)]
    NewAnswers(answers::NewArguments),
    /// Tell what some files are, and which run they belong to
    Recognise(recognise::Arguments),
    /// Create test cases, and audit which mistakes they catch
    Cases(cases::Arguments),
    /// Write an example of a course: cases, a right and a wrong submission, and their grading
    Example(example::Arguments),
    /// Write a web page that steps through a search
    Explain(explain::Arguments),
    /// Build a web page that runs this program in the browser
    Page(page::Arguments),
    /// Compare the built-in assignments, or print one as a TOML file
    Assignments(assignments::Arguments),
    /// List common mistakes, explain them, or write the files that they cause
    Mistakes(mistakes::Arguments),
    /// Show positions, or convert them between notations
    Board(board::Arguments),
    /// Find the exact value of a position, and the line of best play
    Solve(solve::Arguments),
    /// Solve Reversi Tiny, the 4x4 game
    Tiny(tiny::Arguments),
    /// Solve n x n Reversi, as a Python interface asks
    Nxn(nxn::Arguments),
    /// Search and play Awari
    Awari(awari::Arguments),
    /// Search a small game tree given as text
    Tree(tree::Arguments),
    /// Grade submissions: build them, run them in a sandbox and check their output
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Grade(grade::Arguments),
    /// Play Reversi against an agent, or watch two agents play
    Play(play::Arguments),
    /// Play a match between two agents, and test whether the result is significant
    Match(matches::Arguments),
    /// Let the agents of a class play each other under a clock, and rank them
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Tournament(tournament::Arguments),
    /// Play for another program (a board window, a tournament) that speaks GTP
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Engine(engine::Arguments),
    /// Compare evaluations and depths by playing strength and search cost
    Report(report::Arguments),
    /// List the balanced openings that `match` uses
    Openings(openings::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
    /// Show the manual page of the program or of a command
    Man(manual::Arguments),
    /// List all commands and guides, or print the help of a command or a guide
    Help(help::Arguments),
}

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
    match execute(cli) {
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

/// The definition of all arguments; clap builds a command's arguments when the user calls the command.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Reads the arguments; the first argument is the program's name. Help and version are also errors, with exit code 0.
pub fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let redirected = answers::redirected(arguments);
    let words = redirected.as_deref().unwrap_or(arguments);
    // The help of the program names the commands by audience, so the parser does not list them again.
    let command = Cli::command().mut_subcommands(|command| command.hide(true));
    let matches = command.try_get_matches_from(with_long_flags(words));
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

fn execute(cli: Cli) -> Result<ExitCode> {
    crate::terminal::interrupt::watch()?;
    match cli.command {
        None => batch::run(cli.batch),
        Some(Command::Next(arguments)) => next::run(&arguments),
        Some(Command::Rows(arguments)) => rows::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::CheckAnswer(arguments)) => answers::check(&arguments),
        Some(Command::NewAnswers(arguments)) => answers::new(&arguments),
        Some(Command::Recognise(arguments)) => recognise::run(&arguments),
        Some(Command::Cases(arguments)) => cases::run(&arguments),
        Some(Command::Example(arguments)) => example::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Page(arguments)) => page::run(&arguments),
        Some(Command::Assignments(arguments)) => assignments::run(&arguments),
        Some(Command::Mistakes(arguments)) => mistakes::run(&arguments),
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Tiny(arguments)) => tiny::run(&arguments),
        Some(Command::Nxn(arguments)) => nxn::run(&arguments),
        Some(Command::Awari(arguments)) => awari::run(&arguments),
        Some(Command::Tree(arguments)) => tree::run(&arguments),
        Some(Command::Grade(arguments)) => grade::run(&arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments),
        Some(Command::Engine(arguments)) => engine::run(&arguments),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Openings(arguments)) => openings::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments, Cli::command()),
        Some(Command::Man(arguments)) => manual::run(&arguments, Cli::command()),
        Some(Command::Help(arguments)) => help::run(&arguments, Cli::command()),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
