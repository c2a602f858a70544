//! The supervisor: it watches a command from outside, and ends it.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::{
            fs::{MetadataExt as _, chown},
            net::UnixStream,
            process::CommandExt as _,
        },
    },
    path::{Path, PathBuf},
    process::{Child, Command as Process, ExitCode, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use nix::sched::{CloneFlags, unshare};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{CWD, Mode, OFlags, fcntl_setfl, openat},
    io::Errno,
    process::{Pid, PidfdFlags, getpid, pidfd_open, set_child_subreaper},
    thread::{CapabilitySet, CapabilitySets, capabilities, configure_capability_in_ambient_set, set_capabilities},
};

use super::{
    launcher::{self, News},
    level::Level,
    new_root,
    processes::{Scope, is_memory_short, processor_of_children, reap},
    removal,
    room::{Order, Report},
    run::{End, Kept, Limit, Usage},
    size::{Size, size},
    wire,
};

/// What nobody reads where the caller knows more.
const FAILED: ExitCode = ExitCode::FAILURE;

/// How often the command is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// Runs the supervisor of a command: this process is of no other use. The order comes from standard input, a socket,
/// and the report goes there.
#[must_use]
pub fn supervise() -> ExitCode {
    let Ok(caller) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else { return FAILED };
    let Ok((mut order, Some(files))) = wire::receive::<Order>(&caller) else { return FAILED };
    let scratch = match scratch(&mut order) {
        Ok(scratch) => scratch,
        Err(error) => return tell_fault(&caller, &error),
    };
    let code = match run(&order, files, &caller) {
        Ok(Some((report, folder))) => match wire::send(&caller, &report, Some(folder.as_fd())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => FAILED,
        },
        Ok(None) => FAILED,
        Err(error) => tell_fault(&caller, &error),
    };
    if let Some(scratch) = scratch {
        // Nothing more comes from the caller: it drops the folder, or dies.
        let _ = (&caller).read(&mut [0]);
        let _ = removal::remove(&scratch);
    }
    code
}

fn tell_fault(caller: &UnixStream, error: &anyhow::Error) -> ExitCode {
    let _ = wire::send(caller, &Report::Fault(format!("{error:#}")), None);
    FAILED
}

/// Makes a folder on the disk for a command that cannot have one in memory.
fn scratch(order: &mut Order) -> Result<Option<PathBuf>> {
    if order.level == Level::Namespaces {
        return Ok(None);
    }
    let parent = order.scratch.take().context("no folder for temporary folders")?;
    let folder = tempfile::Builder::new().prefix("reversi-").tempdir_in(parent).context("a temporary folder")?.keep();
    order.scratch = Some(folder.clone().into_os_string());
    if order.user.is_some() {
        chown(&folder, order.user, order.user)?;
    }
    Ok(Some(folder))
}

/// Runs the command. None when the caller is gone.
fn run(order: &Order, files: OwnedFd, caller: &UnixStream) -> Result<Option<(Report, OwnedFd)>> {
    let scope = match order.level {
        Level::Namespaces => {
            enter_namespaces().context("namespaces")?;
            Scope::Namespace
        }
        Level::Landlock | Level::Unconfined => {
            set_child_subreaper(Some(getpid()))?;
            Scope::Descendants(getpid())
        }
    };
    let mut order = order.clone();
    order.processes_before = processes_before(&order);
    let (launcher, theirs) = UnixStream::pair()?;
    let mut child = start_launcher(&order, theirs)?;
    wire::send(&launcher, &order, Some(files.as_fd()))?;
    drop(files);
    let news = wire::receive(&launcher);
    let ready = match news {
        Ok((News::Ready(before), _)) => Ok(before),
        Ok((News::Fault(reason), _)) => Err(anyhow::anyhow!(reason)),
        Ok((News::Ended(..), _)) => Err(anyhow::anyhow!("the launcher ends before it begins")),
        Err(error) => Err(anyhow::Error::new(error).context("the launcher dies")),
    };
    let before = match ready {
        Ok(before) => before,
        Err(error) => {
            end_all(scope, &mut child);
            return Err(error);
        }
    };
    let watched = Watched::new(&order, scope, child, launcher, before)?;
    watched.watch(caller)
}

/// Moves what this process starts into new namespaces, over which it has all power.
fn enter_namespaces() -> Result<()> {
    let [user, group] = [rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw()];
    unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWPID
            | CloneFlags::CLONE_NEWNS
            | CloneFlags::CLONE_NEWNET
            | CloneFlags::CLONE_NEWIPC,
    )?;
    fs::write("/proc/self/setgroups", "deny").context("/proc/self/setgroups")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", new_root::USER)).context("/proc/self/uid_map")?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", new_root::USER)).context("/proc/self/gid_map")?;
    // The launcher, another program, gets what it needs to build the new root, and to give it up.
    let needed = CapabilitySet::SYS_ADMIN | CapabilitySet::SETPCAP;
    set_capabilities(None, CapabilitySets { inheritable: needed, ..capabilities(None)? })?;
    for capability in needed.iter() {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

/// The processes that the system counts against the command's limit and that are not the command's.
fn processes_before(order: &Order) -> u64 {
    match (order.level, order.user) {
        // This process and the launcher.
        (Level::Namespaces, _) => 2,
        (_, Some(_)) => 0,
        (_, None) => {
            let user = rustix::process::geteuid().as_raw();
            let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
            let threads = processes
                .filter(|entry| entry.metadata().is_ok_and(|facts| facts.uid() == user))
                .map(|entry| fs::read_dir(entry.path().join("task")).map_or(0, |threads| threads.count() as u64));
            // The others may start more.
            threads.sum::<u64>() * 2 + 1000
        }
    }
}

fn start_launcher(order: &Order, socket: UnixStream) -> Result<Child> {
    let mut process = Process::new("/proc/self/exe");
    process.args(["grade", "--launch"]).env_clear();
    process.stdin(OwnedFd::from(socket)).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let (Level::Landlock | Level::Unconfined, Some(user)) = (order.level, order.user) {
        process.uid(user).gid(user);
    }
    process.spawn().context("the launcher")
}

/// Ends the command and all its processes, and waits until they are gone.
fn end_all(scope: Scope, child: &mut Child) {
    match scope {
        Scope::Namespace => {
            // With the first process of a namespace all others die.
            let _ = child.kill();
            let _ = child.wait();
        }
        Scope::Descendants(_) => scope.kill(),
    }
}

/// A pipe from the command.
struct Printed {
    pipe: Option<File>,
    kept: Kept,
}

impl Printed {
    fn new(pipe: impl Into<OwnedFd>) -> Result<Self> {
        let pipe = pipe.into();
        fcntl_setfl(&pipe, OFlags::NONBLOCK)?;
        Ok(Self { pipe: Some(pipe.into()), kept: Kept::default() })
    }

    /// Reads what is there, up to a limit: a command can write as fast as anybody reads.
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

/// A command that runs.
struct Watched<'a> {
    order: &'a Order,
    scope: Scope,
    child: Child,
    /// Readable when the child has ended.
    ended: OwnedFd,
    launcher: Option<UnixStream>,
    printed: [Printed; 2],
    /// The folder of the command, and all that it can write to.
    folder: OwnedFd,
    room: OwnedFd,
    device: u64,
    before: Size,
    usage: Usage,
    started: Instant,
}

/// What a look at the command found.
enum Found {
    Nothing,
    End(End),
    CallerGone,
}

impl<'a> Watched<'a> {
    fn new(order: &'a Order, scope: Scope, mut child: Child, launcher: UnixStream, before: Size) -> Result<Self> {
        let stdout = Printed::new(child.stdout.take().context("a pipe")?)?;
        let stderr = Printed::new(child.stderr.take().context("a pipe")?)?;
        // The launcher took this process with it into the new root.
        let scratch = order.scratch.as_ref().filter(|_| order.level != Level::Namespaces).map(Path::new);
        let room = scratch.map_or(new_root::FOLDER.into(), Path::to_path_buf);
        let folder = scratch.map_or(new_root::FOLDER.into(), |scratch| scratch.join("submission"));
        let [folder, room] = [folder, room]
            .map(|path| openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()));
        let room = room?;
        let pid = Pid::from_child(&child);
        Ok(Self {
            order,
            scope,
            ended: pidfd_open(pid, PidfdFlags::empty())?,
            child,
            launcher: Some(launcher),
            printed: [stdout, stderr],
            folder: folder?,
            device: File::from(room.try_clone()?).metadata()?.dev(),
            room,
            before,
            usage: Usage::default(),
            started: Instant::now(),
        })
    }

    /// Watches the command until it ends or must end.
    fn watch(mut self, caller: &UnixStream) -> Result<Option<(Report, OwnedFd)>> {
        let mut next = Instant::now() + INTERVAL;
        let end = loop {
            match self.wait(caller, next.saturating_duration_since(Instant::now()))? {
                Found::Nothing => {}
                Found::End(end) => break Some(end),
                Found::CallerGone => break None,
            }
            if Instant::now() >= next {
                let clock = Instant::now();
                self.look()?;
                if let Some(limit) = self.usage.exceeded(&self.order.limits) {
                    break Some(End::Exceeded(limit));
                }
                if is_memory_short() {
                    break Some(End::Exceeded(Limit::Memory));
                }
                if let Some(end) = self.reap() {
                    break Some(end);
                }
                // Where there is much to look at, most of the time is still the command's.
                next = Instant::now() + INTERVAL.max(clock.elapsed() * 4);
            }
        };
        if end.is_some() {
            self.look()?;
        }
        end_all(self.scope, &mut self.child);
        let Some(end) = end else { return Ok(None) };
        self.usage.processor = self.usage.processor.max(self.of_the_dead()?);
        for printed in &mut self.printed {
            printed.read();
        }
        self.look_at_files()?;
        let end = self.verdict(end);
        let [stdout, stderr] = self.printed.map(|printed| printed.kept);
        Ok(Some((Report::Done { end, stdout, stderr, usage: self.usage }, self.folder)))
    }

    /// Waits for something to happen.
    fn wait(&mut self, caller: &UnixStream, most: Duration) -> Result<Found> {
        let most = Timespec { tv_sec: i64::try_from(most.as_secs())?, tv_nsec: most.subsec_nanos().into() };
        let mut sources = vec![PollFd::new(caller, PollFlags::IN), PollFd::new(&self.ended, PollFlags::IN)];
        sources.extend(self.launcher.iter().map(|launcher| PollFd::new(launcher, PollFlags::IN)));
        sources.extend(
            self.printed
                .iter()
                .filter_map(|printed| printed.pipe.as_ref())
                .map(|pipe| PollFd::new(pipe, PollFlags::IN)),
        );
        match poll(&mut sources, Some(&most)) {
            Err(Errno::INTR) => return Ok(Found::Nothing),
            result => result?,
        };
        let [caller, ended] = [0, 1].map(|index| !sources[index].revents().is_empty());
        let launcher = self.launcher.is_some() && !sources[2].revents().is_empty();
        drop(sources);
        for printed in &mut self.printed {
            printed.read();
        }
        if caller {
            return Ok(Found::CallerGone);
        }
        if launcher {
            match self.launcher.as_ref().map(wire::receive) {
                Some(Ok((News::Ended(end, processor), _))) => {
                    self.usage.processor = self.usage.processor.max(processor);
                    return Ok(Found::End(end));
                }
                Some(Ok((News::Fault(reason), _))) => bail!(reason),
                // The launcher has become the command, or has died.
                _ => self.launcher = None,
            }
        }
        match self.scope {
            Scope::Namespace if ended => {
                bail!("the first process of the namespace was killed; the machine may lack memory")
            }
            Scope::Descendants(_) if ended => Ok(self.reap().map_or(Found::Nothing, Found::End)),
            _ => Ok(Found::Nothing),
        }
    }

    /// Waits for the command itself and for orphans. Until then the dead are there to be counted: the shells of a fork
    /// bomb die as fast as they come.
    fn reap(&mut self) -> Option<End> {
        let child = Pid::from_child(&self.child);
        let mut end = None;
        reap(|process, status| {
            if process == child {
                end = Some(launcher::end(status));
            }
        });
        end
    }

    /// Looks at what the command takes.
    fn look(&mut self) -> Result<()> {
        let taken = self.scope.taken(self.order.limits.memory, self.device);
        let dead = self.of_the_dead()?;
        let usage = &mut self.usage;
        usage.wall = self.started.elapsed();
        usage.processor = usage.processor.max(taken.processor + dead);
        usage.memory = usage.memory.max(taken.memory);
        usage.processes = usage.processes.max(taken.processes);
        self.look_at_files()?;
        if self.order.level != Level::Namespaces {
            self.usage.output = self.usage.output.saturating_add(taken.nameless);
        }
        Ok(())
    }

    /// The processor time of the processes that this one waited for. In a namespace the launcher does that.
    fn of_the_dead(&self) -> Result<Duration> {
        match self.scope {
            Scope::Namespace => Ok(Duration::ZERO),
            Scope::Descendants(_) => processor_of_children(),
        }
    }

    /// Looks at what the command has printed and written.
    fn look_at_files(&mut self) -> Result<()> {
        let now = size(self.room.as_fd(), self.order.level)?;
        let printed = self.printed.iter().map(|printed| printed.kept.length).sum::<u64>();
        self.usage.output = printed + now.bytes.saturating_sub(self.before.bytes);
        self.usage.files = now.files.saturating_sub(self.before.files);
        Ok(())
    }

    /// A limit that was exceeded counts also when the command ended by itself before anybody noticed.
    fn verdict(&self, end: End) -> End {
        match end {
            End::Exceeded(_) | End::NotStarted(_) => end,
            // The system's own limits.
            End::Signalled(signal) if signal == nix::libc::SIGXCPU => End::Exceeded(Limit::Processor),
            End::Signalled(signal) if signal == nix::libc::SIGXFSZ => End::Exceeded(Limit::Output),
            _ => self.usage.exceeded(&self.order.limits).map_or(end, End::Exceeded),
        }
    }
}
