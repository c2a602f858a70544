//! The caller's side of the sandbox: it is opened once and runs any number of commands.

use std::{
    env,
    ffi::OsString,
    io,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::PathBuf,
    process::{Child, Command as Process, Stdio},
};

use rustix::{
    io::Errno,
    pipe::{PipeFlags, pipe_with},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    command::{Command, Files, Limits},
    entry::ProcessKind,
    file_transfer::Packer,
    folder::{Folder, Remover},
    level::{Containment, Level},
    reference_binary::ReferenceBinary,
    run::{CapturedOutput, End, Run, Usage},
    uid_pool::LeasedUid,
    visible, wire,
};

/// What a sandbox is opened with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Files and folders that commands may read beside those of the system.
    pub readable: Vec<PathBuf>,
    /// The level, instead of the best one that contains. The only way to [`Level::Unconfined`].
    pub level: Option<Level>,
    /// The program that has the supervisor, instead of this one.
    pub program: Option<PathBuf>,
}

/// A place for strangers' programs.
#[derive(Debug)]
pub struct Sandbox {
    program: ReferenceBinary,
    level: Level,
    readable: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
}

/// Why there is no answer. None of it is the command's fault.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The files cannot be put in.
    #[error("cannot put in the files: {0}")]
    Files(io::Error),
    /// The files cannot be put in, whatever they are.
    #[error("cannot put in files: {0}")]
    Machine(io::Error),
    /// The machine cannot contain a command as it should.
    #[error("cannot contain a program at the level `{0}`: {1}")]
    Containment(Level, String),
    /// The machine cannot contain a command at any level.
    #[error(
        "this machine cannot contain a program: {}; expected namespaces or Landlock, or --unconfined, which keeps the \
         limits alone", .0.join("; ")
    )]
    Uncontained(Vec<String>),
    /// The supervisor cannot be started, or died.
    #[error("the supervisor fails: {0}")]
    Supervisor(io::Error),
}

impl SandboxError {
    /// Whose fault it is that files cannot be put in: where the machine has no room, no memory or no descriptors left, or
    /// its disk fails, it is not that of the files.
    pub(crate) fn of_files(error: io::Error) -> Self {
        const OF_THE_MACHINE: [Errno; 9] = [
            Errno::AGAIN,
            Errno::DQUOT,
            Errno::INTR,
            Errno::IO,
            Errno::MFILE,
            Errno::NFILE,
            Errno::NOMEM,
            Errno::NOSPC,
            Errno::ROFS,
        ];
        let is_of_the_machine = Errno::from_io_error(&error).is_some_and(|error| OF_THE_MACHINE.contains(&error));
        if is_of_the_machine { Self::Machine(error) } else { Self::Files(error) }
    }
}

/// What the supervisor and the launcher are told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LaunchRequest {
    pub level: Level,
    pub arguments: Vec<OsString>,
    pub environment: Vec<(OsString, OsString)>,
    pub limits: Limits,
    pub readable: Vec<OsString>,
    pub hidden: Vec<OsString>,
    /// The user and group of the command, if not those of the supervisor.
    pub user: Option<u32>,
    /// A folder for temporary folders; for the launcher, the command's own.
    pub scratch: Option<OsString>,
    /// Processes that count as the user's and are not the command's.
    pub processes_before: u64,
}

/// What the supervisor answers. The folder comes with it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum SupervisorReply {
    Done { end: End, stdout: CapturedOutput, stderr: CapturedOutput, usage: Usage },
    Failed(String),
}

impl Sandbox {
    /// Opens a sandbox at the best level at which this machine contains a program; tries it.
    ///
    /// # Errors
    /// A machine that cannot, or not at the level that was asked for.
    pub fn open(settings: Settings) -> Result<Self, SandboxError> {
        let program = settings.program.map_or_else(env::current_exe, Ok).map_err(SandboxError::Supervisor)?;
        let program = ReferenceBinary::open(&program).map_err(SandboxError::Supervisor)?;
        // A link is of use only together with what it leads to.
        let ends = settings.readable.iter().filter_map(|path| path.canonicalize().ok());
        let more: Vec<PathBuf> = ends.chain(settings.readable.iter().cloned()).collect();
        let readable = visible::paths(&more);
        let mut hidden = Vec::new();
        for path in readable.iter().filter(|path| !path.is_symlink()) {
            program.copies_under(path, &mut hidden);
        }
        let mut sandbox = Self { program, level: Level::Unconfined, readable, hidden };
        let levels = settings.level.map_or(vec![Level::Namespaces, Level::Landlock], |level| vec![level]);
        let mut reasons = Vec::new();
        for level in levels {
            sandbox.level = level;
            match sandbox.run(&Command::nothing()) {
                Ok(_) => return Ok(sandbox),
                Err(error) if settings.level.is_some() => return Err(error),
                Err(error) => reasons.push(error.to_string()),
            }
        }
        Err(SandboxError::Uncontained(reasons))
    }

    /// How commands are contained here.
    pub fn containment(&self) -> Containment {
        Containment { level: self.level, has_own_user: LeasedUid::exist() }
    }

    /// Runs a command to its end, or to that of its limits, and says what came of it.
    ///
    /// # Errors
    /// No answer, for reasons that are not the command's.
    pub fn run(&self, command: &Command) -> Result<Run, SandboxError> {
        let uid = LeasedUid::take();
        let user = uid.as_ref().map(|uid| uid.number);
        let (socket, theirs) = UnixStream::pair().map_err(SandboxError::Supervisor)?;
        let (files_to_read, files_to_write) =
            pipe_with(PipeFlags::CLOEXEC).map_err(|error| SandboxError::Supervisor(error.into()))?;
        let mut supervisor = self.start_supervisor(theirs, user).map_err(SandboxError::Supervisor)?;
        let answer = self.converse(command, user, &socket, files_to_read, files_to_write);
        let wait = |supervisor: &mut Child| supervisor.wait().map_err(SandboxError::Supervisor);
        let (report, folder) = match answer {
            Ok(answer) => answer,
            Err(fault) => {
                drop(socket);
                wait(&mut supervisor)?;
                return Err(fault);
            }
        };
        match (report, folder) {
            (SupervisorReply::Done { end, stdout, stderr, usage }, Some(directory)) => {
                let remover = if self.level == Level::Namespaces {
                    wait(&mut supervisor)?;
                    None
                } else {
                    Some(Remover { socket: Some(socket), supervisor })
                };
                let containment = Containment { level: self.level, has_own_user: user.is_some() };
                let folder = Folder::new(directory, remover);
                Ok(Run { end, stdout, stderr, usage, containment, folder })
            }
            (report, _) => {
                drop(socket);
                wait(&mut supervisor)?;
                let reason =
                    if let SupervisorReply::Failed(reason) = report { reason } else { "no folder came".into() };
                Err(SandboxError::Containment(self.level, reason))
            }
        }
    }

    fn start_supervisor(&self, socket: UnixStream, user: Option<u32>) -> io::Result<Child> {
        let mut process = Process::new(self.program.path());
        process.args(ProcessKind::Supervisor.arguments()).env_clear();
        process.stdin(OwnedFd::from(socket)).stdout(Stdio::null());
        // An interrupt from the keyboard is for the one who asks, not for those who clean up after it.
        process.process_group(0);
        if let (Level::Namespaces, Some(user)) = (self.level, user) {
            process.uid(user).gid(user);
        }
        process.spawn()
    }

    /// Sends the request and the files, and waits for the answer.
    fn converse(
        &self,
        command: &Command,
        user: Option<u32>,
        socket: &UnixStream,
        files_to_read: OwnedFd,
        files_to_write: OwnedFd,
    ) -> Result<(SupervisorReply, Option<OwnedFd>), SandboxError> {
        let request = self.request(command, user);
        wire::send(socket, &request, Some(files_to_read.as_fd())).map_err(SandboxError::Supervisor)?;
        drop(files_to_read);
        match Packer::new(std::fs::File::from(files_to_write), &self.program).pack(&command.files) {
            // Whoever reads no further says why.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(SandboxError::of_files(error)),
            _ => {}
        }
        wire::receive(socket).map_err(SandboxError::Supervisor)
    }

    fn request(&self, command: &Command, user: Option<u32>) -> LaunchRequest {
        let names = |paths: &[PathBuf]| paths.iter().map(|path| path.clone().into_os_string()).collect();
        LaunchRequest {
            level: self.level,
            arguments: command.arguments.clone(),
            environment: command.environment.clone(),
            limits: command.limits,
            readable: names(&self.readable),
            hidden: names(&self.hidden),
            user,
            scratch: Some(env::temp_dir().into_os_string()),
            processes_before: 0,
        }
    }
}

impl Command {
    /// A command that does nothing.
    pub(super) fn nothing() -> Self {
        Self { arguments: vec!["true".into()], environment: Vec::new(), files: Files::new(), limits: Limits::default() }
    }
}
