//! Builds a submission once, before its cases run.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    Launcher, Recipe,
    execution::{Runner, command},
};
use crate::{
    grade::{
        configuration::{Configuration, command_line::CommandLine},
        escape,
        judging::verdict::Ending,
        results::times::Times,
        submissions::Contents,
    },
    sandbox::{Command, End, Files, Folder, Run, SandboxError},
};

/// What the student is told of the build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// The commands, as they can be pasted into a shell.
    pub commands: Vec<String>,
    /// Why the build failed; `None` if it succeeded.
    pub failure: Option<String>,
    /// The beginning of what the commands printed.
    pub said: String,
}

/// How many lines of each command's printed output are kept.
const LINES: usize = 60;

impl BuildReport {
    /// The report of a submission in which no recipe finds anything to build.
    pub fn failed(why: impl Into<String>) -> Self {
        Self { failure: Some(why.into()), ..Self::default() }
    }
}

/// A submission that can be run.
#[derive(Debug)]
pub struct Built {
    contents: Contents,
    /// The folder as the last command left it; `None` if there was no command.
    folder: Option<Folder>,
    /// The script that starts the program, if the recipe has one.
    launcher: Option<Launcher>,
}

impl Built {
    /// All files except those named `without`: the names of the input and of the output files of a case. A file that was
    /// handed in under such a name must not pass for the program's output.
    ///
    /// # Errors
    /// Too many open files.
    pub fn files(&self, without: &[&str]) -> io::Result<Files> {
        // A folder of sources may have the name of the launcher: that of a package.
        let launcher = self.launcher.iter().map(|launcher| launcher.name.clone());
        let without: Vec<PathBuf> = without.iter().map(PathBuf::from).chain(launcher).collect();
        let files = match &self.folder {
            Some(folder) => Files::new().folder_without(folder, without)?,
            None => self.contents.files(&without)?,
        };
        Ok(match &self.launcher {
            Some(Launcher { name, script }) => files.program(name, script.as_bytes()),
            None => files,
        })
    }
}

/// Builds a submission.
///
/// # Errors
/// A failure of the machine or of the sandbox, not of the submission.
pub fn build(
    runner: &Runner,
    configuration: &Configuration,
    contents: Contents,
    times: &mut Times,
) -> Result<(BuildReport, Option<Built>), SandboxError> {
    let program = configuration.run.as_ref().map_or("", |run| run.words()[0].as_str());
    // A program without a slash is one of the system's, and so is one whose name begins with it.
    let program = if program.contains('/') && !program.starts_with('/') { program } else { "" };
    let program: PathBuf = Path::new(program).components().filter(|part| part.as_os_str() != ".").collect();
    let recipe = match &configuration.build {
        Some(commands) => Recipe::fixed(commands),
        None => match Recipe::choose(&contents, &program) {
            Ok(recipe) => recipe,
            Err(why) => return Ok((BuildReport::failed(why), None)),
        },
    };
    let mut report = BuildReport {
        commands: recipe.commands.iter().map(CommandLine::to_string).collect(),
        ..BuildReport::default()
    };
    let mut folder = None;
    for line in &recipe.commands {
        let prepare = || {
            let files = match &folder {
                Some(folder) => Files::new().folder(folder),
                None => contents.files(&[]),
            };
            let limits = configuration.build_limits;
            Ok(Command { limits, ..command(configuration, line, files?) })
        };
        let run = match runner.run(prepare) {
            // `SandboxError::Files` says that the submission itself cannot be copied.
            Err(SandboxError::Files(error)) => {
                report.failure = Some(format!("the submission cannot be copied: {error}"));
                return Ok((report, None));
            }
            run => run?,
        };
        times.add("build", &run.usage);
        let said = said(&run);
        if !said.is_empty() {
            report.said += &["$ ", &line.to_string(), "\n", &said, "\n"].concat();
        }
        report.failure = failure(line, &run.end);
        if report.failure.is_some() {
            return Ok((report, None));
        }
        folder = Some(run.folder);
    }
    if let Some(Launcher { name, script }) = &recipe.launcher {
        // The script is shown as a comment: the student may have a folder of the script's name, and starts the program
        // in another way.
        report.commands.extend(script.lines().skip(1).map(|line| format!("# {}: {line}", name.display())));
    }
    let launcher = recipe.launcher;
    Ok((report, Some(Built { contents, folder, launcher })))
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
        (End::NotStarted(why), _) => format!("cannot be started: {}", escape::line(why)),
        (_, Ending::Status(status)) => format!("failed with status {status}"),
        (_, Ending::Signal(signal)) => format!("was ended by signal {signal}"),
        (_, Ending::TooSlow) => "took too much time".to_owned(),
        (_, Ending::TooMuchMemory) => "took too much memory".to_owned(),
        (_, Ending::TooManyProcesses) => "had too many processes".to_owned(),
        _ => "wrote too much".to_owned(),
    };
    Some(format!("`{line}` {why}"))
}
