//! The memory that processes hold, as `/proc` shows it.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use rustix::fs::makedev;

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

/// The bytes of memory of processes, without the files in memory that they share. A page that several processes map counts
/// once.
///
/// The processes are looked at one after another. If one ends in the meantime, or lets go of pages, its parts count for the
/// later ones, too. So all are looked at several times, and the least counts.
pub(super) fn proportional_memory(places: &[PathBuf]) -> u64 {
    let exact = |place: &PathBuf| match bytes(&place.join("smaps_rollup"), &["Pss_Anon", "Pss_File", "SwapPss"]) {
        Some(memory) => memory + bytes(&place.join("status"), &["VmPTE"]).unwrap_or(0),
        None => mapped_memory(place),
    };
    (0..3).map(|_| places.iter().map(exact).sum()).min().unwrap_or(0)
}

/// True if the machine has next to no memory left, because not all memory that a command takes is seen to be its own.
pub(super) fn is_memory_short() -> bool {
    let figure = |name| bytes(Path::new("/proc/meminfo"), &[name]).unwrap_or(0);
    figure("MemAvailable") < figure("MemTotal") / 20
}

/// Files without a name, which no folder shows: those that processes have open, and those that they share as memory. A
/// piece of shared memory that belongs to no file is one, too.
#[derive(Debug, Default)]
pub(super) struct NamelessFiles {
    /// The bytes of those that are open, by device and inode.
    open: HashMap<(u64, u64), u64>,
    /// The mapped files: the end of the furthest piece that was ever seen. The pieces before it may take memory although
    /// they are not mapped any more, and no process shows them as resident.
    mapped: HashMap<(u64, u64), u64>,
    /// The bytes of all tables of mappings.
    read: u64,
}

/// The most bytes of the tables of mappings of all processes of a command, a hundred for each mapping or so.
const MOST_MAPS: u64 = 32 << 20;

impl NamelessFiles {
    /// Adds what a process has; `before` is what the last look at all of them saw.
    pub(super) fn look(&mut self, place: &Path, before: &Self) -> io::Result<()> {
        for entry in fs::read_dir(place.join("fd"))?.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            if facts.is_file() && facts.nlink() == 0 {
                self.open.insert((facts.dev(), facts.ino()), facts.blocks() * 512);
            }
        }
        // A process can map so many pieces that a look takes seconds: then no more of them are looked at. A name may be any
        // bytes.
        let mut maps = Vec::new();
        File::open(place.join("maps"))?.take(MOST_MAPS.saturating_sub(self.read)).read_to_end(&mut maps)?;
        self.read += maps.len() as u64;
        if self.read >= MOST_MAPS {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        for (file, end) in String::from_utf8_lossy(&maps).lines().filter_map(shared_nameless) {
            let before = before.mapped.get(&file).copied().unwrap_or(0);
            let furthest = self.mapped.entry(file).or_default();
            *furthest = end.max(before).max(*furthest);
        }
        Ok(())
    }

    /// The bytes of those on a device, and of all others.
    pub(super) fn on_and_off(&self, device: u64) -> (u64, u64) {
        let mapped = self.mapped.iter().filter(|(file, _)| !self.open.contains_key(file));
        let (on, off): (Vec<_>, Vec<_>) =
            self.open.iter().chain(mapped).partition(|((of_file, _), _)| *of_file == device);
        let sum = |files: Vec<(_, &u64)>| files.into_iter().fold(0_u64, |sum, (_, &bytes)| sum.saturating_add(bytes));
        (sum(on), sum(off))
    }
}

/// The file of a mapping that processes share and that has no name any more, by device and inode, and the end of the mapped
/// piece of it. The line is of <https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html>.
fn shared_nameless(line: &str) -> Option<((u64, u64), u64)> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let is_shared = fields.next()?.ends_with('s');
    let offset = fields.next()?;
    let (major, minor) = fields.next()?.split_once(':')?;
    let inode = fields.next()?.parse().ok()?;
    if !is_shared || !line.ends_with(" (deleted)") {
        return None;
    }
    let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let device = makedev(u32::from_str_radix(major, 16).ok()?, u32::from_str_radix(minor, 16).ok()?);
    Some(((device, inode), number(end)?.checked_sub(number(start)?)?.checked_add(number(offset)?)?))
}
