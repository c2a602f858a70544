//! `reversi dialects`: the built-in assignments and what is different in them, as a table.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;

use crate::{
    assignment::{Assignment, Heading, MaxPlayer, NoMove, SearchRules},
    game::Value,
    games::reversi::WipeOut,
    log::CutWindow,
};

/// Says what an assignment does in one respect.
type Describe = fn(&Assignment) -> String;

/// Prints the table: a column for each assignment, a row for each difference.
///
/// # Errors
/// A standard output that cannot be written.
pub fn run() -> Result<ExitCode> {
    let rows: [(&str, Describe); 11] = [
        ("", |assignment| assignment.name.clone()),
        ("input before the board", |assignment| {
            let heading: Vec<String> = assignment.heading.iter().map(Heading::to_string).collect();
            if heading.is_empty() { "-".to_owned() } else { heading.join(", ") }
        }),
        ("max", |assignment| match assignment.rules.max {
            MaxPlayer::Color(color) => color.name().to_owned(),
            MaxPlayer::ToMove => "the named player".to_owned(),
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
    let mut output = io::stdout().lock();
    for (what, describe) in rows {
        let fields = Assignment::built_in().map(|assignment| format!("  {:20}", describe(&assignment)));
        let line = format!("{what:24}{}", fields.collect::<String>());
        writeln!(output, "{}", line.trim_end())?;
    }
    writeln!(output, "\nLogs can also be written as csv and jsonl, a record a row: --log-dialect csv|jsonl.")?;
    Ok(ExitCode::SUCCESS)
}
