//! Describes where a command runs, for the supervisor and the launcher: a namespace, or a folder on the disk.

use std::{
    env,
    ffi::OsString,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Place {
    /// The command runs in new namespaces, with its own root and its folders in memory.
    Namespaces {
        /// The files and folders that the command may read.
        readable: Vec<OsString>,
        /// The files and folders inside readable folders that the command must not see.
        hidden: Vec<OsString>,
    },
    /// The command runs in the root of the system, with its folders on the disk.
    Disk {
        /// The parent folder of the command's folders. The supervisor makes and removes this parent folder.
        scratch: OsString,
        /// The user and group of the command, if they differ from the supervisor's user and group.
        user: Option<u32>,
        /// The files and folders that the command must not read, if a filter of system calls and Landlock confine the
        /// command; `None` if only the limits apply.
        hidden: Option<Vec<OsString>>,
    },
}

impl Place {
    /// Makes a new place on the disk; `None` if the user cannot use any folder for temporary files.
    pub(super) fn on_disk(user: Option<u32>, hidden: Option<Vec<OsString>>) -> Option<Self> {
        let above = if user.is_some() { folder_for_all()? } else { env::temp_dir() };
        let scratch = above.join(format!("{PREFIX}{:032x}", rand::random::<u128>()));
        Some(Self::Disk { scratch: scratch.into(), user, hidden })
    }

    /// The command's two folders: for its files, and for temporary files.
    pub(super) fn folders(&self) -> [PathBuf; 2] {
        let above = match self {
            Self::Namespaces { .. } => Path::new("/"),
            Self::Disk { scratch, .. } => Path::new(scratch),
        };
        FOLDERS.map(|name| above.join(name))
    }
}

/// The beginning of the names of parent folders.
pub(super) const PREFIX: &str = "reversi-";

/// The names of the command's folders.
pub(super) const FOLDERS: [&str; 2] = ["submission", "tmp"];

/// A folder for temporary files that every user can reach: `TMPDIR`, or else a folder of the system.
pub fn folder_for_all() -> Option<PathBuf> {
    let is_open = |path: &Path| path.metadata().is_ok_and(|facts| facts.mode() & 0o001 != 0);
    let folders = [env::temp_dir(), "/tmp".into(), "/var/tmp".into()];
    let mut folders = folders.iter().filter_map(|folder| folder.canonicalize().ok());
    folders.find(|folder| folder.ancestors().all(is_open))
}
