//! The sandbox in the calling process, which can run any number of commands.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::{fs::MetadataExt as _, net::UnixStream},
    },
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{MemfdFlags, memfd_create},
    io::Errno,
    pipe::{PipeFlags, pipe_with},
    process::{Resource, Rlimit, getrlimit, setrlimit},
};
use thiserror::Error;

use super::{
    command::ContainedCommand,
    file_transfer::Packer,
    folder::{Folder, Remover},
    hidden,
    level::Level,
    new_root,
    outside::process,
    place::{Place, folder_for_all},
    run::{Order, Run, RunReply, RunRequest},
    scratch::remove_left_folders,
    supervisor,
    uid_pool::{self, LeasedUid},
    wire,
};

/// The settings of a sandbox.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Files and folders that commands may read, in addition to the system's files and folders.
    pub readable: Vec<PathBuf>,
    /// Folders that commands must not see, even inside a readable folder.
    pub private: Vec<PathBuf>,
    /// The required level; `None` for the best level that works on this machine. Only this setting can select
    /// [`Level::Unconfined`].
    pub level: Option<Level>,
    /// The program that starts as the supervisor, if it is not this program.
    pub program: Option<PathBuf>,
}

/// Runs unknown programs in a sandbox and with limits.
#[derive(Debug)]
pub struct Sandbox {
    /// The executable file that starts supervisors and launchers, as it was when the sandbox was opened.
    program: File,
    level: Level,
    /// The files and folders that commands may read, including those that contain private files.
    readable: Vec<OsString>,
    /// The private files and folders in readable folders.
    private: Vec<OsString>,
    /// This program, by its places.
    this_program: Vec<OsString>,
}

/// The reason why a command did not run. Only [`Files`](Self::Files) is caused by the command's files.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The files cannot be copied because of their content.
    #[error("cannot copy the files: {0}")]
    Files(io::Error),
    /// The files cannot be copied because the machine failed.
    #[error("cannot copy files: {0}")]
    Machine(io::Error),
    /// The machine cannot sandbox a command at this level.
    #[error("cannot sandbox a program at the level `{0}`: {1}")]
    Containment(Level, String),
    /// The machine cannot sandbox a command at any level.
    #[error(
        "this machine cannot sandbox a program: {}; expected namespaces (`reversi help submissions` says how to allow them), \
         to grade as root, or --unconfined, which applies only the limits",
        .0.join("; ")
    )]
    Uncontained(Vec<String>),
    /// The supervisor cannot be started, or died.
    #[error("the supervisor fails: {0}")]
    Supervisor(io::Error),
}

impl SandboxError {
    /// Makes the error for files that cannot be copied. The error is [`Machine`](Self::Machine) if the machine has no
    /// disk space, memory or descriptors left, or if the disk fails.
    pub fn of_files(error: io::Error) -> Self {
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

/// The number of commands, at most `wanted`, that can run in parallel. Each command needs some open files in this
/// process, so the limit of open files is raised as far as the system allows.
pub fn side_by_side(wanted: usize) -> usize {
    /// The open files of one run: sockets, pipes, and the folders and files that are kept between the runs of a
    /// submission.
    const OPEN_FILES: u64 = 24;
    let limit = getrlimit(Resource::Nofile);
    let most = match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let most = most.map_or(usize::MAX, |most| usize::try_from(most / OPEN_FILES).unwrap_or(usize::MAX));
    wanted.min(most.max(1))
}

impl Sandbox {
    /// Opens a sandbox at the best level that works on this machine, after a trial.
    pub fn open(settings: Settings) -> Result<Self, SandboxError> {
        folder_for_all().into_iter().chain([env::temp_dir()]).for_each(|above| remove_left_folders(&above));
        let own = settings.program.map_or_else(env::current_exe, Ok).map_err(SandboxError::Supervisor)?;
        let program = open_for_all(&own).map_err(SandboxError::Supervisor)?;
        // If a readable path is a link, the link's target must be readable, too.
        let ends = settings.readable.iter().filter_map(|path| path.canonicalize().ok());
        let more: Vec<PathBuf> = ends.chain(settings.readable.iter().cloned()).collect();
        let readable = new_root::readable(&more);
        let is_readable = |path: &PathBuf| readable.iter().any(|readable| path.starts_with(readable));
        let private = hidden::private(&settings.private, &more).filter(is_readable).map(OsString::from).collect();
        let this_program = hidden::this_program(&own, &more).into_iter().map(OsString::from).collect();
        let readable = readable.into_iter().map(OsString::from).collect();
        let mut sandbox = Self { program, level: Level::Unconfined, readable, private, this_program };
        let levels = settings.level.map_or(vec![Level::Namespaces, Level::SeparateUser], |level| vec![level]);
        let mut reasons = Vec::new();
        for level in levels {
            sandbox.level = level;
            let nothing = ContainedCommand { arguments: vec!["true".into()], ..ContainedCommand::default() };
            match sandbox.start(&nothing, None).and_then(Started::finish) {
                Ok(_) => return Ok(sandbox),
                Err(error) if settings.level.is_some() => return Err(error),
                Err(error) => reasons.push(error.to_string()),
            }
        }
        Err(SandboxError::Uncontained(reasons))
    }

    /// The level of the sandbox.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Runs a command until it ends or a limit ends it.
    pub fn run(&self, command: &ContainedCommand) -> Result<Run, SandboxError> {
        self.start(command, None)?.finish()
    }

    /// Starts a command that communicates with the caller while it runs: through a pipe to standard input, and a pipe from
    /// standard output. The caller limits its wall-clock time.
    pub fn converse(&self, command: &ContainedCommand) -> Result<(Started, File, File), SandboxError> {
        let ((theirs, input), (output, printed)) = (pipe()?, pipe()?);
        let started = self.start(command, Some([theirs, printed]))?;
        Ok((started, input.into(), output.into()))
    }

    fn start(&self, command: &ContainedCommand, streams: Option<[OwnedFd; 2]>) -> Result<Started, SandboxError> {
        // A user number stays leased until the supervisor has answered, because then no process of the command is left.
        let refuse = |why: &str| SandboxError::Containment(self.level, why.to_owned());
        let no_folder = || refuse("other users cannot reach TMPDIR, /tmp and /var/tmp; expected `chmod 1777 /tmp`");
        let hidden = self.this_program.iter().chain(&command.hidden).cloned();
        let (place, lease) = match self.level {
            Level::Namespaces => {
                let is_readable =
                    |path: &OsString| self.readable.iter().any(|readable| Path::new(path).starts_with(readable));
                let hidden = self.private.iter().cloned().chain(hidden.filter(is_readable)).collect();
                (Place::Namespaces { readable: self.readable.clone(), hidden }, LeasedUid::take())
            }
            Level::SeparateUser => {
                let lease = LeasedUid::take().ok_or_else(|| {
                    let is_root = rustix::process::geteuid().is_root();
                    refuse(if is_root {
                        "the system has no other user"
                    } else {
                        "only root can give a program another user"
                    })
                })?;
                (Place::on_disk(Some(lease.number), Some(hidden.collect())).ok_or_else(no_folder)?, Some(lease))
            }
            Level::Unconfined => (Place::on_disk(uid_pool::first(), None).ok_or_else(no_folder)?, None),
        };
        let is_on_disk = matches!(place, Place::Disk { .. });
        let user = lease.as_ref().filter(|_| !is_on_disk).map(|lease| lease.number);
        let (socket, theirs) = UnixStream::pair().map_err(SandboxError::Supervisor)?;
        // Child processes can start this path even if the program's file was renamed or deleted.
        let program = format!("/proc/self/fd/{}", self.program.as_raw_fd());
        let supervisor = process(&program, supervisor::ARGUMENTS, theirs, user)
            .stdout(Stdio::null())
            .spawn()
            .map_err(SandboxError::Supervisor)?;
        let request = RunRequest { command, place, is_conversation: streams.is_some(), other_processes: 0 };
        let sent = send(&request, streams, &socket);
        let started = Started { socket, supervisor, level: self.level, reply: None, _lease: lease };
        match sent {
            Ok(()) => Ok(started),
            Err(error) => {
                started.give_up()?;
                Err(error)
            }
        }
    }
}

fn pipe() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    pipe_with(PipeFlags::CLOEXEC).map_err(|error| SandboxError::Supervisor(error.into()))
}

/// Sends the request, the streams of a conversation, and the files to the supervisor.
fn send(
    request: &RunRequest<&ContainedCommand>,
    streams: Option<[OwnedFd; 2]>,
    socket: &UnixStream,
) -> Result<(), SandboxError> {
    let (source, sink) = pipe()?;
    wire::send_request(socket, request, (source, streams)).map_err(SandboxError::Supervisor)?;
    match Packer::new(File::from(sink)).pack(&request.command.files) {
        // If the launcher has stopped reading, the reply contains the reason.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(SandboxError::of_files(error)),
        _ => Ok(()),
    }
}

/// A command that was started but has not been waited for. Dropping this value ends the command.
#[derive(Debug)]
pub struct Started {
    socket: UnixStream,
    supervisor: Child,
    level: Level,
    /// The supervisor's reply, if the reply has already come.
    reply: Option<(RunReply, Option<OwnedFd>)>,
    /// The lease ends after the socket is closed and the supervisor has answered.
    _lease: Option<LeasedUid>,
}

impl Started {
    /// Waits for the end of the command.
    fn finish(mut self) -> Result<Run, SandboxError> {
        let answer = self.reply.take().map_or_else(|| wire::receive(&self.socket), Ok);
        let level = self.level;
        match answer {
            Ok((RunReply::Done(Run { end, stdout, stderr, usage, .. }), Some(directory))) => {
                let remover = if level == Level::Namespaces {
                    self.supervisor.wait().map_err(SandboxError::Supervisor)?;
                    None
                } else {
                    Some(Remover { socket: Some(self.socket), supervisor: self.supervisor })
                };
                Ok(Run { end, stdout, stderr, usage, folder: Folder { directory, _remover: remover } })
            }
            answer => {
                self.give_up()?;
                let reason = match answer.map_err(SandboxError::Supervisor)?.0 {
                    RunReply::Failed(reason) => reason,
                    RunReply::Done(_) | RunReply::Obeyed(_) => "no folder came".to_owned(),
                };
                Err(SandboxError::Containment(level, reason))
            }
        }
    }

    /// Ends the command, and waits until all its processes are gone.
    fn give_up(mut self) -> Result<(), SandboxError> {
        drop(self.socket);
        self.supervisor.wait().map(drop).map_err(SandboxError::Supervisor)
    }

    /// Sends an order to the supervisor, waits for the answer, and returns the command's CPU time so far.
    fn order(&mut self, order: Order) -> Result<Option<Duration>, SandboxError> {
        // If the command has ended, the supervisor has already replied and no longer reads orders.
        if self.reply.is_some() || wire::send(&self.socket, &order, None).is_err() {
            return Ok(None);
        }
        match wire::receive(&self.socket).map_err(SandboxError::Supervisor)? {
            (RunReply::Obeyed(processor), _) => Ok(Some(processor)),
            reply => {
                self.reply = Some(reply);
                Ok(None)
            }
        }
    }

    /// Stops all processes of the command. Returns the CPU time of the processes so far; `None` if they have
    /// ended.
    pub fn stop(&mut self) -> Result<Option<Duration>, SandboxError> {
        self.order(Order::Stop)
    }

    /// Continues all processes of the command. Returns the CPU time of the processes so far; `None` if they have
    /// ended.
    pub fn resume(&mut self) -> Result<Option<Duration>, SandboxError> {
        self.order(Order::Resume)
    }

    /// Waits for the end of the command, but kills the command after `patience`. The second value is true if the
    /// command was killed.
    pub fn finish_within(self, patience: Duration) -> Result<(Run, bool), SandboxError> {
        let most = Timespec { tv_sec: patience.as_secs().cast_signed(), tv_nsec: patience.subsec_nanos().into() };
        let ready = poll(&mut [PollFd::new(&self.socket, PollFlags::IN)], Some(&most));
        let is_killed = self.reply.is_none() && !matches!(ready, Ok(1..));
        if is_killed {
            // The command may have ended in the meantime.
            let _ = wire::send(&self.socket, &Order::End, None);
        }
        Ok((self.finish()?, is_killed))
    }
}

/// Opens the executable file of this program. If other users cannot start the file, makes a copy in memory that every
/// user can start.
fn open_for_all(path: &Path) -> io::Result<File> {
    let mut program = File::open(path)?;
    if program.metadata()?.mode() & 0o001 != 0 {
        return Ok(program);
    }
    // Linux before 6.3 does not know this flag.
    let with = |flags| memfd_create(c"reversi", flags | MemfdFlags::CLOEXEC);
    let mut copy = File::from(with(MemfdFlags::EXEC).or_else(|_| with(MemfdFlags::empty()))?);
    io::copy(&mut program, &mut copy)?;
    // A file that is open for writing cannot be started, so the copy is opened again for reading.
    File::open(format!("/proc/self/fd/{}", copy.as_raw_fd()))
}
