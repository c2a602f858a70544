//! The program of a student: built once, then started in the sandbox for a game or a move.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::Path,
    time::Duration,
};

use anyhow::{Context as _, Result};
use reversi_grade::{
    configuration::{Recipe, command_line::CommandLine},
    escape,
    recipes::{
        build::{Built, build},
        execution::Runner,
    },
    sandbox::{End, Folder, Limit, SandboxError, Unusable},
    submissions::Submission,
};

use crate::{
    configuration::Configuration,
    conversation::Conversation,
    game::{Cause, Failure, Forfeit},
    player::Player,
    process::{Ended, Sandboxed},
    protocols::{Answer, Description, Turn},
};

#[derive(Debug)]
pub struct Student<'a> {
    configuration: &'a Configuration,
    recipe: Recipe,
    runner: &'a Runner,
    built: Built,
}

impl<'a> Student<'a> {
    /// Builds a submission. The error is a forfeit of the student, or a failure of the machine.
    pub fn build(
        configuration: &'a Configuration,
        recipe: Recipe,
        runner: &'a Runner,
        submission: &Submission,
    ) -> Result<Self, Failure> {
        let not_built = |why: String| Forfeit::new(Cause::NotStarted, format!("it was not built: {why}"));
        let mut contents = submission.open().map_err(|error| not_built(escape::line(&format!("{error:#}"))))?;
        contents.leave_out_executables();
        let (report, built) = build(runner, &recipe, &contents, &mut Vec::new())?;
        let why = || report.failure.into_iter().chain(report.error).collect::<Vec<_>>().join(": ");
        Ok(built.map(|built| Self { configuration, recipe, runner, built }).ok_or_else(|| not_built(why()))?)
    }

    /// The command that starts the program for a turn.
    fn line(&self, turn: &Turn) -> Result<CommandLine> {
        let run = self.recipe.run.as_ref().context("no command")?;
        let arguments = self.configuration.protocol.arguments(turn);
        let words = run.words().iter().chain(&arguments).map(String::as_str);
        Ok(self.built.line(CommandLine::of(words)))
    }

    pub fn start(&self, turn: &Turn) -> Result<(Conversation, Sandboxed), Failure> {
        /// This limit is never reached, because the referee's clock ends the game earlier.
        const LONGEST: Duration = Duration::from_secs(1_000_000);
        let mut command = self.built.program(self.runner, &self.line(turn)?)?;
        command.limits.wall = LONGEST;
        command.hidden.retain(|path| !self.recipe.names(Path::new(path)));
        let (process, input, output) = self.runner.sandbox.converse(&command).map_err(files_or_machine)?;
        Ok((Conversation::new(input, output)?, Sandboxed { process, limits: command.limits }))
    }
}

/// A student's program that is started for each move.
pub struct Starter<'a> {
    pub description: &'a Description,
    pub student: &'a Student<'a>,
}

impl Player for Starter<'_> {
    fn is_asked_for_passes(&self) -> bool {
        self.description.asks_for_passes()
    }

    fn choose(&mut self, turn: &Turn) -> Result<(Answer, Duration), Failure> {
        let Self { description, student: Student { recipe, runner, built, .. } } = self;
        let line = description.with_input(self.student.line(turn)?);
        let mut command = built.command(runner, recipe, &line, description.input(turn).as_bytes())?;
        command.limits.wall = turn.deadline();
        command.hidden.retain(|path| !recipe.names(Path::new(path)));
        let run = runner.sandbox.run(&command).map_err(files_or_machine)?;
        let ended = Ended::of(&run, &command.limits)?;
        let text = match description.answer_file() {
            Some(name) => end_of(&run.folder, name).map_err(|error| error.to_string()),
            None => Ok(run.stdout.beginning),
        };
        let is_late = run.end == End::Exceeded(Limit::Wall) || run.usage.wall > turn.deadline();
        let forfeit = match description.answer(text, is_late) {
            Ok(answer) => return Ok((answer, run.usage.wall.min(turn.deadline()))),
            Err(_) if is_late => Forfeit::new(Cause::Late, turn.clock.late(turn.color)),
            Err(forfeit) if run.end == End::Exited(0) => forfeit,
            Err(_) => Forfeit::new(Cause::Crashed, ""),
        };
        Err(ended.complete(forfeit).into())
    }
}

/// The last bytes of a file, because only the last line of an answer counts.
fn end_of(folder: &Folder, name: &Path) -> Result<Vec<u8>, Unusable> {
    const MOST: u64 = 1 << 16;
    let read = |mut file: File| {
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(MOST)))?;
        let mut end = Vec::new();
        file.take(MOST).read_to_end(&mut end)?;
        Ok(end)
    };
    read(folder.open(name)?).map_err(Unusable::Failed)
}

/// Decides if a sandbox error is a fault of the submission or of the machine.
fn files_or_machine(error: SandboxError) -> Failure {
    match error {
        SandboxError::Files(why) => {
            Forfeit::new(Cause::NotStarted, format!("its files cannot be copied: {why}")).into()
        }
        error => error.into(),
    }
}
