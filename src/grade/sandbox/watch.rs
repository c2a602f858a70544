//! Watches a command: reads its output, measures its resources, and waits for its end or for a limit.

use std::{
    fs::File,
    io::{self, Read as _},
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::Child,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_setfl, fstat},
    io::Errno,
    process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open},
};

use super::{
    command::Limits,
    enclosure::Enclosure,
    launcher::LauncherMessage,
    memory::is_memory_short,
    meter::Meter,
    processes::{Processes, all_processes},
    run::{CapturedOutput, End, Limit, Order, Run, RunReply, Usage},
    untrusted::DiskUse,
    wire,
};

/// The time between two measurements, and the longest time if measurements take long.
const INTERVAL: Duration = Duration::from_millis(10);
const LONGEST_INTERVAL: Duration = Duration::from_millis(100);

/// Up to this number of processes, a command is not a fork bomb. If the number of processes is larger and grows, the
/// processes are counted again after this time.
const FEW_PROCESSES: u64 = 2;
const PAUSE: Duration = Duration::from_millis(2);

/// A pipe with the text that the command prints.
struct Printed {
    pipe: Option<File>,
    kept: CapturedOutput,
}

impl Printed {
    fn new(pipe: OwnedFd) -> Result<Self> {
        fcntl_setfl(&pipe, OFlags::NONBLOCK)?;
        Ok(Self { pipe: Some(pipe.into()), kept: CapturedOutput::default() })
    }

    /// Reads printed text, at most 1 MiB at once, because a command may print as fast as the supervisor reads.
    fn read(&mut self) {
        let mut block = [0; 1 << 14];
        for _ in 0..64 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut block) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.kept.push(&block[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}

pub(super) struct Watched<'a> {
    limits: Limits,
    enclosure: &'a dyn Enclosure,
    child: Pid,
    /// This descriptor becomes readable when the child has ended.
    ended: OwnedFd,
    launcher: Option<UnixStream>,
    printed: [Printed; 2],
    /// The folder with the command's files, opened before the command starts.
    folder: OwnedFd,
    device: u64,
    before: DiskUse,
    meter: Meter,
    usage: Usage,
    counted: u64,
    started: Instant,
    is_stopped: bool,
}

/// An event for which the supervisor waits.
enum WatchEvent {
    Nothing,
    End(End),
    Order(Order),
    CallerGone,
}

impl<'a> Watched<'a> {
    /// Starts to watch a command that is about to start. The command prints into the pipes; `before` is the disk use of
    /// its files at the start.
    pub(super) fn new(
        limits: Limits,
        enclosure: &'a dyn Enclosure,
        child: &Child,
        pipes: [OwnedFd; 2],
        launcher: UnixStream,
        before: DiskUse,
    ) -> Result<Self> {
        let [stdout, stderr] = pipes.map(Printed::new);
        let child = Pid::from_child(child);
        let folder = enclosure.open_folder()?;
        Ok(Self {
            limits,
            enclosure,
            ended: pidfd_open(child, PidfdFlags::empty())?,
            child,
            launcher: Some(launcher),
            printed: [stdout?, stderr?],
            device: fstat(&folder)?.st_dev,
            folder,
            before,
            meter: Meter::default(),
            usage: Usage::default(),
            counted: 0,
            started: Instant::now(),
            is_stopped: false,
        })
    }

    /// The result of the command after all its processes have ended, and its folder.
    pub(super) fn outcome(mut self, end: End) -> Result<(Run<()>, OwnedFd)> {
        let (_, waited) = self.enclosure.members(Processes::new());
        self.usage.processor = self.usage.processor.max(waited);
        for printed in &mut self.printed {
            printed.read();
        }
        self.look_at_files(0)?;
        let end = self.verdict(end);
        let [stdout, stderr] = self.printed.map(|printed| printed.kept);
        Ok((Run { end, stdout, stderr, usage: self.usage, folder: () }, self.folder))
    }

    /// Waits until the command ends or must be ended; `None` if the caller has died. The last measurement covers the
    /// files that remain.
    pub(super) fn wait_for_end(&mut self, caller: &UnixStream) -> Result<Option<End>> {
        let mut next = Instant::now() + INTERVAL;
        loop {
            match self.wait(caller, next.saturating_duration_since(Instant::now()))? {
                WatchEvent::Nothing => {}
                WatchEvent::End(end) => return Ok(Some(end)),
                WatchEvent::Order(Order::End) => {
                    self.kill_group();
                    return Ok(Some(End::Signalled(nix::libc::SIGKILL)));
                }
                WatchEvent::Order(order) => {
                    self.obey(order)?;
                    // If the caller is gone, nobody receives the reply.
                    let _ = wire::send(caller, &RunReply::Obeyed(self.usage.processor), None);
                }
                WatchEvent::CallerGone => {
                    self.kill_group();
                    return Ok(None);
                }
            }
            if Instant::now() < next {
                continue;
            }
            let clock = Instant::now();
            self.look()?;
            if self.is_stopped {
                // A timer of the stopped process may have continued the process.
                self.enclosure.signal(self.launcher.as_ref(), true);
            }
            let limit = self.usage.exceeded(&self.limits);
            if let Some(limit) = limit.or_else(|| is_memory_short().then_some(Limit::Memory)) {
                self.kill_group();
                return Ok(Some(End::Exceeded(limit)));
            }
            if let Some(end) = self.enclosure.reap(self.child) {
                return Ok(Some(end));
            }
            // If measurements take long, the time between them grows, so that the command gets most of the time.
            let least = if self.is_stopped { LONGEST_INTERVAL } else { INTERVAL };
            next = Instant::now() + (clock.elapsed() * 4).clamp(least, LONGEST_INTERVAL);
        }
    }

    /// Stops all processes and waits until all have stopped, or continues all processes.
    fn obey(&mut self, order: Order) -> Result<()> {
        self.is_stopped = order == Order::Stop;
        if self.is_stopped {
            for _ in 0..100 {
                self.enclosure.signal(self.launcher.as_ref(), true);
                thread::sleep(Duration::from_micros(200));
                if self.enclosure.members(all_processes()).0.values().all(|stat| stat.is_stopped) {
                    break;
                }
            }
        }
        self.look()?;
        if order == Order::Resume {
            self.enclosure.signal(self.launcher.as_ref(), false);
        }
        Ok(())
    }

    /// Kills the command and all processes of its group at once, so that no fork escapes. This process has not waited
    /// for the command yet, so the group's number cannot have been reused.
    fn kill_group(&self) {
        let _ = kill_process_group(self.child, Signal::KILL);
    }

    fn wait(&mut self, caller: &UnixStream, most: Duration) -> Result<WatchEvent> {
        let most = Timespec { tv_sec: i64::try_from(most.as_secs())?, tv_nsec: most.subsec_nanos().into() };
        let mut sources = vec![PollFd::new(caller, PollFlags::IN), PollFd::new(&self.ended, PollFlags::IN)];
        sources.extend(self.launcher.iter().map(|launcher| PollFd::new(launcher, PollFlags::IN)));
        let pipes = self.printed.iter().filter_map(|printed| printed.pipe.as_ref());
        sources.extend(pipes.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        match poll(&mut sources, Some(&most)) {
            Err(Errno::INTR) => return Ok(WatchEvent::Nothing),
            result => result?,
        };
        let [has_order, ended] = [0, 1].map(|index| !sources[index].revents().is_empty());
        let launcher = self.launcher.is_some() && !sources[2].revents().is_empty();
        drop(sources);
        for printed in &mut self.printed {
            printed.read();
        }
        if has_order {
            let order = wire::receive(caller).map(|(order, _)| order);
            return Ok(order.map_or(WatchEvent::CallerGone, WatchEvent::Order));
        }
        if launcher {
            match self.launcher.as_ref().map(wire::receive) {
                Some(Ok((LauncherMessage::Ended(end, processor), _))) => {
                    self.look()?;
                    self.usage.processor = self.usage.processor.max(processor);
                    return Ok(WatchEvent::End(end));
                }
                Some(Ok((LauncherMessage::Failed(reason), _))) => bail!(reason),
                // The launcher has become the command, or has died.
                _ => self.launcher = None,
            }
        }
        if !ended {
            return Ok(WatchEvent::Nothing);
        }
        // Dead processes count until a process waits for them, so waiting comes after the measurement. The shells of a
        // fork bomb die as fast as they start.
        self.look()?;
        let end = self.enclosure.reap(self.child);
        // The launcher has prepared everything, so only the command can be the reason for the launcher's end.
        Ok(WatchEvent::End(end.unwrap_or(End::Signalled(nix::libc::SIGKILL))))
    }

    fn look(&mut self) -> Result<()> {
        let members = self.count();
        let taken = self.meter.look(&members, &self.limits, self.device);
        let usage = &mut self.usage;
        usage.wall = self.started.elapsed();
        usage.processor = usage.processor.max(taken.processor);
        // A process that cannot be examined may use any amount of memory.
        usage.memory = if taken.is_hidden { u64::MAX } else { usage.memory.max(taken.memory) };
        usage.processes = usage.processes.max(taken.processes);
        self.look_at_files(taken.nameless)
    }

    /// Counts the command's processes. While the number of processes grows, the processes are only counted, not
    /// examined. Examining a process of a fork bomb takes seconds, because the process holds its memory lock while it
    /// waits for the processor. A fork bomb soon exceeds the limit. If the number grows more slowly, the processes are
    /// examined.
    fn count(&mut self) -> (Processes, Duration) {
        let end = Instant::now() + LONGEST_INTERVAL;
        loop {
            let members = self.enclosure.members(all_processes());
            let count = members.0.values().map(|stat| stat.threads).sum();
            let are_more = count > self.counted.max(FEW_PROCESSES);
            self.counted = count;
            if !are_more || count > self.limits.processes || Instant::now() >= end {
                return members;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Measures the number of printed and written bytes; `nameless` is the number of bytes in deleted files.
    fn look_at_files(&mut self, nameless: u64) -> Result<()> {
        let now = self.enclosure.disk_use(nameless)?;
        let printed = self.printed.iter().map(|printed| printed.kept.length).sum::<u64>();
        self.usage.output = printed + now.bytes.saturating_sub(self.before.bytes);
        self.usage.files = now.files.saturating_sub(self.before.files);
        Ok(())
    }

    /// The end to report. If a limit was exceeded, it counts even if the command ended by itself before the
    /// measurement.
    fn verdict(&self, end: End) -> End {
        match end {
            End::Exceeded(_) | End::NotStarted => end,
            // These signals come from the system's own limits.
            End::Signalled(signal) if signal == nix::libc::SIGXCPU => End::Exceeded(Limit::Processor),
            End::Signalled(signal) if signal == nix::libc::SIGXFSZ => End::Exceeded(Limit::Output),
            // The system measures time less exactly than the supervisor, and the supervisor may have run too late.
            End::Signalled(signal)
                if signal == nix::libc::SIGKILL && self.usage.processor >= self.limits.processor.mul_f64(0.9) =>
            {
                End::Exceeded(Limit::Processor)
            }
            _ => self.usage.exceeded(&self.limits).map_or(end, End::Exceeded),
        }
    }
}
