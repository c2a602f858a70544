//! `reversi board`: shows positions, and writes them in another notation.

use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, Result};
use clap::Args;

use super::{
    arguments::{self, AnyAssignment},
    position::{PositionText, Selected},
};
use crate::{
    assignment::JobInput,
    games::reversi::{
        Expression, Valuation,
        notation::{Content, Item, Notation},
    },
    play::Picture,
};

#[derive(Debug, Args)]
#[command(after_help = NOTATIONS)]
pub struct Arguments {
    /// File, `-` for standard input, or the position as text
    #[arg(allow_hyphen_values = true)]
    position: String,
    /// Read the file as an input of this assignment
    #[arg(help_heading = "Input", long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true, conflicts_with_all = ["start", "discs"])]
    assignment: Option<AnyAssignment>,
    /// Print the positions in this notation instead of a drawing
    #[arg(long = "as", value_name = "NOTATION", conflicts_with = "json", value_parser = arguments::named(Notation::ALL, Notation::name))]
    notation: Option<Notation>,
    /// Show the terms of an evaluation, such as `weights + 10 mobility`
    #[arg(long, value_name = "EVALUATION", value_parser = arguments::evaluation, allow_hyphen_values = true, conflicts_with = "notation")]
    eval: Option<Expression>,
    #[command(flatten)]
    output: arguments::Json,
    #[command(flatten)]
    selected: Selected,
    /// Start the transcript here [default: the 8x8 opening]
    #[arg(help_heading = "Input", long, value_name = "POSITION", allow_hyphen_values = true)]
    start: Option<String>,
}

const NOTATIONS: &str = "\
Notations, for boards of 4x4 to 8x8:
  rows        a line for each row, as the batch job reads them: `*` empty, `X` black, `O` white;
              or `-` or `.` empty, with the letters of a line. Black moves unless a last line
              says `O`
  line        all squares in one line, then the player to move: `-----OX--XO----- X`. Black is
              X, x, B, b or *, white is O, o, W or w, empty is - or .
  slashes     ..../.WB./.BW./.... x
  obf         a line and known scores: `-----OX--XO----- X; B1:-8; A2:-8;`
  transcript  the moves of a game: f5d6c3, or `1. F5 2. D6`; passes are left out, or are --,
              ps or pa

Examples:
  reversi board opening.txt
  reversi board f5d6c3d3c4 --as line
  reversi board opening.txt --as slashes
  reversi board f5d6c3 --eval 'weights + 10 mobility - 2 frontier'";

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (text, items) = if let Some(assignment) = &arguments.assignment {
        let path = Path::new(&arguments.position);
        let input = JobInput::read(&*assignment.read()?, path)?;
        let item = Item { line: 1, content: Content::Position(input.position) };
        (PositionText::of(&arguments.position, "POSITION")?, vec![item])
    } else {
        let text = PositionText::of(&arguments.position, "POSITION")?;
        let items = text.all(None, arguments.start.as_deref())?;
        (text, items)
    };
    let mut output = AutoStream::new(io::stdout(), ColorChoice::Auto);
    let is_spread = arguments.notation.is_none_or(|notation| notation == Notation::Rows) && !arguments.output.json;
    for (index, item) in items.into_iter().enumerate() {
        let Item { line, content } = arguments.selected.of(item, &text)?;
        let valuation = arguments.eval.as_ref().map(|evaluation| Valuation::of(evaluation, content.position()));
        let written = match (arguments.notation, valuation) {
            (_, valuation) if arguments.output.json => {
                let mut json = Picture(&content).json();
                if let Some(valuation) = valuation {
                    json["evaluation"] = valuation.json();
                }
                format!("{json}\n")
            }
            (_, Some(valuation)) => format!("{}\n{valuation}", Picture(&content)),
            (None, None) => Picture(&content).to_string(),
            (Some(notation), None) => notation.write(&content).with_context(|| format!("{}:{line}", text.name()))?,
        };
        write!(output, "{}{written}", if is_spread && index > 0 { "\n" } else { "" })?;
    }
    Ok(ExitCode::SUCCESS)
}
