//! A user for each run, to whom nothing else belongs.

use std::{
    fs, process,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// Above what systems give to people, services and containers:
/// <https://systemd.io/UIDS-GIDS/> keeps 1879048192 to 2147483647 free.
const FIRST: u32 = 1_879_048_192;

/// Runs of one process at a time. Process ids are below 2^22 on Linux.
const SLOTS: u32 = 64;

/// A bit a slot.
static TAKEN: Mutex<u64> = Mutex::new(0);

static RETURNED: Condvar = Condvar::new();

fn taken() -> MutexGuard<'static, u64> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of a user and of a group that nobody else has, until it is dropped.
#[derive(Debug)]
pub(super) struct LeasedUid {
    slot: u32,
    /// The number.
    pub number: u32,
}

impl LeasedUid {
    /// Takes one, where this process may: as root, and where there are that many users. Waits where all are taken.
    pub(super) fn take() -> Option<Self> {
        let first = first()?;
        let taken = RETURNED.wait_while(taken(), |taken| *taken == u64::MAX);
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        let slot = taken.trailing_ones();
        *taken |= 1 << slot;
        Some(Self { slot, number: first + slot })
    }

    /// Whether there are any.
    pub(super) fn exist() -> bool {
        first().is_some()
    }
}

impl Drop for LeasedUid {
    fn drop(&mut self) {
        *taken() &= !(1 << self.slot);
        RETURNED.notify_one();
    }
}

/// The first number of this process.
fn first() -> Option<u32> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let first = FIRST + (process::id() % (1 << 22)) * SLOTS;
    let [users, groups] = ["/proc/self/uid_map", "/proc/self/gid_map"].map(|map| fs::read_to_string(map).ok());
    let (users, groups) = (users?, groups?);
    if is_mapped(&users, first) && is_mapped(&groups, first) {
        return Some(first);
    }
    // A container has fewer users, usually 65536. Its last ones are unlikely to be anybody.
    let within = (1..=512).map(|part| 65_536 - part * SLOTS);
    let candidates: Vec<u32> =
        within.filter(|&number| is_mapped(&users, number) && is_mapped(&groups, number)).collect();
    candidates.get(process::id() as usize % candidates.len().max(1)).copied()
}

/// Whether a user namespace has all numbers from this one on that a process can take.
fn is_mapped(map: &str, first: u32) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(numbers[..], [inside, _, length]
            if inside <= u64::from(first) && u64::from(first + SLOTS) <= inside + length)
    })
}
