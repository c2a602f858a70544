//! The supervisor's interface to the files and processes of a command at each level.

use std::{
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::Child,
    time::Duration,
};

use anyhow::Result;
use rustix::process::Pid;

use super::{processes::Processes, run::End, untrusted::DiskUse};

/// Encloses the files and processes of a command: namespaces, or a folder on the disk.
pub(super) trait Enclosure {
    /// The user and group of the launcher, if they differ from this process.
    fn user(&self) -> Option<u32> {
        None
    }

    /// The number of processes that the system counts for the command before it starts, although they are not the
    /// command's.
    fn other_processes(&self) -> u64;

    /// Opens the folder with the command's files, when the launcher is ready.
    fn open_folder(&self) -> Result<OwnedFd>;

    /// The disk use of the command's folders. `nameless` are the bytes of deleted files on their device.
    fn disk_use(&self, nameless: u64) -> Result<DiskUse>;

    /// The processes of the command among all. Also returns the processor time of its processes that the launcher, or
    /// this process, has waited for.
    fn members(&self, all: Processes) -> (Processes, Duration);

    /// Stops or continues all processes of the command.
    fn signal(&self, launcher: Option<&UnixStream>, is_stop: bool);

    /// Waits for the processes that have died, after they were measured, unless the launcher waits for them. Returns
    /// the command's end if it has ended.
    fn reap(&self, _command: Pid) -> Option<End> {
        None
    }

    /// Ends all processes, and waits until they are gone.
    fn end(&self, launcher: &mut Child);

    /// Removes the files that remain after the processes, when the caller has read them or is gone.
    fn remove(&self, _caller: &UnixStream) {}
}
