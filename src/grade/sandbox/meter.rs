//! Measures the resources of a command's processes repeatedly.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use super::{
    command::Limits,
    memory::{NamelessFiles, mapped_memory, proportional_memory},
    processes::{ProcessStat, Processes, living},
};

/// The process number of a command in its own namespaces; the launcher and its thread have the first two numbers.
const COMMAND: i32 = 3;

/// The resources that the command's processes use at one time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceUse {
    /// The number of processes and threads. Dead processes that no process has waited for count, too.
    pub processes: u64,
    /// Bytes of resident and swapped memory, with page tables.
    pub memory: u64,
    /// The CPU time of living processes and their children, and the measured time of vanished processes.
    pub processor: Duration,
    /// The bytes of deleted files on the device of the command's folder.
    pub nameless: u64,
    /// True if two consecutive measurements could not examine a living process.
    pub is_hidden: bool,
}

/// Measures the resources of a command's processes, and remembers the CPU time of vanished processes.
///
/// When a process dies, the system adds its time to the parent that waits for it. If the parent ignores its children,
/// the system does not count the children's time. The type keeps the CPU time that vanished and was not added to
/// a parent.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// The time of each process and the time of its waited-for children, at the last measurement. The key is the
    /// process number and the start time.
    times: HashMap<(i32, u64), (Duration, Duration)>,
    /// At the last measurement: the time of all children that the launcher, or this process, had waited for.
    reaped: Duration,
    /// The measured time of vanished processes that no process has waited for.
    lost: Duration,
    /// The deleted files that the last measurement found.
    nameless: NamelessFiles,
    /// The processes that the last measurement could not examine.
    hidden: HashSet<(i32, u64)>,
}

impl Meter {
    /// Measures the resources of the command's processes. `reaped` is the time of the processes that the launcher, or
    /// this process, has waited for. `device` is the device of the command's folders.
    ///
    /// If there are too many processes, only their time is measured. If the memory is over the limit when shared pages
    /// count several times, an exact measurement follows.
    pub(super) fn look(
        &mut self,
        (members, reaped): &(Processes, Duration),
        limits: &Limits,
        device: u64,
    ) -> ResourceUse {
        let processor = self.add(members, *reaped);
        let processes = members.values().map(|stat| stat.threads).sum();
        let mut taken = ResourceUse { processes, processor, ..ResourceUse::default() };
        if processes > limits.processes {
            return taken;
        }
        let mut nameless = NamelessFiles::default();
        let (mut hidden, mut places) = (HashSet::new(), Vec::new());
        for (&process, stat) in members {
            let Some(place) = living(process, stat) else { continue };
            taken.memory += mapped_memory(&place);
            // Before the command starts, its process is a copy of the launcher, which other processes may not examine.
            let is_launcher = process == COMMAND && stat.is_only_forked;
            let is_alive = || ProcessStat::read(&place).is_some_and(|now| now.is_alive);
            if nameless.look(&place, &self.nameless).is_err() && !is_launcher && is_alive() {
                hidden.insert((process, stat.started));
            }
            places.push(place);
        }
        taken.is_hidden = !hidden.is_disjoint(&self.hidden);
        self.hidden = hidden;
        let (on_disk, in_memory) = nameless.on_and_off(device);
        self.nameless = nameless;
        taken.nameless = on_disk;
        taken.memory += in_memory;
        if taken.memory > limits.memory {
            taken.memory = proportional_memory(&places) + in_memory;
        }
        taken
    }

    /// Records the processes; returns the time of all processes so far.
    fn add(&mut self, members: &Processes, reaped: Duration) -> Duration {
        let times = |(&process, stat): (&i32, &ProcessStat)| ((process, stat.started), (stat.own, stat.waited));
        let now: HashMap<_, _> = members.iter().map(times).collect();
        let vanished = self.times.iter().filter(|(key, _)| !now.contains_key(key));
        let vanished: Duration = vanished.map(|(_, (own, waited))| *own + *waited).sum();
        let waited = now.iter().filter_map(|(key, (_, waited))| Some(waited.saturating_sub(self.times.get(key)?.1)));
        let waited = waited.sum::<Duration>() + reaped.saturating_sub(self.reaped);
        self.lost += vanished.saturating_sub(waited);
        self.reaped = reaped;
        self.times = now;
        self.times.values().map(|(own, waited)| *own + *waited).sum::<Duration>() + self.reaped + self.lost
    }
}
