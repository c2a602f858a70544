//! The program of a student: built once, then started in the sandbox for a game or a move.

use std::time::Duration;

use anyhow::Context as _;
use reversi_grade::{
    configuration::command_line::CommandLine,
    escape,
    recipes::{
        build::{Built, build},
        execution::Runner,
    },
    sandbox::{End, Limit, SandboxError},
    submissions::Submission,
};

use crate::{
    configuration::Configuration,
    conversation::Conversation,
    game::{Cause, Failure, Forfeit},
    player::Player,
    process::{Ended, Process, Sandboxed},
    protocols::{Answer, Description, Turn},
};

/// A student's program that was built.
#[derive(Debug)]
pub struct Student<'a> {
    configuration: &'a Configuration,
    runner: &'a Runner,
    built: Built,
}

impl<'a> Student<'a> {
    /// Builds a submission. The error is a forfeit of the student, or a failure of the machine.
    pub fn build(
        configuration: &'a Configuration,
        runner: &'a Runner,
        submission: &Submission,
    ) -> Result<Self, Failure> {
        let not_built = |why: String| Forfeit::new(Cause::NotStarted, format!("it was not built: {why}"));
        let mut contents = submission.open().map_err(|error| not_built(escape::line(&format!("{error:#}"))))?;
        contents.leave_out_executables();
        let (report, built) = build(runner, &configuration.recipe, &contents, &mut Vec::new())?;
        let why = || report.failure.into_iter().chain(report.error).collect::<Vec<_>>().join(": ");
        Ok(built.map(|built| Self { configuration, runner, built }).ok_or_else(|| not_built(why()))?)
    }

    fn line(&self, words: &[String]) -> CommandLine {
        self.built.start.command(CommandLine::of(words.iter().map(String::as_str)))
    }

    /// Starts the program for a game.
    pub fn start(&self, arguments: Vec<String>) -> Result<(Conversation, Box<dyn Process>), Failure> {
        /// This limit is never reached, because the referee's clock ends the game earlier.
        const LONGEST: Duration = Duration::from_secs(1_000_000);
        let run = self.configuration.recipe.run.as_ref().context("no command")?;
        let words: Vec<String> = run.words().iter().cloned().chain(arguments).collect();
        let mut command = self.built.program(self.runner, &self.line(&words))?;
        command.limits.wall = LONGEST;
        let (process, input, output) = self.runner.sandbox.converse(&command).map_err(files_or_machine)?;
        let process = Sandboxed { process, limits: command.limits };
        Ok((Conversation::new(input, output)?, Box::new(process)))
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
        let Self { description, student: Student { configuration, runner, built } } = self;
        let line = description.with_input(self.student.line(&description.words(turn)));
        let mut command =
            built.command(runner, &configuration.recipe, &line, description.input(turn).as_bytes(), &[])?;
        command.limits.wall = turn.limit();
        let run = runner.sandbox.run(&command).map_err(files_or_machine)?;
        let ended = Ended::of(&run, &command.limits)?;
        let text = match description.answer_file() {
            Some(name) => run.folder.read(name, 1 << 20).map_err(|error| error.to_string()),
            None => Ok(run.stdout.beginning),
        };
        let is_late = run.end == End::Exceeded(Limit::Wall) || run.usage.wall > turn.limit();
        let forfeit = match description.answer(text, is_late) {
            Ok(answer) => return Ok((answer, run.usage.wall.min(turn.limit()))),
            Err(_) if is_late => Forfeit::new(Cause::Late, turn.clock.late(turn.color())),
            Err(forfeit) if run.end == End::Exited(0) => forfeit,
            Err(_) => Forfeit::new(Cause::Crashed, ""),
        };
        Err(ended.complete(forfeit).into())
    }
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
