//! A folder on the disk for a command that does not have a folder in memory. All processes of the command are
//! descendants of the supervisor.

use std::{
    fs::{self, DirEntry},
    io::Read as _,
    os::{
        fd::OwnedFd,
        unix::{fs::MetadataExt as _, net::UnixStream},
    },
    path::{Path, PathBuf},
    process::Child,
    thread,
    time::Duration,
};

use anyhow::{Context as _, Result};
use rustix::{
    fs::{AtFlags, CWD, FlockOperation, Gid, Mode, Uid, fchmod, fchown, flock, mkdir, mkdirat, unlinkat},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, geteuid, getpid, kill_process, pidfd_open, pidfd_send_signal,
        prlimit, set_child_subreaper,
    },
};

use super::{
    enclosure::Enclosure,
    place::{FOLDERS, PREFIX},
    processes::{ProcessStat, Processes, all_processes, end_of, folder, processor_of_children, reap, threads_of},
    run::End,
    untrusted::{DiskUse, empty, open_folder},
};

/// The outer folder belongs to this process's user and only the two inner folders to the command's user. So the command
/// cannot replace the two inner folders. All three folders are open before the command starts, and are then used only
/// by descriptor.
pub(super) struct Scratch {
    path: PathBuf,
    all: OwnedFd,
    folders: [OwnedFd; 2],
    user: Option<u32>,
    /// True if only processes of the command have the command's user.
    has_own_user: bool,
}

impl Scratch {
    /// Makes the folder with two inner folders, and makes this process the parent of orphans among its descendants.
    pub(super) fn make(path: PathBuf, user: Option<u32>, has_own_user: bool) -> Result<Self> {
        set_child_subreaper(Some(getpid()))?;
        mkdir(&path, Mode::RWXU).context("a temporary folder")?;
        let all = open_folder(CWD, &path)?;
        // A later run removes the folder if nobody holds this lock.
        flock(&all, FlockOperation::NonBlockingLockExclusive)?;
        let owner = user.map(|user| (Uid::from_raw(user), Gid::from_raw(user))).unzip();
        let make = |name| -> rustix::io::Result<OwnedFd> {
            mkdirat(&all, name, Mode::RWXU)?;
            let folder = open_folder(&all, name)?;
            fchown(&folder, owner.0, owner.1)?;
            Ok(folder)
        };
        let folders = FOLDERS.map(make);
        if user.is_some() {
            // The command may use paths through the outer folder, but may not list it.
            fchmod(&all, Mode::RWXU | Mode::XGRP | Mode::XOTH)?;
        }
        let [files, temporary] = folders;
        Ok(Self { folders: [files?, temporary?], path, all, user, has_own_user })
    }
}

/// Removes the folders in `above` whose supervisors were killed.
pub(super) fn remove_left_folders(above: &Path) {
    let is_left = |entry: &DirEntry| {
        let facts = entry.metadata().ok()?;
        let is_number = |name: &str| name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_ours = facts.is_dir() && facts.uid() == geteuid().as_raw();
        // A supervisor locks its folder as soon as it has made the folder.
        let is_old = facts.modified().ok()?.elapsed().ok()? > Duration::from_secs(10);
        Some(is_ours && is_old && entry.file_name().to_str()?.strip_prefix(PREFIX).is_some_and(is_number))
    };
    for entry in fs::read_dir(above).into_iter().flatten().flatten().filter(|entry| is_left(entry).unwrap_or(false)) {
        let Ok(folder) = open_folder(CWD, &entry.path()) else { continue };
        if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok() {
            // What cannot be removed now stays for a later run.
            let _ = empty(&folder).and_then(|()| unlinkat(CWD, entry.path(), AtFlags::REMOVEDIR));
        }
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
            // The process number is not reused until this process has waited for the descendant.
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
        // If the parent of a descendant dies, the descendant becomes a child of this process.
        while reap(|_, _| {}) {
            for (process, stat) in self.members(all_processes()).0 {
                let Some(pid) = Pid::from_raw(process) else { continue };
                let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
                // Another process may have got this process number in the meantime.
                if ProcessStat::read(&folder(process)).is_some_and(|now| now.started == stat.started) {
                    // While processes are killed one by one, a remaining process must not start another process.
                    let _ = prlimit(Some(pid), Resource::Nproc, Rlimit { current: Some(0), maximum: Some(0) });
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
        // No later program may use a path through the outer folder, because a later program may have the same user. The
        // owner needs all permissions of the outer folder; the command may have removed some permissions.
        let _ = fchmod(&self.all, Mode::RWXU);
    }

    /// Removes the content by descriptor, and finally the name of the outer folder.
    fn remove(&self, mut caller: &UnixStream) {
        // The caller does not send any more messages. The caller closes the socket when it drops the folder or dies.
        let _ = caller.read(&mut [0]);
        let _ = empty(&self.all).and_then(|()| unlinkat(CWD, &self.path, AtFlags::REMOVEDIR));
    }
}
