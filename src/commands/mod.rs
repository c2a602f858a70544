//! The table of subcommands, with a file for the arguments and the work of each.

use std::{
    fmt::Display,
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};

use crate::terminal::UntilClosed;

mod answers;
mod arguments;
pub mod assignments;
pub mod awari;
pub mod batch;
pub mod board;
pub mod cases;
pub mod check;
pub mod completions;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod engine;
pub mod example;
pub mod explain;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod grade;
pub mod help;
mod job_arguments;
pub mod manual;
pub mod matches;
pub mod mistakes;
pub mod next;
pub mod nxn;
pub mod openings;
pub mod page;
pub mod play;
mod position;
pub mod recognise;
pub mod report;
pub mod rows;
pub mod solve;
pub mod tiny;
#[cfg_attr(not(target_os = "linux"), path = "linux_only.rs")]
pub mod tournament;
pub mod tree;
mod writing;

/// The definition of all arguments; clap builds a command's arguments when the user calls the command.
pub fn program() -> clap::Command {
    Cli::command()
}

fn print(text: impl Display) -> Result<ExitCode> {
    write!(UntilClosed(io::stdout().lock()), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

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
    pub(crate) batch: batch::Arguments,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Makes the commands from a table: for each audience, the commands on its first screen (`main`), and its others.
macro_rules! commands {
    ($($audience:literal { $($kind:ident $name:literal $variant:ident($module:ident) $about:literal)* })*) => {
        /// The commands. clap builds the arguments of a command when the user calls the command, or when the help shows
        /// all commands. A struct of arguments has no doc comment, because clap would show it instead of `about`.
        #[derive(Debug, Subcommand)]
        #[command(defer = true)]
        pub enum Command {
            $($(#[command(name = $name, about = $about, hide = !help::is_here($name))] $variant($module::Arguments),)*)*
        }

        impl Command {
            pub(crate) fn run(&self) -> Result<ExitCode> {
                match self {
                    $($(Self::$variant(arguments) => $module::run(arguments),)*)*
                }
            }
        }

        /// The commands of each audience: `main` or `also`, and the name.
        const AUDIENCES: &[(&str, &[(&str, &str)])] = &[$(($audience, &[$((stringify!($kind), $name)),*])),*];
    };
}

commands! {
    "Students" {
        main "check" Check(check) "Check a log and a moves file, and explain the first mistake"
        main "next" Next(next) "Search one position and write the next board and the log (assignments from 2014 on)"
        main "explain" Explain(explain) "Write a web page that steps through a search"
        main "mistakes" Mistakes(mistakes) "List common mistakes, explain them, or write the files that they cause"
        main "report" Report(report) "Compare evaluations and depths by playing strength and search cost"
        also "recognise" Recognise(recognise) "Tell what some files are, and which run they belong to"
        also "rows" Rows(rows) "Print selected rows of a log without generating the whole log"
        also "tree" Tree(tree) "Search a small game tree given as text"
        also "tiny" Tiny(tiny) "Solve Reversi Tiny, the 4x4 game"
        also "nxn" Nxn(nxn) "Solve n x n Reversi, as a Python interface asks"
        also "awari" Awari(awari) "Search and play Awari"
    }
    "Teachers" {
        main "example" Example(example) "Write an example of a course: cases, a right and a wrong submission, and their grading"
        main "grade" Grade(grade) "Grade submissions: build them, run them in a sandbox and check their output"
        main "tournament" Tournament(tournament) "Let the agents of a class play each other under a clock, and rank them"
        main "cases" Cases(cases) "Create test cases, and audit which mistakes they catch"
        main "assignments" Assignments(assignments) "Compare the built-in assignments, or print one as a TOML file"
        main "page" Page(page) "Build a web page that runs this program in the browser"
    }
    "Players" {
        main "play" Play(play) "Play Reversi against an agent, or watch two agents play"
        main "match" Match(matches) "Play a match between two agents, and test whether the result is significant"
        also "engine" Engine(engine) "Play for another program (a board window, a tournament) that speaks GTP"
        also "solve" Solve(solve) "Find the exact value of a position, and the line of best play"
        also "board" Board(board) "Show positions, or convert them between notations"
        also "openings" Openings(openings) "List the balanced openings that `match` uses"
    }
    "Programmers" {
        also "completions" Completions(completions) "Print a shell completion script"
        also "man" Man(manual) "Show the manual page of the program or of a command"
        also "help" Help(help) "List all commands and guides, or print the help of a command or a guide"
    }
}
