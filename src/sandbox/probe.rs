//! What a program could reach at a level, tried by the launcher in place of a command, for `--doctor`.

use std::{
    fs::{File, Permissions},
    io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process,
};

use nix::sched::{CloneFlags, unshare};
use rustix::{
    net::{AddressFamily, SocketFlags, SocketType, socket_with},
    process::{Pid, test_kill_process},
};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

/// What the launcher tries to reach.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Targets {
    /// A file that only the user who grades may read.
    private: PathBuf,
    /// A file that everybody may read.
    public: PathBuf,
    /// The process that grades.
    process: i32,
    /// A port of this machine.
    port: u16,
}

impl Targets {
    /// Makes the targets, and what keeps them there.
    pub(super) fn make() -> io::Result<(Self, impl Sized)> {
        let (private, public) = (NamedTempFile::new()?, NamedTempFile::new()?);
        public.as_file().set_permissions(Permissions::from_mode(0o644))?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let targets = Self {
            private: private.path().into(),
            public: public.path().into(),
            process: process::id().cast_signed(),
            port: listener.local_addr()?.port(),
        };
        Ok((targets, (private, public, listener)))
    }

    /// Tries to reach all of them, and says of each in a line whether it can be reached, or why not.
    pub(super) fn attempt(&self) -> String {
        let signal = Pid::from_raw(self.process).map_or(Ok(()), test_kill_process);
        let vsock = socket_with(AddressFamily::VSOCK, SocketType::STREAM, SocketFlags::CLOEXEC, None);
        let attempts: [(&str, io::Result<()>); 7] = [
            ("a file that only the user who grades may read", File::open(&self.private).map(drop)),
            ("a file that everybody may read, outside of the system's folders", File::open(&self.public).map(drop)),
            ("the process that grades, by a signal", signal.map_err(Into::into)),
            ("a port of this machine", TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map(drop)),
            ("a socket of an unusual family", vsock.map(drop).map_err(Into::into)),
            ("the terminal of the user who grades", File::open("/dev/tty").map(drop)),
            ("namespaces of its own", unshare(CloneFlags::CLONE_NEWUSER).map_err(Into::into)),
        ];
        let line = |(what, result): (&str, io::Result<()>)| match result {
            Ok(()) => format!("reaches {what}\n"),
            Err(error) => format!("does not reach {what}: {error}\n"),
        };
        attempts.map(line).concat()
    }
}
