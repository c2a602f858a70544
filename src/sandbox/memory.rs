//! The memory that processes hold, as `/proc` shows it.

use std::{
    collections::HashSet,
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

/// The sum of some figures in a file of the system, which has a figure a line, in KiB:
/// <https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>.
fn bytes(path: &Path, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let lines = text.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| names.contains(name));
    let kib = lines.filter_map(|(_, value)| value.split_whitespace().next()?.parse::<u64>().ok());
    Some(kib.sum::<u64>() << 10)
}

/// The bytes of memory of a process, in which a page that several map counts for each of them.
pub(super) fn mapped_memory(place: &Path) -> u64 {
    bytes(&place.join("status"), &["VmRSS", "VmSwap", "VmPTE"]).unwrap_or(0)
}

/// The bytes of memory of processes, in which a page that several map counts once.
///
/// They are looked at one after another. Where one ends in the meantime, or lets go of pages, those that come after it
/// have its parts, too: so all are looked at several times, and the least counts.
pub(super) fn proportional_memory(places: &[PathBuf]) -> u64 {
    let exact = |place: &PathBuf| match bytes(&place.join("smaps_rollup"), &["Pss", "SwapPss"]) {
        Some(memory) => memory + bytes(&place.join("status"), &["VmPTE"]).unwrap_or(0),
        None => mapped_memory(place),
    };
    (0..3).map(|_| places.iter().map(exact).sum()).min().unwrap_or(0)
}

/// Whether the machine has next to no memory left, because not all memory that a command takes is seen to be its own.
pub(super) fn is_memory_short() -> bool {
    let figure = |name| bytes(Path::new("/proc/meminfo"), &[name]).unwrap_or(0);
    figure("MemAvailable") < figure("MemTotal") / 20
}

/// Open files without a name, which take something that no folder and no map of a process shows.
#[derive(Debug)]
pub(super) struct NamelessFiles {
    /// The device of the command's folders.
    device: u64,
    seen: HashSet<(u64, u64)>,
    /// Bytes of those on that device.
    pub on_disk: u64,
    /// Bytes of those elsewhere, as in memory.
    pub in_memory: u64,
}

impl NamelessFiles {
    /// None, before any process was looked at; `device` is that of the command's folders.
    pub(super) fn new(device: u64) -> Self {
        Self { device, seen: HashSet::new(), on_disk: 0, in_memory: 0 }
    }

    /// Adds what a process has open and no other that was looked at.
    pub(super) fn look(&mut self, place: &Path) -> io::Result<()> {
        for entry in fs::read_dir(place.join("fd"))?.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            if facts.is_file() && facts.nlink() == 0 && self.seen.insert((facts.dev(), facts.ino())) {
                let sum = if facts.dev() == self.device { &mut self.on_disk } else { &mut self.in_memory };
                *sum += facts.blocks() * 512;
            }
        }
        Ok(())
    }
}
