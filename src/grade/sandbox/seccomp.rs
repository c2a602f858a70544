//! System calls that a command may not make (<https://docs.kernel.org/userspace-api/seccomp_filter.html>).

use std::{collections::BTreeMap, env::consts::ARCH};

use anyhow::{Context as _, Result};
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter, sock_filter,
};

/// System calls that no submission needs, and that affect other processes or use rarely tested parts of the kernel
/// without privileges.
const FORBIDDEN: &[i64] = &[
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_fanotify_init,
    // The system counts these objects for the grader's user.
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    libc::SYS_io_uring_setup,
    libc::SYS_keyctl,
    libc::SYS_perf_event_open,
    libc::SYS_request_key,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// System calls that the filter reports as missing in the kernel. The flags of `clone3` are in memory, where a filter
/// cannot read them. The C library then calls `clone`. The other calls use memory that no process shows: memory without
/// a process, memory in pipes, or memory that moves while it is mapped.
const MISSING: [i64; 9] = [
    libc::SYS_clone3,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_remap_file_pages,
    libc::SYS_semget,
    libc::SYS_shmget,
    libc::SYS_vmsplice,
];

/// The flags with which `clone` makes namespaces.
const NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// System calls whose first argument is a process. The command runs as the same user as the launcher, so the calls are
/// only allowed for the calling process itself, which has the number 0.
const OF_A_PROCESS: [i64; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
];

/// System calls that send a signal, with the index of the signal's argument.
const SIGNALS: [(i64, u8); 6] = [
    (libc::SYS_kill, 1),
    (libc::SYS_pidfd_send_signal, 1),
    (libc::SYS_rt_sigqueueinfo, 1),
    (libc::SYS_rt_tgsigqueueinfo, 2),
    (libc::SYS_tgkill, 2),
    (libc::SYS_tkill, 1),
];

/// System calls by which stopped processes can be continued: timers, new process groups, and the debugger's call.
const CONTINUING: [i64; 3] = [libc::SYS_ptrace, libc::SYS_setpgid, libc::SYS_timer_create];

/// Refuses the system calls of the x32 table with `ENOSYS`: their numbers have the bit 30, and the library
/// `seccompiler` does not know this table (<https://docs.kernel.org/networking/filter.html>).
const NO_X32: [sock_filter; 4] = [
    sock_filter { code: 0x20, jt: 0, jf: 0, k: 0 }, // load the number of the call
    sock_filter { code: 0x35, jt: 0, jf: 1, k: 0x4000_0000 }, // skip one instruction if it is less
    sock_filter { code: 0x06, jt: 0, jf: 0, k: 0x0005_0000 | libc::ENOSYS.unsigned_abs() },
    sock_filter { code: 0x06, jt: 0, jf: 0, k: 0x7fff_0000 }, // allow
];

/// Permanently restricts the system calls of this thread and its children. With its own network namespace, a command
/// may make some kinds of sockets, because they lead nowhere. Without its own network namespace, a command may only
/// make unix sockets. In a conversation, no process of the command may continue a stopped process. A call of another
/// table, such as the table for 32 bits, ends the process.
pub(super) fn restrict(has_network_namespace: bool, is_conversation: bool) -> Result<()> {
    apply_filter(&NO_X32).context("seccomp")?;
    let always = |calls: &[i64]| calls.iter().map(|&call| (call, Vec::new())).collect::<BTreeMap<_, _>>();
    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
    let families = if has_network_namespace { &families[..] } else { &families[..1] };
    let is_other = families.iter().map(|&family| is(0, SeccompCmpOp::Ne, family)).collect();
    let sockets = BTreeMap::from([(libc::SYS_socket, vec![SeccompRule::new(is_other)?])]);
    let mut refused = always(FORBIDDEN);
    refused.extend(if is_conversation { always(&CONTINUING) } else { BTreeMap::new() });
    for (call, conditions) in conditions(is_conversation) {
        refused.entry(call).or_default().push(SeccompRule::new(conditions)?);
    }
    for (rules, error) in [(refused, libc::EPERM), (always(&MISSING), libc::ENOSYS), (sockets, libc::EAFNOSUPPORT)] {
        let action = SeccompAction::Errno(error.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, ARCH.try_into()?)?;
        apply_filter(&BpfProgram::try_from(filter)?).context("seccomp")?;
    }
    Ok(())
}

/// The calls that are refused under conditions, each with the conditions of one rule.
fn conditions(is_conversation: bool) -> Vec<(i64, Vec<SeccompCondition>)> {
    let mut rules = Vec::new();
    for flag in NAMESPACES {
        rules.push((libc::SYS_clone, vec![is(0, SeccompCmpOp::MaskedEq(u64::from(flag.unsigned_abs())), flag)]));
    }
    rules.extend(OF_A_PROCESS.map(|call| (call, vec![is(0, SeccompCmpOp::Ne, 0)])));
    // The first argument is the kind of the second: a process.
    for (call, process) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        rules.extend([(0, process), (1, 0)].map(|(index, value)| (call, vec![is(index, SeccompCmpOp::Ne, value)])));
    }
    if is_conversation {
        let is_continuing = |index| is(index, SeccompCmpOp::Eq, libc::SIGCONT);
        rules.extend(SIGNALS.map(|(call, index)| (call, vec![is_continuing(index)])));
        // Signals that the system sends: when a child or the parent ends, or when a file becomes ready.
        rules.push((libc::SYS_clone, vec![is(0, SeccompCmpOp::MaskedEq(0xff), libc::SIGCONT)]));
        rules.push((libc::SYS_prctl, vec![is(0, SeccompCmpOp::Eq, libc::PR_SET_PDEATHSIG), is_continuing(1)]));
        rules.push((libc::SYS_fcntl, vec![is(1, SeccompCmpOp::Eq, F_SETSIG)]));
    }
    rules
}

/// The command of `fcntl` that chooses the signal for a file that becomes ready.
const F_SETSIG: libc::c_int = 10;

/// A condition on the lower half of an argument.
fn is(index: u8, operator: SeccompCmpOp, value: libc::c_int) -> SeccompCondition {
    let value = u64::from(value.unsigned_abs());
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value).expect("a call has six arguments")
}
