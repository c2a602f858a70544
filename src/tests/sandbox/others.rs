//! Tests that a command cannot harm others: their files, processes, network, and this program.

use std::{
    collections::BTreeSet,
    fs::{self, Permissions},
    net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket},
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            fs::PermissionsExt as _,
            net::{SocketAddr, UnixListener},
        },
    },
    path::{Path, PathBuf},
    process::{Child, Command as Process, Stdio},
    thread,
    time::Duration,
};

use reversi::sandbox::{End, Level, Sandbox, Settings};
use tempfile::TempDir;

use super::{
    ForOthers, Others, With as _, attack, can_test, confined, file, grader::as_grader, is_root, mark, marked,
    open_to_all, run, run_of, runs_again, settings, shell, text, unconfined,
};
use crate::signals::wait_until;

#[test]
fn files_of_others_are_neither_read_nor_changed() {
    let script = "cat \"$OTHERS\"/expected.txt && echo wrong >> \"$OTHERS\"/expected.txt; true > \"$OTHERS\"/new; rm \"$OTHERS\"/neighbour/*; \
                  mv \"$OTHERS\"/neighbour \"$OTHERS\"/gone; ln -s x \"$OTHERS\"/link; mkdir \"$OTHERS\"/folder; exit 0";
    let others = Others::new();
    others.lock(true);
    let before = others.facts();
    let contained = run(confined(), shell(script).with("OTHERS", others.path()));
    assert_eq!((contained.end, text(&contained.stdout).as_str()), (End::Exited(0), ""));
    assert_eq!(others.facts(), before);
    others.lock(false);
    let free = run(unconfined(), shell(script).with("OTHERS", others.path()));
    assert_eq!(text(&free.stdout), "int secret;\n");
    let names: BTreeSet<PathBuf> = others.facts().into_keys().collect();
    for name in ["new", "gone", "link", "folder"] {
        assert!(names.contains(&others.path().join(name)), "{free:?}");
    }
}

#[test]
fn modes_and_times_of_others_are_changed_only_where_it_is_said() {
    let script = "chmod -R 700 \"$OTHERS\"; touch -d @1000000000 \"$OTHERS\"/expected.txt \"$OTHERS\"; exit 0";
    for sandbox in [unconfined(), confined()] {
        let others = Others::new();
        let before = others.facts();
        run(sandbox, shell(script).with("OTHERS", others.path()));
        let said = sandbox.level() == Level::Unconfined && !is_root();
        assert_eq!(others.facts() != before, said, "{:?}", sandbox.level());
    }
}

#[test]
fn a_build_cannot_include_what_others_wrote() {
    let others = Others::new();
    for (sandbox, includes) in [(unconfined(), true), (confined(), false)] {
        others.lock(!includes);
        let mut build = run_of(["cc", "-c", "main.c"]);
        let source = format!("#include \"{}\"\n", others.path().join("neighbour/board.h").display());
        build.files.push(file("main.c", source));
        assert_eq!(run(sandbox, build).end == End::Exited(0), includes);
    }
}

/// A process that other commands may try to kill.
struct Victim(Child);

impl Victim {
    fn new(prefix: &[&str]) -> Self {
        let words = [prefix, &["sleep", "600"]].concat();
        Self(Process::new(words[0]).args(&words[1..]).spawn().expect("a process"))
    }

    fn is_alive(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_none()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn nobody_else_is_killed() {
    let script = "kill -9 -1; exit 9";
    let mut victim = Victim::new(&[]);
    assert_eq!(run(confined(), shell(script)).end, End::Exited(9));
    assert!(victim.is_alive());
    // Only root can start a user who owns nothing.
    if runs_again() || !can_test(is_root(), "who is killed where nothing is in the way: only root starts others") {
        return;
    }
    let nobody = ["setpriv", "--reuid", "54322", "--regid", "54322", "--clear-groups"];
    let programs = ForOthers::new();
    for is_confined in [false, true] {
        let folder = Others::new();
        let mut victim = Victim::new(&nobody);
        let mark = mark();
        let mut grader = as_grader(programs.process(&nobody, "tests"), script, &mark, folder.path());
        if !is_confined {
            grader.env("UNCONFINED", "");
        }
        let output = grader.output().expect("it starts");
        assert_eq!(output.status.success(), is_confined, "{output:?}");
        if is_confined {
            assert!(victim.is_alive());
            assert_eq!(marked(&mark), 0);
        } else {
            wait_until("the victim dies", || victim.is_alive(), |is_alive| !is_alive);
            // The shell itself outlives all its children for a moment.
            wait_until("the shell ends", || marked(&mark), |count| *count == 0);
        }
    }
}

#[test]
fn nobody_else_is_slowed() {
    let script = "renice -n 15 -p \"$VICTIM\"; taskset -p 1 \"$VICTIM\"; chrt -i -p 0 \"$VICTIM\"; exit 0";
    for is_confined in [false, true] {
        let victim = Victim::new(&[]);
        // The fields of the process's `stat` line from the niceness on, and the `status` of the process.
        let facts = || {
            let line = fs::read_to_string(format!("/proc/{}/stat", victim.0.id())).expect("a process");
            let fields: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let status = fs::read_to_string(format!("/proc/{}/status", victim.0.id())).expect("a process");
            let processors = status.lines().find(|line| line.starts_with("Cpus_allowed:")).map(str::to_owned);
            (fields[18].clone(), fields[40].clone(), processors)
        };
        let before = facts();
        if is_confined {
            run(confined(), shell(script).with("VICTIM", victim.0.id().to_string()));
        } else {
            let mut free = Process::new("sh");
            free.args(["-c", script]).env("VICTIM", victim.0.id().to_string());
            assert!(free.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("a shell").success());
        }
        assert_eq!(facts() == before, is_confined);
    }
}

#[test]
fn nothing_is_reached_and_nothing_listens() {
    for (sandbox, reaches) in [(unconfined(), true), (confined(), false)] {
        let others = Others::new();
        // A local address that nobody else uses, so a free port stays free.
        let [.., high, low] = std::process::id().to_be_bytes();
        let host = Ipv4Addr::new(127, high, low, 2);
        let tcp = TcpListener::bind((host, 0)).expect("a port");
        let port = tcp.local_addr().expect("a port").port();
        let udp = UdpSocket::bind((host, port)).expect("a port");
        let path = others.path().join("socket");
        let unix = UnixListener::bind(&path).expect("a socket");
        fs::set_permissions(&path, Permissions::from_mode(0o777)).expect("a mode");
        let name = format!("reversi-{}", mark());
        let hidden =
            UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).expect("a name")).expect("a socket");
        tcp.set_nonblocking(true).expect("a socket");
        udp.set_nonblocking(true).expect("a socket");
        unix.set_nonblocking(true).expect("a socket");
        hidden.set_nonblocking(true).expect("a socket");
        let attack_on = |what: &str, port: u16| {
            attack(what)
                .with("HOST", host.to_string())
                .with("PORT", port.to_string())
                .with("SOCKET", &path)
                .with("ABSTRACT", &name)
        };
        let run = run(sandbox, attack_on("connect", port));
        assert_eq!(run.end, End::Exited(0), "{run:?}");
        let reached =
            [tcp.accept().is_ok(), udp.recv(&mut [0; 8]).is_ok(), unix.accept().is_ok(), hidden.accept().is_ok()];
        // Another user can also reach a unix socket that everybody may use. A socket without a name is reachable only
        // without Landlock.
        let by_unix = reaches || sandbox.level() == Level::SeparateUser;
        assert_eq!(reached[..3], [reaches, reaches, by_unix], "{:?}", sandbox.level());
        assert!(reached[3] == reaches || by_unix, "{:?}", sandbox.level());

        drop(tcp);
        // If another test starts a process now, the new process keeps the port open until its program begins.
        wait_until("nobody listens", || TcpStream::connect((host, port)), Result::is_err).expect_err("nobody");
        // The listener ends after the first connection.
        let mut listener = attack_on("listen", port);
        if !reaches {
            listener = listener.within(|limits| limits.wall = Duration::from_millis(300));
        }
        thread::scope(|scope| {
            let run = scope.spawn(|| sandbox.run(&listener).expect("an answer"));
            let mut connected = false;
            while !run.is_finished() {
                connected |= TcpStream::connect((host, port)).is_ok();
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(connected, reaches, "{:?}", run.join());
        });
        assert!(TcpStream::connect((host, port)).is_err());
    }
}

/// A folder of root with a copy of the program that every user can read and start; `None` if this user cannot make one.
fn copy_in(above: &str, name: &str) -> Option<(TempDir, PathBuf)> {
    let folder = TempDir::new_in(above).ok().filter(|_| is_root())?;
    let copy = folder.path().join(name);
    fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
    fs::copy(crate::program(), &copy).expect("a copy");
    open_to_all(folder.path());
    Some((folder, copy))
}

/// The number of calls of the program at these paths that succeed.
fn calls(sandbox: &Sandbox, paths: &[&Path]) -> usize {
    let call = |path: &&Path| {
        let called = run(sandbox, shell("\"$COPY\" --version; cp \"$COPY\" x && ./x --version").with("COPY", path));
        text(&called.stdout).matches("reversi 0.").count()
    };
    paths.iter().map(call).sum()
}

#[test]
fn the_program_and_its_folder_are_hidden_everywhere() {
    // Debian has programs in /usr/games, /usr/lib and /usr/libexec, too.
    for above in ["/usr/games", "/usr/lib", "/usr/libexec", "/usr/local/lib", "/opt", "/usr", "/var/tmp"] {
        let copy = copy_in(above, "course/solver");
        if !can_test(copy.is_some(), "that the program is hidden below /usr and /opt: this user cannot add one") {
            return;
        }
        let (folder, copy) = copy.expect("a copy");
        let beside = copy.with_file_name("expected.txt");
        fs::write(&beside, "secret\n").expect("a file");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("course", &link).expect("a link");
        let through = link.join("solver");
        for level in [None, Some(Level::SeparateUser), Some(Level::Unconfined)] {
            let program = Some(through.clone());
            let sandbox = Sandbox::open(Settings { program, level, ..Settings::default() }).expect("a sandbox");
            let free = level == Some(Level::Unconfined);
            assert_eq!(calls(&sandbox, &[&copy, &through]), if free { 4 } else { 0 }, "{above} {:?}", sandbox.level());
            let read = run(
                &sandbox,
                shell("cat \"$FILE\" /proc/$PPID/exe 2> /dev/null | wc -c; cc --version > /dev/null")
                    .with("FILE", &beside),
            );
            assert!(free || (text(&read.stdout).trim(), &read.end) == ("0", &End::Exited(0)), "{above} {read:?}");
        }
    }
}

#[test]
fn programs_called_reversi_are_hidden() {
    let places = [copy_in("/usr/local", "course/reversi"), copy_in("/opt", "reversi")];
    if !can_test(places.iter().all(Option::is_some), "programs called reversi: this user cannot add one") {
        return;
    }
    for (_folder, copy) in places.iter().flatten() {
        for level in [None, Some(Level::SeparateUser)] {
            let sandbox = Sandbox::open(settings(level)).expect("a sandbox");
            assert_eq!(calls(&sandbox, &[copy]), 0, "{:?}", sandbox.level());
        }
    }
}

#[test]
fn a_command_does_not_see_the_programs_that_it_must_not_see() {
    let engine = copy_in("/usr/local", "engine");
    if !can_test(engine.is_some(), "hidden programs: this user cannot add one") {
        return;
    }
    let (_folder, engine) = engine.expect("a program");
    for level in [None, Some(Level::SeparateUser)] {
        let sandbox = Sandbox::open(settings(level)).expect("a sandbox");
        let mut command = shell("\"$ENGINE\" --version").with("ENGINE", &engine);
        assert!(
            text(&run(&sandbox, shell("\"$ENGINE\" --version").with("ENGINE", &engine)).stdout).contains("reversi 0.")
        );
        command.hidden.push(engine.clone().into());
        assert_eq!(text(&run(&sandbox, command).stdout), "", "{:?}", sandbox.level());
    }
}
