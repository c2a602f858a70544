//! The refusal to write a log that has no room.

use anyhow::{Result, ensure};
use indicatif::HumanBytes;

use crate::files::output::Output;

/// Checks that a log has room where it is to be written; `fits` says whether it has in so many bytes. An output of
/// which nobody knows how many it takes is not checked.
///
/// # Errors
/// The refusal, with what can be done.
pub(super) fn check(log: &Output, fits: impl FnOnce(u64) -> bool) -> Result<()> {
    let Some(room) = log.free_space() else { return Ok(()) };
    ensure!(
        fits(room),
        "cannot write {}: the log is larger than the {} that are free there; expected a smaller depth, a name that \
         ends in .zst, which compresses it, or --force, which writes it all the same",
        log.name(),
        HumanBytes(room)
    );
    Ok(())
}
