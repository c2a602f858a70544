//! The launcher: prepares its own process for the command, gives up its rights, and starts the command.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    os::{
        fd::AsFd as _,
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use nix::sys::signal;
use rustix::{
    fs::CWD,
    io::Errno,
    process::{
        DumpableBehavior, Resource, Rlimit, Signal, WaitOptions, getpid, nice, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit, wait,
    },
    thread::{CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities, set_no_new_privs},
};
use serde::{Deserialize, Serialize};

use super::{
    command::{ContainedCommand, MORE_BYTES, PATH},
    file_transfer, landlock, new_root,
    place::Place,
    processes::{end_of, processor_of_children},
    run::{End, RunRequest},
    seccomp,
    untrusted::{DiskUse, open_folder},
    wire,
};

/// The largest number of open files of each process of the command.
const MOST_OPEN_FILES: u64 = 256;

/// The difference between the nice values of the command and its supervisor
/// (<https://man7.org/linux/man-pages/man2/nice.2.html>).
const NICENESS: i32 = 5;

pub(super) const ARGUMENTS: [&str; 2] = ["sandbox", "--launch"];

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum LauncherMessage {
    /// The command is about to start; the value is the disk use of its files.
    Ready(DiskUse),
    /// The command cannot be sandboxed.
    Failed(String),
    /// The command has ended, with the CPU time of all processes that it waited for.
    Ended(End, Duration),
}

/// Runs a launcher, which starts one command. The launcher reads the request from standard input, which is a socket.
pub(super) fn launch() {
    let Ok(supervisor) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else { return };
    let message = prepare(&supervisor).unwrap_or_else(|error| LauncherMessage::Failed(format!("{error:#}")));
    if wire::send(&supervisor, &message, None).is_ok() {
        // When the launcher ends, its namespaces end. The launcher waits until the supervisor has measured once more
        // and kills the launcher.
        let _ = (&supervisor).read(&mut [0]);
    }
}

/// Prepares and runs the command; returns the last message.
fn prepare(supervisor: &UnixStream) -> Result<LauncherMessage> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the supervisor has died, the socket is closed and the request cannot be read.
    let (request, (files, streams)) = wire::receive_request(supervisor)?;
    // If the machine runs short of memory, the system should kill the command first. The sandbox also works if this
    // setting fails.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    let [folder, temporary] = request.place.folders();
    let unpack = || file_transfer::unpack(File::from(files), &folder).context("the files of the command");
    set_no_new_privs(true)?;
    let before = match &request.place {
        Place::Namespaces { readable, hidden } => {
            new_root::enter(readable, hidden)?;
            unpack()?;
            let before = DiskUse::of_file_system(&folder)?;
            new_root::limit(before, &request.command.limits)?;
            limit_resources(&request).context("limits")?;
            give_up_capabilities()?;
            // The filter of system calls would also forbid this thread to continue the command.
            let orders = supervisor.try_clone()?;
            thread::spawn(move || obey(&orders));
            landlock::restrict(&new_root::WRITABLE, &[])?;
            seccomp::restrict(true, request.is_conversation)?;
            before
        }
        Place::Disk { hidden, .. } => {
            unpack()?;
            limit_resources(&request).context("limits")?;
            if let Some(hidden) = hidden {
                landlock::restrict(&[&folder, &temporary], hidden)?;
                seccomp::restrict(false, request.is_conversation)?;
            }
            DiskUse::of_folders(&[open_folder(CWD, &folder)?, open_folder(CWD, &temporary)?])?
        }
    };
    let ContainedCommand { arguments, environment, input, .. } = &request.command;
    let (program, arguments) = arguments.split_first().context("an empty command")?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&folder).stdin(Stdio::null()).env_clear();
    command.env("PATH", PATH).env("LANG", "C.UTF-8");
    command.env("HOME", &folder).env("TMPDIR", &temporary);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    if let Some(name) = input {
        command.stdin(File::open(folder.join(name)).context("standard input")?);
    }
    let is_init = getpid().is_init();
    if let Some([input, output]) = streams {
        command.stdin(input).stdout(output);
    }
    wire::send(supervisor, &LauncherMessage::Ready(before), None)?;
    let error = if is_init {
        let spawned = command.spawn();
        // The launcher closes its copies, so that the pipes of a conversation close when the command ends.
        drop(command);
        match spawned {
            Ok(child) => return wait_for(child.id().cast_signed()),
            Err(error) => error,
        }
    } else {
        command.exec()
    };
    // Other programs cause this error: they have used all processes or open files of the machine.
    if matches!(Errno::from_io_error(&error), Some(Errno::AGAIN | Errno::NFILE)) {
        return Err(error).context("the machine starts no more processes");
    }
    eprint!("{}: {error}", program.display());
    Ok(LauncherMessage::Ended(End::NotStarted, Duration::ZERO))
}

/// On orders of the supervisor, stops or continues all other processes of the namespace at once, so that no fork
/// escapes.
fn obey(supervisor: &UnixStream) {
    while let Ok((is_stop, _)) = wire::receive::<bool>(supervisor) {
        let signal = if is_stop { signal::Signal::SIGSTOP } else { signal::Signal::SIGCONT };
        let _ = signal::kill(nix::unistd::Pid::from_raw(-1), signal);
    }
}

/// Permanently gives up the capabilities that were needed to build the new root.
fn give_up_capabilities() -> Result<()> {
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    // The command runs as the same user as this process, but must not be able to examine it.
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Waits for the command and for all orphans. The first process of a namespace must wait for orphans.
fn wait_for(command: i32) -> Result<LauncherMessage> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process.as_raw_nonzero().get() == command => {
                return Ok(LauncherMessage::Ended(end_of(status), processor_of_children()?));
            }
            // Until the supervisor has counted, dead processes remain. The shells of a fork bomb die as fast as they
            // start.
            Ok(_) => thread::sleep(Duration::from_millis(1)),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Sets limits that the system enforces. The system's limits are higher than the command's limits, so that the
/// supervisor notices an excess first. At a system limit, the reason for a program's end would be unclear. The system's
/// limits protect the machine until the supervisor has noticed the excess.
fn limit_resources(request: &RunRequest) -> Result<()> {
    let limits = request.command.limits;
    // The system counts the time limit in clock ticks, which may be twice the wall-clock time. At the first limit the system
    // sends SIGXCPU, from which the supervisor recognises the reason; at the second limit SIGKILL.
    let seconds = limits.processor.as_secs().saturating_mul(2).saturating_add(2);
    lower(Resource::Cpu, seconds, seconds.saturating_add(1))?;
    let processes = request.command.most_processes.unwrap_or(u64::MAX).min(limits.most_processes());
    let processes = request.other_processes.saturating_add(processes);
    for (resource, limit) in [
        (Resource::Core, 0),
        (Resource::Nofile, MOST_OPEN_FILES),
        (Resource::Fsize, limits.output.saturating_add(MORE_BYTES)),
        (Resource::Nproc, processes),
    ] {
        lower(resource, limit, limit)?;
    }
    // The supervisor has a higher priority for the processor than the command.
    nice(NICENESS)?;
    Ok(())
}

/// Lowers a limit, and the maximum to which the command could raise the limit.
fn lower(resource: Resource, current: u64, maximum: u64) -> rustix::io::Result<()> {
    let most = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
    setrlimit(resource, Rlimit { current: Some(current.min(most)), maximum: Some(maximum.min(most)) })
}
