//! The caller's side of the sandbox: it is opened once and runs any number of commands.

use std::{
    env,
    ffi::OsString,
    io,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::{Path, PathBuf, absolute},
    process::{Child, Command, Stdio},
};

use rustix::{
    io::Errno,
    pipe::{PipeFlags, pipe_with},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    command::{ContainedCommand, Files, Limits},
    doctor::remedies,
    entry::SUPERVISOR,
    file_transfer::Packer,
    folder::{Folder, Remover},
    level::{Containment, Level},
    new_root,
    probe::Targets,
    reference_binary::ReferenceBinary,
    run::{CapturedOutput, End, Run, Usage},
    uid_pool::LeasedUid,
    wire,
};

/// What a sandbox is opened with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Files and folders that commands may read beside those of the system.
    pub readable: Vec<PathBuf>,
    /// Folders that commands must not see, even if they lie in one that they may read.
    pub private: Vec<PathBuf>,
    /// The level, instead of the best one that contains. The only way to [`Level::Unconfined`].
    pub level: Option<Level>,
    /// The program that has the supervisor, instead of this one.
    pub program: Option<PathBuf>,
}

/// A place in which programs of others run, contained and limited.
#[derive(Debug)]
pub struct Sandbox {
    program: ReferenceBinary,
    level: Level,
    readable: Vec<OsString>,
    hidden: Vec<OsString>,
}

/// Why a command was not run. No reason but [`Files`](Self::Files) lies in what was put in.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The files cannot be put in, because of what they are.
    #[error("cannot put in the files: {0}")]
    Files(io::Error),
    /// The files cannot be put in, because of a failure of the machine.
    #[error("cannot put in files: {0}")]
    Machine(io::Error),
    /// The machine cannot contain a command as it should.
    #[error("cannot contain a program at the level `{0}`: {1}")]
    Containment(Level, String),
    /// The machine cannot contain a command at any level.
    #[error("this machine cannot contain a program: {}; expected {}", .0.join("; "), remedies().join(", or "))]
    Uncontained(Vec<String>),
    /// The supervisor cannot be started, or died.
    #[error("the supervisor fails: {0}")]
    Supervisor(io::Error),
}

impl SandboxError {
    /// The error of files that cannot be put in: [`Machine`](Self::Machine) if the machine has no room, no memory or no
    /// descriptors left, or its disk fails.
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
    /// A folder for temporary folders.
    pub scratch: OsString,
    /// The folders of the command: for its files, and for temporary ones.
    pub folders: [OsString; 2],
    /// Processes that count as the user's and are not the command's.
    pub processes_before: u64,
    /// What the launcher tries to reach in place of a command.
    pub probe: Option<Targets>,
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
        let readable = new_root::readable(&more);
        let is_readable = |path: &PathBuf| readable.iter().any(|readable| path.starts_with(readable));
        let mut hidden: Vec<PathBuf> =
            settings.private.iter().filter_map(|path| resolved(path)).filter(is_readable).collect();
        for path in readable.iter().filter(|path| !path.is_symlink()) {
            program.copies_under(path, &mut hidden);
        }
        let [readable, hidden] = [readable, hidden].map(|paths| paths.into_iter().map(OsString::from).collect());
        let mut sandbox = Self { program, level: Level::Unconfined, readable, hidden };
        let levels = settings.level.map_or(vec![Level::Namespaces, Level::SeparateUser], |level| vec![level]);
        let mut reasons = Vec::new();
        for level in levels {
            sandbox.level = level;
            match sandbox.run(&nothing()) {
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
    pub fn run(&self, command: &ContainedCommand) -> Result<Run, SandboxError> {
        self.start(command, None)
    }

    /// Tries what a program could reach here, and says it line by line.
    ///
    /// # Errors
    /// Those of [`run`](Self::run), and targets that cannot be made.
    pub(super) fn probe(&self) -> Result<String, SandboxError> {
        let (targets, held) = Targets::make().map_err(SandboxError::Machine)?;
        let run = self.start(&nothing(), Some(targets))?;
        drop(held);
        Ok(String::from_utf8_lossy(&run.stdout.beginning).into_owned())
    }

    fn start(&self, command: &ContainedCommand, probe: Option<Targets>) -> Result<Run, SandboxError> {
        // Without namespaces the number stays with the folder, which may be needed until a later run has ended.
        let lease = LeasedUid::take(self.level == Level::Namespaces).map_err(SandboxError::Supervisor)?;
        let user = lease.as_ref().map(|lease| lease.number);
        if self.level == Level::SeparateUser && user.is_none() {
            let reason = "only root can give a program another user, where the system has such users";
            return Err(SandboxError::Containment(self.level, reason.to_owned()));
        }
        let request = LaunchRequest {
            level: self.level,
            arguments: command.arguments.clone(),
            environment: command.environment.clone(),
            limits: command.limits,
            readable: self.readable.clone(),
            hidden: self.hidden.clone(),
            user,
            scratch: env::temp_dir().into_os_string(),
            folders: new_root::FOLDERS.map(OsString::from),
            processes_before: 0,
            probe,
        };
        let (socket, theirs) = UnixStream::pair().map_err(SandboxError::Supervisor)?;
        let mut supervisor = self.start_supervisor(theirs, user).map_err(SandboxError::Supervisor)?;
        let answer = self.converse(&request, &command.files, &socket);
        let wait = |supervisor: &mut Child| supervisor.wait().map_err(SandboxError::Supervisor);
        match answer {
            Ok((SupervisorReply::Done { end, stdout, stderr, usage }, Some(directory))) => {
                let remover = if self.level == Level::Namespaces {
                    wait(&mut supervisor)?;
                    None
                } else {
                    Some(Remover { socket: Some(socket), supervisor, _lease: lease })
                };
                Ok(Run { end, stdout, stderr, usage, folder: Folder { directory, _remover: remover } })
            }
            answer => {
                drop(socket);
                wait(&mut supervisor)?;
                let reason = match answer? {
                    (SupervisorReply::Failed(reason), _) => reason,
                    (SupervisorReply::Done { .. }, _) => "no folder came".to_owned(),
                };
                Err(SandboxError::Containment(self.level, reason))
            }
        }
    }

    fn start_supervisor(&self, socket: UnixStream, user: Option<u32>) -> io::Result<Child> {
        let mut process = Command::new(self.program.path());
        process.args(SUPERVISOR).env_clear();
        process.stdin(OwnedFd::from(socket)).stdout(Stdio::null());
        if let (Level::Namespaces, Some(user)) = (self.level, user) {
            process.uid(user).gid(user);
        }
        process.spawn()
    }

    /// Sends the request and the files, and waits for the reply.
    fn converse(
        &self,
        request: &LaunchRequest,
        files: &Files,
        socket: &UnixStream,
    ) -> Result<(SupervisorReply, Option<OwnedFd>), SandboxError> {
        let (source, sink) = pipe_with(PipeFlags::CLOEXEC).map_err(|error| SandboxError::Supervisor(error.into()))?;
        wire::send(socket, request, Some(source.as_fd())).map_err(SandboxError::Supervisor)?;
        drop(source);
        match Packer::new(std::fs::File::from(sink), &self.program).pack(files) {
            // A launcher that reads no further says why in its reply.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(SandboxError::of_files(error)),
            _ => {}
        }
        wire::receive(socket).map_err(SandboxError::Supervisor)
    }
}

/// A path without links, also that of a folder which is made later.
fn resolved(path: &Path) -> Option<PathBuf> {
    let path = absolute(path).ok()?;
    path.canonicalize().ok().or_else(|| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?)))
}

/// A command that does nothing.
fn nothing() -> ContainedCommand {
    ContainedCommand { arguments: vec!["true".into()], ..ContainedCommand::default() }
}
