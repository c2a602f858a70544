//! `reversi assignments`: the built-in assignments and what is different in them, as a table.

use std::{fmt::Write as _, path::Path, process::ExitCode};

use anyhow::Result;
use clap::Args;

use super::{arguments, print};
use crate::{
    assignment::{Assignment, AssignmentName, Heading, MaxPlayer, NoMove, SearchRules},
    game::Value,
    games::reversi::WipeOut,
    log::CutWindow,
};

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = "\
An assignment that is not in the table is described by a TOML file like those that --show prints; its path stands in \
place of an assignment's name everywhere. What the file does not give is as in the assignment that its `like` names: a \
built-in one, or another file.

Example:
  reversi assignments --show usc2014 > mine.toml")]
pub struct Arguments {
    /// Print the file of an assignment, complete, with a comment at each key
    #[arg(long, value_name = "ASSIGNMENT", value_parser = arguments::assignment())]
    show: Option<AssignmentName>,
    /// Print what a job needs, as JSON, a line for each assignment: its tasks, and what its input says before the board
    #[arg(long)]
    json: bool,
}

/// Says what an assignment does in one respect.
type Describe = fn(&Assignment) -> String;

/// Prints the table: a column for each assignment, a row for each difference; or the file of an assignment.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(name) = &arguments.show {
        let assignment = name.read(Path::new(""))?;
        return if arguments.json { print(format_args!("{}\n", assignment.json())) } else { print(assignment.text()) };
    }
    if arguments.json {
        let lines: Vec<String> = Assignment::built_in().map(|assignment| assignment.json().to_string()).collect();
        return print(lines.join("\n") + "\n");
    }
    let rows: [(&str, Describe); 11] = [
        ("", |assignment| assignment.name.clone()),
        ("input before the board", |assignment| {
            let heading: Vec<String> = assignment.heading.iter().map(Heading::to_string).collect();
            if heading.is_empty() { "-".to_owned() } else { heading.join(", ") }
        }),
        ("max", |assignment| match assignment.rules.max {
            MaxPlayer::ToMove => "the named player".to_owned(),
            color => color.name().to_owned(),
        }),
        ("a player without a move", |assignment| match assignment.rules.no_move {
            NoMove::Leaf => "is a leaf".to_owned(),
            NoMove::Pass => "passes, a ply".to_owned(),
        }),
        ("leaves before the depth", |assignment| {
            let ends = match assignment.rules {
                SearchRules { no_move: NoMove::Leaf, .. } => "no move",
                SearchRules { wipe_out: WipeOut::GoesOn, .. } => "two passes",
                SearchRules { wipe_out: WipeOut::Ends, .. } => "two passes, no discs",
            };
            ends.to_owned()
        }),
        ("separator", |assignment| format!("{:?}", assignment.spelling.separator)),
        ("numbers", |assignment| assignment.spelling.number(Value::new(25))),
        ("depth of the root", |assignment| assignment.spelling.root_depth.to_string()),
        ("window at a cut-off", |assignment| match assignment.spelling.cut_window {
            CutWindow::Narrowed => "after the child".to_owned(),
            CutWindow::AsSearched => "before the child".to_owned(),
        }),
        ("mark of a cut-off", |assignment| match &*assignment.spelling.cut_marker {
            "" => "-".to_owned(),
            marker => format!("{marker:?}"),
        }),
        ("last line end", |assignment| if assignment.spelling.last_line_end { "yes" } else { "no" }.to_owned()),
    ];
    let mut table = String::new();
    for (what, describe) in rows {
        let fields = Assignment::built_in().map(|assignment| format!("  {:20}", describe(&assignment)));
        let line = format!("{what:24}{}", fields.collect::<String>());
        writeln!(table, "{}", line.trim_end())?;
    }
    table.push('\n');
    for assignment in Assignment::built_in() {
        writeln!(table, "{:10}{}", assignment.name, assignment.title)?;
    }
    print(table + "\nLogs can also be written as csv and jsonl, a record a row: --log-format csv|jsonl.\n")
}
