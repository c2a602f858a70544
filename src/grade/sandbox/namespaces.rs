//! Makes new namespaces around the supervisor's children. The launcher is the first process in them, and all others die
//! with it. The command's folders lie in a file system in memory.

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

/// The number of the launcher.
const LAUNCHER: i32 = 1;

pub(super) struct Namespaces {
    /// The path of the folder with the command's files.
    folder: PathBuf,
}

impl Namespaces {
    /// Makes namespaces for the processes that this one starts. This process has all capabilities in them.
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
        // The launcher is another program and gets the rights that it needs to build the new root.
        let needed = CapabilitySet::SYS_ADMIN;
        set_capabilities(None, CapabilitySets { inheritable: needed, ..capabilities(None)? })?;
        configure_capability_in_ambient_set(needed, true)?;
        Ok(Self { folder })
    }
}

impl Enclosure for Namespaces {
    fn other_processes(&self) -> u64 {
        // Linux 5.14 or later counts the processes of a user in each user namespace: this one and the launcher.
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let numbers: Vec<u32> = release.split(['.', '-']).map_while(|number| number.parse().ok()).take(2).collect();
        if numbers >= vec![5, 14] { 2 } else { threads_of(None) }
    }

    /// The folder is in the new root, to which the launcher has also moved this process.
    fn open_folder(&self) -> Result<OwnedFd> {
        Ok(open_folder(CWD, &self.folder)?)
    }

    /// The file system also counts deleted files.
    fn disk_use(&self, _nameless: u64) -> Result<DiskUse> {
        Ok(DiskUse::of_file_system(&self.folder)?)
    }

    /// All processes in the new `/proc` without the launcher.
    fn members(&self, mut all: Processes) -> (Processes, Duration) {
        let waited = all.remove(&LAUNCHER).map_or(Duration::ZERO, |launcher| launcher.waited);
        (all, waited)
    }

    fn signal(&self, launcher: Option<&UnixStream>, is_stop: bool) {
        // A launcher that has died takes all processes with it.
        let _ = launcher.map(|launcher| wire::send(launcher, &is_stop, None));
    }

    fn end(&self, launcher: &mut Child) {
        let _ = launcher.kill();
        let _ = launcher.wait();
    }
}
