//! Messages about wrong arguments in the words of the user instead of the parser.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    io::{self, Write as _},
    slice,
};

use clap::{
    Arg, Command, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::{commands::help::with_short_flags, guides::Guide, names::list, terminal::screen};

/// Adds the arguments that the user probably meant to an error.
pub(super) fn explain(error: &mut Error, arguments: &[OsString], command: &Command) {
    if let Some(stray) = stray_word(error, command) {
        let mut unexpected = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
        unexpected.insert(ContextKind::InvalidArg, ContextValue::String(stray));
        if let Some(usage) = error.remove(ContextKind::Usage) {
            unexpected.insert(ContextKind::Usage, usage);
        }
        *error = unexpected;
    }
    name_short_flags(error);
    // clap suggests `-- --module`, but users hardly ever mean a value that looks like a flag.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    // Users know the flags `-op` and `-ol` only.
    if matches!(error.get(ContextKind::SuggestedArg), Some(ContextValue::String(flag)) if ["--op", "--ol"].contains(&&**flag))
    {
        error.remove(ContextKind::SuggestedArg);
    }
    // A number is no misspelling of another number.
    if matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.parse::<f64>().is_ok())
    {
        error.remove(ContextKind::SuggestedValue);
    }
    if let Some(tip) = tip(error, arguments, command) {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    } else if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    {
        let message = unknown_command(word, error, &called(command, arguments));
        *error = command.clone().error(ErrorKind::InvalidSubcommand, message);
    }
    let words = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    if let Some(word) = words.take_while(|&word| word != "--").find(|word| word.starts_with(LONG_DASHES)) {
        let message = format!("{word} begins with a long dash (copied from a document?); type - instead");
        *error = command.clone().error(ErrorKind::UnknownArgument, message);
    }
}

/// Dashes that documents show in place of `-`.
const LONG_DASHES: [char; 3] = ['\u{2013}', '\u{2014}', '\u{2212}'];

/// The command that the arguments call.
fn called(program: &Command, arguments: &[OsString]) -> Command {
    let mut called = program.clone();
    called.build();
    for word in arguments.iter().skip(1) {
        match word.to_str().and_then(|word| called.find_subcommand(word)) {
            Some(command) => called = command.clone(),
            None => break,
        }
    }
    called
}

fn unknown_command(word: &str, error: &Error, called: &Command) -> String {
    if Guide::named(word).is_some() {
        return format!("{word} is a guide: `reversi help {word}`");
    }
    if called.get_bin_name() != Some("reversi") {
        let commands: Vec<&str> =
            called.get_subcommands().filter(|it| it.get_name() != "help").map(Command::get_name).collect();
        return format!(
            "`{}` has no command {word:?}; expected {}",
            called.get_bin_name().unwrap_or_default(),
            list(commands, "or")
        );
    }
    let similar = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::Strings(names)) => names,
        Some(ContextValue::String(name)) => slice::from_ref(name),
        _ => &[],
    };
    // The most similar name comes last. Users do not know hidden commands.
    let is_known = |name: &&String| called.find_subcommand(name).is_some_and(|command| !command.is_hide_set());
    let meant = match word {
        "version" => "; did you mean --version?".to_owned(),
        "guide" | "guides" => "; `reversi help all` lists the guides".to_owned(),
        _ if word.chars().count() == 1 => "; options begin with -".to_owned(),
        _ => similar.iter().rev().find(is_known).map_or(String::new(), |name| format!("; did you mean '{name}'?")),
    };
    format!("unknown command '{word}'{meant}")
}

/// An example of the command that the arguments call, and the way to its help.
fn example(arguments: &[OsString], program: &Command) -> String {
    let called = called(program, arguments);
    let notes = called.get_after_help().map(ToString::to_string).unwrap_or_default();
    let example = notes.lines().find_map(|line| line.strip_prefix("  reversi ")).unwrap_or_default();
    let example = example.split(" #").next().unwrap_or_default().trim_end();
    let help = called.get_bin_name().unwrap_or_default().replacen("reversi", "reversi help", 1);
    format!("Example: reversi {example}\nMore: {help}")
}

/// Prints an error to standard error. clap also returns a help text as an error: `print` writes the help to standard
/// output.
pub(super) fn print(error: &Error, arguments: &[OsString], program: &Command) -> io::Result<()> {
    if error.use_stderr() {
        // The message starts like all messages of the program.
        let text = message(error, arguments, program, screen::is_colored(&io::stderr()));
        let text = text.replacen("error:", "reversi:", 1);
        return write!(io::stderr(), "{}", screen::fit(&text, screen::width(io::stderr())));
    }
    let text = with_short_flags(&rendered(error, screen::is_colored(&io::stdout())));
    write!(io::stdout(), "{}", screen::fit(&text, screen::width(io::stdout())))
}

fn rendered(error: &Error, is_colored: bool) -> String {
    let styled = error.render();
    if is_colored { styled.ansi().to_string() } else { styled.to_string() }
}

/// The text of a wrong call, which ends with an example.
pub(super) fn message(error: &Error, arguments: &[OsString], program: &Command, is_colored: bool) -> String {
    let text = rendered(error, is_colored).replace("unrecognized subcommand", "unknown command");
    let footer = text.find("For more information, try").unwrap_or(text.len());
    [&text[..footer], &example(arguments, program), "\n"].concat()
}

/// Returns a word after the arguments of the batch job, if the word is not a command.
fn stray_word(error: &Error, command: &Command) -> Option<String> {
    let word = error.get(ContextKind::InvalidSubcommand).or_else(|| error.get(ContextKind::InvalidArg));
    let (ErrorKind::ArgumentConflict, Some(ContextValue::String(word))) = (error.kind(), word) else { return None };
    let is_stray = !word.starts_with(['-', '[', '<']) && command.find_subcommand(word).is_none();
    is_stray.then(|| word.clone())
}

/// True if `--task` is used together with `--search` or `--eval`, which replace it.
fn is_task_in_parts(error: &Error) -> bool {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => slice::from_ref(name),
        Some(ContextValue::Strings(names)) => names,
        _ => &[],
    };
    let named: BTreeSet<&String> =
        [ContextKind::InvalidArg, ContextKind::PriorArg].into_iter().flat_map(named).collect();
    let parts = ["--task <TASK>", "--search <ALGORITHM>", "--eval <EVALUATION>"];
    error.kind() == ErrorKind::ArgumentConflict && named.len() > 1 && named.iter().all(|name| parts.contains(&&***name))
}

/// Replaces `--moves` and `--log` by the short flags of the assignment, `-op` and `-ol`.
fn name_short_flags(error: &mut Error) {
    let short = |name: &str| match name {
        // The command has no file for the flag `--op`.
        "--op" => "-op".to_owned(),
        "--ol" => "-ol".to_owned(),
        name => {
            let name = name.replace("--moves <FILE>", "-op <FILE>").replace("--log <FILE>", "-ol <FILE>");
            // clap joins alternatives: `<-op <FILE>|-ol <FILE>>`.
            let alternatives = name.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
            alternatives.filter(|name| name.contains('|')).map_or(name.clone(), |names| names.replace('|', " or "))
        }
    };
    for kind in [ContextKind::InvalidArg, ContextKind::PriorArg] {
        let named = match error.get(kind) {
            Some(ContextValue::String(name)) => ContextValue::String(short(name)),
            Some(ContextValue::Strings(names)) => ContextValue::Strings(names.iter().map(|name| short(name)).collect()),
            _ => continue,
        };
        error.insert(kind, named);
    }
}

/// Returns the arguments that the user probably meant, as a tip.
fn tip(error: &Error, arguments: &[OsString], command: &Command) -> Option<String> {
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
        && (word.contains(['.', '/', '\\']) || word == "-")
    {
        return Some(format!("to give a board, use `-i`: reversi -t 2 -d 3 -i {word} -op moves.txt -ol log.txt"));
    }
    if error.kind() == ErrorKind::MissingRequiredArgument && arguments.get(1).is_some_and(|command| command == "check")
    {
        return Some("or give only the files: reversi check log.txt".to_owned());
    }
    if is_task_in_parts(error) {
        return Some(
            "a task fixes the evaluation; to choose another, replace -t by `--search ALGORITHM --eval EVALUATION`"
                .to_owned(),
        );
    }
    let words = arguments.iter().filter_map(|argument| argument.to_str()).take_while(|&word| word != "--");
    for word in words {
        let flag = word.split('=').next().unwrap_or(word);
        if let Some(right) = ["-op", "-ol"].into_iter().find(|right| flag != *right && flag.eq_ignore_ascii_case(right))
        {
            return Some(format!("`{flag}` is written `{right}`"));
        }
        let lower = flag.to_ascii_lowercase();
        let is_short = |argument: &Arg| argument.get_short().is_some_and(|letter| lower == format!("-{letter}"));
        if error.kind() == ErrorKind::UnknownArgument && flag != lower && command.get_arguments().any(is_short) {
            return Some(format!("did you mean `{lower}`?"));
        }
        let long = flag.strip_prefix('-').filter(|name| name.len() > 1 && !name.starts_with('-'));
        let known = long.and_then(|name| {
            command.get_arguments().find(|argument| argument.get_long() == Some(&name.to_ascii_lowercase()))
        });
        if let (Some(name), Some(argument)) = (long, known) {
            let name = name.to_ascii_lowercase();
            let short = argument.get_short().map_or(String::new(), |letter| format!("`-{letter}` or "));
            return Some(format!("`{flag}` is written {short}`--{name}`"));
        }
    }
    // For clap, `-opm.txt` and `-o p` are an unknown flag `-o`, but the user meant `-op`.
    let is_cut_short = matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(flag)) if flag == "-o");
    let has_output = command.get_arguments().any(|argument| argument.get_short() == Some('o'));
    (is_cut_short && !has_output)
        .then(|| "the moves file is `-op FILE` or `-op=FILE`, the log `-ol FILE` or `-ol=FILE`".to_owned())
}
