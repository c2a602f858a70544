//! User numbers for runs: each sandboxed run as root gets a number that no other run uses at the time.

use std::{
    fs, process,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// Above the numbers of people, services and containers: <https://systemd.io/UIDS-GIDS/> keeps 1879048192 to 2147483647
/// free.
const FIRST: u32 = 1_879_048_192;

/// The number of user numbers for a grading process. Process ids are below 2^22 on Linux.
const SLOTS: u32 = 64;

/// The leased numbers: bit `n` stands for the first number plus `n`. All unconfined runs use the first number itself.
static TAKEN: Mutex<u64> = Mutex::new(1);

static RETURNED: Condvar = Condvar::new();

fn taken() -> MutexGuard<'static, u64> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A number of a user and a group that no other process has until this value is dropped.
#[derive(Debug)]
pub(super) struct LeasedUid {
    slot: u32,
    pub number: u32,
}

impl LeasedUid {
    /// Takes a number, and waits until one is free. `None` if this process may not give a program another user, or if
    /// the system has no such users.
    pub(super) fn take() -> Option<Self> {
        let first = first()?;
        let taken = RETURNED.wait_while(taken(), |taken| *taken == u64::MAX);
        let mut taken = taken.unwrap_or_else(PoisonError::into_inner);
        let slot = taken.trailing_ones();
        *taken |= 1 << slot;
        Some(Self { slot, number: first + slot })
    }
}

impl Drop for LeasedUid {
    fn drop(&mut self) {
        *taken() &= !(1 << self.slot);
        RETURNED.notify_one();
    }
}

/// The first number of this process. `None` if it may not give a program another user, or if the system has no such
/// users.
pub(super) fn first() -> Option<u32> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let own = process::id() % (1 << 22);
    let maps = ["/proc/self/uid_map", "/proc/self/gid_map"].map(|map| fs::read_to_string(map).unwrap_or_default());
    // A container has fewer users, usually 65536. Its last ones are probably unused.
    let places = [FIRST + own * SLOTS, 65_536 - (1 + own % 512) * SLOTS];
    places.into_iter().find(|&first| maps.iter().all(|map| is_mapped(map, first)))
}

/// True if a user namespace has all numbers that a process can take, from this one on.
fn is_mapped(map: &str, first: u32) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(numbers[..], [inside, _, length]
            if inside <= u64::from(first) && u64::from(first + SLOTS) <= inside + length)
    })
}
