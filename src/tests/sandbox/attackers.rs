//! The attackers that are more than a shell script, and a process that grades, to be killed. Other tests start them.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    hint::black_box,
    io::{self, Read as _},
    net::{TcpListener, TcpStream, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::net::{SocketAddr, UnixListener, UnixStream},
    },
    path::Path,
    process::{Command as Process, Stdio},
    thread,
    time::Duration,
};

use rustix::fs::{CWD, MemfdFlags, Mode, OFlags, memfd_create, mkdirat, openat};

use super::{With as _, all_of, confined, shell, text, unconfined};

/// What the attackers do that a shell cannot.
#[test]
#[ignore = "an attacker, which other tests start where it is contained"]
fn attacker() {
    let Ok(name) = env::var("ATTACK") else { return };
    let hog = || {
        // The compiler leaves out memory that nobody looks at.
        let memory = black_box(vec![1_u8; 200 << 20]);
        thread::sleep(Duration::from_secs(60));
        drop(black_box(memory));
    };
    match name.as_str() {
        "memory" => hog(),
        "memory-file" => {
            let mut file = File::from(memfd_create("hog", MemfdFlags::empty()).expect("a file in memory"));
            io::copy(&mut io::repeat(1).take(200 << 20), &mut file).expect("room");
            thread::sleep(Duration::from_secs(60));
        }
        "reserve" => assert!(black_box(Vec::<u8>::with_capacity(16 << 30)).is_empty()),
        "threads" => {
            // The system gives as many as it wants to.
            let sleep = || thread::sleep(Duration::from_secs(60));
            let threads = (0..200).map_while(|_| thread::Builder::new().spawn(sleep).ok());
            for thread in threads.collect::<Vec<_>>() {
                thread.join().expect("a thread");
            }
        }
        "nest" => {
            let mut folder = openat(CWD, ".", OFlags::RDONLY, Mode::empty()).expect("a folder");
            let depth: u32 = env::var("DEPTH").expect("a number").parse().expect("a number");
            for _ in 0..depth {
                mkdirat(&folder, "d", Mode::RWXU).expect("a folder");
                folder = openat(&folder, "d", OFlags::RDONLY, Mode::empty()).expect("a folder");
            }
        }
        "socket" => drop(UnixListener::bind("log")),
        "connect" => {
            // Each is tried, whatever becomes of the others.
            let [host, port] = ["HOST", "PORT"].map(|name| env::var(name).expect("an address"));
            let _ = TcpStream::connect(format!("{host}:{port}"));
            let _ = UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"here", format!("{host}:{port}")));
            let _ = UnixStream::connect(env::var_os("SOCKET").expect("a name"));
            let name = SocketAddr::from_abstract_name(env::var("ABSTRACT").expect("a name")).expect("a name");
            let _ = UnixStream::connect_addr(&name);
        }
        "listen" => {
            let [host, port] = ["HOST", "PORT"].map(|name| env::var(name).expect("an address"));
            let listener = TcpListener::bind(format!("{host}:{port}"));
            println!("listens: {}", listener.is_ok());
            thread::sleep(Duration::from_secs(60));
        }
        other => panic!("no attack is called {other}"),
    }
}

/// A process that grades, to be killed: it runs the shell script `SCRIPT`, `TIMES` times.
#[test]
#[ignore = "a process of its own, which other tests start"]
fn grader() {
    let Ok(script) = env::var("SCRIPT") else { return };
    let sandbox = if env::var("UNCONFINED").is_ok() { unconfined() } else { confined() };
    let open_files = || fs::read_dir("/proc/self/fd").expect("open files").count();
    let before = open_files();
    for _ in 0..env::var("TIMES").map_or(1, |times| times.parse().expect("a number")) {
        let command = shell(&script).with("CONFINE_MARK", env::var_os("GRADER_MARK").expect("a mark"));
        let run = sandbox.run(&command).expect("an answer");
        println!("{:?}", run.end);
        // What is left is looked through, and goes into another run.
        if let Ok(script) = env::var("THEN") {
            println!("{} files", run.folder.files(Path::new("")).expect("a folder").len());
            let mut next = shell(&script);
            next.files = all_of(&run.folder);
            println!("{}", text(&sandbox.run(&next).expect("an answer").stdout));
        }
    }
    assert_eq!(open_files(), before);
    assert!(rustix::process::wait(rustix::process::WaitOptions::NOHANG).is_err(), "a child is left");
}

/// Starts [`grader`], with temporary files of its own.
pub(super) fn start_grader(script: &str, mark: &str, temporary: &Path, prefix: &[&str]) -> Process {
    let program = env::current_exe().expect("a name");
    let words = prefix.iter().map(OsString::from).chain([program.into_os_string()]);
    let words: Vec<OsString> = words.collect();
    let mut process = Process::new(&words[0]);
    process.args(&words[1..]).args(["--exact", "sandbox::attackers::grader", "--ignored", "--nocapture"]);
    process.env("SCRIPT", script).env("GRADER_MARK", mark).env("TMPDIR", temporary).stdin(Stdio::null());
    process
}
