//! System calls that a command may not make: <https://docs.kernel.org/userspace-api/seccomp_filter.html>.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter, sock_filter,
};

/// Calls that no submission needs, and that reach beyond the process or deep into the kernel.
const FORBIDDEN: [i64; 23] = [
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

/// Calls that the kernel is made to look without. The flags of `clone3` lie in memory, where no filter looks, and the C
/// library then calls `clone`. The others make memory that belongs to no process, so that no process shows how much.
const MISSING: [i64; 7] = [
    libc::SYS_clone3,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_shmget,
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

/// Requests that type into a terminal (`TIOCSTI`), or into a console (`TIOCLINUX`).
const TYPING: [u64; 2] = [0x5412, 0x541c];

/// Restricts this thread, and all that it starts, for ever. In a network namespace of its own a command may make sockets
/// of the families that lead nowhere there; elsewhere unix sockets alone.
pub(super) fn restrict(has_network_namespace: bool) -> Result<()> {
    apply_filter(&native_calls_alone()).context("seccomp")?;
    let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = FORBIDDEN.iter().map(|&call| (call, Vec::new())).collect();
    let namespaces = NAMESPACES.map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        rule(&[(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag)])
    });
    forbidden.insert(libc::SYS_clone, namespaces.into_iter().collect::<Result<_>>()?);
    let typing = TYPING.map(|request| rule(&[(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request)]));
    forbidden.insert(libc::SYS_ioctl, typing.into_iter().collect::<Result<_>>()?);
    apply(forbidden, libc::EPERM)?;
    apply(MISSING.iter().map(|&call| (call, Vec::new())).collect(), libc::ENOSYS)?;
    let families: &[libc::c_int] = if has_network_namespace {
        &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK]
    } else {
        &[libc::AF_UNIX]
    };
    let others: Vec<_> = families
        .iter()
        .map(|family| (0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, u64::from(family.unsigned_abs())))
        .collect();
    apply(BTreeMap::from([(libc::SYS_socket, vec![rule(&others)?])]), libc::EAFNOSUPPORT)
}

/// A filter that refuses the tables of system calls of other architectures: i386 and x32 on `x86_64`, arm on `aarch64`.
/// The other filters know the numbers of the native table alone.
fn native_calls_alone() -> BpfProgram {
    // <https://docs.kernel.org/networking/filter.html>: load a word of `seccomp_data`, jump by it, return an action.
    let load = |offset| sock_filter { code: 0x20, jt: 0, jf: 0, k: offset };
    let skip_one_if_equal = |value| sock_filter { code: 0x15, jt: 1, jf: 0, k: value };
    let skip_one_if_below = |value| sock_filter { code: 0x35, jt: 0, jf: 1, k: value };
    let end = |action| sock_filter { code: 0x06, jt: 0, jf: 0, k: action };
    let missing = 0x0005_0000 | libc::ENOSYS.unsigned_abs();
    let allowed = 0x7fff_0000;
    let architecture = if cfg!(target_arch = "x86_64") {
        0xc000_003e // AUDIT_ARCH_X86_64
    } else if cfg!(target_arch = "aarch64") {
        0xc000_00b7 // AUDIT_ARCH_AARCH64
    } else {
        0xc000_00f3 // AUDIT_ARCH_RISCV64, the last of those that seccompiler knows
    };
    vec![
        load(4),
        skip_one_if_equal(architecture),
        end(missing),
        load(0),
        // The native numbers are below this bit, which those of x32 have.
        skip_one_if_below(0x4000_0000),
        end(missing),
        end(allowed),
    ]
}

/// A condition on an argument of a call: its place, its width, and how it compares with a value.
type Condition = (u8, SeccompCmpArgLen, SeccompCmpOp, u64);

/// A rule that applies if all conditions do.
fn rule(conditions: &[Condition]) -> Result<SeccompRule> {
    let condition = |(place, width, comparison, value): &Condition| {
        SeccompCondition::new(*place, width.clone(), comparison.clone(), *value)
    };
    Ok(SeccompRule::new(conditions.iter().map(condition).collect::<Result<_, _>>()?)?)
}

/// Makes the calls fail with an error; those with rules only if a rule applies.
fn apply(calls: BTreeMap<i64, Vec<SeccompRule>>, error: libc::c_int) -> Result<()> {
    let architecture = std::env::consts::ARCH.try_into().context("seccomp")?;
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    let filter: BpfProgram = SeccompFilter::new(calls, SeccompAction::Allow, refusal, architecture)?.try_into()?;
    apply_filter(&filter).context("seccomp")
}
