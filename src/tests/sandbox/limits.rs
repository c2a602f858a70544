//! Tests the limits of programs.

use std::{path::Path, time::Duration};

use reversi::sandbox::{CapturedOutput, End, Limit, Limits, Usage};

use super::{With as _, attack, confined, run, run_of, shell, unconfined};

const MIB: u64 = 1 << 20;

#[test]
fn loops_are_too_slow() {
    // Without a limit these programs are endless.
    let sandbox = confined();
    let short = |limits: &mut Limits| limits.processor = Duration::from_millis(50);
    let end = run(sandbox, shell("while :; do :; done").within(short)).end;
    assert_eq!(end, End::Exceeded(Limit::Processor));
    let two = run(sandbox, shell("while :; do :; done & while :; do :; done").within(short));
    assert_eq!(two.end, End::Exceeded(Limit::Processor));
    // The shell starts many short processes, each fast.
    let many = run(sandbox, shell("while :; do (:); done").within(short));
    assert_eq!(many.end, End::Exceeded(Limit::Processor));
    let sleeper = shell("sleep 60").within(|limits| limits.wall = Duration::from_millis(50));
    assert_eq!(run(sandbox, sleeper).end, End::Exceeded(Limit::Wall));
}

#[test]
fn a_program_killed_near_the_limit_of_time_is_too_slow() {
    let burn = |until: &str| format!("1 while (times)[0] + (times)[1] < {until}; kill 9, $$");
    let sandbox = confined();
    let limited = |until| {
        let script = burn(until);
        run(sandbox, run_of(["perl", "-e", &script]).within(|limits| limits.processor = Duration::from_millis(250)))
    };
    assert_eq!(limited("0.235").end, End::Exceeded(Limit::Processor));
    assert_eq!(limited("0.05").end, End::Signalled(9));
}

#[test]
fn a_fork_bomb_is_too_many_processes() {
    // The fork bomb's processes stay, even processes that can no longer fork. If processes ended early on a loaded
    // machine, the sandbox might not count them.
    let bomb = "while (1) { fork; select undef, undef, undef, 0.01 }";
    let sandbox = confined();
    let few = |limits: &mut Limits| limits.processes = 40;
    let bomb = run(sandbox, run_of(["perl", "-e", bomb]).within(few));
    assert_eq!(bomb.end, End::Exceeded(Limit::Processes), "{:?}", bomb.usage);
    assert_eq!(run(sandbox, attack("threads").within(few)).end, End::Exceeded(Limit::Processes));
}

#[test]
fn memory_counts_wherever_it_is() {
    // The limit is below the machine's own limit, because a full machine slows down all other tests.
    let little = |limits: &mut Limits| {
        limits.memory = 64 * MIB;
        limits.output = 1024 * MIB;
    };
    let sandbox = confined();
    let hog = run(sandbox, attack("memory").within(little));
    assert_eq!(hog.end, End::Exceeded(Limit::Memory), "{hog:?}");
    let perl = "perl -e 'my $x = \"x\" x (30 << 20); sleep 60' &";
    let several = run(sandbox, shell(&format!("{perl} {perl} {perl} wait")).within(little));
    assert_eq!(several.end, End::Exceeded(Limit::Memory), "{several:?}");
    // Reserved but unused memory does not count, and shared memory counts once.
    assert_eq!(run(sandbox, attack("reserve").within(little)).end, End::Exited(0));
    let fork = "my $x = \"x\" x (20 << 20); for (1..5) { fork or do { select undef, undef, undef, 0.3; exit } } 1 while wait > 0";
    let shared = run(sandbox, run_of(["perl", "-e", fork]).within(little));
    assert_eq!(shared.end, End::Exited(0), "{shared:?}");
    let file = run(unconfined(), attack("filled-memory-file").within(little));
    assert_eq!(file.end, End::Exceeded(Limit::Memory), "{file:?}");
}

#[test]
fn output_counts_wherever_it_goes() {
    let little = |limits: &mut Limits| limits.output = MIB;
    let endless = "head -c 10G /dev/zero";
    let sandbox = confined();
    for script in [
        endless.to_owned(),
        format!("{endless} >&2"),
        format!("{endless} > log"),
        format!("exec 3> log; rm log; {endless} >&3"),
        format!("{endless} > \"$TMPDIR\"/log"),
        "for i in 0 1 2 3 4 5 6 7; do head -c 200k /dev/zero > $i; done".into(),
    ] {
        let run = run(sandbox, shell(&script).within(little));
        assert_eq!(run.end, End::Exceeded(Limit::Output), "{script}: {run:?}");
        assert!(run.stdout.beginning.len() <= CapturedOutput::MAX_KEPT);
    }
    let run = run(sandbox, shell("head -c 100k /dev/zero; head -c 100k /dev/zero > log").within(little));
    assert_eq!(run.end, End::Exited(0));
    assert_eq!((run.stdout.beginning.len(), run.stdout.length), (CapturedOutput::MAX_KEPT, 100 << 10));
    assert_eq!(run.folder.read(Path::new("log"), MIB).expect("a log").len(), 100 << 10);
}

#[test]
fn a_million_files_are_too_many() {
    let sandbox = confined();
    let few = |limits: &mut Limits| limits.files = 300;
    let million = "i=0; while [ $i -lt 1000000 ]; do : > $i; i=$((i + 1)); done";
    let run = run(sandbox, shell(million).within(few));
    assert_eq!(run.end, End::Exceeded(Limit::Files), "{run:?}");
}

#[test]
fn a_machine_short_of_memory_is_not_the_fault_of_a_command() {
    let limits = Limits { memory: MIB, ..Limits::default() };
    let stopped =
        |limit, memory| End::Exceeded(limit).is_for_the_machine(&Usage { memory, ..Usage::default() }, &limits);
    assert!(stopped(Limit::Memory, MIB));
    assert!(!stopped(Limit::Memory, MIB + 1));
    assert!(!stopped(Limit::Processor, MIB));
}
