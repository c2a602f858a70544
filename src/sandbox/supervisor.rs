//! The supervisor: the process that has a command started, watches it from outside, and ends it.

use std::{
    fs,
    io::{self, Read as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{
            fs::{MetadataExt as _, chown},
            net::UnixStream,
            process::CommandExt as _,
        },
    },
    path::PathBuf,
    process::{Child, Command as Process, ExitCode, Stdio},
};

use anyhow::{Context as _, Result, anyhow, bail};
use nix::sched::{CloneFlags, unshare};
use rustix::{
    process::{getpid, set_child_subreaper},
    thread::{CapabilitySet, CapabilitySets, capabilities, configure_capability_in_ambient_set, set_capabilities},
};

use super::{
    caller::{LaunchRequest, SupervisorReply},
    entry::ProcessKind,
    launcher::LauncherMessage,
    level::Level,
    new_root,
    processes::ProcessScope,
    removal,
    watch::Watched,
    wire,
};

/// The exit code if the caller is told more than an exit code can say.
const FAILED: ExitCode = ExitCode::FAILURE;

/// Runs the supervisor of a command. The request comes from standard input, a socket, and the reply goes there.
pub(super) fn supervise() -> ExitCode {
    let Ok(caller) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else { return FAILED };
    let Ok((mut request, Some(files))) = wire::receive::<LaunchRequest>(&caller) else { return FAILED };
    let scratch = match scratch(&mut request) {
        Ok(scratch) => scratch,
        Err(error) => return tell_fault(&caller, &error),
    };
    let code = match run(&request, files, &caller) {
        Ok(Some((report, folder))) => match wire::send(&caller, &report, Some(folder.as_fd())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => FAILED,
        },
        Ok(None) => FAILED,
        Err(error) => tell_fault(&caller, &error),
    };
    if let Some(scratch) = scratch {
        // The caller sends nothing more; it closes the socket when it drops the folder, or when it dies.
        let _ = (&caller).read(&mut [0]);
        let _ = removal::remove(&scratch);
    }
    code
}

fn tell_fault(caller: &UnixStream, error: &anyhow::Error) -> ExitCode {
    let _ = wire::send(caller, &SupervisorReply::Failed(format!("{error:#}")), None);
    FAILED
}

/// Makes a folder on the disk for a command that cannot have one in memory.
fn scratch(request: &mut LaunchRequest) -> Result<Option<PathBuf>> {
    if request.level == Level::Namespaces {
        return Ok(None);
    }
    let parent = request.scratch.take().context("no folder for temporary folders")?;
    let folder = tempfile::Builder::new().prefix("reversi-").tempdir_in(parent).context("a temporary folder")?.keep();
    request.scratch = Some(folder.clone().into_os_string());
    if request.user.is_some() {
        chown(&folder, request.user, request.user)?;
    }
    Ok(Some(folder))
}

/// Runs the command; `None` if the caller is gone.
fn run(request: &LaunchRequest, files: OwnedFd, caller: &UnixStream) -> Result<Option<(SupervisorReply, OwnedFd)>> {
    let scope = match request.level {
        Level::Namespaces => {
            enter_namespaces().context("namespaces")?;
            ProcessScope::Namespace
        }
        Level::Landlock | Level::Unconfined => {
            set_child_subreaper(Some(getpid()))?;
            ProcessScope::Descendants(getpid())
        }
    };
    let mut request = request.clone();
    request.processes_before = processes_before(&request);
    let (launcher, theirs) = UnixStream::pair()?;
    let mut child = start_launcher(&request, theirs)?;
    wire::send(&launcher, &request, Some(files.as_fd()))?;
    drop(files);
    let ready = match wire::receive(&launcher) {
        Ok((LauncherMessage::Ready(before), _)) => Ok(before),
        Ok((LauncherMessage::Failed(reason), _)) => Err(anyhow!(reason)),
        Ok((LauncherMessage::Ended(..), _)) => Err(anyhow!("the launcher ends before it begins")),
        Err(error) => Err(anyhow!(error).context("the launcher dies")),
    };
    let pipes = [child.stdout.take().map(OwnedFd::from), child.stderr.take().map(OwnedFd::from)];
    let [Some(stdout), Some(stderr)] = pipes else { bail!("the launcher has no pipes") };
    let watched = ready.and_then(|before| Watched::new(&request, scope, &child, [stdout, stderr], launcher, before));
    let end = watched.and_then(|mut watched| Ok((watched.wait_for_end(caller)?, watched)));
    // Whatever happens, nothing is left.
    end_all(scope, &mut child);
    match end? {
        (None, _) => Ok(None),
        (Some(end), watched) => watched.report(end).map(Some),
    }
}

/// Makes new namespaces for the processes that this one starts. It has all capabilities in them.
fn enter_namespaces() -> Result<()> {
    let [user, group] = [rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw()];
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC,
    )?;
    fs::write("/proc/self/setgroups", "deny").context("/proc/self/setgroups")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", new_root::USER)).context("/proc/self/uid_map")?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", new_root::USER)).context("/proc/self/gid_map")?;
    // The launcher, another program, gets what it needs to build the new root, and to give it up.
    let needed = CapabilitySet::SYS_ADMIN | CapabilitySet::SETPCAP;
    set_capabilities(None, CapabilitySets { inheritable: needed, ..capabilities(None)? })?;
    for capability in needed.iter() {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

/// The processes that the system counts against the command's limit and that are not the command's.
fn processes_before(request: &LaunchRequest) -> u64 {
    match (request.level, request.user) {
        // This process and the launcher.
        (Level::Namespaces, _) => 2,
        (_, Some(_)) => 0,
        (_, None) => {
            let user = rustix::process::geteuid().as_raw();
            let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
            let threads = processes
                .filter(|entry| entry.metadata().is_ok_and(|facts| facts.uid() == user))
                .map(|entry| fs::read_dir(entry.path().join("task")).map_or(0, |threads| threads.count() as u64));
            // The others may start more.
            threads.sum::<u64>() * 2 + 300
        }
    }
}

fn start_launcher(request: &LaunchRequest, socket: UnixStream) -> Result<Child> {
    let mut process = Process::new("/proc/self/exe");
    process.args(ProcessKind::Launcher.arguments()).env_clear();
    process.stdin(OwnedFd::from(socket)).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let (Level::Landlock | Level::Unconfined, Some(user)) = (request.level, request.user) {
        process.uid(user).gid(user);
    }
    process.spawn().context("the launcher")
}

/// Ends the command and all its processes, and waits until they are gone.
fn end_all(scope: ProcessScope, child: &mut Child) {
    match scope {
        ProcessScope::Namespace => {
            // With the first process of a namespace all others die.
            let _ = child.kill();
            let _ = child.wait();
        }
        ProcessScope::Descendants(_) => scope.kill(),
    }
}
