//! Strangers' programs, seen from outside: what they leave, what they reach, and what is said of them.
//!
//! Each attack is first shown to succeed where nothing but the limits is in its way, unless that would harm the machine.
//! All of it runs again as an ordinary user, and again where namespaces are forbidden.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::{OsStr, OsString},
    fs::{self, File, Permissions},
    io::{self, Read as _, Write as _},
    net::{TcpListener, TcpStream, UdpSocket},
    os::{
        fd::{AsFd as _, AsRawFd as _},
        linux::net::SocketAddrExt as _,
        unix::{
            fs::{MetadataExt as _, PermissionsExt as _},
            net::{SocketAddr, UnixListener, UnixStream},
        },
    },
    path::{Path, PathBuf},
    process::{self, Child, Command as Process, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use reversi::grade::confine::{Command, End, Fault, Files, Kept, Level, Limit, Limits, Room, Run, Settings, Unusable};
use rustix::fs::{CWD, MemfdFlags, Mode, OFlags, memfd_create, mkdirat, openat};
use tempfile::TempDir;

use crate::signals::wait_until;

/// Set where the tests run again: the level that must be found there.
const AGAIN: &str = "CONFINE_AGAIN";

const MIB: u64 = 1 << 20;

fn settings(level: Option<Level>) -> Settings {
    let program = Some(assert_cmd::cargo::cargo_bin!("reversi").to_path_buf());
    Settings { level, program, ..Settings::default() }
}

/// The best containment that there is.
fn confined() -> &'static Room {
    static ROOM: OnceLock<Room> = OnceLock::new();
    ROOM.get_or_init(|| Room::open(settings(None)).expect("this machine can contain a program"))
}

/// Nothing but the limits.
fn unconfined() -> &'static Room {
    static ROOM: OnceLock<Room> = OnceLock::new();
    ROOM.get_or_init(|| Room::open(settings(Some(Level::Unconfined))).expect("a room"))
}

fn has_namespaces() -> bool {
    confined().containment().level == Level::Namespaces
}

fn has_own_user() -> bool {
    confined().containment().has_own_user
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn run_of<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let limits = Limits { wall: Duration::from_secs(60), ..Limits::default() };
    let arguments = arguments.into_iter().map(OsString::from).collect();
    Command { arguments, environment: Vec::new(), files: Files::new(), limits }
}

fn shell(script: &str) -> Command {
    run_of(["sh", "-c", script])
}

/// An attack that is more than a shell can do: this program, which starts [`attacker`].
fn attack(name: &str) -> Command {
    let arguments = ["./attacker", "--exact", "confine::attacker", "--ignored", "--nocapture"];
    let mut command = run_of(arguments).with("ATTACK", name);
    let program = env::current_exe().expect("a name");
    command.files = command.files.file("attacker", &program).expect("a file");
    command
}

/// More of a command.
trait With {
    fn with(self, name: &str, value: impl AsRef<OsStr>) -> Self;
    fn within(self, change: impl FnOnce(&mut Limits)) -> Self;
}

impl With for Command {
    fn with(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.into(), value.as_ref().into()));
        self
    }

    fn within(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.limits);
        self
    }
}

/// A text that no other process has.
fn mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The processes of commands with a mark.
fn marked(mark: &str) -> usize {
    let needle = format!("CONFINE_MARK={mark}\0").into_bytes();
    let environments = fs::read_dir("/proc").expect("processes").flatten();
    let environments = environments.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    environments.filter(|environment| environment.windows(needle.len()).any(|window| window == needle)).count()
}

/// Runs a command, after which none of its processes is there.
fn run(room: &Room, command: Command) -> Run {
    let mark = mark();
    let run = room.run(&command.with("CONFINE_MARK", &mark)).expect("an answer");
    assert_eq!(marked(&mark), 0, "something is left running");
    run
}

fn text(kept: &Kept) -> String {
    String::from_utf8_lossy(&kept.beginning).into_owned()
}

/// A folder of others, in which everybody may do everything.
struct Others(TempDir);

impl Others {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let others = Self(folder);
        fs::set_permissions(others.path(), Permissions::from_mode(0o777)).expect("a mode");
        fs::create_dir(others.path().join("neighbour")).expect("a folder");
        fs::set_permissions(others.path().join("neighbour"), Permissions::from_mode(0o777)).expect("a mode");
        for name in ["expected.txt", "neighbour/board.h"] {
            fs::write(others.path().join(name), "int secret;\n").expect("a file");
            fs::set_permissions(others.path().join(name), Permissions::from_mode(0o666)).expect("a mode");
        }
        others
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// All that can be said about the files: names, modes, times and contents.
    fn facts(&self) -> BTreeMap<PathBuf, (u32, i64, i64, Vec<u8>)> {
        let mut facts = BTreeMap::new();
        let mut folders = vec![self.path().to_path_buf()];
        while let Some(path) = folders.pop() {
            let about = fs::symlink_metadata(&path).expect("a file");
            let contents = if about.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            if about.is_dir() {
                folders.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path()));
            }
            facts.insert(path, (about.mode(), about.mtime(), about.mtime_nsec(), contents));
        }
        facts
    }
}

/// What the attackers do that a shell cannot.
#[test]
#[ignore = "an attacker, which other tests start where it is contained"]
fn attacker() {
    let Ok(name) = env::var("ATTACK") else { return };
    let hog = || {
        let memory = vec![1_u8; 200 << 20];
        thread::sleep(Duration::from_secs(60));
        drop(memory);
    };
    match name.as_str() {
        "memory" => hog(),
        "memory-file" => {
            let mut file = File::from(memfd_create("hog", MemfdFlags::empty()).expect("a file in memory"));
            io::copy(&mut io::repeat(1).take(200 << 20), &mut file).expect("room");
            thread::sleep(Duration::from_secs(60));
        }
        "reserve" => assert!(Vec::<u8>::with_capacity(16 << 30).is_empty()),
        "threads" => {
            let threads: Vec<_> = (0..200).map(|_| thread::spawn(|| thread::sleep(Duration::from_secs(60)))).collect();
            threads.into_iter().for_each(|thread| thread.join().expect("a thread"));
        }
        "nest" => {
            let mut folder = openat(CWD, ".", OFlags::RDONLY, Mode::empty()).expect("a folder");
            for _ in 0..10_000 {
                mkdirat(&folder, "d", Mode::RWXU).expect("a folder");
                folder = openat(&folder, "d", OFlags::RDONLY, Mode::empty()).expect("a folder");
            }
        }
        "socket" => drop(UnixListener::bind("log")),
        "connect" => {
            // Each is tried, whatever becomes of the others.
            let port = env::var("PORT").expect("a port");
            let _ = TcpStream::connect(format!("127.0.0.1:{port}"));
            let _ =
                UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"here", format!("127.0.0.1:{port}")));
            let _ = UnixStream::connect(env::var_os("SOCKET").expect("a name"));
            let name = SocketAddr::from_abstract_name(env::var("ABSTRACT").expect("a name")).expect("a name");
            let _ = UnixStream::connect_addr(&name);
        }
        "listen" => {
            let listener = TcpListener::bind(("127.0.0.1", env::var("PORT").expect("a port").parse().expect("a port")));
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
    let room = if env::var("UNCONFINED").is_ok() { unconfined() } else { confined() };
    let open_files = || fs::read_dir("/proc/self/fd").expect("open files").count();
    let before = open_files();
    for _ in 0..env::var("TIMES").map_or(1, |times| times.parse().expect("a number")) {
        let command = shell(&script).with("CONFINE_MARK", env::var_os("GRADER_MARK").expect("a mark"));
        println!("{:?}", room.run(&command).expect("an answer").end);
    }
    assert_eq!(open_files(), before);
    assert!(rustix::process::wait(rustix::process::WaitOptions::NOHANG).is_err(), "a child is left");
}

/// Starts [`grader`], with temporary files of its own.
fn start_grader(script: &str, mark: &str, temporary: &Path, prefix: &[&str]) -> Process {
    let program = env::current_exe().expect("a name");
    let words = prefix.iter().map(OsString::from).chain([program.into_os_string()]);
    let words: Vec<OsString> = words.collect();
    let mut process = Process::new(&words[0]);
    process.args(&words[1..]).args(["--exact", "confine::grader", "--ignored", "--nocapture"]);
    process.env("SCRIPT", script).env("GRADER_MARK", mark).env("TMPDIR", temporary).stdin(Stdio::null());
    process
}

/// Starts a command with the rights of somebody who is nobody else.
const SOMEBODY: [&str; 6] = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];

/// All tests of this file, in another process; fails as they do.
fn again(prefix: &[&str], level: Level) {
    let mut process = Process::new(prefix[0]);
    process.args(&prefix[1..]).arg(env::current_exe().expect("a name")).args(["confine::", "--test-threads", "2"]);
    let output = process.env(AGAIN, level.to_string()).stdin(Stdio::null()).output().expect("it starts");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success() && said.contains(" passed; 0 failed"), "{said}");
}

fn runs_again() -> bool {
    env::var_os(AGAIN).is_some()
}

#[test]
fn the_best_level_is_the_best_that_the_machine_can() {
    let level = confined().containment().level;
    println!("contained by {level}");
    let expected = env::var(AGAIN).unwrap_or_else(|_| {
        let attempt = Process::new("unshare").args(["-Urmpnif", "--mount-proc", "true"]).output();
        let works = attempt.is_ok_and(|output| output.status.success());
        if works { Level::Namespaces } else { Level::Landlock }.to_string()
    });
    assert_eq!(level.to_string(), expected);
}

#[test]
fn an_ordinary_user_is_as_safe() {
    if is_root() && !runs_again() {
        again(&SOMEBODY, confined().containment().level);
    }
}

/// With a limit of no user namespaces, which holds within one that is made for it.
#[test]
fn an_ordinary_user_is_safe_without_namespaces() {
    if is_root() && !runs_again() {
        let forbid = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
        let prefix = [&SOMEBODY[..], &["unshare", "-Ur", "sh", "-c", forbid, "sh"]].concat();
        again(&prefix, Level::Landlock);
    }
}

/// With a filter of system calls, which the whole of it inherits.
#[test]
fn root_is_safe_without_namespaces() {
    if is_root() && !runs_again() {
        let program = env::current_exe().expect("a name");
        let program = program.to_str().expect("a name");
        // The filter stays with the thread's children, and with nobody else.
        thread::spawn({
            let program = program.to_owned();
            move || {
                forbid_namespaces();
                drop(program);
                again(&["env"], Level::Landlock);
            }
        })
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

/// Forbids this thread, and all that it starts, to make namespaces.
fn forbid_namespaces() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
    let calls = [(nix::libc::SYS_unshare, Vec::new())].into_iter().collect();
    let architecture = env::consts::ARCH.try_into().expect("an architecture");
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(1), architecture);
    let filter: BpfProgram = filter.expect("a filter").try_into().expect("a filter");
    apply_filter(&filter).expect("a filter");
}

#[test]
fn a_run_says_how_it_ended() {
    for room in [unconfined(), confined()] {
        assert_eq!(run(room, shell("exit 3")).end, End::Exited(3));
        assert_eq!(run(room, shell("kill -SEGV $$")).end, End::Signalled(11));
        assert_eq!(run(room, run_of(["true"])).end, End::Exited(0));
        let missing = run(room, run_of(["./reversi", "-t", "1"])).end;
        assert_eq!(missing, End::NotStarted("./reversi: No such file or directory (os error 2)".into()));
    }
}

#[test]
fn a_run_starts_with_nothing_but_what_it_is_given() {
    for room in [unconfined(), confined()] {
        let mut command = shell("cat; env | grep -v PWD= | sort; ulimit -c; ls -A; cat a/b").with("COLOUR", "green");
        command.files = command.files.contents("a/b", "text");
        let run = run(room, command);
        let printed = text(&run.stdout);
        let names: Vec<&str> = printed.lines().map(|line| line.split('=').next().unwrap_or_default()).collect();
        assert_eq!(names, ["COLOUR", "CONFINE_MARK", "HOME", "LANG", "PATH", "TMPDIR", "0", "a", "text"], "{run:?}");
        assert_eq!(text(&run.stderr), "");
    }
}

#[test]
fn what_is_built_can_be_run_and_its_results_read() {
    for room in [unconfined(), confined()] {
        let mut build = run_of(["cc", "main.c", "-o", "program"]);
        let source = "#include <stdio.h>\nint main(void) { fputs(\"42\\n\", fopen(\"log\", \"w\")); return 7; }\n";
        build.files = build.files.contents("main.c", source);
        let built = run(room, build);
        assert_eq!(built.end, End::Exited(0), "{built:?}");
        let mut program = run_of(["./program"]);
        program.files = program.files.folder(&built.folder).expect("a folder");
        let run = run(room, program);
        assert_eq!(run.end, End::Exited(7), "{run:?}");
        assert_eq!(run.folder.read(Path::new("log"), 10).expect("a log"), b"42\n");
        assert!(matches!(run.folder.read(Path::new("log"), 2), Err(Unusable::TooLarge)));
        assert!(matches!(run.folder.open(Path::new("moves")), Err(Unusable::Missing)));
    }
}

#[test]
fn a_program_cannot_change_what_the_next_run_gets() {
    for room in [unconfined(), confined()] {
        let mut command = shell("cat program; echo changed > program; chmod 000 program");
        command.files = command.files.contents("program", "original\n");
        for _ in 0..2 {
            let run = room.run(&command).expect("an answer");
            assert_eq!(text(&run.stdout), "original\n");
        }
    }
}

#[test]
fn names_are_bytes() {
    let script = r#": > "$(printf 'line\nend')"; : > "$(printf '\377\376')"; : > Log; : > log"#;
    for room in [unconfined(), confined()] {
        let first = run(room, shell(script));
        let mut list = shell(r"printf '%s|' *").with("LC_ALL", "C");
        list.files = list.files.folder(&first.folder).expect("a folder");
        assert_eq!(run(room, list).stdout.beginning, b"Log|line\nend|log|\xff\xfe|");
    }
}

#[test]
fn files_go_beneath_the_folder_and_nowhere_else() {
    let others = Others::new();
    let before = others.facts();
    for name in ["../escaped", "/escaped", "a/../../escaped", ""] {
        let mut command = shell("ls");
        command.files = command.files.contents(name, "");
        assert!(matches!(confined().run(&command), Err(Fault::Containment(..))), "{name}");
    }
    // Links that an earlier part put in are replaced, not followed.
    let link =
        run(confined(), shell(&format!("ln -s {0}/expected.txt input; ln -s {0} folder", others.path().display())));
    for room in [unconfined(), confined()] {
        let mut command = shell("cat input folder/new; test ! -L input && test ! -L folder");
        command.files = command.files.folder(&link.folder).expect("a folder").contents("input", "fresh, ");
        command.files = command.files.contents("folder/new", "new");
        let run = run(room, command);
        assert_eq!((run.end, text(&run.stdout).as_str()), (End::Exited(0), "fresh, new"));
    }
    assert_eq!(others.facts(), before);
}

#[test]
fn loops_are_too_slow() {
    // Without a limit they would never end.
    for room in [unconfined(), confined()] {
        let short = |limits: &mut Limits| limits.processor = Duration::from_millis(200);
        let end = run(room, shell("while :; do :; done").within(short)).end;
        assert_eq!(end, End::Exceeded(Limit::Processor));
        let two = run(room, shell("while :; do :; done & while :; do :; done").within(short));
        assert_eq!(two.end, End::Exceeded(Limit::Processor));
        // Many short processes, none of which takes long.
        let many = run(room, shell("while :; do (:); done").within(short));
        assert_eq!(many.end, End::Exceeded(Limit::Processor));
        let sleeper = shell("sleep 60").within(|limits| limits.wall = Duration::from_millis(200));
        assert_eq!(run(room, sleeper).end, End::Exceeded(Limit::Wall));
    }
}

#[test]
fn a_fork_bomb_is_too_many_processes() {
    // Nobody wants to see what it does without a limit.
    for room in [unconfined(), confined()] {
        let few = |limits: &mut Limits| limits.processes = 40;
        let bomb = shell("bomb() { bomb | bomb & }; bomb; sleep 60").within(few);
        let bomb = run(room, bomb);
        assert_eq!(bomb.end, End::Exceeded(Limit::Processes), "{:?}", bomb.usage);
        assert_eq!(run(room, attack("threads").within(few)).end, End::Exceeded(Limit::Processes));
    }
}

#[test]
fn memory_counts_wherever_it_is() {
    // The limit stands before the machine's own, which nobody wants to reach.
    let little = |limits: &mut Limits| {
        limits.memory = 64 * MIB;
        limits.output = 1024 * MIB;
    };
    for room in [unconfined(), confined()] {
        for name in ["memory", "memory-file"] {
            let run = run(room, attack(name).within(little));
            assert_eq!(run.end, End::Exceeded(Limit::Memory), "{name}: {run:?}");
        }
        let perl = "perl -e 'my $x = \"x\" x (30 << 20); sleep 60' &";
        let several = run(room, shell(&format!("{perl} {perl} {perl} wait")).within(little));
        assert_eq!(several.end, End::Exceeded(Limit::Memory), "{several:?}");
        // What is reserved and not used does not count, nor does what several share count several times.
        assert_eq!(run(room, attack("reserve").within(little)).end, End::Exited(0));
        let fork = "my $x = \"x\" x (20 << 20); for (1..5) { fork or do { sleep 1; exit } } 1 while wait > 0";
        let shared = run(room, run_of(["perl", "-e", fork]).within(little));
        assert_eq!(shared.end, End::Exited(0), "{shared:?}");
    }
    let segment = "perl -e '$s = shmget(0, 200 << 20, 0600) // exit 5; shmwrite($s, \"x\" x (1 << 20), $_ << 20, 1 << 20) \
                   for 0..199; sleep 60'";
    let end = run(confined(), shell(segment).within(little)).end;
    let expected = if has_namespaces() { End::Exceeded(Limit::Memory) } else { End::Exited(5) };
    assert_eq!(end, expected);
}

#[test]
fn output_counts_wherever_it_goes() {
    let little = |limits: &mut Limits| limits.output = MIB;
    let endless = "head -c 10G /dev/zero";
    for room in [unconfined(), confined()] {
        for script in [
            endless.to_owned(),
            format!("{endless} >&2"),
            format!("{endless} > log"),
            format!("exec 3> log; rm log; {endless} >&3"),
            format!("{endless} > $TMPDIR/log"),
            "for i in 0 1 2 3 4 5 6 7; do head -c 200k /dev/zero > $i; done".into(),
        ] {
            let run = run(room, shell(&script).within(little));
            assert_eq!(run.end, End::Exceeded(Limit::Output), "{script}: {run:?}");
            assert!(run.stdout.beginning.len() <= Kept::ROOM);
        }
        let run = run(room, shell("head -c 100k /dev/zero; head -c 100k /dev/zero > log").within(little));
        assert_eq!(run.end, End::Exited(0));
        assert_eq!((run.stdout.beginning.len(), run.stdout.length), (Kept::ROOM, 100 << 10));
        assert_eq!(run.folder.read(Path::new("log"), MIB).expect("a log").len(), 100 << 10);
    }
}

#[test]
fn a_million_files_are_too_many() {
    for room in [unconfined(), confined()] {
        let few = |limits: &mut Limits| limits.files = 300;
        let million = "i=0; while [ $i -lt 1000000 ]; do : > $i; i=$((i + 1)); done";
        let run = run(room, shell(million).within(few));
        assert_eq!(run.end, End::Exceeded(Limit::Files), "{run:?}");
    }
}

/// Where the folder of a run lies on the disk, if it does.
fn place(run: &Run) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{}", run.folder.as_fd().as_raw_fd())).expect("a name");
    path.parent().filter(|parent| parent.exists() && *parent != Path::new("/")).map(Path::to_path_buf)
}

#[test]
fn folders_of_any_depth_and_mode_are_removed() {
    for room in [unconfined(), confined()] {
        let nest = run(room, attack("nest").within(|limits| limits.files = 20_000));
        let modes = run(room, shell("mkdir -p a/b c; echo x > a/b/log; echo y > log; chmod 000 a/b/log a/b a c log"));
        assert_eq!(modes.end, End::Exited(0));
        assert!(matches!(modes.folder.open(Path::new("log")), Err(Unusable::Forbidden)));
        for run in [nest, modes] {
            let place = place(&run);
            assert_eq!(place.is_none(), run.containment.level == Level::Namespaces);
            // A folder that deep goes into no other run, and is refused with a sentence.
            drop(run);
            assert!(place.is_none_or(|place| !place.exists()));
        }
    }
}

#[test]
fn a_daemon_does_not_stay() {
    // Without a supervisor it does: nothing else ends it.
    let mark = mark();
    let daemon = "setsid sh -c 'trap \"\" HUP TERM; sleep 60 & sleep 60' > /dev/null 2>&1 & exit 0";
    let status = Process::new("sh").args(["-c", daemon]).env("CONFINE_MARK", &mark).status();
    assert!(status.expect("a shell").success());
    wait_until("the daemon is there", || marked(&mark) == 3);
    let needle = format!("CONFINE_MARK={mark}\0").into_bytes();
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.windows(needle.len()).any(|window| window == needle) {
            let number = entry.file_name().to_string_lossy().parse().expect("a number");
            let number = rustix::process::Pid::from_raw(number).expect("a number");
            rustix::process::kill_process(number, rustix::process::Signal::KILL).expect("our own");
        }
    }
    for room in [unconfined(), confined()] {
        assert_eq!(run(room, shell(daemon)).end, End::Exited(0));
    }
}

/// A process that others may want to kill.
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
    if !is_root() || runs_again() {
        return; // what follows is shown by root, on somebody who has nothing to lose
    }
    let nobody = ["setpriv", "--reuid", "54322", "--regid", "54322", "--clear-groups"];
    for is_confined in [false, true] {
        let folder = Others::new();
        let mut victim = Victim::new(&nobody);
        let mark = mark();
        let mut grader = start_grader(script, &mark, folder.path(), &nobody);
        if !is_confined {
            grader.env("UNCONFINED", "");
        }
        let output = grader.output().expect("it starts");
        if is_confined {
            assert!(victim.is_alive());
        } else {
            wait_until("the victim dies", || !victim.is_alive());
        }
        assert_eq!(output.status.success(), is_confined, "{output:?}");
        assert_eq!(marked(&mark), 0);
    }
}

/// A process and all that it started, with the times at which they started.
fn family(ancestor: u32) -> BTreeSet<(u32, String)> {
    let stat = |process: u32| {
        let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<String> = line.rsplit(')').next()?.split_whitespace().map(str::to_owned).collect();
        Some((fields[1].parse::<u32>().ok()?, fields[19].clone()))
    };
    let numbers = fs::read_dir("/proc").expect("processes").flatten();
    let all: Vec<(u32, u32, String)> = numbers
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(|process| stat(process).map(|(parent, started)| (process, parent, started)))
        .collect();
    let mut family: BTreeSet<(u32, String)> =
        all.iter().filter(|one| one.0 == ancestor).map(|one| (one.0, one.2.clone())).collect();
    loop {
        let children = all.iter().filter(|one| family.iter().any(|member| member.0 == one.1));
        let grown: BTreeSet<_> = family.iter().cloned().chain(children.map(|one| (one.0, one.2.clone()))).collect();
        if grown.len() == family.len() {
            return family;
        }
        family = grown;
    }
}

#[test]
fn everything_dies_with_the_one_who_grades() {
    for is_confined in [false, true] {
        let (folder, mark) = (TempDir::new().expect("a folder"), mark());
        let script = "setsid sh -c 'trap \"\" HUP TERM; sleep 600' & echo x > log; sleep 600";
        let mut grader = start_grader(script, &mark, folder.path(), &["env"]);
        if !is_confined {
            grader.env("UNCONFINED", "");
        }
        let mut grader = grader.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        wait_until("the daemon is there", || marked(&mark) == 4);
        let before = family(grader.id());
        assert!(before.len() >= 6, "{before:?}");
        grader.kill().expect("it runs");
        grader.wait().expect("it ends");
        wait_until("all are gone", || {
            let alive = before.iter().any(|(process, _)| family(*process).iter().any(|one| before.contains(one)));
            marked(&mark) == 0 && !alive
        });
        wait_until("its folder is gone", || fs::read_dir(folder.path()).expect("a folder").next().is_none());
    }
}

#[test]
fn a_thousand_runs_leave_nothing() {
    let (folder, mark) = (TempDir::new().expect("a folder"), mark());
    let segments = || fs::read_to_string("/proc/sysvipc/shm").expect("segments").lines().count();
    let before = segments();
    let mut grader = start_grader("ipcmk -M 4096; mkdir d; : > d/f; sleep 60 &", &mark, folder.path(), &["env"]);
    let times = if runs_again() { "100" } else { "1000" };
    let output = grader.env("TIMES", times).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("Exited(0)").count().to_string(), times);
    assert_eq!((marked(&mark), segments()), (0, before));
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}

#[test]
fn segments_of_shared_memory_do_not_stay() {
    let segments = || {
        let table = fs::read_to_string("/proc/sysvipc/shm").expect("segments");
        let numbers = table.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1).map(str::to_owned));
        numbers.collect::<BTreeSet<String>>()
    };
    let make = "ipcmk -M 12345 | tr -dc 0-9";
    let left = text(&run(unconfined(), shell(make)).stdout);
    assert!(segments().contains(&left), "it stays when nothing is in the way");
    // As somebody else it may only be removed by root, who also may remove his own.
    let removed = Process::new("ipcrm").args(["-m", &left]).status();
    assert!(removed.expect("ipcrm").success());
    let run = run(confined(), shell(make));
    let made = text(&run.stdout);
    assert_eq!(made.is_empty(), !has_namespaces(), "{run:?}");
    assert!(made.is_empty() || !segments().contains(&made) || has_namespaces());
    assert!(!segments().contains(&left));
}

#[test]
fn files_of_others_are_neither_read_nor_changed() {
    let script = "cat $OTHERS/expected.txt && echo wrong >> $OTHERS/expected.txt; true > $OTHERS/new; rm $OTHERS/neighbour/*; \
                  mv $OTHERS/neighbour $OTHERS/gone; ln -s x $OTHERS/link; mkdir $OTHERS/folder; exit 0";
    let others = Others::new();
    let before = others.facts();
    let contained = run(confined(), shell(script).with("OTHERS", others.path()));
    assert_eq!((contained.end, text(&contained.stdout).as_str()), (End::Exited(0), ""));
    assert_eq!(others.facts(), before);
    let free = run(unconfined(), shell(script).with("OTHERS", others.path()));
    assert_eq!(text(&free.stdout), "int secret;\n");
    let names: BTreeSet<PathBuf> = others.facts().into_keys().collect();
    for name in ["new", "gone", "link", "folder"] {
        assert!(names.contains(&others.path().join(name)), "{free:?}");
    }
}

#[test]
fn modes_and_times_of_others_are_changed_only_where_it_is_said() {
    let script = "chmod -R 700 $OTHERS; touch -d @1000000000 $OTHERS/expected.txt $OTHERS; exit 0";
    for room in [unconfined(), confined()] {
        let others = Others::new();
        let before = others.facts();
        run(room, shell(script).with("OTHERS", others.path()));
        let containment = room.containment();
        let said = match containment.level {
            Level::Namespaces => false,
            Level::Landlock => containment.left_open().iter().any(|open| open.contains("change modes, times")),
            Level::Unconfined => !containment.has_own_user,
        };
        assert_eq!(others.facts() != before, said, "{containment:?}");
    }
    // Where it is said there is no other way: the user is the same, and there are no namespaces.
    assert_eq!(confined().containment().left_open().len() == 3, !has_namespaces() && !has_own_user());
}

#[test]
fn a_build_cannot_include_what_others_wrote() {
    let others = Others::new();
    for (room, includes) in [(unconfined(), true), (confined(), false)] {
        let mut build = run_of(["cc", "-c", "main.c"]);
        let source = format!("#include \"{}\"\n", others.path().join("neighbour/board.h").display());
        build.files = build.files.contents("main.c", source);
        assert_eq!(run(room, build).end == End::Exited(0), includes);
    }
}

#[test]
fn a_log_is_a_regular_file_with_one_name_beneath_the_folder() {
    let others = Others::new();
    let expected = others.path().join("expected.txt");
    let attacks: [(&str, fn(&Unusable) -> bool); 9] = [
        ("ln -s /etc/passwd log", |reason| matches!(reason, Unusable::Link)),
        ("ln -s $EXPECTED log", |reason| matches!(reason, Unusable::Link)),
        ("ln -s /dev/zero log", |reason| matches!(reason, Unusable::Link)),
        ("ln -s /proc/self/environ log", |reason| matches!(reason, Unusable::Link)),
        ("echo x > other; ln other log", |reason| matches!(reason, Unusable::ManyNames)),
        ("mkfifo log", |reason| matches!(reason, Unusable::NotAFile)),
        ("mkdir log", |reason| matches!(reason, Unusable::NotAFile)),
        ("echo x > log; chmod 200 log", |reason| matches!(reason, Unusable::Forbidden)),
        (":", |reason| matches!(reason, Unusable::Missing)),
    ];
    for room in [unconfined(), confined()] {
        for (script, is_reason) in attacks {
            let run = run(room, shell(script).with("EXPECTED", &expected));
            let reason = run.folder.open(Path::new("log")).expect_err(script);
            assert!(is_reason(&reason), "{script}: {reason:?}");
            // Whoever trusts the name gets what it leads to.
            let trusting = format!("/proc/self/fd/{}/log", run.folder.as_fd().as_raw_fd());
            if script.contains("$EXPECTED") {
                assert_eq!(fs::read_to_string(trusting).expect("a file"), "int secret;\n");
            }
        }
        let socket = run(room, attack("socket"));
        let reason = socket.folder.open(Path::new("log")).expect_err("a socket");
        let expected = if room.containment().level == Level::Landlock { "no such file" } else { "no regular file" };
        assert!(reason.to_string().contains(expected), "{reason:?}");
        let linked = run(
            room,
            shell("mkdir real; echo x > real/log; ln -s real out; ln -s $(dirname $EXPECTED) far")
                .with("EXPECTED", &expected_of(&others)),
        );
        assert!(linked.folder.open(Path::new("real/log")).is_ok());
        for name in ["out/log", "far/expected.txt"] {
            assert!(matches!(linked.folder.open(Path::new(name)), Err(Unusable::Link)), "{name}");
        }
        for name in ["../expected.txt", "/etc/passwd", "real/../../x"] {
            assert!(matches!(linked.folder.open(Path::new(name)), Err(Unusable::Elsewhere)), "{name}");
        }
    }
    // A hard link to the file of somebody else; some systems forbid it to those who may not write the file.
    let script = "ln $EXPECTED log 2> /dev/null; test -e log && echo linked";
    let free = run(unconfined(), shell(script).with("EXPECTED", &expected));
    if text(&free.stdout) == "linked\n" {
        assert!(matches!(free.folder.open(Path::new("log")), Err(Unusable::ManyNames)));
    }
    let contained = run(confined(), shell(script).with("EXPECTED", &expected));
    assert_eq!(text(&contained.stdout), "");
}

fn expected_of(others: &Others) -> PathBuf {
    others.path().join("expected.txt")
}

#[test]
fn nothing_is_reached_and_nothing_listens() {
    for (room, reaches) in [(unconfined(), true), (confined(), false)] {
        let others = Others::new();
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = tcp.local_addr().expect("a port").port();
        let udp = UdpSocket::bind(("127.0.0.1", port)).expect("a port");
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
            attack(what).with("PORT", port.to_string()).with("SOCKET", &path).with("ABSTRACT", &name)
        };
        let run = run(room, attack_on("connect", port));
        assert_eq!(run.end, End::Exited(0), "{run:?}");
        let reached =
            [tcp.accept().is_ok(), udp.recv(&mut [0; 8]).is_ok(), unix.accept().is_ok(), hidden.accept().is_ok()];
        assert_eq!(reached, [reaches; 4], "{:?}", room.containment());

        drop(tcp);
        let listener = attack_on("listen", port).within(|limits| limits.wall = Duration::from_secs(1));
        thread::scope(|scope| {
            let run = scope.spawn(|| room.run(&listener).expect("an answer"));
            let mut connected = false;
            while !run.is_finished() {
                connected |= TcpStream::connect(("127.0.0.1", port)).is_ok();
                thread::sleep(Duration::from_millis(20));
            }
            assert_eq!(connected, reaches, "{:?}", run.join().map(|run| text(&run.stdout)));
        });
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}

#[test]
fn the_program_itself_cannot_be_called() {
    let program = assert_cmd::cargo::cargo_bin!("reversi");
    // A folder that everybody may read has a copy, under two names, and something else.
    let tools = Others::new();
    fs::copy(program, tools.path().join("copy")).expect("a copy");
    fs::hard_link(tools.path().join("copy"), tools.path().join("neighbour/link")).expect("a link");
    fs::copy("/bin/true", tools.path().join("neighbour/other")).expect("a copy");
    let readable = vec![tools.path().to_path_buf()];
    let script = "\"$PROGRAM\" --version; $TOOLS/copy --version; $TOOLS/neighbour/link --version; ./mine --version; \
                  /proc/1/exe --version; /proc/$PPID/exe --version; cat $TOOLS/copy; cp $TOOLS/copy x && ./x --version";
    for (level, calls) in [(Some(Level::Unconfined), 4), (None, 0)] {
        let room = Room::open(Settings { readable: readable.clone(), ..settings(level) }).expect("a room");
        let mut command =
            shell(&script.replace("cat $TOOLS/copy; ", "")).with("PROGRAM", program).with("TOOLS", tools.path());
        command.files = command.files.file("mine", program).expect("a file");
        let called = run(&room, command);
        let count = text(&called.stdout).matches("reversi 0.").count();
        assert!(if calls == 0 { count == 0 } else { count >= calls }, "{called:?}");
        let other = shell("$TOOLS/neighbour/other && cat $TOOLS/expected.txt").with("TOOLS", tools.path());
        assert_eq!(text(&run(&room, other).stdout), "int secret;\n");
    }
}

#[test]
fn the_doctor_says_what_this_machine_can_contain() {
    let assert = crate::reversi().args(["grade", "--doctor"]).assert().success();
    let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let level = confined().containment().level;
    assert!(said.contains(&format!("{level}: works\n")), "{said}");
    assert_eq!(said.contains("namespaces: works\n"), has_namespaces(), "{said}");
    let _ = io::stdout().write_all(said.as_bytes());
}
