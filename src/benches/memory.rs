//! The peak memory of deep logs, against what they may take.

use std::{fs, process::Command, thread, time::Duration};

use super::{measure::print, program};

/// What anything may take, in MiB.
pub const LIMIT: f64 = 64.0;

pub fn run() {
    for (task, depth) in [(1, 10), (3, 10)] {
        let what = format!("peak memory: task {task}, depth {depth}");
        match peak(&mut program::job_to_nowhere(task, depth)) {
            Some(peak) => print("MiB", &what, peak, "the limit", LIMIT),
            None => println!("| {what} | only Linux tells | the limit | {LIMIT} MiB | |"),
        }
    }
}

/// The most memory that a process has had, in MiB; `None` where the system does not tell. The process is asked again
/// and again, for one that has ended does not answer.
pub fn peak(command: &mut Command) -> Option<f64> {
    let mut process = command.spawn().expect("a process");
    let mut peak = None;
    let status = loop {
        peak = high_water_mark(process.id()).or(peak);
        if let Some(status) = process.try_wait().expect("the status of a child") {
            break status;
        }
        thread::sleep(Duration::from_millis(1));
    };
    assert!(status.success(), "{command:?} fails");
    peak
}

/// What Linux has noted in KiB, in MiB.
fn high_water_mark(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes / 1024.0)
}
