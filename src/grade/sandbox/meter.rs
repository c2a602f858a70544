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

/// The process number of a command in its own namespaces; the launcher is the first process.
const COMMAND: i32 = 2;

/// The resources of the processes at one time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceUse {
    /// Processes and threads, with dead ones that no process has waited for: the system counts them, too.
    pub processes: u64,
    /// Bytes of resident and swapped memory, with page tables.
    pub memory: u64,
    /// Processor time of living processes, of those that they waited for, and of vanished ones as far as it was
    /// measured.
    pub processor: Duration,
    /// Bytes of deleted files on the folder's device.
    pub nameless: u64,
    /// True if a living process could not be examined twice in a row.
    pub is_hidden: bool,
}

/// Measures the resources of the processes, and keeps earlier measurements to count the time of vanished processes.
///
/// The system adds the time of a dead process to the parent that waits for it. If the parent ignores its children, this
/// time is lost. So time that has vanished and was not added to a parent is kept here.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// The time of each process at the last measurement: its own, and that of children that it waited for. The key is
    /// the process number and the start.
    times: HashMap<(i32, u64), (Duration, Duration)>,
    /// The time of children that the launcher, or this process, had waited for at the last measurement.
    reaped: Duration,
    /// The time of vanished processes that no process has waited for.
    lost: Duration,
    /// The deleted files of the last measurement.
    nameless: NamelessFiles,
    /// The processes that the last measurement could not examine.
    hidden: HashSet<(i32, u64)>,
}

impl Meter {
    /// The resources of the command's processes. `reaped` is the time of the processes that the launcher, or this
    /// process, has waited for. `device` is the device of the command's folders.
    ///
    /// If there are too many processes, only their time is measured. If their memory is too large with shared pages
    /// counted several times, it is measured exactly.
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
            // Until the command starts, it is a copy of the launcher, which no process may examine.
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
