//! What holds the files and processes of a command together, as the supervisor sees it.

use std::{
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::Child,
    time::Duration,
};

use anyhow::Result;
use rustix::process::Pid;

use super::{processes::Processes, run::End, untrusted::DiskUse};

/// What holds the files and processes of a command together: namespaces, or a folder on the disk.
pub(super) trait Enclosure {
    /// The user and group of the launcher, if not those of this process.
    fn user(&self) -> Option<u32> {
        None
    }

    /// How many processes the system counts against the command's limit that are not the command's, before it starts.
    fn other_processes(&self) -> u64;

    /// Opens the folder with the command's files, once the launcher is ready.
    fn open_folder(&self) -> Result<OwnedFd>;

    /// What the command's folders hold; `nameless` are the bytes of files on their device that have no name any more.
    fn disk_use(&self, nameless: u64) -> Result<DiskUse>;

    /// Those of all processes that belong to the command, and the processor time of those that the launcher, or this
    /// process, has waited for.
    fn members(&self, all: Processes) -> (Processes, Duration);

    /// Stops all processes of the command, or lets them go on.
    fn signal(&self, launcher: Option<&UnixStream>, is_stop: bool);

    /// Waits for the processes that have died, after they were looked at, unless the launcher waits for them. Returns how
    /// the command ended, if it did.
    fn reap(&self, _command: Pid) -> Option<End> {
        None
    }

    /// Ends all processes, and waits until they are gone.
    fn end(&self, launcher: &mut Child);

    /// Removes what outlasts the processes, once the caller has read it or is gone.
    fn remove(&self, _caller: &UnixStream) {}
}
