//! What a program could reach at a level, tried by the launcher in place of a command, for `--doctor`.

use std::{
    fmt::Write as _,
    fs::{File, Permissions},
    io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    os::{
        fd::OwnedFd,
        linux::net::SocketAddrExt as _,
        unix::{
            fs::PermissionsExt as _,
            net::{SocketAddr, UnixListener, UnixStream},
        },
    },
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
    /// The name of an abstract unix socket.
    socket: String,
}

/// What keeps the targets there.
#[derive(Debug)]
pub(super) struct TargetsHeld {
    _files: [NamedTempFile; 2],
    _port: TcpListener,
    _socket: UnixListener,
}

impl Targets {
    /// Makes the targets.
    pub(super) fn make() -> io::Result<(Self, TargetsHeld)> {
        let [private, public] = [(); 2].map(|()| NamedTempFile::new());
        let (private, public) = (private?, public?);
        public.as_file().set_permissions(Permissions::from_mode(0o644))?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let name = format!("reversi-{}-{}", process::id(), port.local_addr()?.port());
        let socket = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;
        let targets = Self {
            private: private.path().into(),
            public: public.path().into(),
            process: process::id().cast_signed(),
            port: port.local_addr()?.port(),
            socket: name,
        };
        Ok((targets, TargetsHeld { _files: [private, public], _port: port, _socket: socket }))
    }

    /// Tries to reach all of them, and says of each in a line whether it can be reached, or why not.
    pub(super) fn attempt(&self) -> String {
        let connect_socket =
            || SocketAddr::from_abstract_name(&self.socket).and_then(|name| UnixStream::connect_addr(&name));
        let vsock = || -> io::Result<OwnedFd> {
            let family = AddressFamily::from_raw(40); // AF_VSOCK
            Ok(socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)?)
        };
        let signal = || -> io::Result<()> {
            Pid::from_raw(self.process).map_or(Ok(()), |process| Ok(test_kill_process(process)?))
        };
        let attempts: [(&str, io::Result<()>); 8] = [
            ("a file that only the user who grades may read", File::open(&self.private).map(drop)),
            ("a file that everybody may read, outside of the system's folders", File::open(&self.public).map(drop)),
            ("the process that grades, by a signal", signal()),
            ("a port of this machine", TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map(drop)),
            ("an abstract unix socket of another program", connect_socket().map(drop)),
            ("a socket of an unusual family", vsock().map(drop)),
            ("the terminal of the user who grades", File::open("/dev/tty").map(drop)),
            ("namespaces of its own", unshare(CloneFlags::CLONE_NEWUSER).map_err(Into::into)),
        ];
        let mut text = String::new();
        for (what, result) in attempts {
            // Writing into a string does not fail.
            let _ = match result {
                Ok(()) => writeln!(text, "reaches {what}"),
                Err(error) => writeln!(text, "does not reach {what}: {error}"),
            };
        }
        text
    }
}
