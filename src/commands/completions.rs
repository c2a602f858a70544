//! `reversi completions`: prints a shell script that completes arguments by the hidden command `complete`.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, Args, Command, ValueEnum, ValueHint, builder::PossibleValue};

use super::{arguments, print};
use crate::{games::reversi::Feature, guides::Guide, mistakes::PlainMistake};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  source <(reversi completions bash)     # this shell; for all shells, add the line to ~/.bashrc
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
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    print(match arguments.shell {
        Shell::Bash => include_str!("completions/reversi.bash"),
        Shell::Zsh => include_str!("completions/reversi.zsh"),
        Shell::Fish => include_str!("completions/reversi.fish"),
    })
}

#[derive(Debug, Args)]
pub struct CommandLine {
    /// The words after the program's name; the last is the one to complete, and may be empty
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Prints the candidates for the last word, one on each line. The shell itself completes and quotes paths: `//files`
/// stands for files, `//folders` for folders. The candidate `//files toml` stands for files whose names end in `.toml`.
pub fn complete(line: &CommandLine, mut program: Command) -> Result<ExitCode> {
    program.build();
    // Some shells pass `=` as a word of its own, between the flag and its value.
    let words: Vec<&str> = line.words.iter().map(String::as_str).filter(|&word| word != "=").collect();
    let (&last, before) = words.split_last().unwrap_or((&"", &[]));
    let (flag, last) = last.split_once('=').filter(|_| last.starts_with('-')).unwrap_or(("", last));
    let mut found = candidates(&program, before, flag, last);
    found.retain(|candidate| candidate.starts_with("//") || candidate.starts_with(last));
    let joined = if flag.is_empty() { "" } else { "=" };
    let lines = found.into_iter().map(|candidate| format!("{flag}{joined}{candidate}\n"));
    print(lines.collect::<String>())
}

/// Lists the candidates after the words `before`. For `--flag=last`, `flag` is the part before `=`; otherwise `flag` is
/// empty.
fn candidates(program: &Command, before: &[&str], flag: &str, last: &str) -> Vec<String> {
    let (mut command, mut positionals, mut pending) = (program, 0, None);
    for &word in before {
        if pending.take().is_some() {
            continue;
        }
        match command.find_subcommand(word) {
            Some(subcommand) if positionals == 0 => command = subcommand,
            _ if word.starts_with('-') => pending = valued(command, word),
            _ => positionals += 1,
        }
    }
    if let Some(argument) = valued(command, flag).or(pending) {
        return values(program, argument);
    }
    if last.starts_with('-') {
        return command.get_arguments().filter(|argument| !argument.is_hide_set()).flat_map(flags).collect();
    }
    let mut found: Vec<String> = subcommands(command).filter(|_| positionals == 0).map(str::to_owned).collect();
    // The last positional argument may be repeatable.
    let argument = command.get_positionals().nth(positionals).or_else(|| {
        command.get_positionals().last().filter(|argument| argument.get_num_args().is_some_and(|n| n.max_values() > 1))
    });
    found.extend(argument.into_iter().flat_map(|argument| values(program, argument)));
    found
}

/// The argument of a flag, if the flag takes a value.
fn valued<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    let takes = |argument: &&Arg| argument.get_action().takes_values() && flags(argument).iter().any(|one| one == flag);
    command.get_arguments().filter(|argument| !argument.is_positional()).find(takes)
}

/// The flags of an argument, as users type them: `-op`, not `--op`.
fn flags(argument: &Arg) -> Vec<String> {
    let graders =
        argument.get_all_aliases().unwrap_or_default().into_iter().filter(|alias| ["op", "ol"].contains(alias));
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|name| format!("--{name}"));
    graders.map(|alias| format!("-{alias}")).chain(short).chain(long).collect()
}

fn values(program: &Command, argument: &Arg) -> Vec<String> {
    let agents = ["random", "minimax", "alphabeta", "depth:"];
    let name = argument.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    let others: Vec<&str> = match (argument.get_id().as_str(), name) {
        (_, "DIR") => vec!["//folders"],
        (_, "FILE.toml") | ("assignment" | "show", _) => vec!["//files toml"],
        (_, "AGENT") => agents.to_vec(),
        ("opponent", _) => agents.into_iter().chain(["person"]).collect(),
        (_, "EVALUATION") => Feature::names().chain(["//files csv"]).collect(),
        ("mistake" | "mistakes", _) => PlainMistake::ALL.iter().map(|mistake| mistake.name()).collect(),
        (_, "COMMAND|GUIDE") => subcommands(program).chain(Guide::ALL.iter().map(|guide| guide.name)).collect(),
        (_, "POSITION" | "GAME" | "FILE") => vec!["//files"],
        _ if argument.get_value_hint() == ValueHint::AnyPath => vec!["//files"],
        _ => Vec::new(),
    };
    let possible = argument.get_possible_values();
    let names = possible.iter().map(PossibleValue::get_name).filter(|&name| name != arguments::OF_ONES_OWN);
    names.chain(others).map(str::to_owned).collect()
}

/// The names of the subcommands that are not hidden.
pub(super) fn subcommands(program: &Command) -> impl Iterator<Item = &str> {
    program.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name)
}
