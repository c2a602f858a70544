//! System calls that a command may not make: <https://docs.kernel.org/userspace-api/seccomp_filter.html>.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// Calls that no submission needs, and that reach beyond the process or deep into the kernel.
const ALWAYS: [i64; 24] = [
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_fanotify_init,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_keyctl,
    libc::SYS_memfd_secret,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pivot_root,
    libc::SYS_quotactl,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// Calls that reach other processes of the same user where no namespace is between: sockets, System V IPC, debugging.
const WITHOUT_NAMESPACES: [i64; 27] = [
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_kcmp,
    libc::SYS_listen,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_pidfd_getfd,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmdt,
    libc::SYS_shmget,
    libc::SYS_socket,
];

/// Calls that may only be made on the calling process itself, which this argument says with a zero.
const ON_ITSELF: [(i64, u8); 5] = [
    (libc::SYS_ioprio_set, 1),
    (libc::SYS_migrate_pages, 0),
    (libc::SYS_move_pages, 0),
    (libc::SYS_prlimit64, 0),
    (libc::SYS_setpriority, 1),
];

/// What `clone` makes namespaces with.
const NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// On `x86_64` the same calls have a second number each: <https://man7.org/linux/man-pages/man2/syscall.2.html>.
const X32: i64 = 0x4000_0000;

/// Those of the calls above that have a number of their own there.
const X32_ALONE: [i64; 6] = [521, 534, 539, 540, 547, 533];

/// Restricts this thread, and all that it starts, for ever.
pub(super) fn restrict(has_namespaces: bool) -> Result<()> {
    let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = ALWAYS.iter().map(|&call| (call, Vec::new())).collect();
    let namespaces = NAMESPACES.map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        rule(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)
    });
    forbidden.insert(libc::SYS_clone, namespaces.into_iter().collect::<Result<_>>()?);
    if !has_namespaces {
        forbidden.extend(WITHOUT_NAMESPACES.iter().map(|&call| (call, Vec::new())));
        for (call, argument) in ON_ITSELF {
            forbidden.insert(call, vec![rule(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?]);
        }
        // Java makes a pair of stream sockets before it reads a file. A datagram socket, also under its other name, could
        // be turned to somebody else.
        let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW]
            .map(|kind| rule(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(0xf), u64::from(kind.unsigned_abs())));
        forbidden.insert(libc::SYS_socketpair, kinds.into_iter().collect::<Result<_>>()?);
    }
    if cfg!(target_arch = "x86_64") {
        let again: Vec<_> = forbidden.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
        forbidden.extend(again);
        forbidden.extend(X32_ALONE.map(|call| (call | X32, Vec::new())));
    }
    apply(forbidden, libc::EPERM)?;
    // Its flags lie in memory, where no filter looks. The C library tries `clone` when there is no `clone3`.
    apply(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
}

fn rule(argument: u8, length: SeccompCmpArgLen, comparison: SeccompCmpOp, value: u64) -> Result<SeccompRule> {
    Ok(SeccompRule::new(vec![SeccompCondition::new(argument, length, comparison, value)?])?)
}

fn apply(forbidden: BTreeMap<i64, Vec<SeccompRule>>, error: libc::c_int) -> Result<()> {
    let architecture = std::env::consts::ARCH.try_into().context("seccomp")?;
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    let filter: BpfProgram = SeccompFilter::new(forbidden, SeccompAction::Allow, refusal, architecture)?.try_into()?;
    apply_filter(&filter).context("seccomp")
}
