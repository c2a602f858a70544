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
    fn user(&self) -> Option<u32>;

    /// How many processes the system counts against the command's limit that are not the command's, before it starts.
    fn other_processes(&self) -> u64;

    /// Opens the command's folders, for its files and for temporary ones, once the launcher is ready.
    fn open_folders(&self) -> Result<[OwnedFd; 2]>;

    /// What the folders hold; `nameless` are the bytes of open files on their device that have no name.
    fn disk_use(&self, folders: &[OwnedFd; 2], nameless: u64) -> Result<DiskUse>;

    /// Those of all processes that belong to the command, and the ticks of those that the launcher, or this process, has
    /// waited for.
    fn members(&self, all: Processes) -> (Processes, u64);

    /// Waits for the processes that have died and for which this process has to wait, after they were looked at. Returns
    /// how the command ended, if it did.
    fn reap(&self, command: Pid) -> Option<End>;

    /// The processor time of the command's processes that this one has waited for.
    fn time_of_the_dead(&self) -> Result<Duration>;

    /// Ends all processes, and waits until they are gone.
    fn end(&self, launcher: &mut Child);

    /// Removes what outlasts the processes, once the caller has read it or is gone.
    fn remove(&self, caller: &UnixStream);
}
