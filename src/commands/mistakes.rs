//! `reversi mistakes`: lists and explains common mistakes, and writes the files of programs that make them.

use std::{io::Write as _, path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::{Result, anyhow, bail, ensure};
use clap::{Args, Subcommand};

use super::{
    arguments::{self, AnyAssignment},
    job_arguments::{JobArguments, LineEnds},
    print,
};
use crate::{
    answers::System,
    assignment::{Assignment, OutputForm},
    files::output::{self, Output},
    mistakes::{JobFiles, Mistake, MistakenJob, Mistakes},
    names,
    terminal::say,
};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  reversi mistakes explain strict-cut-off")]
pub struct Arguments {
    #[command(subcommand)]
    action: MistakesCommand,
}

#[derive(Debug, Subcommand)]
enum MistakesCommand {
    /// List all mistakes: group, name, assignments where the mistake is possible, description
    #[command(after_help = "Example:\n  reversi mistakes list --assignment usc2017")]
    List {
        /// Select the mistakes that are possible in this assignment
        #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
        assignment: Option<AnyAssignment>,
    },
    /// Print the explanation that a student sees for a mistake
    #[command(after_help = "Example:\n  reversi mistakes explain strict-cut-off")]
    Explain {
        /// Name of the mistake, as in `reversi mistakes list`
        mistake: String,
        /// Use the terms of this assignment
        #[arg(long, value_name = "NAME", value_parser = arguments::assignment(), hide_possible_values = true)]
        assignment: Option<AnyAssignment>,
    },
    /// Write the files that a program with these mistakes writes
    Write(Box<WriteArguments>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reversi mistakes write no-cut-off -t 2 -d 3 -i opening.txt -op m.txt -ol l.txt
  reversi mistakes write root-is-min+no-cut-off -t 2 -d 3 -i f5d6 -op - -ol log")]
struct WriteArguments {
    /// Names from `reversi mistakes list`, joined by `+`, or `none`
    mistakes: Mistakes,
    #[command(flatten)]
    job: JobArguments,
    /// Write the moves here; `-`: standard output
    #[arg(long, alias = "op", value_name = "FILE", requires = "log", conflicts_with = "output")]
    moves: Option<PathBuf>,
    /// Write the log here; `-`: standard output
    #[arg(long, alias = "ol", value_name = "FILE", requires = "moves", conflicts_with = "output")]
    log: Option<PathBuf>,
    /// Write the board and the log here (one move)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    line_ends: LineEnds,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.action {
        MistakesCommand::List { assignment: Some(AnyAssignment::Printed(system)) } => {
            ensure!(*system != System::Text, "no mistakes of text are known");
            let line = |mistake: Mistake| {
                format!("{:10} {mistake:31} {}\n", mistake.group(), mistake.printed_text(*system).done)
            };
            print(Mistake::printed_by(*system).map(line).collect::<String>())
        }
        MistakesCommand::List { assignment: Some(name) } => print(list(Some(&name.read()?))),
        MistakesCommand::List { assignment: None } => print(list(None)),
        MistakesCommand::Explain { mistake, assignment } => print(explanation(mistake, assignment.as_ref())?),
        MistakesCommand::Write(arguments) => write(arguments),
    }
}

/// The explanation of a mistake, in a log or in printed answers.
fn explanation(name: &str, assignment: Option<&AnyAssignment>) -> Result<String> {
    let mistake: Mistake = name.parse().map_err(|error| anyhow!("{name:?}: {error}"))?;
    let is_of_log = Assignment::built_in().any(|assignment| mistake.is_possible_in(&assignment));
    let system = match assignment {
        Some(AnyAssignment::Printed(system)) => Some(*system),
        Some(AnyAssignment::Job(_)) => None,
        None => System::ALL.into_iter().find(|system| !is_of_log && mistake.plain().is_possible_of(*system)),
    };
    if let Some(system) = system {
        ensure!(
            mistake.side().is_none() && mistake.plain().is_possible_of(system),
            "{name} is not possible in {system}; `reversi mistakes list --assignment {system}` lists those that are"
        );
        let text = mistake.printed_text(system);
        return Ok(format!("{mistake}: {}\n{}\n", text.done, text.advice().join("\n")));
    }
    let assignment = match assignment {
        Some(name) => Some(name.read()?),
        None => None,
    };
    assignment.iter().try_for_each(|assignment| check(mistake, assignment))?;
    let text = mistake.text(&assignment);
    let sides: Vec<String> = mistake.on_each_side().map(|of_side| of_side.to_string()).collect();
    let note = if sides.is_empty() { String::new() } else { format!("On one side only: {}\n", sides.join(", ")) };
    Ok(format!("{mistake}: {}\n{}\n{note}", text.done, text.advice().join("\n")))
}

/// The notes below the list, after the rare mistakes.
const NOTES: &str = "
A program can also make a mistake on one side only. The name then ends in the side.
NAME-for-max, NAME-for-min: the mistake is only at the nodes of this player (search, rows).
NAME-for-black, NAME-for-white: only in searches for the moves of this color (evaluation, search), or only if this
color moves (captures).
`reversi mistakes explain NAME` names the sides of a mistake.
";

fn list(assignment: Option<&Arc<Assignment>>) -> String {
    let known: Vec<_> = assignment.map_or_else(|| Assignment::built_in().collect(), |own| vec![Arc::clone(own)]);
    let width = known.iter().map(|assignment| assignment.name.chars().count() + 1).sum::<usize>().saturating_sub(1);
    let line = |mistake: Mistake| {
        let possible = known.iter().filter(|assignment| mistake.is_possible_in(assignment));
        let names: Vec<&str> = possible.map(|assignment| assignment.name.as_str()).collect();
        format!("{:10} {mistake:30} {:width$} {}\n", mistake.group(), names.join(" "), mistake.text(assignment).done)
    };
    let rare =
        known.iter().flat_map(|assignment| Mistake::RARE.into_iter().filter(|rare| rare.is_possible_in(assignment)));
    let rare = format!(
        "\nSets of cases need not catch these rare mistakes: {}.\n",
        names::list(names::each_once(rare), "and")
    );
    let chosen = |mistake: &Mistake| known.iter().any(|assignment| mistake.is_possible_in(assignment));
    Mistake::all_plain().filter(chosen).map(line).collect::<String>() + &rare + NOTES
}

/// Returns an error if a mistake is not possible in an assignment.
fn check(mistake: Mistake, assignment: &Assignment) -> Result<()> {
    ensure!(
        mistake.is_possible_in(assignment),
        "{mistake} is not possible in {assignment}; `reversi mistakes list --assignment {assignment}` lists those that are"
    );
    Ok(())
}

fn write(arguments: &WriteArguments) -> Result<ExitCode> {
    let assignment = arguments.job.assignment()?;
    arguments.mistakes.iter().try_for_each(|mistake| check(mistake, &assignment))?;
    let targets = match (assignment.output, &arguments.moves, &arguments.log, &arguments.output) {
        (OutputForm::Game, Some(moves), Some(log), None) => vec![("-op", moves.as_path()), ("-ol", log)],
        (OutputForm::Next, None, None, Some(output)) => vec![("-o", output.as_path())],
        (OutputForm::Game, ..) => bail!("{assignment} needs -op and -ol"),
        (OutputForm::Next, ..) => bail!("{assignment} needs -o"),
    };
    output::distinct(&arguments.job.inputs(), &targets)?;
    let job = arguments.line_ends.of(arguments.job.job()?);
    let mistaken = MistakenJob::new(&job, arguments.mistakes, &[]);
    let Ok(files) = JobFiles::new(&job, &mistaken) else {
        bail!("{}: the log has more than 200000 rows; expected a smaller depth", arguments.mistakes)
    };
    if JobFiles::new(&job, &MistakenJob::new(&job, Mistakes::NONE, &[])).is_ok_and(|right| right == files) {
        say(format_args!("{}: the files of this run show no mistake", arguments.mistakes));
    }
    let texts = match files {
        JobFiles::Game { moves, log } => vec![moves, log],
        JobFiles::Next { output } => vec![output],
    };
    let mut outputs = targets.iter().map(|(_, path)| Output::create(path)).collect::<Result<Vec<_>>>()?;
    for (output, text) in outputs.iter_mut().zip(texts) {
        output.write_all(text.as_bytes())?;
    }
    output::commit_all(outputs)?;
    Ok(ExitCode::SUCCESS)
}
