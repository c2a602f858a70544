//! Tests each argument of each call: the program refuses the argument, or a table lists its effect. The program never
//! accepts an argument and ignores it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs,
};

use clap::{Arg, Command};

const TABLE: &str = "fixtures/arguments/calls.txt";

/// A valid call, and further arguments that the call may have.
struct Call {
    words: Vec<String>,
    /// The names of the command and its subcommand.
    path: Vec<String>,
    /// The arguments in the call, by their names in clap.
    given: BTreeSet<String>,
    rows: Vec<Row>,
}

/// An argument that a call may have.
struct Row {
    argument: Given,
    /// Arguments that cannot be used together with the row's argument.
    not_with: Vec<String>,
    /// Another argument that a call must have if the call has the row's argument.
    needs: Option<String>,
}

#[derive(Clone, Debug)]
struct Given {
    id: String,
    words: Vec<String>,
    is_positional: bool,
}

fn program() -> Command {
    let mut program = reversi::cli::command();
    program.build();
    program
}

/// The commands without subcommands, by their names.
fn commands(command: &Command, path: &[String]) -> Vec<(Vec<String>, Command)> {
    let below = command.get_subcommands().filter(|command| command.get_name() != "help");
    let mut found: Vec<_> =
        below.flat_map(|command| commands(command, &[path, &[command.get_name().to_owned()]].concat())).collect();
    if found.is_empty() || path.is_empty() {
        found.push((path.to_vec(), command.clone()));
    }
    found
}

/// The arguments of a command, without those that every command has.
fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| !["help", "version"].contains(&argument.get_id().as_str()))
}

/// All flags of an argument in typed form. For an argument without a flag, its name in messages.
fn names(argument: &Arg) -> Vec<String> {
    if argument.is_positional() {
        let names = argument.get_value_names().unwrap_or_default();
        return names.iter().flat_map(|name| [format!("<{name}>"), format!("[{name}]")]).collect();
    }
    let aliases = argument.get_all_aliases().unwrap_or_default();
    let graders = aliases.iter().filter(|alias| ["op", "ol"].contains(alias)).map(|alias| format!("-{alias}"));
    let long = argument.get_long().map(|name| format!("--{name}"));
    graders.chain(long).chain(argument.get_short().map(|letter| format!("-{letter}"))).collect()
}

fn find<'a>(command: &'a Command, flag: &str) -> &'a Arg {
    let is_meant = |argument: &&Arg| {
        names(argument).iter().any(|name| name == flag)
            || argument.is_positional() && flag == format!("<{}>", argument.get_id())
    };
    arguments(command).find(is_meant).unwrap_or_else(|| panic!("{} has no argument {flag}", command.get_name()))
}

/// The arguments in `words`, each with its value.
fn read(command: &Command, words: &[String]) -> Vec<Given> {
    let (mut read, mut rest, mut place) = (Vec::new(), words.iter(), 0);
    let positionals: Vec<&Arg> = arguments(command).filter(|argument| argument.is_positional()).collect();
    let given = |argument: &Arg, words: &[&String]| Given {
        id: argument.get_id().to_string(),
        words: words.iter().map(|&word| word.clone()).collect(),
        is_positional: argument.is_positional(),
    };
    while let Some(word) = rest.next() {
        read.push(if word.starts_with('<') {
            given(find(command, word), &[rest.next().expect("a value")])
        } else if word.starts_with('-') && word != "--" {
            let argument = find(command, word);
            if argument.get_action().takes_values() {
                given(argument, &[word, rest.next().expect("a value")])
            } else {
                given(argument, &[word])
            }
        } else {
            place += 1;
            given(positionals[(place - 1).min(positionals.len() - 1)], &[word])
        });
    }
    read
}

fn calls() -> Vec<Call> {
    let program = program();
    let mut calls: Vec<Call> = Vec::new();
    let table = fs::read_to_string(TABLE).expect("a table");
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let split = |text: &str| shlex::split(text).expect("quotes in pairs");
        if !line.starts_with(' ') {
            let words = split(line);
            let (mut command, mut path) = (&program, Vec::new());
            while let Some(inner) = words.get(path.len()).and_then(|word| command.find_subcommand(word)) {
                command = inner;
                path.push(inner.get_name().to_owned());
            }
            let given = read(command, &words[path.len()..]).into_iter().map(|given| given.id).collect();
            let words = words.into_iter().filter(|word| !word.starts_with('<')).collect();
            calls.push(Call { words, path, given, rows: Vec::new() });
            continue;
        }
        let call = calls.last_mut().expect("a call above its rows");
        let command = call.path.iter().fold(&program, |command, name| command.find_subcommand(name).expect("it"));
        let mut fields = line.trim().split("  ").map(str::trim).filter(|field| !field.is_empty());
        let [argument] = &read(command, &split(fields.next().expect("an argument")))[..] else {
            panic!("more than an argument: {line}")
        };
        assert!(fields.next().is_some(), "what does it change? {line}");
        let mut row = Row { argument: argument.clone(), not_with: Vec::new(), needs: None };
        let id = |flag: &str| find(command, flag.trim()).get_id().to_string();
        for clause in fields.next().unwrap_or_default().split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
            if let Some(flags) = clause.strip_prefix("not with ") {
                row.not_with = flags.split(',').map(id).collect();
            } else if let Some(flag) = clause.strip_prefix("needs ") {
                row.needs = Some(id(flag));
            } else {
                panic!("neither `not with` nor `needs`: {line}");
            }
        }
        call.rows.push(row);
    }
    calls
}

impl Call {
    fn row(&self, argument: &Given) -> Option<&Row> {
        self.rows.iter().find(|row| row.argument.id == argument.id)
    }

    fn with(&self, added: &[&Given]) -> Vec<String> {
        let (positionals, flags): (Vec<&Given>, Vec<&Given>) = added.iter().partition(|given| given.is_positional);
        let added = positionals.into_iter().chain(flags).flat_map(|given| given.words.clone());
        self.words.iter().cloned().chain(added).collect()
    }

    /// True if the table allows the arguments `added` in the call.
    fn takes(&self, added: &[&Given]) -> bool {
        let is_there = |id: &String| self.given.contains(id) || added.iter().any(|given| given.id == *id);
        added.iter().all(|given| {
            self.row(given)
                .is_some_and(|row| !row.not_with.iter().any(is_there) && row.needs.as_ref().is_none_or(is_there))
        })
    }
}

/// The parser's message about `words`; `None` if the parser accepts the words.
fn refusal(words: &[String]) -> Option<String> {
    let words: Vec<OsString> =
        ["reversi"].into_iter().map(OsString::from).chain(words.iter().map(OsString::from)).collect();
    reversi::cli::parse(&words).err().map(|error| error.to_string())
}

fn ones_and_pairs<T>(all: &[T]) -> impl Iterator<Item = Vec<&T>> {
    let ones = all.iter().map(|one| vec![one]);
    ones.chain(all.iter().enumerate().flat_map(|(place, one)| all[place + 1..].iter().map(move |two| vec![one, two])))
}

#[test]
fn arguments_are_refused_or_in_the_table() {
    let (calls, mut wrong) = (calls(), Vec::new());
    for (path, command) in commands(&program(), &[]) {
        let calls: Vec<&Call> = calls.iter().filter(|call| call.path == path).collect();
        let mut values: BTreeMap<String, Given> = BTreeMap::new();
        for call in &calls {
            let base = read(&command, &call.words[path.len()..]);
            values.extend(
                base.into_iter()
                    .chain(call.rows.iter().map(|row| row.argument.clone()))
                    .map(|given| (given.id.clone(), given)),
            );
            assert_eq!(refusal(&call.words), None, "{:?}", call.words);
        }
        for argument in arguments(&command).filter(|argument| !values.contains_key(argument.get_id().as_str())) {
            wrong.push(format!("{path:?}: {} is in no row of {TABLE}", argument.get_id()));
        }
        let names = |given: &Given| names(find_id(&command, &given.id));
        for call in &calls {
            let others: Vec<Given> = values.values().filter(|given| !call.given.contains(&given.id)).cloned().collect();
            for added in ones_and_pairs(&others) {
                let words = call.with(&added);
                match (refusal(&words), call.takes(&added)) {
                    (None, true) => {}
                    (None, false) => wrong.push(format!("accepted, and in no row: {}", words.join(" "))),
                    (Some(message), true) => {
                        wrong.push(format!("in a row, and refused: {}: {message}", words.join(" ")));
                    }
                    (Some(message), false) => {
                        let said = message.split("Usage:").next().unwrap_or_default();
                        let needed =
                            added.iter().filter_map(|given| call.row(given)?.needs.as_ref()).map(|id| &values[id]);
                        if !added
                            .iter()
                            .copied()
                            .chain(needed)
                            .any(|given| names(given).iter().any(|name| said.contains(name)))
                        {
                            wrong.push(format!("refused, and not named: {}: {message}", words.join(" ")));
                        }
                    }
                }
            }
        }
        // Every accepted argument is part of a call of the table.
        let values: Vec<Given> = values.into_values().collect();
        for added in ones_and_pairs(&values) {
            let bare = Call { words: path.clone(), path: path.clone(), given: BTreeSet::new(), rows: Vec::new() };
            let words = bare.with(&added);
            let is_there = |call: &Call, given: &Given| call.given.contains(&given.id) || call.row(given).is_some();
            let has_call = calls.iter().any(|call| added.iter().all(|given| is_there(call, given)));
            if refusal(&words).is_none() && !has_call {
                wrong.push(format!("accepted, and no call of the table: {}", words.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn find_id<'a>(command: &'a Command, id: &str) -> &'a Arg {
    arguments(command).find(|argument| argument.get_id() == id).expect("an argument of the command")
}
