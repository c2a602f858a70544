//! A folder on the disk, for a command without a folder in memory. The command's processes are the supervisor's
//! descendants.

use std::{
    io::Read as _,
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::PathBuf,
    process::Child,
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use rustix::{
    fs::{AtFlags, CWD, Gid, Mode, Uid, fchmod, fchown, mkdir, mkdirat, unlinkat},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal, prlimit,
        set_child_subreaper,
    },
};

use super::{
    enclosure::Enclosure,
    place::FOLDERS,
    processes::{ProcessStat, Processes, all_processes, end_of, folder, processor_of_children, reap, threads_of},
    run::End,
    untrusted::{DiskUse, empty, open_folder},
};

/// The folder belongs to this process's user, and only the two folders in it belong to the command's user,
/// so the command cannot replace them. All three are open before the command starts, and no name leads through another
/// folder.
pub(super) struct Scratch {
    path: PathBuf,
    all: OwnedFd,
    folders: [OwnedFd; 2],
    user: Option<u32>,
    /// True if no other process has the command's user.
    has_own_user: bool,
}

impl Scratch {
    /// Makes the folder with two folders in it, and makes this process the parent of orphans among its descendants.
    pub(super) fn make(path: PathBuf, user: Option<u32>, has_own_user: bool) -> Result<Self> {
        set_child_subreaper(Some(getpid()))?;
        mkdir(&path, Mode::RWXU).context("a temporary folder")?;
        let all = open_folder(CWD, &path)?;
        let owner = user.map(|user| (Uid::from_raw(user), Gid::from_raw(user))).unzip();
        let make = |name| -> rustix::io::Result<OwnedFd> {
            mkdirat(&all, name, Mode::RWXU)?;
            let folder = open_folder(&all, name)?;
            fchown(&folder, owner.0, owner.1)?;
            Ok(folder)
        };
        let folders = FOLDERS.map(make);
        if user.is_some() {
            // The command may pass through the folder, but not list it.
            fchmod(&all, Mode::RWXU | Mode::XGRP | Mode::XOTH)?;
        }
        let [files, temporary] = folders;
        Ok(Self { folders: [files?, temporary?], path, all, user, has_own_user })
    }
}

impl Enclosure for Scratch {
    fn user(&self) -> Option<u32> {
        self.user
    }

    fn other_processes(&self) -> u64 {
        if self.has_own_user { 0 } else { threads_of(self.user) }
    }

    fn open_folder(&self) -> Result<OwnedFd> {
        Ok(self.folders[0].try_clone()?)
    }

    fn disk_use(&self, nameless: u64) -> Result<DiskUse> {
        let named = DiskUse::of_folders(&self.folders)?;
        Ok(DiskUse { bytes: named.bytes.saturating_add(nameless), ..named })
    }

    fn members(&self, all: Processes) -> (Processes, Duration) {
        let mut family = Processes::new();
        let mut parents = vec![getpid().as_raw_nonzero().get()];
        while let Some(parent) = parents.pop() {
            let children = || all.iter().filter(|(_, stat)| stat.parent == parent);
            parents.extend(children().map(|(process, _)| process));
            family.extend(children());
        }
        (family, processor_of_children().unwrap_or_default())
    }

    fn signal(&self, _launcher: Option<&UnixStream>, is_stop: bool) {
        let signal = if is_stop { Signal::STOP } else { Signal::CONT };
        for process in self.members(all_processes()).0.into_keys().filter_map(Pid::from_raw) {
            // A descendant keeps its number until this process has waited for it.
            let _ = kill_process(process, signal);
        }
    }

    fn reap(&self, command: Pid) -> Option<End> {
        let mut end = None;
        reap(|process, status| {
            if process == command {
                end = Some(end_of(status));
            }
        });
        end
    }

    fn end(&self, _launcher: &mut Child) {
        // If the parent of a process dies, the process becomes a child of this one.
        while reap(|_, _| {}) {
            for (process, stat) in self.members(all_processes()).0 {
                let Some(pid) = Pid::from_raw(process) else { continue };
                let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
                // The number may have been reused in the meantime.
                if ProcessStat::read(&folder(process)).is_some_and(|now| now.started == stat.started) {
                    // A process must not start another one while the others are killed.
                    let _ = prlimit(Some(pid), Resource::Nproc, Rlimit { current: Some(0), maximum: Some(0) });
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
        // From now on no program passes through, because a later one may have the same user. The owner may pass, even
        // if the command has forbidden it.
        let _ = fchmod(&self.all, Mode::RWXU);
    }

    /// Removes the content by its descriptor, and finally the name, which then leads to an empty folder or to a folder
    /// of others.
    fn remove(&self, mut caller: &UnixStream) {
        // The caller sends nothing more. It closes the socket when it drops the folder, or when it dies.
        let _ = caller.read(&mut [0]);
        let _ = empty(&self.all).and_then(|()| unlinkat(CWD, &self.path, AtFlags::REMOVEDIR));
    }
}
