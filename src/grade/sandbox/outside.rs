//! The one place that starts programs outside of the sandbox.

use std::{
    env,
    ffi::OsStr,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::CommandExt as _},
    },
    path::Path,
    process::Command,
};

/// A program outside of the sandbox, which starts in a folder without submissions. Its environment has only `PATH`: other
/// variables could come from a submission's workflow.
pub fn program_outside(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().envs(env::var_os("PATH").map(|path| ("PATH", path)));
    command
}

/// A supervisor or launcher with a socket as its standard input, and another user if `user` has a number.
pub(super) fn process(program: &str, arguments: [&str; 2], socket: UnixStream, user: Option<u32>) -> Command {
    let mut process = program_outside(program, Path::new("/"));
    process.args(arguments).stdin(OwnedFd::from(socket));
    if let Some(user) = user {
        process.uid(user).gid(user);
    }
    process
}
