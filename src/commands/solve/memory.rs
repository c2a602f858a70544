//! The free memory, and the part of it to take.

use std::fs;

use anyhow::{Context as _, Result};

/// The most that is taken without being asked for, in bytes.
const MOST: usize = 1 << 30;

/// The least that can be asked for, in bytes.
const LEAST: usize = 1 << 10;

/// Reads a size: a number of bytes, or of `K`, `M` or `G`, 1024 times as large each.
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

/// A quarter of the memory that is free, and 1 GiB at most.
pub fn free_share() -> usize {
    free().map_or(MOST / 4, |free| (free / 4).min(MOST))
}

/// The memory that can be taken without making others wait, where the system tells.
fn free() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
