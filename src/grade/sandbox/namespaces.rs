//! Makes new namespaces around the supervisor's children. The launcher is the first process in these namespaces. If the
//! launcher dies, all other processes in the namespaces die. The command's folders lie in a file system in memory.

use std::{
    fs,
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::PathBuf,
    process::Child,
    time::Duration,
};

use anyhow::{Context as _, Result};
use nix::sched::{CloneFlags, unshare};
use rustix::{
    fs::CWD,
    thread::{CapabilitySet, CapabilitySets, capabilities, configure_capability_in_ambient_set, set_capabilities},
};

use super::{
    enclosure::Enclosure,
    new_root,
    processes::{Processes, threads_of},
    untrusted::{DiskUse, open_folder},
    wire,
};

/// The process number of the launcher in its namespaces.
const LAUNCHER: i32 = 1;

pub(super) struct Namespaces {
    /// The path of the folder with the command's files.
    folder: PathBuf,
}

impl Namespaces {
    /// Makes namespaces for the child processes of this process. This process has all capabilities in the new
    /// namespaces.
    pub(super) fn make(folder: PathBuf) -> Result<Self> {
        let [user, group] = [rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw()];
        unshare(
            CloneFlags::CLONE_NEWUSER
                | CloneFlags::CLONE_NEWPID
                | CloneFlags::CLONE_NEWNS
                | CloneFlags::CLONE_NEWNET
                | CloneFlags::CLONE_NEWIPC,
        )
        .context("new namespaces")?;
        fs::write("/proc/self/setgroups", "deny").context("/proc/self/setgroups")?;
        fs::write("/proc/self/uid_map", format!("{} {user} 1", new_root::USER)).context("/proc/self/uid_map")?;
        fs::write("/proc/self/gid_map", format!("{} {group} 1", new_root::USER)).context("/proc/self/gid_map")?;
        // The launcher is started as a new program, so it must inherit the rights to build the new root.
        let needed = CapabilitySet::SYS_ADMIN;
        set_capabilities(None, CapabilitySets { inheritable: needed, ..capabilities(None)? })?;
        configure_capability_in_ambient_set(needed, true)?;
        Ok(Self { folder })
    }
}

impl Enclosure for Namespaces {
    fn other_processes(&self) -> u64 {
        // Linux 5.14 and later versions count a user's processes in each user namespace, including this process and the
        // launcher.
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let numbers: Vec<u32> = release.split(['.', '-']).map_while(|number| number.parse().ok()).take(2).collect();
        if numbers >= vec![5, 14] { 2 } else { threads_of(None) }
    }

    /// The folder is inside the new root. The launcher has also moved this process into the new root.
    fn open_folder(&self) -> Result<OwnedFd> {
        Ok(open_folder(CWD, &self.folder)?)
    }

    /// The disk use of the file system in memory already includes deleted files.
    fn disk_use(&self, _nameless: u64) -> Result<DiskUse> {
        Ok(DiskUse::of_file_system(&self.folder)?)
    }

    /// All processes in the new `/proc`, except the launcher.
    fn members(&self, mut all: Processes) -> (Processes, Duration) {
        let waited = all.remove(&LAUNCHER).map_or(Duration::ZERO, |launcher| launcher.waited);
        (all, waited)
    }

    fn signal(&self, launcher: Option<&UnixStream>, is_stop: bool) {
        // If the launcher has died, all processes of the namespace have died, too.
        let _ = launcher.map(|launcher| wire::send(launcher, &is_stop, None));
    }

    fn end(&self, launcher: &mut Child) {
        let _ = launcher.kill();
        let _ = launcher.wait();
    }
}
