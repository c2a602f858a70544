//! This program, started again as a kind of a run.

use std::{ffi::OsString, process::ExitCode};

use super::{launcher::launch, supervisor::supervise};

/// A kind that is a process of its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProcessKind {
    Supervisor,
    Launcher,
}

impl ProcessKind {
    /// The arguments that ask for it. No command has them: they are none of a user's business.
    pub(super) const fn arguments(self) -> [&'static str; 2] {
        match self {
            Self::Supervisor => ["sandbox", "--supervise"],
            Self::Launcher => ["sandbox", "--launch"],
        }
    }
}

/// The exit code of a kind of a run, when this program was started again for one. To be asked before anything else: a
/// process that has threads could not contain anything, and a run should cost no more than it must.
pub fn serve(arguments: &[OsString]) -> Option<ExitCode> {
    let given = arguments.get(1..)?;
    let kind = [ProcessKind::Supervisor, ProcessKind::Launcher].into_iter().find(|kind| given == kind.arguments())?;
    Some(match kind {
        ProcessKind::Supervisor => supervise(),
        ProcessKind::Launcher => launch(),
    })
}
