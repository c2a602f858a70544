//! The processes of a command, as `/proc` shows them.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    os::unix::fs::{FileTypeExt as _, MetadataExt as _},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use nix::sys::resource::{UsageWho, getrusage};
use rustix::{
    io::Errno,
    param::clock_ticks_per_second,
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, pidfd_open, pidfd_send_signal, prlimit,
        wait,
    },
};

use super::command::Limits;

/// The numbers of the launcher and of the command in their namespace.
const LAUNCHER: i32 = 1;
const COMMAND: i32 = 2;

/// Which processes belong to the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProcessScope {
    /// All that `/proc` shows; the first one is the launcher.
    Namespace,
    /// The descendants of this process, which becomes the parent of orphans.
    Descendants(Pid),
}

/// What the processes take at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceUse {
    /// Processes and threads, and the dead that nobody has waited for: the system counts them too.
    pub processes: u64,
    /// Bytes of resident and swapped memory, with page tables and what sockets and pipes can hold.
    pub memory: u64,
    /// Processor time of those that live, of those that they waited for, and of those that have vanished as far as it was
    /// seen.
    pub processor: Duration,
    /// Bytes of files on the folder's device that have no name any more.
    pub nameless: u64,
    /// Whether a live process could not be looked into, twice running.
    pub is_hidden: bool,
}

/// What earlier looks at the processes have seen, by which later ones count those that have vanished.
///
/// The system adds the time of a dead process to the parent that waits for it, and of one that ignores its children to
/// nobody. What has vanished and was not added to those that waited in the meantime is lost to the system, and kept here.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The ticks of each process at the last look, its own and those of children that it waited for, by its number and
    /// its start.
    ticks: HashMap<(i32, u64), (u64, u64)>,
    /// The ticks of children that the launcher, or this process, had waited for at the last look.
    reaped: u64,
    /// The ticks of processes that have vanished and that nobody has waited for.
    lost: u64,
    /// The processes that the last look could not look into.
    hidden: HashSet<(i32, u64)>,
}

impl History {
    /// Takes note of the processes; `reaped` is what was added to the launcher, or to this process, for those that it
    /// waited for. Returns the ticks of all processes so far.
    fn add(&mut self, members: &HashMap<i32, ProcessStat>, reaped: u64) -> u64 {
        let ticks =
            |(&process, stat): (&i32, &ProcessStat)| ((process, stat.started), (stat.own_ticks, stat.waited_ticks));
        let now: HashMap<_, _> = members.iter().map(ticks).collect();
        let vanished = self.ticks.iter().filter(|(key, _)| !now.contains_key(key));
        let vanished = vanished.map(|(_, (own, waited))| own + waited);
        let waited = now.iter().filter_map(|(key, (_, waited))| Some(waited.saturating_sub(self.ticks.get(key)?.1)));
        let waited = waited.sum::<u64>() + reaped.saturating_sub(self.reaped);
        self.lost += vanished.sum::<u64>().saturating_sub(waited);
        self.reaped = reaped;
        self.ticks = now;
        self.ticks.values().map(|(own, waited)| own + waited).sum::<u64>() + self.reaped + self.lost
    }
}

/// The flags `PF_EXITING` and `PF_FORKNOEXEC` of a thread.
const EXITING: u64 = 0x4;
const FORKED_ONLY: u64 = 0x40;

/// A line of `/proc/PID/stat`: <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.
#[derive(Clone, Copy, Debug)]
struct ProcessStat {
    parent: i32,
    /// Whether its first thread lives. One that ends shows nothing any more, before it is dead.
    is_alive: bool,
    /// Whether it is a copy of its parent that has not yet started another program.
    is_only_forked: bool,
    own_ticks: u64,
    waited_ticks: u64,
    threads: u64,
    started: u64,
}

impl ProcessStat {
    /// Reads that of a process or, in the folder of a process, that of a thread.
    fn read(place: &Path) -> Option<Self> {
        let line = fs::read(place.join("stat")).ok()?;
        // The program's name may contain anything, brackets too.
        let end = line.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> = str::from_utf8(&line[end + 1..]).ok()?.split_ascii_whitespace().collect();
        // The manual counts from 1, and the two fields up to the name are gone.
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            is_alive: !matches!(fields.first(), Some(&("Z" | "X"))) && number(9)? & EXITING == 0,
            is_only_forked: number(9)? & FORKED_ONLY != 0,
            own_ticks: number(14)? + number(15)?,
            waited_ticks: number(16)? + number(17)?,
            threads: number(20)?,
            started: number(22)?,
        })
    }
}

impl ProcessScope {
    /// Those of all processes that belong to the command, also dead ones that nobody has waited for.
    fn members(self, all: HashMap<i32, ProcessStat>) -> HashMap<i32, ProcessStat> {
        let Self::Descendants(ancestor) = self else { return all };
        let mut family = HashMap::new();
        let mut parents = vec![ancestor.as_raw_nonzero().get()];
        while let Some(parent) = parents.pop() {
            let children = || all.iter().filter(|(_, stat)| stat.parent == parent);
            parents.extend(children().map(|(process, _)| process));
            family.extend(children());
        }
        family
    }

    /// What the processes take. If they are too many, nothing else is looked at. Memory is added up exactly only if the sum of
    /// what each maps is too much: pages that several of them map count several times there. `device` is that of the folder.
    pub(super) fn taken(self, history: &mut History, limits: &Limits, device: u64) -> ResourceUse {
        let mut all = all_processes();
        // A process whose parent has died in the meantime has another one by now. A fork bomb would keep this busy for ever.
        for _ in 0..3 {
            if all.values().all(|stat| stat.parent == 0 || all.contains_key(&stat.parent)) {
                break;
            }
            all = all_processes();
        }
        let mut members = self.members(all);
        let mut taken = ResourceUse::default();
        let ticks_per_second = clock_ticks_per_second();
        let reaped = match self {
            Self::Namespace => members.remove(&LAUNCHER).map_or(0, |launcher| launcher.waited_ticks),
            Self::Descendants(_) => {
                let reaped = processor_of_children().unwrap_or_default().as_micros() * u128::from(ticks_per_second);
                u64::try_from(reaped / 1_000_000).unwrap_or(u64::MAX)
            }
        };
        let ticks = history.add(&members, reaped);
        #[allow(clippy::cast_precision_loss)] // a time, not a count
        let seconds = ticks as f64 / ticks_per_second as f64;
        taken.processor = Duration::from_secs_f64(seconds);
        taken.processes = members.values().map(|stat| stat.threads).sum();
        if taken.processes > limits.processes {
            return taken;
        }
        let mut open = OpenFiles { device, ..OpenFiles::default() };
        let (mut hidden, mut places) = (HashSet::new(), Vec::new());
        for (&process, stat) in &members {
            let Some(place) = living(process, stat) else { continue };
            taken.memory += mapped_memory(&place);
            // Until the command starts, it is a copy of the launcher, which nobody may look into.
            let is_launcher = self == Self::Namespace && process == COMMAND && stat.is_only_forked;
            if open.look(&place).is_err() && !is_launcher && ProcessStat::read(&place).is_some_and(|now| now.is_alive) {
                hidden.insert((process, stat.started));
            }
            places.push(place);
        }
        taken.is_hidden = !hidden.is_disjoint(&history.hidden);
        history.hidden = hidden;
        taken.memory += open.in_memory;
        if taken.memory > limits.memory {
            taken.memory = proportional_memory(&places) + open.in_memory;
        }
        taken.nameless = open.on_disk;
        taken
    }

    /// Kills all of them, until there are none. Only for descendants: a namespace dies with its first process.
    pub(super) fn kill(self) {
        // A process whose parent dies becomes a child of this one.
        while reap(|_, _| {}) {
            for (process, stat) in self.members(all_processes()) {
                let Some(pid) = Pid::from_raw(process) else { continue };
                let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
                // The number may have come to mean another process in the meantime.
                if ProcessStat::read(&folder(process)).is_some_and(|now| now.started == stat.started) {
                    // A process must not start another one while the others are killed.
                    let _ = prlimit(Some(pid), Resource::Nproc, Rlimit { current: Some(0), maximum: Some(0) });
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The threads of a user.
pub(super) fn threads_of(user: u32) -> u64 {
    let all = all_processes().into_iter();
    let own = all.filter(|(process, _)| fs::metadata(folder(*process)).is_ok_and(|facts| facts.uid() == user));
    own.map(|(_, stat)| stat.threads).sum()
}

/// All processes that `/proc` shows.
fn all_processes() -> HashMap<i32, ProcessStat> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(|process| Some((process, ProcessStat::read(&folder(process))?))).collect()
}

fn folder(process: i32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}"))
}

/// The folder that shows what a process has: its own or, if its first thread is dead, that of one that lives.
fn living(process: i32, stat: &ProcessStat) -> Option<PathBuf> {
    let own = folder(process);
    if stat.is_alive {
        return Some(own);
    }
    let mut threads = fs::read_dir(own.join("task")).ok()?.flatten().map(|entry| entry.path());
    threads.find(|thread| ProcessStat::read(thread).is_some_and(|stat| stat.is_alive))
}

/// Waits for all children that have died; says whether there are others.
pub(super) fn reap(mut report: impl FnMut(Pid, WaitStatus)) -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((process, status))) => report(process, status),
            Err(Errno::INTR) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// The processor time of all children that this process has waited for, and of those that they waited for.
pub(super) fn processor_of_children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let times = [usage.user_time(), usage.system_time()];
    Ok(times
        .iter()
        .map(|time| Duration::from_micros((time.tv_sec() * 1_000_000 + time.tv_usec()).unsigned_abs()))
        .sum())
}

/// The sum of some figures in a file of the system, which has a figure a line, in KiB:
/// <https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>.
fn bytes(path: &Path, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let lines = text.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| names.contains(name));
    let kib = lines.filter_map(|(_, value)| value.split_whitespace().next()?.parse::<u64>().ok());
    Some(kib.sum::<u64>() << 10)
}

/// The bytes of memory of a process, in which a page that several map counts for each of them.
fn mapped_memory(place: &Path) -> u64 {
    bytes(&place.join("status"), &["VmRSS", "VmSwap", "VmPTE"]).unwrap_or(0)
}

/// The bytes of memory of processes, in which a page that several map counts once.
///
/// They are looked at one after another. Where one ends in the meantime, or lets go of pages, those that come after it
/// have its parts, too: so all are looked at several times, and the least counts.
fn proportional_memory(places: &[PathBuf]) -> u64 {
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

/// What can lie in the buffers of a socket: twice the largest size that the system lets a program ask for.
const SOCKET_BUFFER: u64 = 2 * 212_992;

/// What lies in a pipe at most, unless a program enlarges it.
const PIPE_BUFFER: u64 = 64 << 10;

/// Open files that take something which no folder and no map of a process shows.
#[derive(Debug, Default)]
struct OpenFiles {
    /// The device of the folder.
    device: u64,
    seen: HashSet<(u64, u64)>,
    /// Bytes of files without a name on the folder's device.
    on_disk: u64,
    /// Bytes of files without a name elsewhere, as in memory, and what the buffers of sockets and pipes can hold.
    in_memory: u64,
}

impl OpenFiles {
    /// Adds what a process has open and no other that was looked at.
    fn look(&mut self, place: &Path) -> io::Result<()> {
        for entry in fs::read_dir(place.join("fd"))?.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            let kind = facts.file_type();
            let is_nameless = kind.is_file() && facts.nlink() == 0;
            if !(is_nameless || kind.is_socket() || kind.is_fifo()) || !self.seen.insert((facts.dev(), facts.ino())) {
                continue;
            }
            if is_nameless && facts.dev() == self.device {
                self.on_disk += facts.blocks() * 512;
            } else if is_nameless {
                self.in_memory += facts.blocks() * 512;
            } else {
                self.in_memory += if kind.is_socket() { SOCKET_BUFFER } else { PIPE_BUFFER };
            }
        }
        Ok(())
    }
}
