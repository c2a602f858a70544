//! Builds a submission once, before its cases run.

use std::{
    io,
    path::{Path, PathBuf},
};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::{
    BuildPlan, Start,
    execution::{Runner, command, why_not_started},
};
use crate::{
    grade::{
        configuration::{Configuration, Executables, Recipe, command_line::CommandLine},
        escape,
        judging::verdict::Ending,
        submissions::Contents,
        times::CommandTime,
    },
    sandbox::{ContainedCommand, End, Files, Folder, Run, SandboxError},
};

/// What the student is told of the build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// What chose the commands: the course, or the files of the submission.
    pub recipe: String,
    /// Ready-made programs that were left out, and what each of them is.
    pub left_out: Vec<(String, String)>,
    /// The commands, as they can be pasted into a shell.
    pub commands: Vec<String>,
    /// Why the build failed; `None` if it succeeded.
    pub failure: Option<String>,
    /// The beginning of what the commands printed.
    pub said: String,
}

/// How many lines of each command's printed output are kept.
const LINES: usize = 60;

/// A submission that can be run.
#[derive(Debug)]
pub struct Built {
    contents: Contents,
    /// The folder as the last command left it; `None` if there was no command.
    folder: Option<Folder>,
    /// What starts the program.
    pub start: Start,
}

impl Built {
    /// The command of a case: the program on its input. A file that was handed in under the name of an output file must not
    /// pass for the program's output.
    /// Errors: too many open files.
    pub fn command(
        &self,
        configuration: &Configuration,
        recipe: &Recipe,
        line: &CommandLine,
        input: &[u8],
    ) -> io::Result<ContainedCommand> {
        let files = self.files(&recipe.files.all())?;
        Ok(command(configuration, line, files.contents(&recipe.files.input, input)))
    }

    /// All files except those of some names.
    fn files(&self, without: &[&str]) -> io::Result<Files> {
        match &self.folder {
            Some(folder) => Files::default().folder(folder, without.iter().map(PathBuf::from).collect()),
            None => Ok(self.contents.files(without)),
        }
    }
}

/// Builds a submission.
/// Errors: a failure of the machine or of the sandbox, not of the submission: a compiler that cannot be started is one.
pub fn build(
    runner: &Runner,
    configuration: &Configuration,
    recipe: &Recipe,
    mut contents: Contents,
    times: &mut Vec<CommandTime>,
) -> Result<(BuildReport, Option<Built>)> {
    let mut report = BuildReport::default();
    if configuration.executables == Executables::Refuse {
        let shown = |(name, kind): (PathBuf, &str)| (escape::line(&name.to_string_lossy()), kind.to_owned());
        report.left_out = contents.leave_out_executables().into_iter().map(shown).collect();
    }
    let run = recipe.run.as_ref();
    let program = run.filter(|run| run.program_of_system().is_none()).map_or("", |run| run.words()[0].as_str());
    let program: PathBuf = Path::new(program).components().filter(|part| part.as_os_str() != ".").collect();
    let plan = match &recipe.build {
        Some(commands) => BuildPlan::fixed(commands),
        None => match BuildPlan::choose(&contents, &program) {
            Ok(plan) => plan,
            Err(why) => return Ok((BuildReport { failure: Some(why), ..report }, None)),
        },
    };
    plan.name.clone_into(&mut report.recipe);
    report.commands = plan.commands.iter().map(CommandLine::to_string).collect();
    plan.programs().try_for_each(|program| runner.require(configuration, program))?;
    let mut built = Built { contents, folder: None, start: Start::Program };
    for line in &plan.commands {
        let limits = configuration.build_limits;
        let prepare = || Ok(ContainedCommand { limits, ..command(configuration, line, built.files(&[])?) });
        let run = match runner.run(prepare) {
            // `SandboxError::Files` says that the submission itself cannot be copied.
            Err(SandboxError::Files(error)) => {
                report.failure = Some(format!("the submission cannot be copied: {error}"));
                return Ok((report, None));
            }
            run => run?,
        };
        times.push(CommandTime::new("build", &run.usage));
        let said = said(&run);
        if !said.is_empty() {
            report.said += &["$ ", &line.to_string(), "\n", &said, "\n"].concat();
        }
        report.failure = match &run.end {
            End::NotStarted(why) => Some(why_not_started(line, why, &run.folder)?),
            end => failure(line, end),
        };
        if report.failure.is_some() {
            return Ok((report, None));
        }
        built.folder = Some(run.folder);
    }
    let has_arguments = run.is_some_and(|run| run.words().len() > 1);
    Ok(match plan.product.start(&program, has_arguments, built.folder.as_ref()) {
        Err(why) => (BuildReport { failure: Some(why), ..report }, None),
        Ok(start) => (report, Some(Built { start, ..built })),
    })
}

/// The beginning of standard error, or of standard output if standard error is empty.
fn said(run: &Run) -> String {
    let printed = if run.stderr.length > 0 { &run.stderr } else { &run.stdout };
    // How much a program prints before a limit stops it depends on the machine.
    if Ending::from(&run.end).is_limit() { String::new() } else { escape::beginning(&printed.beginning, LINES) }
}

fn failure(line: &CommandLine, end: &End) -> Option<String> {
    let why = match (end, Ending::from(end)) {
        (End::Exited(0), _) => return None,
        (_, Ending::Status(status)) => format!("failed with status {status}"),
        (_, Ending::Signal(signal)) => format!("was ended by signal {signal}"),
        (_, Ending::TooSlow) => "took too much time".to_owned(),
        (_, Ending::TooMuchMemory) => "took too much memory".to_owned(),
        (_, Ending::TooManyProcesses) => "had too many processes".to_owned(),
        _ => "wrote too much".to_owned(),
    };
    Some(format!("`{line}` {why}"))
}
