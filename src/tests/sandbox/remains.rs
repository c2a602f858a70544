//! Tests that nothing remains after a command has ended or the grader has died.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::{
        fd::{AsFd as _, AsRawFd as _},
        unix::fs::PermissionsExt as _,
    },
    path::{Path, PathBuf},
    process::{Command as Process, Stdio},
    time::{Duration, SystemTime},
};

use reversi::sandbox::{End, Level, Limit, Run, Unusable};
use reversi_testing::by_profile;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::{With as _, attack, confined, grader::start_grader, has_mark, mark, marked, run, shell, text, unconfined};
use crate::signals::wait_until;

/// The path of a run's folder, if the folder lies on the disk.
fn place(run: &Run) -> Option<PathBuf> {
    let path = fs::read_link(format!("/proc/self/fd/{}", run.folder.as_fd().as_raw_fd())).expect("a name");
    path.parent().filter(|parent| parent.exists() && *parent != Path::new("/")).map(Path::to_path_buf)
}

/// The path through 2,100 folders is longer than the system's limit.
#[test]
fn folders_of_any_depth_and_mode_are_removed() {
    for sandbox in [unconfined(), confined()] {
        let nest = attack(&format!("nest {}", by_profile(2_100, 10_000))).within(|limits| {
            limits.files = 20_000;
            limits.wall = Duration::from_secs(120);
        });
        let nest = run(sandbox, nest);
        // The folders exceed the limit, if the supervisor checks in time.
        assert!(matches!(nest.end, End::Exited(0) | End::Exceeded(Limit::Files)), "{:?}", nest.end);
        let modes =
            run(sandbox, shell("mkdir -p a/b c; echo x > a/b/log; echo y > log; chmod 000 a/b/log a/b a c log"));
        assert_eq!(modes.end, End::Exited(0));
        assert!(matches!(modes.folder.open(Path::new("log")), Err(Unusable::Forbidden)));
        // The surrounding folder belongs to the grader's user, which may be the program's user, too.
        let around = run(sandbox, shell("echo x > log; chmod 000 ../tmp ..; exit 0"));
        for run in [nest, modes, around] {
            let place = place(&run);
            assert_eq!(place.is_none(), sandbox.level() == Level::Namespaces);
            // Another run cannot use so deep a folder, and refuses the folder with a message.
            drop(run);
            assert!(place.is_none_or(|place| !place.exists()));
        }
    }
}

#[test]
fn a_daemon_does_not_stay() {
    // Without a supervisor the process survives: nothing else ends the process.
    let mark = mark();
    let daemon = "setsid sh -c 'trap \"\" HUP TERM; sleep 60 & sleep 60' > /dev/null 2>&1 & exit 0";
    let status = Process::new("sh").args(["-c", daemon]).env("CONFINE_MARK", &mark).status();
    assert!(status.expect("a shell").success());
    wait_until("the daemon is there", || marked(&mark), |count| *count == 3);
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        if has_mark(&entry.path(), &mark) {
            let number = entry.file_name().to_string_lossy().parse().expect("a number");
            kill_process(Pid::from_raw(number).expect("a number"), Signal::KILL).expect("our own");
        }
    }
    for sandbox in [unconfined(), confined()] {
        assert_eq!(run(sandbox, shell(daemon)).end, End::Exited(0));
    }
}

/// The parent and the start time of a process, if it lives. A dead process may wait for its parent, which only checks
/// from time to time.
fn parent_and_start(process: u32) -> Option<(u32, String)> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = line.rsplit(')').next()?.split_whitespace();
    if fields.next()? == "Z" {
        return None;
    }
    let parent = fields.next()?.parse().ok()?;
    Some((parent, fields.nth(17)?.to_owned()))
}

/// A process and all its descendants, with their start times.
fn family(ancestor: u32) -> BTreeMap<u32, String> {
    let numbers = fs::read_dir("/proc").expect("processes").flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let all: Vec<(u32, (u32, String))> =
        numbers.filter_map(|process| Some((process, parent_and_start(process)?))).collect();
    let mut family = BTreeMap::new();
    let mut found = vec![ancestor];
    while let Some(process) = found.pop() {
        found.extend(all.iter().filter(|(_, (parent, _))| *parent == process).map(|(child, _)| child));
        family.extend(all.iter().find(|one| one.0 == process).map(|(_, (_, started))| (process, started.clone())));
    }
    family
}

#[test]
fn everything_dies_with_the_one_who_grades() {
    // The test kills or interrupts the grader; only the grader gets the signal.
    for (is_confined, signal) in
        [(false, Signal::KILL), (true, Signal::KILL), (false, Signal::INT), (true, Signal::INT)]
    {
        let (folder, mark) = (TempDir::new().expect("a folder"), mark());
        let script = "setsid sh -c 'trap \"\" HUP TERM; sleep 600' & echo x > log; sleep 600";
        // In a shell's background, a program gets no interrupts unless the program asks for interrupts.
        let mut grader = start_grader(script, &mark, folder.path(), &["env", "--default-signal=INT"], is_confined);
        let mut grader = grader.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        wait_until("the daemon is there", || marked(&mark), |count| *count == 4);
        let before = family(grader.id());
        assert!(before.len() >= 6, "{before:?}");
        kill_process(Pid::from_child(&grader), signal).expect("it runs");
        grader.wait().expect("it ends");
        // A process number may have been reused.
        let is_alive =
            |(process, started): &(&u32, &String)| parent_and_start(**process).is_some_and(|now| now.1 == **started);
        let left = || (marked(&mark), before.iter().filter(is_alive).collect::<Vec<_>>());
        wait_until("all are gone", left, |(count, family)| *count == 0 && family.is_empty());
        wait_until(
            "its folder is gone",
            || fs::read_dir(folder.path()).expect("a folder").count(),
            |count| *count == 0,
        );
    }
}

#[test]
fn a_killed_supervisor_leaves_no_folder_for_long() {
    let (folder, mark) = (TempDir::new().expect("a folder"), mark());
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).expect("a mode");
    let mut grader = start_grader("echo x > log; sleep 600", &mark, folder.path(), &["env"], false);
    let mut grader = grader.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    wait_until("the program is there", || marked(&mark), |count| *count > 0);
    // A process that still runs after the end of another one would remove the folder.
    for signal in [Signal::STOP, Signal::KILL] {
        for process in family(grader.id()).into_keys() {
            // Some have ended together with the grader.
            let _ = kill_process(Pid::from_raw(process.cast_signed()).expect("a number"), signal);
        }
    }
    grader.wait().expect("it ends");
    wait_until("all are gone", || marked(&mark), |count| *count == 0);
    let places = || fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.path());
    let place = places().next().expect("the folder is left");
    let foreign = folder.path().join("reversi-of-mine");
    fs::create_dir(&foreign).expect("a folder");
    let run = || start_grader("exit 0", &mark, folder.path(), &["env"], false).output().expect("it starts");
    assert!(run().status.success() && place.exists(), "a new folder may belong to a supervisor that starts");
    let old = SystemTime::now() - Duration::from_secs(60);
    fs::File::open(&place).and_then(|place| place.set_modified(old)).expect("a time");
    assert!(run().status.success());
    assert!(places().eq([foreign]));
}

/// A size of shared memory that no other process uses.
fn own_size() -> u32 {
    0x0010_0000 + std::process::id()
}

/// The numbers of the shared memory segments with a size.
fn segments(size: u32) -> BTreeSet<String> {
    let table = fs::read_to_string("/proc/sysvipc/shm").expect("segments");
    let rows = table.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    rows.filter(|row| row[3] == size.to_string()).map(|row| row[1].to_owned()).collect()
}

#[test]
fn many_runs_leave_nothing() {
    let times = by_profile(12, 1000);
    let (folder, mark) = (TempDir::new().expect("a folder"), mark());
    let size = own_size();
    let script = format!("ipcmk -M {size}; mkdir d; : > d/f; sleep 60 &");
    let mut grader = start_grader(&script, &mark, folder.path(), &["env"], true);
    let output = grader.env("TIMES", times.to_string()).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("Exited(0)").count(), times);
    assert_eq!((marked(&mark), segments(size)), (0, BTreeSet::new()));
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}

#[test]
fn segments_of_shared_memory_do_not_stay() {
    // The size differs from the size in the other test, which may run at the same time.
    let size = own_size() + 0x0100_0000;
    let script = &format!("ipcmk -M {size} | tr -dc 0-9");
    let left = text(&run(unconfined(), shell(script)).stdout);
    assert!(segments(size).contains(&left), "it stays when nothing is in the way");
    assert!(Process::new("ipcrm").args(["-m", &left]).status().expect("ipcrm").success());
    let contained = run(confined(), shell(script));
    assert_eq!(text(&contained.stdout), "", "{contained:?}");
    assert_eq!(segments(size), BTreeSet::new());
}
