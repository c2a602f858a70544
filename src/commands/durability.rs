//! The flag of the commands that write files.

use clap::Args;

use crate::files::output;

/// Whether files are to outlast a failure of the power.
#[derive(Clone, Copy, Debug, Args)]
pub struct Durability {
    /// Before it ends, wait until the files and their folders are on the disk (fsync), standard output, too, where it
    /// is a file
    #[arg(long)]
    sync: bool,
}

impl Durability {
    /// If the flag is given, every later commit waits for the disk.
    pub(super) fn apply(self) {
        if self.sync {
            output::sync_from_now_on();
        }
    }
}
