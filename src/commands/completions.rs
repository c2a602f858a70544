//! `reversi completions`: a script that completes the arguments in a shell. It asks the program itself what can follow, by
//! the hidden command `complete`.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;
use clap::{Arg, Args, Command, ValueEnum, ValueHint};

use crate::{games::reversi::Feature, mistakes::Mistake};

/// Which shell the script is for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(reversi completions bash)                           # in this shell; in ~/.bashrc, in every one
  reversi completions zsh > \"${fpath[1]}/_reversi\"
  reversi completions fish > ~/.config/fish/completions/reversi.fish")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Prints the script.
///
/// # Errors
/// A standard output that cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let script = match arguments.shell {
        Shell::Bash => include_str!("completions/reversi.bash"),
        Shell::Zsh => include_str!("completions/reversi.zsh"),
        Shell::Fish => include_str!("completions/reversi.fish"),
    };
    io::stdout().write_all(script.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A command line up to the cursor.
#[derive(Debug, Args)]
pub struct CommandLine {
    /// The words after the program's name; the last is the one to complete, and may be empty
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Prints what can stand in place of the last word, a line each. `//files`, `//files toml` and `//folders` stand for names
/// of files, of files that end so, and of folders, which the shell knows how to complete and to quote.
///
/// # Errors
/// A standard output that cannot be written.
pub fn complete(line: &CommandLine, mut program: Command) -> Result<ExitCode> {
    program.build();
    // Where a shell takes `=` for a word, the flag and its value are the words beside it.
    let words: Vec<&str> = line.words.iter().map(String::as_str).filter(|&word| word != "=").collect();
    let (&last, before) = words.split_last().unwrap_or((&"", &[]));
    let (flag, last) = last.split_once('=').filter(|_| last.starts_with('-')).unwrap_or(("", last));
    let mut found = candidates(&program, before, flag, last);
    found.retain(|candidate| candidate.starts_with("//") || candidate.starts_with(last));
    let mut out = io::stdout().lock();
    for candidate in found {
        let joined = if flag.is_empty() { "" } else { "=" };
        writeln!(out, "{flag}{joined}{candidate}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What can follow some words. `flag` is the one that `=` joins to the last word, if there is one.
fn candidates(program: &Command, before: &[&str], flag: &str, last: &str) -> Vec<String> {
    let (mut command, mut positionals, mut pending) = (program, 0, None);
    for &word in before {
        pending = match (pending, command.find_subcommand(word)) {
            (Some(_), _) => None,
            (None, Some(subcommand)) if positionals == 0 => {
                command = subcommand;
                None
            }
            (None, _) if word.starts_with('-') => valued(command, word),
            (None, _) => {
                positionals += 1;
                None
            }
        };
    }
    if let Some(argument) = valued(command, flag).or(pending) {
        return values(program, argument);
    }
    if last.starts_with('-') {
        return command.get_arguments().filter(|argument| !argument.is_hide_set()).flat_map(flags).collect();
    }
    let subcommands = command.get_subcommands().filter(|subcommand| positionals == 0 && !subcommand.is_hide_set());
    let mut found: Vec<String> = subcommands.map(|subcommand| subcommand.get_name().to_owned()).collect();
    // The last positional may be there more than once.
    let argument = command.get_positionals().nth(positionals).or_else(|| {
        command.get_positionals().last().filter(|argument| argument.get_num_args().is_some_and(|n| n.max_values() > 1))
    });
    found.extend(argument.into_iter().flat_map(|argument| values(program, argument)));
    found
}

/// The argument of a flag, if it takes a value.
fn valued<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    let takes = |argument: &&Arg| argument.get_action().takes_values() && flags(argument).iter().any(|one| one == flag);
    command.get_arguments().filter(|argument| !argument.is_positional()).find(takes)
}

/// The flags of an argument: as people type them.
fn flags(argument: &Arg) -> Vec<String> {
    let graders =
        argument.get_all_aliases().unwrap_or_default().into_iter().filter(|alias| ["op", "ol"].contains(alias));
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|name| format!("--{name}"));
    graders.map(|alias| format!("-{alias}")).chain(short).chain(long).collect()
}

/// What can be the value of an argument.
fn values(program: &Command, argument: &Arg) -> Vec<String> {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let agents = ["random", "minimax", "alphabeta", "depth:"];
    let mut found: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let name = argument.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    found.extend(match (argument.get_id().as_str(), name) {
        (_, "DIR") => names(&["//folders"]),
        (_, "FILE.toml") | ("dialect" | "show", _) => names(&["//files toml"]),
        (_, "AGENT") => names(&agents),
        ("opponent", _) => names(&[&agents[..], &["person"]].concat()),
        (_, "EVALUATION") => Feature::names().chain(["//files csv"]).map(str::to_owned).collect(),
        ("mistake" | "mistakes", _) => Mistake::ALL.iter().map(|mistake| mistake.name().to_owned()).collect(),
        (_, "COMMAND") => program
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(|command| command.get_name().to_owned())
            .collect(),
        (_, "POSITION" | "GAME" | "FILE") => names(&["//files"]),
        _ if argument.get_value_hint() == ValueHint::AnyPath => names(&["//files"]),
        _ => Vec::new(),
    });
    found
}
