//! Tests attacks on graders: each attack succeeds without a sandbox, and fails in the sandbox.

use std::{
    env,
    fs::{self, File, Permissions},
    io::{BufRead as _, BufReader},
    os::unix::{
        fs::{PermissionsExt as _, symlink},
        process::CommandExt as _,
    },
    path::Path,
    process::{Command as Process, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use nix::libc;
use reversi::sandbox::{End, Level, Limit, Limits, Sandbox, SandboxError, Settings, side_by_side};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::{
    ForOthers, Others, With as _, all_of, attack, can_test, confined, grader::start_grader, has_namespaces, is_root,
    mark, open_to_all, program, run, run_of, runs_again, settings, shell, text, unconfined, with_mark,
};
use crate::{grade::neighbours::file_of_the_system, signals::wait_until};

/// The sandbox levels that keep files on the disk: as a separate user for root, else as the grader's user.
fn on_the_disk() -> impl Iterator<Item = Sandbox> {
    let levels = [Level::SeparateUser, Level::Unconfined].into_iter().skip(usize::from(!is_root()));
    levels.map(|level| Sandbox::open(settings(Some(level))).expect("a sandbox"))
}

/// Runs an attack of `attacks.c` without a sandbox.
fn free(name: &str) -> ExitStatus {
    Process::new(program()).arg(name).stdout(Stdio::null()).status().expect("it starts")
}

#[test]
fn a_command_inherits_no_descriptor() {
    let secret = TempDir::new().expect("a folder");
    let file = secret.path().join("secret");
    fs::write(&file, "secret").expect("a file");
    let prefix = ["sh", "-c", "f=$1; shift; exec 3< \"$f\"; exec \"$@\"", "sh", file.to_str().expect("a name")];
    let script = "cat <&3 | grep -q secret && exit 7; exit 0";
    let free = Process::new(prefix[0]).args(&prefix[1..]).args(["sh", "-c", script]).status().expect("it starts");
    assert_eq!(free.code(), Some(7));
    for is_confined in [false, true] {
        let folder = Others::new();
        let mut grader = start_grader(script, &mark(), folder.path(), &prefix, is_confined);
        let output = grader.output().expect("it starts");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Exited(0)"), "{output:?}");
    }
}

#[test]
fn a_command_has_no_terminal() {
    let script = "(exec 3<> /dev/tty) 2> /dev/null && exit 7; exit 0";
    // Each attack needs its own terminal: `script` gives one to its command, and returns the command's exit status.
    let mut free = Process::new("script");
    free.args(["-qec", script, "/dev/null"]).env("SHELL", "/bin/sh");
    assert_eq!(free.stdin(Stdio::null()).output().expect("it starts").status.code(), Some(7));
    for is_confined in [false, true] {
        let folder = Others::new();
        let words =
            ["script", "-qec", "exec \"$GRADER\" --exact sandbox::grader::grader --ignored --nocapture", "/dev/null"];
        let mut grader = Process::new(words[0]);
        grader.args(&words[1..]).env("GRADER", env::current_exe().expect("a name")).env("TMPDIR", folder.path());
        grader.env("SCRIPT", script).env("GRADER_MARK", mark());
        if !is_confined {
            grader.env("UNCONFINED", "");
        }
        let output = grader.stdin(Stdio::null()).output().expect("it starts");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Exited(0)"), "{output:?}");
    }
}

#[test]
fn a_signal_to_the_group_ends_the_command_alone() {
    let mut free = Process::new("sh");
    free.args(["-c", "sh -c 'kill 0'; exit 0"]).process_group(0);
    assert_eq!(free.status().expect("it starts").code(), None, "the shell around it dies with it");
    for sandbox in [unconfined(), confined()] {
        assert_eq!(run(sandbox, shell("kill 0; exit 0")).end, End::Signalled(15));
        assert_eq!(run(sandbox, shell("trap '' TERM; kill 0; exit 9")).end, End::Exited(9));
    }
}

/// A folder of root with a file; an attack's link points there.
fn victim() -> TempDir {
    let victim = TempDir::new().expect("a folder");
    fs::create_dir(victim.path().join("inner")).expect("a folder");
    fs::write(victim.path().join("log"), "secret").expect("a file");
    fs::set_permissions(victim.path(), Permissions::from_mode(0o750)).expect("a mode");
    victim
}

#[test]
fn a_command_cannot_put_a_link_in_place_of_its_folder() {
    let script =
        "d=$(cd ..; pwd -P); echo \"$d\"; mv \"$d\" \"$d-gone\" 2> /dev/null && ln -s \"$VICTIM\" \"$d\" && exit 7
                  mv ../submission ../other 2> /dev/null && ln -s \"$VICTIM\" ../submission && exit 8; exit 0";
    // Both attacks succeed if the command owns the parent folder, or if everybody may write there.
    let free = TempDir::new().expect("a folder");
    fs::create_dir_all(free.path().join("scratch/submission")).expect("a folder");
    let place = free.path().join("scratch/submission");
    let victim = victim();
    let status = Process::new("sh").args(["-c", script]).env("VICTIM", victim.path()).current_dir(&place).status();
    assert_eq!(status.expect("it starts").code(), Some(7));
    assert_eq!(fs::read(free.path().join("scratch/log")).expect("through the link"), b"secret");
    for sandbox in on_the_disk() {
        let run = run(&sandbox, shell(script).with("VICTIM", victim.path()));
        // The grader's own user may replace the folder by a link. The test still reads results and empties folders at
        // their old places.
        assert_eq!(run.end, End::Exited(if is_root() { 0 } else { 7 }));
        assert!(run.folder.open(Path::new("log")).is_err());
        let place = text(&run.stdout).trim().to_owned();
        drop(run);
        assert!(victim.path().join("log").exists() && victim.path().join("inner").exists());
        if !is_root() {
            fs::remove_file(&place).expect("the link");
            fs::remove_dir(place + "-gone").expect("an empty folder");
        }
    }
}

#[test]
fn modes_of_others_stay_whatever_links_are_swapped() {
    // Changing a link's permissions by name changes the permissions of the link's target.
    let free = TempDir::new().expect("a folder");
    let victim = victim();
    let mode = || fs::metadata(victim.path()).expect("a folder").permissions().mode() & 0o777;
    symlink(victim.path(), free.path().join("link")).expect("a link");
    fs::set_permissions(free.path().join("link"), Permissions::from_mode(0o700)).expect("a mode");
    assert_eq!(mode(), 0o700);
    fs::set_permissions(victim.path(), Permissions::from_mode(0o750)).expect("a mode");
    // The attack keeps swapping folders without permissions and links.
    let swap = "for my $n (1..40) { mkdir \"d$n\", 0; symlink $ENV{VICTIM}, \"l$n\" }
                while ((times)[0] + (times)[1] < 0.2) {
                for my $n (1..40) { syscall(NUMBER, -100, \"d$n\", -100, \"l$n\", 2) } }";
    // The number of the system call `renameat2`.
    let swap = swap.replace("NUMBER", if cfg!(target_arch = "x86_64") { "316" } else { "276" });
    // Only root can change permissions of folders that belong to other users.
    can_test(is_root(), "modes of others that only root can change");
    for sandbox in on_the_disk().filter(|_| is_root()) {
        let swapping = run_of(["perl", "-e", &swap]).with("VICTIM", victim.path());
        drop(run(&sandbox, swapping));
        assert_eq!(mode(), 0o750);
    }
}

#[test]
fn more_commands_run_than_there_are_user_numbers() {
    const COMMANDS: usize = 66;
    let what = "66 commands side by side: this process may not open more files";
    let can_run = can_test(side_by_side(COMMANDS) == COMMANDS, what);
    for sandbox in on_the_disk() {
        // Without a separate user, commands do not need user numbers.
        let commands = if sandbox.level() == Level::SeparateUser { COMMANDS } else { 3 };
        // A wait of 0.4 s is long enough for all commands to start.
        let wait = if can_run { "sleep 0.4; " } else { "" };
        let run = |number| sandbox.run(&shell(&format!("{wait}echo {number} > log"))).expect("an answer");
        let runs: Vec<_> = if can_run {
            thread::scope(|scope| {
                let runs: Vec<_> = (0..commands).map(|number| scope.spawn(move || run(number))).collect();
                runs.into_iter().map(|run| run.join().expect("an end")).collect()
            })
        } else {
            (0..commands).map(run).collect()
        };
        for (number, run) in runs.iter().enumerate() {
            assert_eq!(run.end, End::Exited(0), "{:?}", sandbox.level());
            assert_eq!(run.folder.read(Path::new("log"), 10).expect("a log"), format!("{number}\n").into_bytes());
        }
    }
}

#[test]
fn files_of_a_run_are_out_of_reach_of_a_later_run() {
    can_test(is_root(), "user numbers of programs: only root can give them");
    for sandbox in on_the_disk().filter(|sandbox| sandbox.level() == Level::SeparateUser) {
        // Both commands have the same user, unless another test has taken the user's number.
        let left = run(&sandbox, shell("echo secret > log; pwd"));
        let script = format!("cat {}/log", text(&left.stdout).trim());
        assert_eq!(text(&run(&sandbox, shell(&script)).stdout), "");
        assert_eq!(left.folder.read(Path::new("log"), 10).expect("a log"), b"secret\n");
    }
}

#[test]
fn a_file_with_holes_is_bounded() {
    let free = TempDir::new().expect("a folder");
    let path = free.path().join("log");
    File::create(&path).expect("a file").set_len(1 << 40).expect("nothing is in its way");
    for sandbox in [unconfined(), confined()] {
        let run = run(sandbox, shell("truncate -s 1T log").within(|limits| limits.output = 1 << 20));
        let length = run.folder.open(Path::new("log")).map(|log| log.metadata().expect("facts").len());
        assert!(length.is_ok_and(|length| length < 1 << 30), "{:?}", run.end);
        // The size of a build's files is limited before they are copied.
        let build = shell("truncate -s 600M big").within(|limits| limits.output = 1 << 30);
        let build = super::run(sandbox, build);
        let mut next = run_of(["true"]);
        next.files = all_of(&build.folder);
        assert!(matches!(sandbox.run(&next), Err(SandboxError::Files(_))));
    }
}

#[test]
fn a_command_gets_no_watches_of_the_user_who_grades() {
    let number = if cfg!(target_arch = "x86_64") { 294 } else { 26 };
    let script = format!("my $count = 0; $count++ while $count < 20 && syscall({number}, 0) >= 0; print $count");
    for (sandbox, count) in [(unconfined(), "20"), (confined(), "0")] {
        assert_eq!(text(&run(sandbox, run_of(["perl", "-e", &script])).stdout), count);
    }
}

#[test]
fn processor_time_counts_of_children_that_nobody_waits_for() {
    let burn = "$SIG{CHLD} = 'IGNORE'; for (1..4) { fork or do { 1 while (times)[0] < 0.2; exit }; select undef, undef, undef, 0.3 }
                wait; print +(times)[2]";
    let free = Process::new("perl").args(["-e", &burn.replace("1..4", "1")]).output().expect("perl");
    assert_eq!(String::from_utf8_lossy(&free.stdout), "0", "the system adds it to nobody");
    // The commands wait most of the time.
    thread::scope(|scope| {
        for sandbox in [unconfined(), confined()] {
            let limited = run_of(["perl", "-e", burn]).within(|limits| limits.processor = Duration::from_millis(350));
            scope.spawn(move || assert_eq!(run(sandbox, limited).end, End::Exceeded(Limit::Processor)));
        }
    });
}

#[test]
fn memory_that_belongs_to_no_process_is_refused_or_counted() {
    assert_eq!(free("memory-file").code(), Some(7));
    assert_eq!(run(confined(), attack("memory-file")).end, End::Exited(0));
    for ipc in ["shmget(0, 4096, 0600)", "msgget(0, 0600)", "semget(0, 1, 0600)"] {
        let script = format!("exit(defined {ipc} ? 7 : 0)");
        assert_eq!(run(confined(), run_of(["perl", "-e", &script])).end, End::Exited(0), "{ipc}");
    }
    let little = |limits: &mut Limits| limits.memory = 64 << 20;
    let tables = run(confined(), attack("page-tables").within(little));
    assert_eq!(tables.end, End::Exceeded(Limit::Memory), "{tables:?}");
    let headless = run(confined(), attack("headless").within(little));
    assert_eq!(headless.end, End::Exceeded(Limit::Memory), "the first thread is dead");
    // Root may examine all processes.
    if has_namespaces() {
        assert_eq!(run(confined(), attack("undumpable")).end, End::Exceeded(Limit::Memory));
    }
}

#[test]
fn memory_counts_if_it_is_given_up_and_still_held() {
    let little = |limits: &mut Limits| {
        limits.memory = 24 << 20;
        limits.output = 4 << 20;
    };
    // Without limits, the attack holds memory or files for 0 ms; with limits, until the sandbox notices.
    for (name, limit) in [("shared", Limit::Memory), ("unlinked", Limit::Output)] {
        let folder = TempDir::new().expect("a folder");
        let free = Process::new(program()).args([name, "0"]).current_dir(folder.path()).status().expect("it starts");
        assert_eq!(free.code(), Some(7), "{name}: its resident memory is small");
        for sandbox in [unconfined(), confined()] {
            let run = run(sandbox, attack(&format!("{name} 60000")).within(little));
            assert_eq!(run.end, End::Exceeded(limit), "{name}: {run:?}");
        }
    }
    // Memory counts once, even if several processes share it.
    let enough = |limits: &mut Limits| limits.memory = 80 << 20;
    for sandbox in [unconfined(), confined()] {
        let run = run(sandbox, attack("shared 200").within(enough));
        assert_eq!(run.end, End::Exited(7), "{run:?}");
    }
}

#[test]
fn nothing_is_written_outside_of_the_folders() {
    let mark = mark();
    let script = "for d in /tmp /var/tmp /dev/shm; do echo x > $d/reversi-$MARK; done
                  echo 0 > /proc/self/oom_score_adj; cat /proc/self/oom_score_adj";
    let places = ["/tmp", "/var/tmp", "/dev/shm"].map(|place| Path::new(place).join(format!("reversi-{mark}")));
    for (sandbox, writes) in [(confined(), false), (unconfined(), true)] {
        let run = run(sandbox, shell(script).with("MARK", &mark));
        assert_eq!(places.iter().any(|place| place.exists()), writes, "{run:?}");
        assert_eq!(text(&run.stdout), if writes { "0\n" } else { "1000\n" });
    }
    for place in &places {
        drop(fs::remove_file(place));
    }
}

#[test]
fn a_fork_bomb_ends() {
    for sandbox in [unconfined(), confined()] {
        // The kernel's own limit of processes is some hundreds higher.
        let bomb = run_of(["perl", "-e", "fork while 1"]).within(|limits| limits.processes = 40);
        assert!(matches!(run(sandbox, bomb).end, End::Exceeded(_)));
    }
}

#[test]
fn foreign_sockets_and_tables_of_calls_are_refused() {
    let refused = |name: &str| {
        let run = run(confined(), attack(name));
        assert_eq!(run.end, End::Exited(0), "{name}: {run:?}");
        text(&run.stdout)
    };
    assert_eq!(refused("vsock"), "refused: Address family not supported by protocol\n");
    assert_eq!(free("inet").code(), Some(7));
    if confined().level() == Level::SeparateUser {
        assert_eq!(refused("inet"), "refused: Address family not supported by protocol\n");
    }
    for table in ["i386", "x32"] {
        if !can_test(free(table).code() == Some(7), &format!("the table of calls {table}: this kernel has none")) {
            continue;
        }
        if table == "i386" {
            assert_eq!(run(confined(), attack(table)).end, End::Signalled(libc::SIGSYS));
        } else {
            assert_eq!(refused(table), "refused: Function not implemented\n");
        }
    }
}

#[test]
fn a_command_cannot_change_its_launcher() {
    // The first process of the namespaces, or of the machine. Without a sandbox, the user's own process is changed.
    for call in ["prlimit", "affinity", "scheduler", "priority", "input-priority"] {
        let mut victim = Process::new("sleep").arg("60").spawn().expect("it starts");
        let free = Process::new(program()).args([call, &victim.id().to_string()]).stdout(Stdio::null()).status();
        victim.kill().expect("a child");
        victim.wait().expect("a child");
        assert_eq!(free.expect("it starts").code(), Some(7), "{call}");
        let run = run(confined(), attack(&format!("{call} 1")));
        assert_eq!(
            (run.end, text(&run.stdout).as_str()),
            (End::Exited(0), "refused: Operation not permitted\n"),
            "{call}"
        );
    }
}

#[test]
fn a_stopped_program_does_not_work() {
    let (mut started, _input, printed) = confined().converse(&attack("restless")).expect("it starts");
    BufReader::new(printed).read_line(&mut String::new()).expect("a line");
    let mut time_of = |is_stop: bool| {
        let time = if is_stop { started.stop() } else { started.resume() };
        thread::sleep(Duration::from_millis(300));
        time.expect("an answer").expect("a time")
    };
    let [stopped, resumed, again] = [true, false, true].map(&mut time_of);
    started.finish_within(Duration::ZERO).expect("an end");
    assert!(resumed.saturating_sub(stopped) <= Duration::from_millis(30), "{stopped:?}, {resumed:?}");
    assert!(again > resumed, "it continues: {again:?}");
}

#[test]
fn the_end_of_the_launcher_is_the_end_of_the_command() {
    let mark = mark();
    let command = run_of(["sleep", "60"]).with("CONFINE_MARK", &mark);
    let ended = thread::scope(|scope| {
        let run = scope.spawn(|| confined().run(&command).expect("an answer").end);
        let command = wait_until("the command starts", || with_mark(&mark).next(), Option::is_some).expect("a process");
        // Without namespaces, the launcher has become the command.
        let field = if has_namespaces() { "PPid:" } else { "Pid:" };
        let status = fs::read_to_string(command.join("status")).expect("a process");
        let number = status.lines().find_map(|line| line.strip_prefix(field)).expect("a number").trim();
        kill_process(Pid::from_raw(number.parse().expect("a number")).expect("a number"), Signal::KILL).expect("ours");
        run.join().expect("an end")
    });
    assert_eq!(ended, End::Signalled(libc::SIGKILL));
}

#[test]
fn private_folders_are_not_seen_wherever_they_lie() {
    if !can_test(has_namespaces(), "private folders: no namespaces can be made") {
        return;
    }
    let tools = Others::new();
    let readable = vec![tools.path().to_path_buf()];
    let script = "cat \"$TOOLS\"/neighbour/board.h; cat \"$TOOLS\"/expected.txt";
    for (private, seen) in [(Vec::new(), 2), (vec![tools.path().join("neighbour")], 1), (readable.clone(), 0)] {
        let settings = Settings { readable: readable.clone(), private, ..settings(None) };
        let sandbox = Sandbox::open(settings).expect("a sandbox");
        let run = run(&sandbox, shell(script).with("TOOLS", tools.path()));
        assert_eq!(text(&run.stdout).matches("secret").count(), seen);
    }
}

#[test]
fn programs_side_by_side_can_exchange_messages() {
    let said = "it can exchange messages with a program that runs at the same time, through locks on system files";
    for sandbox in [unconfined(), confined()] {
        assert!(sandbox.level().left_open().any(|open| open == said));
        // The receiver answers by the other file; then the sender ends.
        let files = [100, 101].map(file_of_the_system);
        let locked = thread::scope(|scope| {
            let talk = |script: &str| shell(script).with("FILE", &files[0]).with("OTHER", &files[1]);
            let heard = "heard() { i=0; while flock -n $1; do flock -u $1; sleep 0.1; i=$((i + 1)); [ $i -lt 150 ] || exit 1; done; }";
            let open = format!("exec 3< $FILE 4< $OTHER; {heard}");
            let send = talk(&format!("{open}; flock 3; heard 4"));
            scope.spawn(move || run(sandbox, send));
            run(sandbox, talk(&format!("{open}; heard 3; flock 4; flock 3; exit 77"))).end
        });
        assert_eq!(locked, End::Exited(77));
    }
}

#[test]
fn a_refusal_names_the_guide() {
    if runs_again() || !can_test(is_root(), "what a refusal says: only root can forbid namespaces") {
        return;
    }
    let forbid = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    let somebody = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];
    let somebody = [&somebody[..], &["unshare", "-Ur", "sh", "-c", forbid, "sh"]].concat();
    let programs = ForOthers::new();
    let configuration = TempDir::new().expect("a folder");
    fs::set_permissions(configuration.path(), Permissions::from_mode(0o755)).expect("a mode");
    fs::copy("fixtures/opening.txt", configuration.path().join("opening.txt")).expect("a board");
    let cases = "name,assignment,task,depth,input,points\none,usc2013,1,1,opening.txt,1\n";
    fs::write(configuration.path().join("cases.csv"), cases).expect("cases");
    let example = crate::reversi().args(["grade", "--example"]).output().expect("it starts").stdout;
    let example = String::from_utf8(example).expect("a text").replace("cases/cases.csv\"", "cases.csv\"");
    fs::write(configuration.path().join("grade.toml"), example).expect("a configuration");
    open_to_all(configuration.path());
    let grade = |options: &[&str]| {
        let mut grade = programs.process(&somebody, "reversi");
        grade.arg("grade").args(options);
        let output = grade.current_dir(configuration.path()).output().expect("it starts");
        (
            output.status.code(),
            [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat(),
        )
    };
    let guide = "`reversi help submissions` says how to allow";
    let (_, said) = grade(&["--doctor"]);
    assert!(said.contains("namespaces: does not work") && said.contains(guide), "{said}");
    fs::create_dir(configuration.path().join("submission")).expect("a folder");
    fs::set_permissions(configuration.path().join("submission"), Permissions::from_mode(0o755)).expect("a mode");
    fs::write(configuration.path().join("submission/notes.txt"), "").expect("a file");
    open_to_all(configuration.path());
    let one = ["--one", "submission", "--config", "grade.toml"];
    let (code, said) = grade(&one);
    assert!(
        code == Some(2) && said.contains("this machine cannot sandbox a program") && said.contains(guide),
        "{said}"
    );
    let (code, said) = grade(&[&one[..], &["--unconfined"]].concat());
    assert!(code == Some(1) && said.starts_with("The program ran without a sandbox (limits only).\n"), "{said}");
}
