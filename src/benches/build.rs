//! A newcomer's two commands, from nothing: to build the program, and to build its tests after that.

use std::{env, process::Command, time::Instant};

use super::{measure::print, program};

/// The time for both, in seconds.
const LIMIT: f64 = 240.0;

pub fn run() {
    let target = tempfile::tempdir().expect("a folder");
    let cargo = env::var_os("CARGO").expect("cargo runs the benchmarks");
    let time = |arguments: &[&str]| {
        let mut command = Command::new(&cargo);
        command.args(arguments).args(["--release", "--locked", "--quiet"]).arg("--target-dir").arg(target.path());
        let clock = Instant::now();
        program::run(command.current_dir(env!("CARGO_MANIFEST_DIR")));
        clock.elapsed().as_secs_f64()
    };
    let program = time(&["build"]);
    let tests = time(&["test", "--no-run"]);
    print("s", "build: the program, from nothing", program, "the limit for both", LIMIT);
    print("s", "build: the program, from nothing, and then its tests", program + tests, "the limit for both", LIMIT);
}
