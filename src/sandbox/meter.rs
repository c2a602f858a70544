//! What the processes of a command take, looked at again and again.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use rustix::param::clock_ticks_per_second;

use super::{
    command::Limits,
    memory::{NamelessFiles, mapped_memory, proportional_memory},
    processes::{ProcessStat, Processes, living},
};

/// The number of a command in namespaces of its own, in which the launcher is the first process.
const COMMAND: i32 = 2;

/// What the processes take at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceUse {
    /// Processes and threads, and the dead that no process has waited for: the system counts them too.
    pub processes: u64,
    /// Bytes of resident and swapped memory, with page tables.
    pub memory: u64,
    /// Processor time of those that live, of those that they waited for, and of those that have vanished as far as it was
    /// seen.
    pub processor: Duration,
    /// Bytes of files on the folder's device that have no name any more.
    pub nameless: u64,
    /// Whether a live process could not be looked into, twice running.
    pub is_hidden: bool,
}

/// Measures what the processes take, and keeps what earlier looks have seen, by which later ones count the time of those
/// that have vanished.
///
/// The system adds the time of a dead process to the parent that waits for it, and drops that of one whose parent ignores
/// its children. What has vanished and was not added to those that waited in the meantime is lost to the system, and kept
/// here.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// The ticks of each process at the last look, its own and those of children that it waited for, by its number and
    /// its start.
    ticks: HashMap<(i32, u64), (u64, u64)>,
    /// The ticks of children that the launcher, or this process, had waited for at the last look.
    reaped: u64,
    /// The ticks of processes that have vanished and that no process has waited for.
    lost: u64,
    /// The processes that the last look could not look into.
    hidden: HashSet<(i32, u64)>,
}

impl Meter {
    /// What the processes of the command take; `reaped` are the ticks of those that the launcher, or this process, has waited
    /// for, and `device` is that of the command's folders. If there are too many processes, nothing but their time is looked
    /// at. If they map too much memory, where pages that several of them map count several times, it is added up exactly.
    pub(super) fn look(&mut self, (members, reaped): &(Processes, u64), limits: &Limits, device: u64) -> ResourceUse {
        #[allow(clippy::cast_precision_loss)] // a time, not a count
        let seconds = self.add(members, *reaped) as f64 / clock_ticks_per_second() as f64;
        let processes = members.values().map(|stat| stat.threads).sum();
        let mut taken =
            ResourceUse { processes, processor: Duration::from_secs_f64(seconds), ..ResourceUse::default() };
        if processes > limits.processes {
            return taken;
        }
        let mut nameless = NamelessFiles::new(device);
        let (mut hidden, mut places) = (HashSet::new(), Vec::new());
        for (&process, stat) in members {
            let Some(place) = living(process, stat) else { continue };
            taken.memory += mapped_memory(&place);
            // Until the command starts, it is a copy of the launcher, which no process may look into.
            let is_launcher = process == COMMAND && stat.is_only_forked;
            let is_alive = || ProcessStat::read(&place).is_some_and(|now| now.is_alive);
            if nameless.look(&place).is_err() && !is_launcher && is_alive() {
                hidden.insert((process, stat.started));
            }
            places.push(place);
        }
        taken.is_hidden = !hidden.is_disjoint(&self.hidden);
        self.hidden = hidden;
        taken.memory += nameless.in_memory;
        if taken.memory > limits.memory {
            taken.memory = proportional_memory(&places) + nameless.in_memory;
        }
        taken.nameless = nameless.on_disk;
        taken
    }

    /// Takes note of the processes; returns the ticks of all processes so far.
    fn add(&mut self, members: &Processes, reaped: u64) -> u64 {
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
