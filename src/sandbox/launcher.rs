//! The launcher: it prepares its own process for the command, gives up what the command must not have, and starts it.

use std::{
    fs::{self, File},
    io::{self, Error, Read as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::{Path, PathBuf},
    process::{Command as Process, ExitCode, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use rustix::{
    fs::{CWD, Mode, OFlags, openat},
    process::{
        DumpableBehavior, Resource, Rlimit, Signal, WaitOptions, WaitStatus, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit, wait,
    },
    thread::{
        CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set,
        set_capabilities, set_no_new_privs,
    },
};
use serde::{Deserialize, Serialize};

use super::{
    caller::LaunchRequest,
    file_transfer,
    landlock::{self, Rules},
    level::Level,
    new_root,
    processes::processor_of_children,
    run::End,
    seccomp,
    size::{Size, size},
    wire,
};

/// Bytes that the system lets a command write beyond its limit. A fast program needs tens of milliseconds for them.
const MARGIN: u64 = 128 << 20;

/// What the launcher tells the supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum LauncherMessage {
    /// The command is about to start, and its files take so much.
    Ready(Size),
    /// The command cannot be contained.
    Failed(String),
    /// The command has ended, and took so much processor time with all processes that it waited for.
    Ended(End, Duration),
}

/// Runs the launcher of a command. The request comes from standard input, a socket.
pub(super) fn launch() -> ExitCode {
    let Ok(supervisor) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else {
        return ExitCode::FAILURE;
    };
    let message = prepare(&supervisor).unwrap_or_else(|error| LauncherMessage::Failed(format!("{error:#}")));
    if wire::send(&supervisor, &message, None).is_err() {
        return ExitCode::FAILURE;
    }
    // A namespace ends with this process, and the supervisor has one more look at it: until it kills this process or dies.
    let _ = (&supervisor).read(&mut [0]);
    ExitCode::SUCCESS
}

/// Prepares and runs the command; returns the last message.
fn prepare(supervisor: &UnixStream) -> Result<LauncherMessage> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // If the supervisor has died before that, the socket is closed.
    let (request, files): (LaunchRequest, Option<OwnedFd>) = wire::receive(supervisor)?;
    let files = File::from(files.context("no files came")?);
    // If memory runs short, the system should end the command first. Containment does not depend on it.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    let readable: Vec<PathBuf> = request.readable.iter().map(PathBuf::from).collect();
    let hidden: Vec<PathBuf> = request.hidden.iter().map(PathBuf::from).collect();
    let has_namespaces = request.level == Level::Namespaces;
    let (folder, temporary, writable) = match &request.scratch {
        _ if has_namespaces => (new_root::FOLDER.into(), "/tmp".into(), new_root::WRITABLE.map(PathBuf::from).to_vec()),
        Some(scratch) => {
            let [folder, temporary] = ["submission", "tmp"].map(|name| Path::new(scratch).join(name));
            (folder.clone(), temporary.clone(), vec![folder, temporary])
        }
        None => anyhow::bail!("no folder came"),
    };
    if has_namespaces {
        new_root::enter(&readable, &hidden)?;
    } else {
        fs::create_dir(&folder)?;
        fs::create_dir(&temporary)?;
    }
    file_transfer::unpack(files, &folder).context("the files of the command")?;
    let before = size(openat(CWD, &folder, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?.as_fd(), request.level)?;
    if has_namespaces {
        // More than is allowed, so that the supervisor sees it when somebody takes more than is allowed.
        let limits = request.limits;
        let page = rustix::param::page_size() as u64;
        let bytes = before.bytes.saturating_add(limits.output).saturating_add(MARGIN).next_multiple_of(page);
        new_root::limit(bytes, before.files.saturating_add(limits.files).saturating_add(1000))?;
        drop_capabilities().context("capabilities")?;
        // Others of this user may not look into this process.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    }
    set_no_new_privs(true)?;
    limit_resources(&request).context("limits")?;
    if request.level != Level::Unconfined {
        let (mut readable, mut listed) = (readable, Vec::new());
        if has_namespaces {
            readable.extend(["/etc", "/proc"].map(PathBuf::from));
            listed.extend(["/", "/dev"].map(PathBuf::from));
        }
        let rules = Rules { readable: &readable, listed: &listed, hidden: &hidden, writable: &writable };
        landlock::restrict(&rules, !has_namespaces).context("Landlock")?;
        seccomp::restrict(has_namespaces)?;
    }
    let mut command = command(&request, &folder, &temporary)?;
    wire::send(supervisor, &LauncherMessage::Ready(before), None)?;
    if !has_namespaces {
        let error = command.exec();
        return Ok(LauncherMessage::Ended(not_started(&request, &error), Duration::ZERO));
    }
    Ok(match command.spawn() {
        Ok(child) => wait_for(child.id().cast_signed())?,
        Err(error) => LauncherMessage::Ended(not_started(&request, &error), Duration::ZERO),
    })
}

fn command(request: &LaunchRequest, folder: &Path, temporary: &Path) -> Result<Process> {
    let (program, arguments) = request.arguments.split_first().context("an empty command")?;
    let mut command = Process::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin").env("LANG", "C.UTF-8");
    command.env("HOME", folder).env("TMPDIR", temporary);
    command.envs(request.environment.iter().map(|(name, value)| (name, value)));
    Ok(command)
}

fn not_started(request: &LaunchRequest, error: &Error) -> End {
    let program = request.arguments.first().map(|program| program.display().to_string()).unwrap_or_default();
    End::NotStarted(format!("{program}: {error}"))
}

/// Waits for the command, and meanwhile for all orphans, as the first process of a namespace must.
fn wait_for(command: i32) -> Result<LauncherMessage> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((process, status))) if process.as_raw_nonzero().get() == command => {
                return Ok(LauncherMessage::Ended(end_of(status), processor_of_children()?));
            }
            // Until then the dead are there for the supervisor to count: the shells of a fork bomb die as fast as they come.
            Ok(_) => thread::sleep(Duration::from_millis(1)),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// How a process ended.
pub(super) fn end_of(status: WaitStatus) -> End {
    match status.terminating_signal() {
        Some(signal) => End::Signalled(signal),
        None => End::Exited(status.exit_status().unwrap_or(0)),
    }
}

/// Gives up all power over the namespaces.
fn drop_capabilities() -> rustix::io::Result<()> {
    clear_ambient_capability_set()?;
    for capability in CapabilitySet::all().iter() {
        // Newer systems have capabilities that have no name here, older ones lack some that have one.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
}

/// Limits that the system itself enforces. They are wider than ours: a program that meets them does not end, or ends
/// without saying why, while the supervisor has to see that it takes too much. They keep the machine well until then.
fn limit_resources(request: &LaunchRequest) -> rustix::io::Result<()> {
    let limits = request.limits;
    lower(Resource::Core, 0)?;
    lower(Resource::Cpu, limits.processor.as_secs().saturating_add(2))?;
    lower(Resource::Nofile, 4096)?;
    lower(Resource::Nproc, request.processes_before.saturating_add(limits.processes).saturating_add(300))?;
    if request.level != Level::Namespaces {
        lower(Resource::Fsize, limits.output.saturating_add(MARGIN))?;
    }
    Ok(())
}

fn lower(resource: Resource, limit: u64) -> rustix::io::Result<()> {
    let maximum = rustix::process::getrlimit(resource).maximum.map_or(limit, |maximum| maximum.min(limit));
    setrlimit(resource, Rlimit { current: Some(maximum), maximum: Some(maximum) })
}
