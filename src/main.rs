//! The binary: passes the arguments to the library and its exit code to the shell.

use std::process::ExitCode;

fn main() -> ExitCode {
    reversi::cli::run(std::env::args_os())
}
