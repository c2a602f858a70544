//! Measures the memory of processes from `/proc`.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read as _},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use rustix::fs::makedev;

/// The sum of some entries in a `/proc` file with a number in KiB on each line
/// (<https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>).
fn bytes(path: &Path, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let lines = text.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| names.contains(name));
    let kib = lines.filter_map(|(_, value)| value.split_whitespace().next()?.parse::<u64>().ok());
    Some(kib.sum::<u64>() << 10)
}

/// The memory of a process in bytes. A page that several processes map counts for each of these processes.
pub(super) fn mapped_memory(place: &Path) -> u64 {
    bytes(&place.join("status"), &["VmRSS", "VmSwap", "VmPTE"]).unwrap_or(0)
}

/// The memory of several processes in bytes, without shared files in memory. A page that several processes map counts
/// once.
///
/// The processes are measured one after another. If a process ends or frees pages during the measurement, its shared
/// pages count more for processes measured later. The measurement examines all processes several times, and the
/// smallest sum counts.
pub(super) fn proportional_memory(places: &[PathBuf]) -> u64 {
    let exact = |place: &PathBuf| match bytes(&place.join("smaps_rollup"), &["Pss_Anon", "Pss_File", "SwapPss"]) {
        Some(memory) => memory + bytes(&place.join("status"), &["VmPTE"]).unwrap_or(0),
        None => mapped_memory(place),
    };
    (0..3).map(|_| places.iter().map(exact).sum()).min().unwrap_or(0)
}

/// True if the machine has almost no memory left. Some memory belongs to no process, so the machine's memory is
/// checked, too.
pub(super) fn is_memory_short() -> bool {
    let figure = |name| bytes(Path::new("/proc/meminfo"), &[name]).unwrap_or(0);
    figure("MemAvailable") < figure("MemTotal") / 20
}

/// The bytes of deleted files, which no folder shows: open files, and files that processes share as memory. Shared
/// memory without a file also counts as a deleted file.
#[derive(Debug, Default)]
pub(super) struct NamelessFiles {
    /// The bytes of open deleted files, by device and inode.
    open: HashMap<(u64, u64), u64>,
    /// The mapped deleted files, each with the largest known end of a mapped part. Parts that are no longer mapped may
    /// still take memory that no process shows.
    mapped: HashMap<(u64, u64), u64>,
    /// The number of bytes that were read from tables of mappings.
    read: u64,
}

/// The largest number of bytes to read from the tables of mappings of a command. A mapping takes about a hundred bytes.
const MOST_MAPS: u64 = 32 << 20;

impl NamelessFiles {
    /// Adds the deleted files of a process; `before` is the previous measurement of all processes.
    pub(super) fn look(&mut self, place: &Path, before: &Self) -> io::Result<()> {
        for entry in fs::read_dir(place.join("fd"))?.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            if facts.is_file() && facts.nlink() == 0 {
                self.open.insert((facts.dev(), facts.ino()), facts.blocks() * 512);
            }
        }
        // A process can have so many mappings that reading the table takes seconds. If reading a table of mappings
        // takes too long, the rest of the table is not read. A file name in the table may contain any bytes.
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

    /// The bytes of deleted files on a device, and on all other devices.
    pub(super) fn on_and_off(&self, device: u64) -> (u64, u64) {
        let mapped = self.mapped.iter().filter(|(file, _)| !self.open.contains_key(file));
        let (on, off): (Vec<_>, Vec<_>) =
            self.open.iter().chain(mapped).partition(|((of_file, _), _)| *of_file == device);
        let sum = |files: Vec<(_, &u64)>| files.into_iter().fold(0_u64, |sum, (_, &bytes)| sum.saturating_add(bytes));
        (sum(on), sum(off))
    }
}

/// The deleted file in a line about a shared mapping, by device and inode, and the end of the mapped part. The format
/// of the line is described at <https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html>.
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
