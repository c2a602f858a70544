//! The processes of a command, as `/proc` shows them.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    os::unix::fs::{FileTypeExt as _, MetadataExt as _},
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

/// The numbers of the launcher and of the command in their namespace.
const LAUNCHER: i32 = 1;
const COMMAND: i32 = 2;

/// Which processes belong to the command.
#[derive(Clone, Copy, Debug)]
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
        let now: HashMap<_, _> = members
            .iter()
            .map(|(&process, stat)| ((process, stat.started), (stat.own_ticks, stat.waited_ticks)))
            .collect();
        let vanished =
            self.ticks.iter().filter(|(key, _)| !now.contains_key(key)).map(|(_, (own, waited))| own + waited);
        let waited = now.iter().filter_map(|(key, (_, waited))| Some(waited.saturating_sub(self.ticks.get(key)?.1)));
        let waited = waited.sum::<u64>() + reaped.saturating_sub(self.reaped);
        self.lost += vanished.sum::<u64>().saturating_sub(waited);
        self.reaped = reaped;
        self.ticks = now;
        self.ticks.values().map(|(own, waited)| own + waited).sum::<u64>() + self.reaped + self.lost
    }
}

/// The flag `PF_FORKNOEXEC` of a process.
const FORKED_ONLY: u64 = 0x40;

/// A line of `/proc/PID/stat`: <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.
#[derive(Clone, Copy, Debug)]
struct ProcessStat {
    parent: i32,
    is_alive: bool,
    /// Whether it is a copy of its parent that has not yet started another program.
    is_only_forked: bool,
    own_ticks: u64,
    waited_ticks: u64,
    threads: u64,
    started: u64,
}

impl ProcessStat {
    fn read(process: i32) -> Option<Self> {
        let line = fs::read(format!("/proc/{process}/stat")).ok()?;
        // The program's name may contain anything, brackets too.
        let end = line.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> = str::from_utf8(&line[end + 1..]).ok()?.split_ascii_whitespace().collect();
        // The manual counts from 1, and the two fields up to the name are gone.
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            is_alive: !matches!(fields.first(), Some(&("Z" | "X"))),
            is_only_forked: number(9)? & FORKED_ONLY != 0,
            own_ticks: number(14)? + number(15)?,
            waited_ticks: number(16)? + number(17)?,
            threads: number(20)?,
            started: number(22)?,
        })
    }
}

impl ProcessScope {
    /// The processes, also dead ones that nobody has waited for.
    fn members(self) -> HashMap<i32, ProcessStat> {
        let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
        let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let mut all: HashMap<i32, ProcessStat> =
            numbers.filter_map(|process| ProcessStat::read(process).map(|stat| (process, stat))).collect();
        if let Self::Descendants(ancestor) = self {
            let ancestor = ancestor.as_raw_nonzero().get();
            find_parents_again(&mut all);
            let mut family = HashSet::from([ancestor]);
            loop {
                let children = all.iter().filter(|(_, stat)| family.contains(&stat.parent));
                let grown: HashSet<i32> = family.iter().chain(children.map(|(process, _)| process)).copied().collect();
                if grown.len() == family.len() {
                    break;
                }
                family = grown;
            }
            family.remove(&ancestor);
            all.retain(|process, _| family.contains(process));
        }
        all
    }

    /// What the processes take. Memory is added up exactly only if the sum of what each maps is more than `most_memory`:
    /// pages that several of them map would count several times. `device` is that of the folder.
    pub(super) fn taken(self, history: &mut History, most_memory: u64, device: u64) -> ResourceUse {
        let mut members = self.members();
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
        let mut open = OpenFiles::new(device);
        let mut hidden = HashSet::new();
        let mut shared = 0;
        for (&process, stat) in &members {
            taken.processes += stat.threads;
            if !stat.is_alive {
                // The first thread is dead, and shows nothing of the memory that the others have.
                if stat.threads > 1 {
                    hidden.insert((process, stat.started));
                }
                continue;
            }
            let memory = MappedMemory::of(process);
            taken.memory += memory.resident + memory.page_tables;
            shared += memory.shared;
            // Until the command starts, it is a copy of the launcher, which nobody may look into.
            let is_launcher = matches!(self, Self::Namespace) && process == COMMAND && stat.is_only_forked;
            if open.look(process).is_err() && !is_launcher && ProcessStat::read(process).is_some_and(|now| now.is_alive)
            {
                hidden.insert((process, stat.started));
            }
        }
        taken.is_hidden = !hidden.is_disjoint(&history.hidden);
        history.hidden = hidden;
        // A file in memory may be mapped or not.
        let beside = open.in_memory.saturating_sub(shared) + open.in_kernel;
        taken.memory += beside;
        if taken.memory > most_memory {
            taken.memory = proportional_of_all(&members.keys().copied().collect::<Vec<_>>()) + beside;
        }
        #[allow(clippy::cast_precision_loss)] // a time, not a count
        let seconds = ticks as f64 / ticks_per_second as f64;
        taken.processor = Duration::from_secs_f64(seconds);
        taken.nameless = open.on_disk;
        taken
    }

    /// Kills all of them, until there are none. Only for descendants: a namespace dies with its first process.
    pub(super) fn kill(self) {
        // A process whose parent dies becomes a child of this one.
        while reap(|_, _| {}) {
            for (process, stat) in self.members() {
                let Some(pid) = Pid::from_raw(process) else { continue };
                let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
                // The number may have come to mean another process in the meantime.
                if ProcessStat::read(process).is_some_and(|now| now.started == stat.started) {
                    // A process must not start another one while the others are killed.
                    let _ = prlimit(Some(pid), Resource::Nproc, Rlimit { current: Some(0), maximum: Some(0) });
                    let _ = pidfd_send_signal(&handle, Signal::KILL);
                }
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reads the processes again whose parent died while `/proc` was read: their parent has changed.
fn find_parents_again(all: &mut HashMap<i32, ProcessStat>) {
    // A fork bomb would keep this busy for ever.
    for _ in 0..10 {
        let orphans: Vec<i32> = all
            .iter()
            .filter(|(_, stat)| stat.parent != 0 && !all.contains_key(&stat.parent))
            .map(|(&process, _)| process)
            .collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            match ProcessStat::read(orphan) {
                Some(stat) => all.insert(orphan, stat),
                None => all.remove(&orphan),
            };
        }
    }
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

/// The memory of a process.
#[derive(Clone, Copy, Debug, Default)]
struct MappedMemory {
    /// Bytes that are resident or swapped.
    resident: u64,
    /// How many of these are mapped from files or shared.
    shared: u64,
    /// Bytes of page tables.
    page_tables: u64,
}

impl MappedMemory {
    /// By `/proc/PID/status`, whose figures are in KiB: <https://man7.org/linux/man-pages/man5/proc_pid_status.5.html>.
    fn of(process: i32) -> Self {
        let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let mut memory = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            let figure = match name {
                "VmRSS" | "VmSwap" => &mut memory.resident,
                "RssFile" | "RssShmem" => &mut memory.shared,
                "VmPTE" => &mut memory.page_tables,
                _ => continue,
            };
            *figure += value.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) << 10;
        }
        memory
    }
}

/// The bytes of memory of processes, in which a page that several map counts once.
///
/// They are looked at one after another. Where one ends in the meantime, or lets go of pages, those that come after it
/// have its parts, too: so all are looked at again, and the least counts.
fn proportional_of_all(processes: &[i32]) -> u64 {
    let resident = || processes.iter().map(|&process| MappedMemory::of(process).resident).collect::<Vec<_>>();
    let mut before = resident();
    let mut least = u64::MAX;
    // A program may let go of pages all the time.
    for _ in 0..5 {
        let exact = |&process: &i32| {
            let memory = MappedMemory::of(process);
            proportional(process).unwrap_or(memory.resident) + memory.page_tables
        };
        least = least.min(processes.iter().map(exact).sum());
        let after = resident();
        if after.iter().zip(&before).all(|(after, before)| after >= before) {
            break;
        }
        before = after;
    }
    least
}

/// The resident bytes of a process, in which a page that several map counts in parts.
fn proportional(process: i32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let figures = text.lines().filter_map(|line| line.strip_prefix("Pss:").or_else(|| line.strip_prefix("SwapPss:")));
    figures.map(|figure| Some(figure.split_whitespace().next()?.parse::<u64>().ok()? << 10)).sum()
}

/// Whether the machine has next to no memory left, because not all memory that a command takes is seen to be its own.
pub(super) fn is_memory_short() -> bool {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    match (figure("MemAvailable:"), figure("MemTotal:")) {
        (Some(available), Some(total)) => available < total / 20,
        _ => false,
    }
}

/// What can lie in the buffers of a socket: twice the largest size that the system lets a program ask for.
const SOCKET_BUFFER: u64 = 2 * 212_992;

/// What lies in a pipe at most, unless a program enlarges it.
const PIPE_BUFFER: u64 = 64 << 10;

/// Open files that take something which no folder and no map of a process shows.
#[derive(Debug)]
struct OpenFiles {
    /// The device of the folder.
    device: u64,
    seen: HashSet<(u64, u64)>,
    /// Bytes of files without a name on the folder's device.
    on_disk: u64,
    /// Bytes of files without a name elsewhere, as in memory.
    in_memory: u64,
    /// Bytes that the buffers of sockets and pipes can hold.
    in_kernel: u64,
}

impl OpenFiles {
    fn new(device: u64) -> Self {
        Self { device, seen: HashSet::new(), on_disk: 0, in_memory: 0, in_kernel: 0 }
    }

    /// Adds what a process has open and no other that was looked at.
    fn look(&mut self, process: i32) -> io::Result<()> {
        for entry in fs::read_dir(format!("/proc/{process}/fd"))?.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            let kind = facts.file_type();
            let is_nameless = kind.is_file() && facts.nlink() == 0;
            if !(is_nameless || kind.is_socket() || kind.is_fifo()) || !self.seen.insert((facts.dev(), facts.ino())) {
                continue;
            }
            if kind.is_socket() {
                self.in_kernel += SOCKET_BUFFER;
            } else if kind.is_fifo() {
                self.in_kernel += PIPE_BUFFER;
            } else if facts.dev() == self.device {
                self.on_disk += facts.blocks() * 512;
            } else {
                self.in_memory += facts.blocks() * 512;
            }
        }
        Ok(())
    }
}
