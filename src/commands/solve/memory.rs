//! The memory for the solver: a size from the user, or a part of the free memory.

use std::fs;

use anyhow::{Context as _, Result};

/// The largest default size, in bytes.
const MOST: usize = 1 << 30;

/// The smallest valid size, in bytes.
const LEAST: usize = 1 << 10;

/// Reads a size in bytes; `K`, `M` and `G` multiply by 1024 each.
pub fn parse(text: &str) -> Result<usize> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match &lower[digits.len()..] {
        "" | "b" => Some(0),
        "k" | "kb" | "kib" => Some(10),
        "m" | "mb" | "mib" => Some(20),
        "g" | "gb" | "gib" => Some(30),
        _ => None,
    };
    let number = digits.parse::<usize>().ok();
    let bytes = number.zip(shift).and_then(|(number, shift)| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes >= LEAST).context("expected a number of bytes, at least 1K, such as 64M or 2G")
}

/// A quarter of the free memory, at most 1 GiB.
pub fn free_share() -> usize {
    free().map_or(MOST / 4, |free| (free / 4).min(MOST))
}

fn free() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
