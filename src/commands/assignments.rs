//! `reversi assignments`: prints a table of the differences between the built-in assignments.

use std::{fmt::Write as _, process::ExitCode};

use anyhow::Result;
use clap::Args;

use super::{
    arguments::{self, AnyAssignment},
    print,
};
use crate::{
    assignment::{Assignment, Heading, MaxPlayer},
    game::Value,
    games::reversi::{Continuation, NoMove},
    log::CutWindow,
};

#[derive(Debug, Args)]
#[command(after_help = "\
To define your own assignment, edit a file that --show prints. Give the path of this file wherever a \
command takes an assignment. \
Keys that you omit are inherited from the assignment named by `like`: a built-in name or another file.

Example:
  reversi assignments --show usc2014 > mine.toml")]
pub struct Arguments {
    /// Print the complete file of an assignment, with a comment for each key
    #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
    show: Option<AnyAssignment>,
}

/// Describes one property of an assignment.
type Describe = fn(&Assignment) -> String;

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// Prints the table, with a column for each assignment and a row for each difference. With `--show`, prints the file of
/// an assignment.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(name) = &arguments.show {
        let assignment = name.read()?;
        return print(assignment.text());
    }
    let rows: [(&str, Describe); 14] = [
        ("", |assignment| assignment.name.clone()),
        ("input names the task", |assignment| yes_or_no(assignment.input_says(Heading::Task))),
        ("input names the player", |assignment| yes_or_no(assignment.input_says(Heading::Player))),
        ("input names the depth", |assignment| yes_or_no(assignment.input_says(Heading::Depth))),
        ("max", |assignment| match assignment.rules.max {
            MaxPlayer::ToMove => "named player".to_owned(),
            color => color.name().to_owned(),
        }),
        ("player has no move", |assignment| match assignment.rules.no_move {
            NoMove::Leaf => "is a leaf".to_owned(),
            NoMove::Pass => "passes, a ply".to_owned(),
        }),
        ("leaf above depth limit", |assignment| match assignment.rules.no_move {
            NoMove::Leaf => "no move".to_owned(),
            NoMove::Pass => "two passes".to_owned(),
        }),
        ("another such leaf", |assignment| match assignment.rules.wipe_out {
            Continuation::Ends => "no discs left".to_owned(),
            Continuation::GoesOn => "-".to_owned(),
        }),
        ("separator", |assignment| format!("{:?}", assignment.row_format.separator)),
        ("numbers", |assignment| assignment.row_format.number(Value::new(25))),
        ("depth of the root", |assignment| assignment.row_format.root_depth.to_string()),
        ("window at a cut-off", |assignment| match assignment.row_format.cut_window {
            CutWindow::Narrowed => "after child".to_owned(),
            CutWindow::AsSearched => "before child".to_owned(),
        }),
        ("cut-off marker", |assignment| match &*assignment.row_format.cut_marker {
            "" => "-".to_owned(),
            marker => format!("{marker:?}"),
        }),
        ("final newline", |assignment| yes_or_no(assignment.row_format.last_line_end)),
    ];
    let mut table = String::new();
    for (what, describe) in rows {
        let fields = Assignment::built_in().map(|assignment| format!(" {:13}", describe(&assignment)));
        let line = format!("{what:23}{}", fields.collect::<String>());
        writeln!(table, "{}", line.trim_end())?;
    }
    table.push('\n');
    for assignment in Assignment::built_in() {
        writeln!(table, "{:10}{}", assignment.name, assignment.title)?;
    }
    print(table)
}
