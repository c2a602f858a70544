//! Tests the files that a command gets, and reading files after it.

use std::{
    fs,
    os::fd::{AsFd as _, AsRawFd as _},
    path::Path,
};

use reversi::sandbox::{End, Level, SandboxError, Unusable};
use tempfile::TempDir;

use super::{
    Others, With as _, all_of, attack, confined, file, grader::start_grader, mark, run, run_of, shell, text, unconfined,
};
use crate::grade::attacks::taken;

#[test]
fn a_run_says_how_it_ended() {
    let sandbox = confined();
    assert_eq!(run(sandbox, shell("exit 3")).end, End::Exited(3));
    assert_eq!(run(sandbox, shell("kill -SEGV $$")).end, End::Signalled(11));
    assert_eq!(run(sandbox, run_of(["true"])).end, End::Exited(0));
    let missing = run(sandbox, run_of(["./reversi", "-t", "1"]));
    let why = "./reversi: No such file or directory (os error 2)";
    assert_eq!((missing.end, &*text(&missing.stderr)), (End::NotStarted, why));
}

#[test]
fn a_run_starts_with_nothing_but_what_it_is_given() {
    let sandbox = confined();
    let mut command = shell("cat; env | grep -v PWD= | sort; ulimit -c; ls -A; cat a/b").with("COLOUR", "green");
    command.files.push(file("a/b", "text"));
    let run = run(sandbox, command);
    let printed = text(&run.stdout);
    let names: Vec<&str> = printed.lines().map(|line| line.split('=').next().unwrap_or_default()).collect();
    assert_eq!(names, ["COLOUR", "CONFINE_MARK", "HOME", "LANG", "PATH", "TMPDIR", "0", "a", "text"], "{run:?}");
    assert_eq!(text(&run.stderr), "");
}

#[test]
fn a_built_program_runs_and_its_results_are_read() {
    let sandbox = confined();
    let mut compiler = run_of(["cc", "main.c", "-o", "program"]);
    let source = "#include <stdio.h>\nint main(void) { fputs(\"42\\n\", fopen(\"log\", \"w\")); return 7; }\n";
    compiler.files.push(file("main.c", source));
    let built = run(sandbox, compiler);
    assert_eq!(built.end, End::Exited(0), "{built:?}");
    let mut program = run_of(["./program"]);
    program.files = all_of(&built.folder);
    let run = run(sandbox, program);
    assert_eq!(run.end, End::Exited(7), "{run:?}");
    assert_eq!(run.folder.read(Path::new("log"), 10).expect("a log"), b"42\n");
    assert!(matches!(run.folder.read(Path::new("log"), 2), Err(Unusable::TooLarge)));
    assert!(matches!(run.folder.open(Path::new("moves")), Err(Unusable::Missing)));
}

#[test]
fn a_program_cannot_change_what_the_next_run_gets() {
    let sandbox = confined();
    let mut command = shell("cat program; echo changed > program; chmod 000 program");
    command.files.push(file("program", "original\n"));
    for _ in 0..2 {
        let run = sandbox.run(&command).expect("an answer");
        assert_eq!(text(&run.stdout), "original\n");
    }
}

#[test]
fn names_are_bytes() {
    let script = r#": > "$(printf 'line\nend')"; : > "$(printf '\377\376')"; : > Log; : > log"#;
    let sandbox = confined();
    let first = run(sandbox, shell(script));
    let mut list = shell(r"printf '%s|' *").with("LC_ALL", "C");
    list.files = all_of(&first.folder);
    assert_eq!(run(sandbox, list).stdout.beginning, b"Log|line\nend|log|\xff\xfe|");
}

#[test]
fn files_go_beneath_the_folder_and_nowhere_else() {
    let others = Others::new();
    let before = others.facts();
    for name in ["../escaped", "/escaped", "a/../../escaped", ""] {
        let mut command = shell("ls");
        command.files.push(file(name, ""));
        assert!(matches!(confined().run(&command), Err(SandboxError::Files(_))), "{name}");
    }
    // The sandbox replaces links that an earlier command left, and does not follow them.
    let link =
        run(confined(), shell(&format!("ln -s '{0}'/expected.txt input; ln -s '{0}' folder", others.path().display())));
    let sandbox = confined();
    let mut command = shell("cat input folder/new; test ! -L input && test ! -L folder");
    command.files = all_of(&link.folder);
    command.files.push(file("input", "fresh, "));
    command.files.push(file("folder/new", "new"));
    let run = run(sandbox, command);
    assert_eq!((run.end, text(&run.stdout).as_str()), (End::Exited(0), "fresh, new"));
    assert_eq!(others.facts(), before);
}

#[test]
fn a_log_is_a_regular_file_with_one_name_beneath_the_folder() {
    let others = Others::new();
    let expected = others.path().join("expected.txt");
    let (link, none, no_file) = ("symbolic link", "no such file", "not a regular file");
    let attacks = [
        ("ln -s /etc/passwd log", link),
        ("ln -s \"$EXPECTED\" log", link),
        ("ln -s /dev/zero log", link),
        ("ln -s /proc/self/environ log", link),
        ("echo x > other; ln other log", "more than one name"),
        ("mkfifo log", no_file),
        ("mkdir log", no_file),
        ("echo x > log; chmod 200 log", "permissions do not allow reading"),
        (":", none),
    ];
    let sandbox = confined();
    for (script, reason) in attacks {
        let run = run(sandbox, shell(script).with("EXPECTED", &expected));
        let refusal = run.folder.open(Path::new("log")).expect_err(script).to_string();
        assert!(refusal.contains(reason), "{script}: {refusal}");
        // Reading by name would follow the link.
        if script.contains("$EXPECTED") {
            let trusting = format!("/proc/self/fd/{}/log", run.folder.as_fd().as_raw_fd());
            assert_eq!(fs::read_to_string(trusting).expect("a file"), "int secret;\n");
        }
    }
    let socket = run(sandbox, attack("socket"));
    let refusal = socket.folder.open(Path::new("log")).expect_err("a socket").to_string();
    assert!(refusal.contains(no_file), "{refusal}");
}

#[test]
fn a_folder_that_is_a_link_leads_nowhere() {
    let others = Others::new();
    let script = "mkdir real; echo x > real/log; ln -s real out; ln -s \"$OTHERS\" far";
    let sandbox = confined();
    let linked = run(sandbox, shell(script).with("OTHERS", others.path())).folder;
    assert_eq!(linked.read(Path::new("real/log"), 10).expect("a log"), b"x\n");
    for name in ["out/log", "far/expected.txt"] {
        assert!(matches!(linked.open(Path::new(name)), Err(Unusable::Link)), "{name}");
    }
    for name in ["../expected.txt", "/etc/passwd", "real/../../x"] {
        assert!(matches!(linked.open(Path::new(name)), Err(Unusable::Elsewhere)), "{name}");
    }
}

#[test]
fn any_number_of_folders_takes_few_open_files() {
    let few = ["sh", "-c", "ulimit -n 150; exec \"$@\"", "sh"];
    let script = "mkdir $(seq 160); for i in $(seq 160); do : > $i/file; done
                  perl -e 'for (1..90) { mkdir \"d\"; chdir \"d\" } open my $file, \">\", \"file\"'";
    for is_confined in [false, true] {
        let folder = TempDir::new().expect("a folder");
        let mut grader = start_grader(script, &mark(), folder.path(), &few, is_confined);
        grader.env("THEN", "find . -type f | wc -l");
        let output = grader.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("Exited(0)\n161 files\n161\n"), "{output:?}");
    }
}

#[test]
fn deep_folders_are_copied_in_few_steps() {
    // A path of 97 folders leads to 4,000 folders: opening each from the top would take 400,000 steps.
    let script = "d=$(yes d | head -n 97 | tr '\\n' /); mkdir -p $d; cd $d; seq 4000 | xargs mkdir";
    let deep = run(confined(), shell(script));
    let mut next = shell("find . | wc -l");
    next.files = all_of(&deep.folder);
    let [before, _] = taken();
    let next = confined().run(&next).expect("an answer");
    let nanoseconds = taken()[0] - before;
    assert_eq!(text(&next.stdout), "4098\n");
    assert!(nanoseconds < 700_000_000, "{nanoseconds} ns");
}

#[test]
fn a_hard_link_to_the_file_of_somebody_else_is_not_read() {
    let others = Others::new();
    let script = "ln \"$OTHERS\"/expected.txt log 2> /dev/null && echo linked";
    for sandbox in [unconfined(), confined()] {
        let run = run(sandbox, shell(script).with("OTHERS", others.path()));
        // Some systems forbid hard links for all but the file's owner, others only without write permission.
        if text(&run.stdout) == "linked\n" {
            assert_ne!(sandbox.level(), Level::Namespaces);
            assert!(matches!(run.folder.open(Path::new("log")), Err(Unusable::ManyNames)));
        }
    }
}
