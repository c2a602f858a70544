//! The processes of a command, as `/proc` shows them.

use std::{
    collections::{HashMap, HashSet},
    fs,
    os::unix::fs::MetadataExt as _,
    time::Duration,
};

use anyhow::Result;
use nix::sys::resource::{UsageWho, getrusage};
use rustix::{
    io::Errno,
    param::{clock_ticks_per_second, page_size},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, pidfd_open, pidfd_send_signal, prlimit,
        wait,
    },
};

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
    /// Bytes of resident memory.
    pub memory: u64,
    /// Processor time of those that live and of those that they waited for.
    pub processor: Duration,
    /// Bytes of files on the folder's device that have no name any more.
    pub nameless: u64,
}

/// A line of `/proc/PID/stat`: <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>.
#[derive(Clone, Copy, Debug)]
struct Stat {
    parent: i32,
    is_alive: bool,
    own_ticks: u64,
    waited_ticks: u64,
    threads: u64,
    started: u64,
}

impl Stat {
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
            own_ticks: number(14)? + number(15)?,
            waited_ticks: number(16)? + number(17)?,
            threads: number(20)?,
            started: number(22)?,
        })
    }
}

impl ProcessScope {
    /// The processes, also dead ones that nobody has waited for.
    fn members(self) -> HashMap<i32, Stat> {
        let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
        let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let mut all: HashMap<i32, Stat> =
            numbers.filter_map(|process| Stat::read(process).map(|stat| (process, stat))).collect();
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

    /// What the processes take. Memory is added up exactly only where the sum of what each maps is more than
    /// `most_memory`: pages that several of them map would count several times. `device` is that of the folder.
    pub(super) fn taken(self, most_memory: u64, device: u64) -> ResourceUse {
        let members = self.members();
        let mut taken = ResourceUse::default();
        let (mut shared, mut ticks) = (0, 0);
        let mut nameless = Nameless::default();
        for (&process, stat) in &members {
            ticks += stat.waited_ticks;
            if matches!(self, Self::Namespace) && process == 1 {
                continue;
            }
            ticks += stat.own_ticks;
            taken.processes += stat.threads;
            if !stat.is_alive {
                continue;
            }
            let (resident, of_it_shared) = mapped(process);
            taken.memory += resident;
            shared += of_it_shared;
            nameless.look(process, device);
        }
        // A file in memory may be mapped or not.
        let in_memory = nameless.in_memory + shared_segments(self);
        taken.memory += in_memory.saturating_sub(shared);
        if taken.memory > most_memory {
            let launcher = matches!(self, Self::Namespace).then_some(1);
            let others: Vec<i32> = members.keys().copied().filter(|process| Some(*process) != launcher).collect();
            taken.memory = proportional_of_all(&others) + in_memory.saturating_sub(shared);
        }
        let seconds = ticks as f64 / clock_ticks_per_second() as f64;
        taken.processor = Duration::from_secs_f64(seconds);
        taken.nameless = nameless.on_disk;
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
                if Stat::read(process).is_some_and(|now| now.started == stat.started) {
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
fn find_parents_again(all: &mut HashMap<i32, Stat>) {
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
            match Stat::read(orphan) {
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

/// The resident bytes of a process, and how many of these are mapped from files or shared.
fn mapped(process: i32) -> (u64, u64) {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let mut pages = text.split_whitespace().skip(1).filter_map(|field| field.parse::<u64>().ok());
    let mut bytes = || pages.next().unwrap_or(0) * page_size() as u64;
    (bytes(), bytes())
}

/// The resident bytes of processes, in which a page that several map counts once.
///
/// They are looked at one after another. Where one ends in the meantime, or lets go of pages, those that come after it
/// have its parts, too: so all are looked at again, and the least counts.
fn proportional_of_all(processes: &[i32]) -> u64 {
    let resident = || processes.iter().map(|&process| mapped(process).0).collect::<Vec<_>>();
    let mut before = resident();
    let mut least = u64::MAX;
    // A program may let go of pages all the time.
    for _ in 0..5 {
        let sum = processes.iter().map(|&process| proportional(process).unwrap_or_else(|| mapped(process).0)).sum();
        least = least.min(sum);
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
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// System V segments that are resident or swapped. In a namespace all of them are the command's.
fn shared_segments(scope: ProcessScope) -> u64 {
    if !matches!(scope, ProcessScope::Namespace) {
        return 0;
    }
    let text = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    let segments = text.lines().skip(1).map(|line| {
        let fields = line.split_whitespace().rev().take(2);
        fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>()
    });
    segments.sum()
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

/// Open files without a name: they take room, and no folder shows them.
#[derive(Debug, Default)]
struct Nameless {
    seen: HashSet<(u64, u64)>,
    on_disk: u64,
    in_memory: u64,
}

impl Nameless {
    fn look(&mut self, process: i32, device: u64) {
        let Ok(entries) = fs::read_dir(format!("/proc/{process}/fd")) else { return };
        for entry in entries.flatten() {
            let Ok(facts) = fs::metadata(entry.path()) else { continue };
            if facts.nlink() == 0 && facts.is_file() && self.seen.insert((facts.dev(), facts.ino())) {
                let bytes = facts.blocks() * 512;
                *(if facts.dev() == device { &mut self.on_disk } else { &mut self.in_memory }) += bytes;
            }
        }
    }
}
