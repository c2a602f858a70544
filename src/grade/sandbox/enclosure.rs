//! The supervisor's interface to a command's files and processes, which differ by level.

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
    /// The user and group for the launcher, if they differ from this process's user and group.
    fn user(&self) -> Option<u32> {
        None
    }

    /// The number of processes that the system counts for the command before the command starts.
    fn other_processes(&self) -> u64;

    /// Opens the folder with the command's files after the launcher has become ready.
    fn open_folder(&self) -> Result<OwnedFd>;

    /// The disk use of the command's folders. `nameless` is the number of bytes of deleted files on the folders'
    /// device.
    fn disk_use(&self, nameless: u64) -> Result<DiskUse>;

    /// The processes that belong to the command. Also returns the CPU time of the command's processes that the
    /// launcher, or this process, has waited for.
    fn members(&self, all: Processes) -> (Processes, Duration);

    /// Stops or continues all processes of the command.
    fn signal(&self, launcher: Option<&UnixStream>, is_stop: bool);

    /// Waits for dead processes after they were measured, unless the launcher waits for them. Returns the end of the
    /// command, if the command has ended.
    fn reap(&self, _command: Pid) -> Option<End> {
        None
    }

    /// Kills all processes of the command, and waits until all are gone.
    fn end(&self, launcher: &mut Child);

    /// Removes the remaining files after the caller has read them or has died.
    fn remove(&self, _caller: &UnixStream) {}
}
