//! Runs the commands of submissions side by side, and repeats a command alone if it exceeded a limit of time or memory.

use std::{
    ffi::OsString,
    io,
    sync::{PoisonError, RwLock},
};

use super::build::Built;
use crate::{
    grade::configuration::{Configuration, command_line::CommandLine},
    sandbox::{Command, End, Files, Limit, Run, Sandbox, SandboxError},
};

/// Runs commands in the sandbox, side by side or one alone.
#[derive(Debug)]
pub struct Runner {
    sandbox: Sandbox,
    /// Commands that run side by side hold it for reading, a command that runs alone for writing.
    turn: RwLock<()>,
}

impl Runner {
    /// A runner for this sandbox.
    pub fn new(sandbox: Sandbox) -> Self {
        Self { sandbox, turn: RwLock::new(()) }
    }

    /// The sandbox.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Runs a command beside others. If it exceeds a limit of time or memory, it runs again alone, because the others may
    /// have been the reason.
    ///
    /// # Errors
    /// A failure of the machine or of the sandbox, and files that cannot be copied.
    pub fn run(&self, command: impl Fn() -> io::Result<Command>) -> Result<Run, SandboxError> {
        let run = || self.sandbox.run(&command().map_err(SandboxError::of_files)?);
        let beside_others = {
            // The lock protects no data that a panic could leave half changed.
            let _turn = self.turn.read().unwrap_or_else(PoisonError::into_inner);
            run()?
        };
        if !matches!(beside_others.end, End::Exceeded(Limit::Processor | Limit::Wall | Limit::Memory)) {
            return Ok(beside_others);
        }
        drop(beside_others);
        let _turn = self.turn.write().unwrap_or_else(PoisonError::into_inner);
        run()
    }
}

/// The command of a case: the program on its input.
///
/// # Errors
/// Too many open files.
pub(in crate::grade) fn case_command(
    configuration: &Configuration,
    line: &CommandLine,
    input: &[u8],
    built: &Built,
) -> io::Result<Command> {
    let names = &configuration.names;
    let files = built.files(&[&names.input, &names.moves, &names.log, &names.output])?;
    Ok(command(configuration, line, files.contents(&names.input, input)))
}

/// A command with the environment and the limits of a case.
pub(in crate::grade) fn command(configuration: &Configuration, line: &CommandLine, files: Files) -> Command {
    let environment = configuration.environment.iter();
    Command {
        arguments: line.words().iter().map(OsString::from).collect(),
        environment: environment.map(|(name, value)| (name.into(), value.into())).collect(),
        files,
        limits: configuration.limits,
    }
}
