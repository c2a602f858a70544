//! Runs unknown programs in a sandbox with limits: a command and its files as input, its result as output.
//!
//! A [`Sandbox`] is opened once, and reports which level of sandboxing works on this machine. Then [`Sandbox::run`]
//! runs commands from any number of threads. Nothing of a run remains after its [`Run`] is dropped, or after this
//! process dies in any way.
//!
//! Each run has three processes that work together. All three run this program, because a process with threads can
//! neither enter namespaces nor safely do anything between fork and exec:
//!
//! - the caller of [`Sandbox::run`] packs the files, starts a supervisor and waits for its reply;
//! - the *supervisor* watches from outside, enforces the limits, and kills everything at the end, or when its socket
//!   to the caller is closed;
//! - the *launcher*, which the supervisor starts, unpacks the files, gives up all rights that the command must not
//!   have, and starts the command. In new namespaces, the launcher is the first process. If it dies, all other
//!   processes die.

mod caller;
mod command;
mod doctor;
mod enclosure;
mod entry;
mod file_transfer;
mod folder;
mod hidden;
mod landlock;
mod launcher;
mod level;
mod memory;
mod meter;
mod namespaces;
mod new_root;
mod outside;
mod place;
mod processes;
mod run;
mod scratch;
mod seccomp;
mod supervisor;
mod uid_pool;
mod untrusted;
mod watch;
mod wire;

pub use self::{
    caller::{Sandbox, SandboxError, Settings, Started, side_by_side},
    command::{ContainedCommand, FileSource, Limits, StoredFile},
    doctor::examine,
    entry::serve,
    folder::{Folder, Unusable},
    level::Level,
    outside::program_outside,
    place::folder_for_all,
    processes::free_processes,
    run::{CapturedOutput, End, Limit, Run, Usage},
};
