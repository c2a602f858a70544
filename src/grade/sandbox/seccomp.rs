//! System calls that a command may not make (<https://docs.kernel.org/userspace-api/seccomp_filter.html>).

use anyhow::{Context as _, Result};
use nix::libc;
use seccompiler::{apply_filter, sock_filter};

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
const NAMESPACES: libc::c_int = libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWUTS;

/// The table of system calls for which this program is compiled: `AUDIT_ARCH_X86_64`, `_AARCH64`, `_RISCV64`.
const ARCHITECTURE: u32 = if cfg!(target_arch = "x86_64") {
    0xc000_003e
} else if cfg!(target_arch = "aarch64") {
    0xc000_00b7
} else {
    0xc000_00f3
};

/// System calls in the x32 table have numbers in which this bit is set. The numbers in all other tables are smaller
/// than this bit.
const X32: u32 = 0x4000_0000;

/// Permanently restricts the system calls of this thread and its children. With its own network namespace, a command
/// may make some kinds of sockets, because they lead nowhere. Without its own network namespace, a command may only
/// make unix sockets.
pub(super) fn restrict(has_network_namespace: bool) -> Result<()> {
    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
    let families = if has_network_namespace { &families[..] } else { &families[..1] };
    apply_filter(&filter(families)).context("seccomp")
}

/// The filter as a program of BPF instructions (<https://docs.kernel.org/networking/filter.html>). Each instruction has
/// a code, a value, and the number of instructions to skip for a true or false result.
fn filter(families: &[libc::c_int]) -> Vec<sock_filter> {
    let instruction = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    // Offsets in `seccomp_data`: the number of the call, the architecture, and the lower half of the first argument.
    let [number_word, table_word, argument_word] = [0, 4, 16];
    let load = |place| instruction(0x20, 0, 0, place);
    let if_equal = |value, jt, jf| instruction(0x15, jt, jf, value);
    let refuse = |error: libc::c_int| instruction(0x06, 0, 0, 0x0005_0000 | error.unsigned_abs());
    let number = |call: i64| u32::try_from(call).unwrap_or(u32::MAX);
    let mut filter = vec![
        load(table_word),
        if_equal(ARCHITECTURE, 1, 0),
        refuse(libc::ENOSYS),
        load(number_word),
        instruction(0x35, 0, 1, X32), // if it is not less
        refuse(libc::ENOSYS),
    ];
    for (calls, error) in [(FORBIDDEN, libc::EPERM), (&MISSING[..], libc::ENOSYS)] {
        filter.extend(calls.iter().flat_map(|&call| [if_equal(number(call), 0, 1), refuse(error)]));
    }
    let if_any_bit = instruction(0x45, 0, 1, NAMESPACES.unsigned_abs());
    filter.extend([if_equal(number(libc::SYS_clone), 0, 3), load(argument_word), if_any_bit, refuse(libc::EPERM)]);
    let count = u8::try_from(families.len()).unwrap_or(u8::MAX);
    filter.extend([load(number_word), if_equal(number(libc::SYS_socket), 0, count + 2), load(argument_word)]);
    filter
        .extend(families.iter().zip((1..=count).rev()).map(|(family, left)| if_equal(family.unsigned_abs(), left, 0)));
    filter.extend([refuse(libc::EAFNOSUPPORT), instruction(0x06, 0, 0, 0x7fff_0000)]);
    filter
}
