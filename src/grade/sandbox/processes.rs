//! Reads the processes of the system from `/proc`.

use std::{
    collections::HashMap,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use nix::sys::resource::{UsageWho, getrusage};
use rustix::{
    io::Errno,
    param::clock_ticks_per_second,
    process::{Pid, Resource, WaitOptions, WaitStatus, geteuid, getrlimit, wait},
};

use super::run::End;

/// The flags `PF_EXITING` and `PF_FORKNOEXEC` of a thread.
const EXITING: u64 = 0x4;
const FORKED_ONLY: u64 = 0x40;

/// A line of `/proc/PID/stat` (<https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>).
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessStat {
    pub parent: i32,
    /// True if the first thread lives. A thread that is ending shows no data, even before it is dead.
    pub is_alive: bool,
    /// True if the process is stopped by a signal, or dead.
    pub is_stopped: bool,
    /// True if the process is a copy of its parent that has not yet started another program.
    pub is_only_forked: bool,
    pub own: Duration,
    /// The CPU time of the children that the process has waited for, including the time that those children
    /// waited for.
    pub waited: Duration,
    pub threads: u64,
    /// The start time of the process, which shows if a process number was reused.
    pub started: u64,
}

impl ProcessStat {
    /// Reads the line of a process; in the folder of a thread, reads the line of the thread.
    pub(super) fn read(place: &Path) -> Option<Self> {
        let line = fs::read(place.join("stat")).ok()?;
        // The program's name may contain any characters, also parentheses.
        let end = line.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> = str::from_utf8(&line[end + 1..]).ok()?.split_ascii_whitespace().collect();
        // The manual counts fields from 1, and the two fields up to the name are already removed here.
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let time = |ticks: u64| Duration::from_millis(ticks.saturating_mul(1000) / clock_ticks_per_second());
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            is_alive: !matches!(fields.first(), Some(&("Z" | "X"))) && number(9)? & EXITING == 0,
            is_stopped: matches!(fields.first(), Some(&("T" | "t" | "Z" | "X"))),
            is_only_forked: number(9)? & FORKED_ONLY != 0,
            own: time(number(14)? + number(15)?),
            waited: time(number(16)? + number(17)?),
            threads: number(20)?,
            started: number(22)?,
        })
    }
}

/// The processes by number, including dead processes that no process has waited for.
pub(super) type Processes = HashMap<i32, ProcessStat>;

/// All processes in `/proc`. If the parent of a process is missing, the processes are listed again, because the process
/// has a new parent.
pub(super) fn all_processes() -> Processes {
    let mut all = list();
    // Without this limit, a fork bomb would keep the loop busy forever.
    for _ in 0..3 {
        if all.values().all(|stat| stat.parent == 0 || all.contains_key(&stat.parent)) {
            break;
        }
        all = list();
    }
    all
}

fn list() -> Processes {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(|process| Some((process, ProcessStat::read(&folder(process))?))).collect()
}

pub(super) fn folder(process: i32) -> PathBuf {
    PathBuf::from(format!("/proc/{process}"))
}

/// The `/proc` folder of a process or, if its first thread is dead, of one of its living threads.
pub(super) fn living(process: i32, stat: &ProcessStat) -> Option<PathBuf> {
    let own = folder(process);
    if stat.is_alive {
        return Some(own);
    }
    let mut threads = fs::read_dir(own.join("task")).ok()?.flatten().map(|entry| entry.path());
    threads.find(|thread| ProcessStat::read(thread).is_some_and(|stat| stat.is_alive))
}

/// The number of threads that a user's other programs may have while a command runs: twice the current number, and some
/// more.
pub(super) fn threads_of(user: Option<u32>) -> u64 {
    threads_now(user.unwrap_or_else(|| geteuid().as_raw())) * 2 + 300
}

fn threads_now(user: u32) -> u64 {
    let all = list().into_iter();
    let own = all.filter(|(process, _)| fs::metadata(folder(*process)).is_ok_and(|facts| facts.uid() == user));
    own.map(|(_, stat)| stat.threads).sum()
}

/// The number of processes, threads included, that this process and its children may still start. The limits of the
/// user and of all control groups above this process count.
pub fn free_processes() -> u64 {
    let of_user = getrlimit(Resource::Nproc).current.filter(|_| !geteuid().is_root());
    let of_user = of_user.map(|most| most.saturating_sub(threads_now(geteuid().as_raw())));
    // Each line describes a hierarchy of control groups (<https://man7.org/linux/man-pages/man7/cgroups.7.html>).
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let paths = groups.lines().filter_map(|line| match line.splitn(3, ':').collect::<Vec<_>>()[..] {
        [_, "", path] => Some(Path::new("/sys/fs/cgroup").join(path.trim_start_matches('/'))),
        [_, "pids", path] => Some(Path::new("/sys/fs/cgroup/pids").join(path.trim_start_matches('/'))),
        _ => None,
    });
    let free = |group: &Path| {
        let number = |name: &str| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
        Some(number("pids.max")?.saturating_sub(number("pids.current")?))
    };
    let of_groups = paths.flat_map(|path| path.ancestors().filter_map(free).collect::<Vec<_>>());
    of_groups.chain(of_user).min().unwrap_or(u64::MAX)
}

/// Waits for all dead children. Returns true if living children remain.
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

pub(super) fn end_of(status: WaitStatus) -> End {
    match status.terminating_signal() {
        Some(signal) => End::Signalled(signal),
        None => End::Exited(status.exit_status().unwrap_or(0)),
    }
}

/// The CPU time of all children that this process has waited for, including their own waited-for children.
pub(super) fn processor_of_children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let times = [usage.user_time(), usage.system_time()];
    Ok(times
        .iter()
        .map(|time| Duration::from_micros((time.tv_sec() * 1_000_000 + time.tv_usec()).unsigned_abs()))
        .sum())
}
