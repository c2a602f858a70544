//! Running a case: the program on the input, and again alone where it was too slow beside others.

use std::{
    ffi::OsString,
    sync::{PoisonError, RwLock},
};

use super::{
    build::Built,
    command_line::CommandLine,
    configuration::Configuration,
    confine::{Command, End, Fault, Files, Limit, Room, Run},
};

/// Runs programs: side by side, or one alone.
#[derive(Debug)]
pub struct Runner {
    room: Room,
    /// Held by all that run side by side, or by the one that runs alone.
    turn: RwLock<()>,
}

impl Runner {
    /// One that runs them in a room.
    #[must_use]
    pub fn new(room: Room) -> Self {
        Self { room, turn: RwLock::new(()) }
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Runs a program on the input of a case.
    ///
    /// # Errors
    /// What is not the program's fault.
    pub fn run(
        &self,
        configuration: &Configuration,
        line: &CommandLine,
        input: &[u8],
        built: &Built,
    ) -> Result<Run, Fault> {
        let names = &configuration.names;
        let run = || {
            let files = built.files(&[&names.input, &names.moves, &names.log, &names.output]).map_err(Fault::Files)?;
            self.room.run(&command(configuration, line, files.contents(&names.input, input)))
        };
        let beside_others = {
            // Nobody panics with it in hand; if somebody did, there is nothing in it to be broken.
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

/// A command with the environment and the limits of a case.
pub(super) fn command(configuration: &Configuration, line: &CommandLine, files: Files) -> Command {
    let environment = configuration.environment.iter();
    Command {
        arguments: line.words().iter().map(OsString::from).collect(),
        environment: environment.map(|(name, value)| (name.into(), value.into())).collect(),
        files,
        limits: configuration.limits,
    }
}
