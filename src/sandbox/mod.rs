//! Strangers' programs: run this command on these files; what came of it?
//!
//! A [`Room`] is opened once, and says how well this machine can contain a program. [`Room::run`] then answers the
//! question, from any number of threads. Nothing of a run is left when its [`Run`] is dropped, or when this process
//! dies, however it dies.
//!
//! Three processes are at work, all of them this program, because a process that has threads can neither enter
//! namespaces nor safely do anything between fork and exec:
//!
//! - whoever calls [`Room::run`] packs the files, starts a supervisor and waits for its report;
//! - the *supervisor* watches from outside, enforces the limits, and kills everything at the end, or when its socket
//!   to the caller is closed;
//! - the *launcher*, which the supervisor starts, unpacks the files, gives up what the command must not have, and starts
//!   the command. It is the first process of the new namespaces, where there are any, and so the last to die.

mod command;
mod doctor;
mod folder;
mod hidden;
mod identity;
mod landlock;
mod launcher;
mod level;
mod new_root;
mod parcel;
mod part;
mod processes;
mod removal;
mod room;
mod run;
mod seccomp;
mod size;
mod supervisor;
mod visible;
mod watch;
mod wire;

pub use self::{
    command::{Command, Files, Limits},
    doctor::diagnose,
    folder::{Folder, Unusable},
    level::{Containment, Level},
    part::serve,
    room::{Fault, Room, Settings},
    run::{End, Kept, Limit, Run, Usage},
};
