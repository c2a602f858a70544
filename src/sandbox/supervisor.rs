//! The supervisor: the process that has a command started, watches it from outside, and ends it.

use std::{
    fs,
    io::{self, Read as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, anyhow, bail};
use nix::sched::{CloneFlags, unshare};
use rustix::{
    fs::{AtFlags, CWD, Gid, Mode, Uid, fchmod, fchown, mkdirat, unlinkat},
    process::{getpid, set_child_subreaper},
    thread::{CapabilitySet, CapabilitySets, capabilities, configure_capability_in_ambient_set, set_capabilities},
};

use super::{
    caller::{LaunchRequest, SupervisorReply},
    entry::LAUNCHER,
    launcher::LauncherMessage,
    level::Level,
    new_root,
    processes::{ProcessScope, threads_of},
    tree,
    watch::Watched,
    wire,
};

/// Runs the supervisor of a command. The request comes from standard input, a socket, and the reply goes there.
pub(super) fn supervise() {
    let Ok(caller) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else { return };
    let Ok((mut request, Some(files))) = wire::receive::<LaunchRequest>(&caller) else { return };
    let mut scratch = None;
    let reply = Scratch::make(&mut request).and_then(|made| {
        scratch = made;
        run(&request, files, &caller, scratch.as_ref())
    });
    // A caller that is gone hears nothing.
    let _ = match reply {
        Ok(Some((reply, folder))) => wire::send(&caller, &reply, Some(folder.as_fd())),
        Ok(None) => Ok(()),
        Err(error) => wire::send(&caller, &SupervisorReply::Failed(format!("{error:#}")), None),
    };
    if let Some(scratch) = scratch {
        // The caller sends nothing more; it closes the socket when it drops the folder, or when it dies.
        let _ = (&caller).read(&mut [0]);
        let _ = scratch.remove();
    }
}

/// A folder on the disk for a command that cannot have one in memory. It belongs to this process's user, and only the two
/// folders in it to the command's, so that the command cannot put anything else in their place. All three are open before
/// the command starts, and nothing in them is opened by a name that leads through another folder.
struct Scratch {
    path: PathBuf,
    all: OwnedFd,
    folders: [OwnedFd; 2],
}

impl Scratch {
    /// Makes it, if the level needs one, and tells the launcher where it is.
    fn make(request: &mut LaunchRequest) -> Result<Option<Self>> {
        if request.level == Level::Namespaces {
            return Ok(None);
        }
        let mut builder = tempfile::Builder::new();
        let path =
            builder.prefix("reversi-").rand_bytes(24).tempdir_in(&request.scratch).context("a temporary folder")?;
        let all = tree::open_folder(CWD, path.path())?;
        // The command may pass through the folder, and see nothing of what others have beside its own.
        fchmod(&all, Mode::from_raw_mode(if request.user.is_some() { 0o711 } else { 0o700 }))?;
        let user = request.user.map(|user| (Uid::from_raw(user), Gid::from_raw(user))).unzip();
        let make = |name| -> rustix::io::Result<OwnedFd> {
            mkdirat(&all, name, Mode::RWXU)?;
            let folder = tree::open_folder(&all, name)?;
            fchown(&folder, user.0, user.1)?;
            Ok(folder)
        };
        let folders = [make("submission")?, make("tmp")?];
        request.folders = ["submission", "tmp"].map(|name| path.path().join(name).into_os_string());
        Ok(Some(Self { path: path.keep(), all, folders }))
    }

    /// Removes it by its descriptor, and at last its name, which then leads to an empty folder or to nothing of ours.
    fn remove(self) -> Result<()> {
        tree::empty(&self.all)?;
        Ok(unlinkat(CWD, &self.path, AtFlags::REMOVEDIR)?)
    }
}

/// Runs the command; `None` if the caller is gone.
fn run(
    request: &LaunchRequest,
    files: OwnedFd,
    caller: &UnixStream,
    scratch: Option<&Scratch>,
) -> Result<Option<(SupervisorReply, OwnedFd)>> {
    let scope = match request.level {
        Level::Namespaces => {
            enter_namespaces().context("namespaces")?;
            ProcessScope::Namespace
        }
        Level::SeparateUser | Level::Unconfined => {
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
    let watched = ready.and_then(|before| {
        // Those in memory are in the new root, to which the launcher has moved this process, too.
        let folders = match scratch {
            Some(Scratch { folders: [files, temporary], .. }) => [files.try_clone()?, temporary.try_clone()?],
            None => [tree::open_folder(CWD, new_root::FOLDERS[0])?, tree::open_folder(CWD, new_root::FOLDERS[1])?],
        };
        Watched::new(&request, scope, &child, [stdout, stderr], launcher, before, folders)
    });
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
    // The launcher, another program, gets what it needs to build the new root.
    let needed = CapabilitySet::SYS_ADMIN;
    set_capabilities(None, CapabilitySets { inheritable: needed, ..capabilities(None)? })?;
    Ok(configure_capability_in_ambient_set(needed, true)?)
}

/// The processes that the system counts against the command's limit and that are not the command's.
fn processes_before(request: &LaunchRequest) -> u64 {
    match (request.level, request.user) {
        // In a user namespace the system counts this process, the launcher and the command's.
        (Level::Namespaces, _) if counts_by_namespace() => 2,
        // Nobody else has this user.
        (_, Some(_)) => 2,
        // The user's other programs may start more.
        (_, None) => threads_of(rustix::process::geteuid().as_raw()) * 2 + 300,
    }
}

/// Whether this Linux, 5.14 or later, counts the processes of a user in each user namespace.
fn counts_by_namespace() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let numbers: Vec<u32> = release.split(['.', '-']).map_while(|number| number.parse().ok()).take(2).collect();
    numbers >= vec![5, 14]
}

fn start_launcher(request: &LaunchRequest, socket: UnixStream) -> Result<Child> {
    let mut process = Command::new("/proc/self/exe");
    process.args(LAUNCHER).env_clear();
    process.stdin(OwnedFd::from(socket)).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let (Level::SeparateUser | Level::Unconfined, Some(user)) = (request.level, request.user) {
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
