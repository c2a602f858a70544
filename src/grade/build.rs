//! Building a submission, once.

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    command_line::CommandLine,
    configuration::Configuration,
    confine::{Command, End, Fault, Files, Folder, Room, Run},
    execution::command,
    plain,
    recipe::Recipe,
    submission::Contents,
    times::Times,
    verdict::Ending,
};

/// What the student is told of the build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildReport {
    /// The commands, as they can be pasted into a shell.
    pub commands: Vec<String>,
    /// Why there is no program.
    pub failure: Option<String>,
    /// What the compiler said: its beginning.
    pub said: String,
}

/// How many lines of what a compiler said are kept.
const LINES: usize = 60;

impl BuildReport {
    /// That of a submission that there is nothing to build from.
    #[must_use]
    pub fn failed(why: impl Into<String>) -> Self {
        Self { failure: Some(why.into()), ..Self::default() }
    }
}

/// A submission that can be run.
#[derive(Debug)]
pub struct Built {
    contents: Contents,
    /// The folder after the last command; none where there was no command.
    folder: Option<Folder>,
    /// A script that was added.
    launcher: Option<(PathBuf, String)>,
}

impl Built {
    /// All files but those that the program is to write or is given: what was handed in under these names is not what it
    /// writes.
    ///
    /// # Errors
    /// Too many open files.
    pub fn files(&self, without: &[&str]) -> io::Result<Files> {
        let files = match &self.folder {
            Some(folder) => Files::new().folder_without(folder, without.iter().map(PathBuf::from).collect())?,
            None => self.contents.files(without)?,
        };
        Ok(match &self.launcher {
            Some((name, script)) => files.program(name, script.as_bytes()),
            None => files,
        })
    }
}

/// Builds a submission.
///
/// # Errors
/// What is not the student's fault.
pub fn build(
    room: &Room,
    configuration: &Configuration,
    contents: Contents,
    times: &mut Times,
) -> Result<(BuildReport, Option<Built>), Fault> {
    let program = configuration.run.as_ref().map_or("", |run| run.words()[0].as_str());
    // A program without a slash is one of the system's.
    let program = if program.contains('/') { program } else { "" };
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
        let files = match &folder {
            Some(folder) => Files::new().folder(folder),
            None => contents.files(&[]),
        };
        let command = Command {
            limits: configuration.build_limits,
            ..command(configuration, line, files.map_err(Fault::Files)?)
        };
        let run = match room.run(&command) {
            // Whatever stands in the way of copying it is in the submission.
            Err(Fault::Files(error)) => {
                report.failure = Some(format!("the submission cannot be copied: {error}"));
                return Ok((report, None));
            }
            run => run?,
        };
        times.add("build", &run.usage);
        let said = said(&run);
        if !said.is_empty() {
            report.said += &format!("$ {line}\n{said}\n");
        }
        report.failure = failure(line, &run.end);
        if report.failure.is_some() {
            return Ok((report, None));
        }
        folder = Some(run.folder);
    }
    let launcher = recipe.launcher.map(|launcher| (launcher.name, launcher.script));
    if let Some((name, script)) = &launcher {
        report.commands.push(format!("printf %s {} > {}", quoted(script), name.display()));
        report.commands.push(format!("chmod +x {}", name.display()));
    }
    Ok((report, Some(Built { contents, folder, launcher })))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What a command said: what it prints for people, or else all that it prints.
fn said(run: &Run) -> String {
    let printed = if run.stderr.length > 0 { &run.stderr } else { &run.stdout };
    // What is printed before a limit depends on the machine.
    if Ending::from(&run.end).is_limit() { String::new() } else { plain::beginning(&printed.beginning, LINES) }
}

fn failure(line: &CommandLine, end: &End) -> Option<String> {
    let why = match (end, Ending::from(end)) {
        (End::Exited(0), _) => return None,
        (End::NotStarted(why), _) => format!("cannot be started: {}", plain::line(why)),
        (_, Ending::Status(status)) => format!("failed with status {status}"),
        (_, Ending::Signal(signal)) => format!("was ended by signal {signal}"),
        (_, Ending::TooSlow) => "took too much time".to_owned(),
        (_, Ending::TooMuchMemory) => "took too much memory".to_owned(),
        (_, Ending::TooManyProcesses) => "had too many processes".to_owned(),
        _ => "wrote too much".to_owned(),
    };
    Some(format!("`{line}` {why}"))
}
