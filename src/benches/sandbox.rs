//! A contained run of a program that does nothing, against a process that does nothing.

use std::{ffi::OsString, process::Command as Process};

use reversi::sandbox::{ContainedCommand, End, Level, Sandbox, Settings};

use super::{
    measure::{medians, print},
    program,
};

const RUNS: usize = 200;

pub fn run() {
    for level in Level::ALL {
        let settings =
            Settings { level: Some(level), program: Some(env!("CARGO_BIN_EXE_reversi").into()), ..Settings::default() };
        let sandbox = match Sandbox::open(settings) {
            Ok(sandbox) => sandbox,
            Err(fault) => {
                eprintln!("{fault}");
                continue;
            }
        };
        let command = ContainedCommand { arguments: vec![OsString::from("true")], ..ContainedCommand::default() };
        let mut contained = || assert_eq!(sandbox.run(&command).map(|run| run.end).ok(), Some(End::Exited(0)));
        let mut plain = Process::new("true");
        let mut plain = || program::run(&mut plain);
        let [time, idle] = medians(RUNS, [&mut contained, &mut plain]);
        print("ms", &format!("sandbox: a run of `true`, {level}"), time * 1e3, "fork and exec", idle * 1e3);
    }
}
