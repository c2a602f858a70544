//! Gives each sandboxed run a user number that no other run uses, if root runs the program.

use std::{
    fs, process,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// The first number is above the numbers of people, services and containers: <https://systemd.io/UIDS-GIDS/> keeps
/// 1879048192 to 2147483647 free.
const FIRST: u32 = 1_879_048_192;

/// The number of user numbers for each grading process. Process ids are below 2^22 on Linux.
const SLOTS: u32 = 64;

/// The user numbers in use: bit `n` stands for the first number plus `n`. All unconfined runs share the first number.
static TAKEN: Mutex<u64> = Mutex::new(1);

static RETURNED: Condvar = Condvar::new();

fn taken() -> MutexGuard<'static, u64> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A user and group number that no other process uses until this value is dropped.
#[derive(Debug)]
pub(super) struct LeasedUid {
    slot: u32,
    pub number: u32,
}

impl LeasedUid {
    /// Takes a user number, and waits if none is free. `None` if this process may not start programs as another user,
    /// or if the system does not have these users.
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

/// The first user number of this process. `None` if this process may not start programs as another user, or if the
/// system does not have these users.
pub(super) fn first() -> Option<u32> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let own = process::id() % (1 << 22);
    let maps = ["/proc/self/uid_map", "/proc/self/gid_map"].map(|map| fs::read_to_string(map).unwrap_or_default());
    // A container has fewer user numbers, usually 65536. The last numbers of a container are probably unused.
    let places = [FIRST + own * SLOTS, 65_536 - (1 + own % 512) * SLOTS];
    places.into_iter().find(|&first| maps.iter().all(|map| is_mapped(map, first)))
}

/// True if a user namespace has all numbers that a process can take, starting at `first`.
fn is_mapped(map: &str, first: u32) -> bool {
    map.lines().any(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        matches!(numbers[..], [inside, _, length]
            if inside <= u64::from(first) && u64::from(first + SLOTS) <= inside + length)
    })
}
