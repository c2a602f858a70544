//! Runs the program and makes one of its system calls fail.
//!
//! The tracer uses ptrace(2) to make exactly one call fail, in any thread. The tracer can also cut a write short.

use std::{
    collections::HashMap,
    io::{Read as _, Seek as _, Write as _},
    path::Path,
    process::{Command, Stdio},
};

use nix::{
    errno::Errno,
    libc::{self, user_regs_struct},
    sys::{
        ptrace::{self, Options},
        wait::{WaitPidFlag, WaitStatus, waitpid},
    },
    unistd::Pid,
};

/// A kind of system call that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    Write,
    Read,
    Open,
    Name,
    Folder,
    Look,
    Mode,
    Thread,
    Process,
    Descriptor,
    Remove,
}

impl Call {
    /// The kind of a system call; `None` for a call that never fails in the tests. Calls for memory are left out,
    /// because the runtime cannot continue after them.
    fn of(registers: &user_regs_struct) -> Option<Self> {
        let is_thread = |flags: u64| flags & 0x0001_0000 > 0; // CLONE_THREAD
        Some(match i64::try_from(registers.orig_rax).ok()? {
            libc::SYS_write | libc::SYS_pwrite64 | libc::SYS_writev => Self::Write,
            libc::SYS_read | libc::SYS_pread64 | libc::SYS_readv => Self::Read,
            libc::SYS_open | libc::SYS_openat | libc::SYS_openat2 => Self::Open,
            libc::SYS_rename | libc::SYS_renameat | libc::SYS_renameat2 | libc::SYS_link | libc::SYS_linkat => {
                Self::Name
            }
            libc::SYS_mkdir | libc::SYS_mkdirat | libc::SYS_getdents64 => Self::Folder,
            libc::SYS_stat
            | libc::SYS_fstat
            | libc::SYS_lstat
            | libc::SYS_newfstatat
            | libc::SYS_statx
            | libc::SYS_readlink
            | libc::SYS_readlinkat
            | libc::SYS_statfs
            | libc::SYS_fstatfs => Self::Look,
            libc::SYS_fchmod | libc::SYS_fchmodat | libc::SYS_ftruncate => Self::Mode,
            libc::SYS_clone if is_thread(registers.rdi) => Self::Thread,
            libc::SYS_clone | libc::SYS_fork | libc::SYS_vfork => Self::Process,
            // The flags of `clone3` lie in memory. The program starts threads by `clone3`, and processes by the calls
            // above.
            libc::SYS_clone3 => Self::Thread,
            libc::SYS_pipe2 | libc::SYS_socketpair | libc::SYS_dup | libc::SYS_dup3 => Self::Descriptor,
            libc::SYS_fcntl if registers.rsi == 1030 => Self::Descriptor, // F_DUPFD_CLOEXEC
            libc::SYS_unlink | libc::SYS_unlinkat => Self::Remove,
            _ => return None,
        })
    }

    pub fn faults(self) -> &'static [Fault] {
        match self {
            Self::Write => {
                &[Fault::Error(Errno::ENOSPC), Fault::Error(Errno::EIO), Fault::Error(Errno::EINTR), Fault::Short]
            }
            Self::Read => &[Fault::Error(Errno::EIO), Fault::Error(Errno::EINTR), Fault::Short],
            Self::Open => &[Fault::Error(Errno::EMFILE), Fault::Error(Errno::EIO), Fault::Error(Errno::EINTR)],
            Self::Name | Self::Folder => &[Fault::Error(Errno::ENOSPC), Fault::Error(Errno::EIO)],
            Self::Look | Self::Mode | Self::Remove => &[Fault::Error(Errno::EIO)],
            Self::Thread | Self::Process => &[Fault::Error(Errno::EAGAIN), Fault::Error(Errno::ENOMEM)],
            Self::Descriptor => &[Fault::Error(Errno::EMFILE)],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The system call does nothing and returns an error.
    Error(Errno),
    /// The call only writes or reads half of the data.
    Short,
}

#[derive(Clone, Copy, Debug)]
pub struct Injection {
    pub call: Call,
    /// The number of calls of the same kind before the failing call.
    pub after: usize,
    pub fault: Fault,
}

#[derive(Debug)]
pub struct Outcome {
    /// The exit code; `None` if a signal has ended the run.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub counts: HashMap<Call, usize>,
    /// True if the failed call writes to standard error; `None` if the call was not reached.
    pub failed_at_stderr: Option<bool>,
}

/// Runs the program with these arguments in a folder.
///
/// # Errors
/// Returns an error if the system does not allow tracing.
#[allow(clippy::zombie_processes)] // the tracer waits for it
pub fn run(folder: &Path, arguments: &[&str], input: &str, injection: Option<Injection>) -> nix::Result<Outcome> {
    let (mut stdout, mut stderr) = (tempfile::tempfile().expect("a file"), tempfile::tempfile().expect("a file"));
    // The shell waits until it is traced, then becomes the program.
    let mut child = Command::new("sh")
        .current_dir(folder)
        .args(["-c", "read -r start && exec \"$@\"", "sh"])
        .arg(crate::program::BUILT)
        .args(arguments)
        .env("RAYON_NUM_THREADS", "2")
        .env("GITHUB_OUTPUT", "github.txt")
        .stdin(Stdio::piped())
        .stdout(stdout.try_clone().expect("a descriptor"))
        .stderr(stderr.try_clone().expect("a descriptor"))
        .spawn()
        .expect("a shell");
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("the number of a process"));
    let options = Options::PTRACE_O_TRACESYSGOOD
        | Options::PTRACE_O_TRACEEXEC
        | Options::PTRACE_O_TRACECLONE
        | Options::PTRACE_O_EXITKILL;
    if let Err(error) = ptrace::seize(pid, options) {
        let _ = child.kill();
        let _ = child.wait();
        return Err(error);
    }
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("start\n{input}").as_bytes()).expect("a small text fits a pipe");
    drop(stdin);
    let mut tracer = Tracer { injection, ..Tracer::default() };
    let code = tracer.follow(pid);
    let text = |file: &mut std::fs::File| {
        let mut text = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut text)).expect("a file");
        text
    };
    Ok(Outcome {
        code,
        stdout: text(&mut stdout),
        stderr: text(&mut stderr),
        counts: tracer.counts,
        failed_at_stderr: tracer.failed_at_stderr,
    })
}

#[derive(Default)]
struct Tracer {
    injection: Option<Injection>,
    counts: HashMap<Call, usize>,
    /// True once the loader and the runtime have started the program.
    has_begun: bool,
    /// The change of a thread's registers when its call returns.
    at_return: HashMap<Pid, AtReturn>,
    failed_at_stderr: Option<bool>,
}

enum AtReturn {
    Error(Errno),
    Length(u64),
}

impl Tracer {
    fn follow(&mut self, program: Pid) -> Option<i32> {
        // Children of other tests belong to other threads.
        let flags = WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD;
        loop {
            // Another thread may have ended this stopped thread. Then the tracer has no thread to continue.
            let (stopped, signal) = match waitpid(None, Some(flags)).expect("the program") {
                WaitStatus::Exited(pid, code) if pid == program => return Some(code),
                WaitStatus::Signaled(pid, ..) if pid == program => return None,
                WaitStatus::PtraceSyscall(pid) => {
                    let _ = self.at_call(pid);
                    (pid, None)
                }
                WaitStatus::PtraceEvent(pid, ..) => (pid, None),
                WaitStatus::Stopped(pid, signal) => (pid, Some(signal)),
                _ => continue,
            };
            let _ = ptrace::syscall(stopped, signal);
        }
    }

    /// Handles the entry of a thread into a call, or its return.
    fn at_call(&mut self, thread: Pid) -> nix::Result<()> {
        let is_entry = ptrace::syscall_info(thread)?.op == libc::PTRACE_SYSCALL_INFO_ENTRY;
        let mut registers = ptrace::getregs(thread)?;
        if !is_entry {
            match self.at_return.remove(&thread) {
                None => return Ok(()),
                Some(AtReturn::Error(error)) => registers.rax = (-i64::from(error as i32)).cast_unsigned(),
                // A call only changes the register of its result.
                Some(AtReturn::Length(length)) => registers.rdx = length,
            }
            return ptrace::setregs(thread, registers);
        }
        // The runtime first checks the standard streams.
        self.has_begun |= i64::try_from(registers.orig_rax) == Ok(libc::SYS_poll);
        let Some(call) = Call::of(&registers).filter(|_| self.has_begun) else { return Ok(()) };
        let count = self.counts.entry(call).or_default();
        *count += 1;
        let Some(injection) = self.injection.filter(|wanted| wanted.call == call && wanted.after + 1 == *count) else {
            return Ok(());
        };
        self.failed_at_stderr = Some(call == Call::Write && registers.rdi == 2);
        let at_return = match injection.fault {
            Fault::Error(error) => {
                registers.orig_rax = u64::MAX; // no such call: nothing happens
                AtReturn::Error(error)
            }
            Fault::Short => {
                let length = registers.rdx;
                registers.rdx = length.div_ceil(2);
                AtReturn::Length(length)
            }
        };
        self.at_return.insert(thread, at_return);
        ptrace::setregs(thread, registers)
    }
}
