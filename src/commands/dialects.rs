//! `reversi dialects`: the dialects and what is different in them, as a table.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::Result;

use crate::{
    assignment::{Dialect, InputForm, SearchRules},
    log::{CutWindow, Numbers},
};

/// Says what a dialect does in one respect.
type Describe = fn(&Dialect) -> String;

/// Prints the table: a column for each dialect, a row for each difference.
///
/// # Errors
/// A standard output that cannot be written.
pub fn run() -> Result<ExitCode> {
    let rows: [(&str, Describe); 11] = [
        ("", |dialect| dialect.name.to_owned()),
        ("input before the board", |dialect| {
            let lines = match dialect.input {
                InputForm::Board => "-",
                InputForm::PlayerDepth => "player, depth",
                InputForm::TaskPlayerDepth => "task, player, depth",
            };
            lines.to_owned()
        }),
        ("max", |dialect| match dialect.input {
            InputForm::Board => "black".to_owned(),
            InputForm::PlayerDepth | InputForm::TaskPlayerDepth => "the named player".to_owned(),
        }),
        ("a player without a move", |dialect| match dialect.rules {
            SearchRules::NoPass => "is a leaf".to_owned(),
            SearchRules::CountedPass | SearchRules::CountedPassOrWipeOut => "passes, a ply".to_owned(),
        }),
        ("leaves before the depth", |dialect| {
            let ends = match dialect.rules {
                SearchRules::NoPass => "no move",
                SearchRules::CountedPass => "two passes",
                SearchRules::CountedPassOrWipeOut => "two passes, no discs",
            };
            ends.to_owned()
        }),
        ("separator", |dialect| format!("{:?}", dialect.spelling.separator)),
        ("numbers", |dialect| match dialect.spelling.numbers {
            Numbers::OneDecimal => "25.0".to_owned(),
            Numbers::Integer => "25".to_owned(),
        }),
        ("depth of the root", |dialect| dialect.spelling.root_depth.to_string()),
        ("window at a cut-off", |dialect| match dialect.spelling.cut_window {
            CutWindow::Narrowed => "after the child".to_owned(),
            CutWindow::AsSearched => "before the child".to_owned(),
        }),
        ("mark of a cut-off", |dialect| match dialect.spelling.cut_marker {
            "" => "-".to_owned(),
            marker => format!("{marker:?}"),
        }),
        ("last line end", |dialect| if dialect.spelling.last_line_end { "yes" } else { "no" }.to_owned()),
    ];
    let mut output = io::stdout().lock();
    for (what, describe) in rows {
        let [first, rest @ .., last] = &Dialect::ALL;
        write!(output, "{what:24}  {:20}", describe(first))?;
        for dialect in rest {
            write!(output, "  {:20}", describe(dialect))?;
        }
        writeln!(output, "  {}", describe(last))?;
    }
    writeln!(output, "\nLogs can also be written as csv and jsonl, a record a row: --log-dialect csv|jsonl.")?;
    Ok(ExitCode::SUCCESS)
}
