//! Tests the feedback for students: useful, and without secrets.

use std::{collections::BTreeSet, fs};

use super::{GRADED, Workspace, files, write_program};

#[test]
fn feedback_says_what_is_wrong() {
    let (workspace, _) = &*GRADED;
    let _settings = crate::snapshots("grade");
    for student in [
        "ada_lovelace",
        "alan_turing",
        "barbara_liskov",
        "donald_knuth",
        "grace_hopper",
        "john_mccarthy",
        "ken_thompson",
        "margaret_hamilton",
        "niklaus_wirth",
        "noam_chomsky",
    ] {
        insta::assert_snapshot!(format!("feedback-{student}"), workspace.feedback(student));
    }
}

/// No feedback shows the machine, the files or the options of the grader.
#[test]
fn feedback_hides_the_files_of_the_course() {
    let workspace = Workspace::of_one_case();
    let tools = workspace.path("tools");
    workspace.write("tools/start", "");
    write_program(&tools.join("start"), "#!/bin/sh\nexec \"$@\"\n");
    workspace.open_to_all();
    let run = format!("'{}/start' ./reversi -i {{input}} -op {{moves}} -ol {{log}}", tools.display());
    let configuration = workspace.text("grade.toml");
    let old = configuration.lines().find(|line| line.starts_with("run")).expect("a command").to_owned();
    let configuration = configuration.replace(&old, &format!("run = {run:?}\nbuild = [\"sh ./build.sh\"]"));
    let read = format!("[files]\nread = [{:?}]\n[limits]", tools.display().to_string());
    let configuration = configuration.replace("[limits]", &read).replace("seconds = 1", "seconds = 0.1");
    workspace.write("grade.toml", configuration);
    let right = workspace.right();
    let scripts = [
        ("crashed", "exit 3"),
        ("looping", "while :; do :; done"),
        ("right", right.as_str()),
        ("silent", "exit 0"),
        ("wrong", "echo wrong > moves.txt; echo wrong > log.txt"),
    ];
    for (name, script) in scripts {
        workspace.submit(name, script);
        workspace.write(&format!("class/{name}/build.sh"), "exit 0\n");
    }
    workspace.submit("not_built", "exit 0");
    workspace.write("class/not_built/build.sh", "exit 1\n");
    workspace.grade_all(&[]);
    let folder = workspace.path("").display().to_string();
    for (path, bytes) in files(&workspace.path("results")) {
        if path.starts_with("feedback") || path.starts_with("gradescope") {
            let text = String::from_utf8(bytes).expect("text");
            let told = [&folder, "grade.toml", "recipes.toml", "reversi grade", "--verbose", "tools"];
            let told = told.into_iter().find(|word| text.contains(*word));
            assert_eq!(told, None, "{}: {text}", path.display());
        }
    }
    // The feedback instead shows a command that a student can run.
    assert!(workspace.feedback("crashed").contains("\nstart ./reversi -i input.txt -op moves.txt"));
    assert!(workspace.feedback("crashed").contains("```\n\n`start` is a program of the course.\n"));
}

#[test]
fn files_under_other_names_are_named() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "echo 1 > output1_moves.txt; mkdir a; echo 2 > 'a/`x`'; echo 3 > log.txt");
    workspace.submit("bob", "for i in 1 2 3 4 5 6 7; do echo > $i; done");
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("ada");
    let said = "\nYour program wrote `` a/`x` `` and `output1_moves.txt`; expected `moves.txt`.\n";
    assert!(feedback.contains(said), "{feedback}");
    let feedback = workspace.feedback("bob");
    let said = "\nYour program wrote `1`, `2`, `3`, `4`, `5` and `2 more`; expected `moves.txt` and `log.txt`.\n";
    assert!(feedback.contains(said), "{feedback}");
}

#[test]
fn each_format_mistake_has_a_sentence_and_a_pair() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    workspace.submit("ada", &format!("{right}sed -i 's/ /,/g' log.txt\n"));
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("ada");
    let format = feedback.split("\nFormat, `commas`: the log has ").nth(1).expect("a sentence");
    assert!(
        format.contains(
            " rows with unexpected commas.\n\n```text\nexpected  root 1 -Infinity\nfound     root,1,-Infinity\n```\n"
        ),
        "{feedback}"
    );
    assert!(feedback.contains("- `log.txt`: wrong in line 2."), "{feedback}");
}

#[test]
fn points_so_far_leave_out_what_is_to_come() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    workspace.submit("ada", &right);
    let roster = "Name,ID,submitted,submission\nAda,1,2013-10-16T00:30:00Z,ada\nNora,2,,nora\n";
    workspace.write("roster.csv", roster);
    let late = "[roster]\nfile = 'roster.csv'\ndeadline = 2013-10-16T00:00:00Z\nlate = ['0h:0%', '24h:10%']\n";
    workspace.configure(&["[[manual]]\nname = 'readme'\npoints = 5\n", late].concat());
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("ada");
    let points = "**10 of 10 points so far** (to come: `readme` (5 points)): 0 h 30 min late, which costs nothing\n";
    assert!(feedback.contains(points), "{feedback}");
    let feedback = workspace.feedback("nora");
    assert!(feedback.contains("**0 of 15 points**\n"), "{feedback}");
    assert!(feedback.contains("| `readme` | 0 | 5 | nothing submitted |"), "{feedback}");
}

/// The class has every kind of wrong submission, and a submission that prints its whole input.
#[test]
fn feedback_shows_nothing_of_a_hidden_board() {
    let workspace = Workspace::of_two_cases();
    let given = "while [ $# -gt 0 ]; do case $1 in -i) input=$2 ;; esac; shift; done\n";
    workspace.submit("curious", &[given, "cat $input; cat $input >&2; exit 1"].concat());
    workspace.submit("quiet", &[given, "cat $input"].concat());
    workspace.submit(
        "copying",
        &[given, "cp $input moves.txt; cp $input log.txt; cp $input \"$(head -n 1 $input)\""].concat(),
    );
    workspace.submit("gone", &[given, "rm -rf reversi; exec \"$(head -n 1 $input)\""].concat());
    workspace.graded(&[]).success();
    let rows = |board: &str| -> BTreeSet<String> { workspace.text(board).lines().map(str::to_owned).collect() };
    let visible = rows("endgame-eight-empties.txt");
    let hidden: BTreeSet<String> = rows("pass-inside-search-six-empties.txt").difference(&visible).cloned().collect();
    assert!(hidden.len() > 5, "the boards are different");
    let mut seen = 0;
    let all = files(&workspace.path("results")).into_iter().chain(files(&GRADED.0.path("results")));
    for (path, bytes) in all {
        if !path.starts_with("feedback") {
            continue;
        }
        seen += 1;
        let text = String::from_utf8(bytes).expect("text");
        let leak = hidden.iter().find(|row| text.contains(row.as_str()));
        assert_eq!(leak, None, "{}", path.display());
    }
    assert_eq!(seen, 4 + 13);
    // To prove that the text search works, the test finds the same text of the visible board.
    let curious = workspace.feedback("curious");
    assert!(visible.iter().all(|row| curious.contains(row)), "{curious}");
    let everything = workspace.text("results/results.json");
    assert!(hidden.iter().any(|row| everything.contains(row)), "the assistant sees it");
}

/// Every output treats students' text as data.
#[test]
fn text_of_students_is_data() {
    let workspace = Workspace::of_one_case();
    let said =
        "printf '```\\n# A heading\\n<script>alert(1)</script> [a link](http://x) \\033[31mred\\033[0m\\n' >&2; exit 3";
    workspace.submit("=cmd|'calc'", said);
    workspace.submit("@mention <b>", said);
    workspace.submit("new\nline\u{1b}[31m", said);
    workspace.submit("\u{ff1d}wide", "printf '\\357\\277\\277\\n' >&2; exit 3");
    workspace.submit(" =blank", said);
    workspace.grade_all(&[]);
    let grades = workspace.text("results/grades.csv");
    assert!(grades.contains("\n'=cmd|'calc',0,") && grades.contains("\n'@mention <b>,0,"), "{grades}");
    assert!(grades.contains("\nnew\\x0aline\\x1b[31m,0,"), "{grades}");
    assert!(grades.contains("\n'\u{ff1d}wide,0,") && grades.contains("\n' =blank,0,"), "{grades}");
    assert!(workspace.text("results/times.csv").contains("\n' =blank,"));
    let names: Vec<String> = fs::read_dir(workspace.path("results/feedback"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), 5);
    for name in names.into_iter().filter(|name| !name.contains("wide")) {
        let feedback = workspace.text(&format!("results/feedback/{name}"));
        assert!(!feedback.contains('\u{1b}') && feedback.contains(r"\x1b[31mred"), "{feedback}");
        // The block ends at its real end, not where the student's text looks like an end.
        let after_fence = feedback.split("````text\n").nth(1).expect("a long fence").split("\n````\n").next();
        assert!(after_fence.is_some_and(|inside| inside.contains("<script>") && inside.contains("# A heading")));
    }
    assert!(workspace.feedback("@mention <b>").starts_with("# `@mention <b>`\n"));
}

/// The name of a student's file appears in commands and in compilers' messages.
#[test]
fn names_of_files_are_data() {
    let workspace = Workspace::of_one_case();
    let name = "a\u{1b}[31m\n::error::b\u{ffff};=1+1|`c`.py";
    workspace.write(&format!("class/eve/{name}"), "import sys\nsys.exit(3)\n");
    workspace.submit("a;=1+1", "exit 3");
    workspace.submit("tab\t=1+1", "exit 3");
    workspace.grade_all(&["--lms", "moodle"]);
    let printed = crate::stdout(
        &workspace.run(&["--one", "class/eve", "--config", "grade.toml", "--gradescope", "one.json"]).code(1),
    );
    // The texts as a reader of the JSON shows them.
    let gradescope = workspace.json("one.json");
    let shown = [&gradescope["output"], &gradescope["tests"][0]["output"]].map(|text| text.as_str().expect("a text"));
    let shown = [("Gradescope", shown.concat())];
    let outputs = ["feedback/eve.md", "staff/eve.md", "class.md", "grades.csv", "moodle.csv", "times.csv"];
    let files = outputs.map(|name| (name, workspace.text(&format!("results/{name}"))));
    for (output, text) in files.into_iter().chain(shown).chain([("", printed)]) {
        let raw = ["\u{1b}", "\u{ffff}", "\n::error::"].into_iter().find(|raw| text.contains(raw));
        assert_eq!(raw, None, "{output}: {text}");
        let is_of_files = !["class.md", "grades.csv", "moodle.csv", "times.csv"].contains(&output);
        assert_eq!(text.contains(r"a\033[31m\012::error::b"), is_of_files, "{output}: {text}");
    }
    let grades = workspace.text("results/grades.csv");
    assert!(grades.contains("\n\"a;=1+1\",0,") && grades.contains("\ntab\\x09=1+1,0,"), "{grades}");
}

#[test]
fn verdicts_name_both_the_end_and_the_files() {
    let workspace = Workspace::of_one_case();
    workspace.configure("[limits]\nseconds = 0.3\noutput = '1 MiB'\nprocesses = 20\nmemory = '40 MiB'\nfiles = 50");
    let text = workspace.text("grade.toml").replace("\n[limits]\nseconds = 1\n", "");
    workspace.write("grade.toml", text);
    let right = workspace.right();
    let wrong = "echo wrong > moves.txt; cp moves.txt log.txt\n";
    let stale = workspace.path("class/stale");
    for (name, script, _) in cases(&right, wrong) {
        workspace.submit(name, &script);
    }
    // Submitted files are not the program's output.
    fs::copy(workspace.path("right-moves"), stale.join("moves.txt")).expect("a copy");
    fs::copy(workspace.path("right-log"), stale.join("log.txt")).expect("a copy");
    fs::create_dir(stale.join("input.txt")).expect("a folder in the way");
    workspace.grade_all(&[]);
    let verdicts = workspace.verdicts();
    for (name, _, verdict) in cases(&right, wrong) {
        assert_eq!(verdicts[name], verdict, "{name}");
    }
    // The progress of a stopped program depends on the machine, so the progress earns no points.
    let feedback = workspace.feedback("cut-off");
    assert!(feedback.contains("`log.txt`: `it was not finished when the program was stopped`"), "{feedback}");
    assert!(workspace.text("results/grades.csv").contains("\ncut-off,4,"));
}

/// Submissions with their scripts and expected results.
fn cases(right: &str, wrong: &str) -> Vec<(&'static str, String, &'static str)> {
    let with = |first: &str, then: &str| [first, then].concat();
    vec![
        ("right", right.to_owned(), "right"),
        ("wrong", wrong.to_owned(), "wrong output"),
        ("half", with(right, "rm log.txt"), "wrong output"),
        ("silent", "exit 0".to_owned(), "no output"),
        ("empty", ": > moves.txt; : > log.txt".to_owned(), "no output"),
        ("stale", "test -e moves.txt || exit 0; exit 9".to_owned(), "no output"),
        ("status", "exit 3".to_owned(), "crashed (status 3)"),
        ("signal", "kill -SEGV $$".to_owned(), "crashed (signal 11)"),
        ("status-right", with(right, "exit 3"), "crashed (status 3), files right"),
        ("signal-wrong", with(wrong, "kill -SEGV $$"), "crashed (signal 11), files wrong"),
        ("loop-right", with(right, "while :; do :; done"), "too slow, files right"),
        ("sleep", "sleep 100".to_owned(), "too slow"),
        ("output", "cat /dev/zero".to_owned(), "too much output"),
        ("files", "i=0; while :; do i=$((i + 1)); : > f$i; done".to_owned(), "too much output"),
        ("log", with(right, "cat /dev/zero > log.txt"), "too much output, files wrong"),
        (
            "cut-off",
            with(&with(right, "head -c 100 log.txt > part; mv part log.txt\n"), "while :; do :; done"),
            "too slow, files wrong",
        ),
        (
            "processes",
            "i=0; while [ $i -lt 50 ]; do sleep 9 & i=$((i + 1)); done; wait".to_owned(),
            "too many processes",
        ),
        ("memory", "exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'".to_owned(), "too much memory"),
        ("link", "ln -s /etc/passwd moves.txt; ln -s /etc/passwd log.txt".to_owned(), "no output"),
        ("pipe", with(right, "rm log.txt; mkfifo log.txt"), "wrong output"),
        ("daemon", with(right, "setsid sleep 100 > /dev/null 2>&1 &"), "right"),
        ("itself", with(right, "echo exit 9 > reversi"), "right"),
    ]
}

#[test]
fn the_output_of_a_build_is_shown() {
    let workspace = Workspace::of_one_case();
    workspace.configure("build = ['sh build.sh', 'chmod +x reversi']");
    let right = workspace.right();
    let builds = [
        ("built", format!("cat > reversi <<'SCRIPT'\n#!/bin/sh\n{right}SCRIPT")),
        ("failing", "echo 'line 7: no such thing' >&2; exit 1".to_owned()),
        ("endless", "while :; do :; done".to_owned()),
        ("empty", "exit 0".to_owned()),
    ];
    for (name, script) in &builds {
        fs::create_dir(workspace.path("class").join(name)).expect("a folder");
        fs::write(workspace.path("class").join(name).join("build.sh"), script).expect("a script");
    }
    let text = workspace.text("grade.toml") + "[build_limits]\nseconds = 0.3\n";
    workspace.write("grade.toml", text);
    workspace.grade_all(&[]);
    let verdicts = workspace.verdicts();
    let of = |name: &str| verdicts[name].as_str();
    assert_eq!(
        [of("built"), of("failing"), of("endless"), of("empty")],
        ["right", "not built", "not built", "not built"]
    );
    let failing = workspace.feedback("failing");
    assert!(
        failing.contains("`sh build.sh` failed with status 1") && failing.contains("line 7: no such thing"),
        "{failing}"
    );
    assert!(workspace.feedback("endless").contains("`sh build.sh` took too much time"));
}

#[test]
fn nothing_is_built_without_a_program() {
    let workspace = Workspace::of_one_case();
    workspace.configure("build = ['false']");
    for number in 0..8 {
        fs::create_dir(workspace.path("class").join(format!("student{number}"))).expect("a folder");
    }
    workspace.grade_all(&[]);
    let verdicts = workspace.verdicts();
    assert!(verdicts.len() == 8 && verdicts.values().all(|verdict| verdict == "not built"));
}

/// One mistake explains sixty cases: the feedback shows the mistake once, with one case in full.
#[test]
fn a_student_is_told_one_diagnosis_in_few_lines() {
    let case = |depth: u32| format!("case{depth},usc2013,{},{},board.txt,1\n", depth % 3 + 1, depth % 2 + 1);
    let cases: Vec<String> = (1..=60).map(case).collect();
    let cases = ["name,assignment,task,depth,input,points\n", &cases.concat()].concat();
    let workspace = Workspace::with(&cases);
    fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("board.txt")).expect("a board");
    let mistaken = workspace.path("class/ada");
    fs::create_dir_all(&mistaken).expect("a folder");
    for depth in 1..=60 {
        let file = |what: &str, depth: u32| mistaken.join(format!("case{depth}-{what}.txt"));
        // The same six jobs are repeated.
        if depth > 6 {
            for what in ["moves", "log"] {
                fs::copy(file(what, (depth - 1) % 6 + 1), file(what, depth)).expect("a copy");
            }
            continue;
        }
        let [moves, log] = ["moves", "log"].map(|what| file(what, depth));
        let (task, plies) = ((depth % 3 + 1).to_string(), (depth % 2 + 1).to_string());
        let mut command = crate::reversi();
        command.args(["mistakes", "write", "evaluation-negated", "-t", &task, "-d", &plies, "-i"]);
        command.arg(workspace.path("board.txt")).arg("-op").arg(moves).arg("-ol").arg(log).assert().success();
    }
    workspace.grade_all(&["--collected"]);
    let short = workspace.feedback("ada");
    assert!(short.contains("explains all 60 wrong cases"), "{short}");
    assert!((100..200).contains(&short.lines().count()), "{}", short.lines().count());
    assert!(short.contains(" more\n") && !short.contains("--verbose"), "{short}");
    workspace.grade_all(&["--collected", "--verbose"]);
    let long = workspace.feedback("ada");
    assert!(long.lines().count() > 1000 && long.matches("The differences:").count() == 60);
    let class = workspace.text("results/class.md");
    assert!(class.contains("\n- 1 of 1: evaluation-negated: "), "{class}");
}

/// The commands in a feedback write the same bytes as the program's input.
#[test]
fn inputs_are_repeated_byte_for_byte() {
    for (ends, expected) in [("", "\n"), ("lf", "\n"), ("crlf", "\r\n")] {
        let workspace = Workspace::of_one_case();
        let windows = workspace.text("board.txt").replace('\n', "\r\n");
        workspace.write("board.txt", &windows);
        let cases = format!("name,assignment,task,depth,input,line-ends\nmid,usc2013,1,1,board.txt,{ends}\n");
        workspace.write("cases.csv", cases);
        workspace.submit("ada", "cp input.txt log.txt");
        workspace.grade_all(&[]);
        let feedback = workspace.feedback("ada");
        assert_eq!(feedback.contains("end in CR LF"), ends == "crlf", "{feedback}");
        let pasted =
            feedback.split("```text\n").nth(1).and_then(|rest| rest.split("\n./reversi").next()).expect("a block");
        let pasted = std::process::Command::new("sh").arg("-c").arg(pasted).current_dir(workspace.path(".")).status();
        assert!(pasted.expect("a shell").success());
        let board = windows.replace("\r\n", expected);
        assert_eq!(workspace.text("input.txt"), board, "{ends}");
    }
}

/// Students see the kind of a program's end; staff see all details.
#[test]
fn staff_see_what_students_do_not() {
    let workspace =
        Workspace::with("name,assignment,task,depth,input,points,visibility\nmid,usc2013,1,1,board.txt,10,hidden\n");
    fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("board.txt")).expect("a board");
    fs::create_dir(workspace.path("class")).expect("a folder");
    workspace.submit("ada", "echo oops >&2; exit 77");
    workspace.grade_all(&["--lms", "moodle"]);
    let staff = workspace.text("results/staff/ada.md");
    assert!(staff.contains("crashed (status 77)") && staff.contains("oops") && staff.contains("XOOX*OX*"), "{staff}");
    for file in ["feedback/ada.md", "moodle.csv"] {
        let text = workspace.text(&format!("results/{file}"));
        assert!(text.contains("crashed") && !text.contains("77") && !text.contains("oops"), "{file}: {text}");
    }
}

/// A missing file is not a mistake of the search.
#[test]
fn missing_files_have_no_diagnosis() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", &(workspace.right() + "rm log.txt"));
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("ada");
    assert!(feedback.contains("The cause: `log.txt`: there is no such file."), "{feedback}");
    assert!(!feedback.contains("explain") && !workspace.text("results/class.md").contains("Mistakes"), "{feedback}");
}

/// If no student has a correct case, the cause is probably not the students.
#[test]
fn one_line_says_that_all_students_failed_alike() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    for (scripts, expected) in [
        (["no-such-interpreter"; 2], "crashed in every case, with `./reversi: 2: "),
        (["echo > output.txt"; 2], "no output in every case."),
        (["echo 'one word' >&2; exit 1"; 2], "crashed in every case, with `one word`."),
        (["echo one >&2; exit 1", "echo two >&2; exit 1"], "crashed in every case."),
        (["exit 1", &right], ""),
    ] {
        for (name, script) in ["ada", "bob"].iter().zip(scripts) {
            workspace.submit(name, script);
        }
        let printed = crate::stdout(&workspace.graded(&[]).success());
        let first = printed.lines().next().unwrap_or_default();
        let start =
            if expected.is_empty() { String::new() } else { format!("All 2 students failed alike: {expected}") };
        assert!(
            first.starts_with(&start) && first.contains("failed alike") != expected.is_empty(),
            "{expected}: {first}"
        );
    }
}

#[test]
fn right_files_of_a_crash_are_not_called_wrong() {
    let workspace = Workspace::of_two_cases();
    workspace.submit_of(&super::class(), &["grace_hopper"]);
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("grace_hopper");
    assert!(feedback.contains("\n\nAll files are right, but the program crashed in both cases.\n\n"), "{feedback}");
    assert!(!feedback.contains("wrong cases (1"), "{feedback}");
}

#[test]
fn words_before_a_limit_and_before_make_are_shown() {
    let workspace = Workspace::of_one_case();
    workspace.submit("ada", "echo Your move?; sleep 60");
    workspace.write("class/bob/Makefile", "reversi:\n\t@echo 'no board.h here' >&2; exit 1\n");
    workspace.grade_all(&[]);
    let feedback = workspace.feedback("ada");
    assert!(feedback.contains("The program printed:\n\n```text\nYour move?\n```"), "{feedback}");
    let feedback = workspace.feedback("bob");
    assert!(feedback.contains("The build failed, so no case ran: `no board.h here`."), "{feedback}");
}

#[test]
fn open_readings_come_first_and_can_be_accepted() {
    let workspace = Workspace::with("name,assignment,input,points\nfull,usc2014,board.txt,10\n");
    fs::copy("fixtures/next/usc2014-minimax-full-board.txt", workspace.path("board.txt")).expect("a board");
    let output = workspace.path("class/ada/full-output.txt");
    workspace.write("class/ada/full-output.txt", "");
    let mut command = crate::reversi();
    command.args(["mistakes", "write", "full-board-is-a-leaf", "--assignment", "usc2014", "-i"]);
    command.arg(workspace.path("board.txt")).arg("-o").arg(output).assert().success();
    workspace.write("grade.toml", "cases = 'cases.csv'\n");
    workspace.grade_all(&["--collected"]);
    let (page, feedback) = (workspace.text("results/class.md"), workspace.feedback("ada"));
    assert!(page.starts_with("# The class\n\n## Wrong only because of an open reading; to accept"), "{page}");
    assert!(page.contains("\n- `full-board-is-a-leaf`: `ada` (") && !page.contains("Mistakes of the class"), "{page}");
    assert!(feedback.contains("reading of the assignment") && !feedback.contains("The assignment: "), "{feedback}");
    workspace.write("grade.toml", "cases = 'cases.csv'\naccept = ['full-board-is-a-leaf']\n");
    workspace.grade_all(&["--collected"]);
    assert_eq!(workspace.text("results/grades.csv").lines().nth(1), Some("ada,10,10,0,10"));
    assert!(!workspace.text("results/class.md").contains("open reading"));
    for (name, expected) in [
        ("full-bord", "\"full-bord\" is not an open reading; expected full-board-is-a-leaf"),
        ("wipe-out-ends", "wipe-out-ends is not an open reading of any assignment of the list"),
    ] {
        workspace.write("grade.toml", format!("cases = 'cases.csv'\naccept = ['{name}']\n"));
        let said = workspace.refusal("other");
        assert!(said.contains("grade.toml:2:11: ") && said.contains(expected), "{said}");
    }
}

fn submit_mistaken(workspace: &Workspace, mistake: &str, task: &str, board: &str, case: &str) {
    let file = |kind: &str| workspace.path(&format!("class/ada/{case}-{kind}.txt"));
    workspace.write(&format!("class/ada/{case}-log.txt"), "");
    let mut command = crate::reversi();
    command.args(["mistakes", "write", mistake, "-t", task, "-d", "2", "-i"]).arg(workspace.path(board));
    command.arg("-op").arg(file("moves")).arg("-ol").arg(file("log")).assert().success();
}

#[test]
fn the_format_comes_first_if_it_costs_more() {
    let workspace = Workspace::with("name,assignment,task,depth,input,points\nmid,usc2013,1,2,board.txt,10\n");
    fs::copy("fixtures/endgame-eight-empties.txt", workspace.path("board.txt")).expect("a board");
    submit_mistaken(&workspace, "ties-to-last", "1", "board.txt", "mid");
    let feedback = |partial: &str| {
        workspace.write("grade.toml", format!("cases = 'cases.csv'\n[points]\npartial = '{partial}'\n"));
        workspace.grade_all(&["--collected"]);
        workspace.feedback("ada")
    };
    let right_format = feedback("matching");
    assert!(right_format.contains("`ties-to-last`") && !right_format.contains("another format"), "{right_format}");
    let log = workspace.text("class/ada/mid-log.txt").replace(".0", "");
    workspace.write("class/ada/mid-log.txt", log);
    for partial in ["matching", "prefix"] {
        let said = feedback(partial);
        let place = |words: &str| said.find(words).unwrap_or_else(|| panic!("{words}: {said}"));
        assert!(place("another format than the assignment's (`no-decimal`)") < place("`ties-to-last`"), "{said}");
        let page = workspace.text("results/class.md");
        assert!(page.contains("| wrong output | format |"), "{page}");
    }
}

#[test]
fn the_place_of_the_fault_is_told() {
    let cases = "min,usc2013,1,2,board.txt,10\nab,usc2013,2,2,board.txt,10\n";
    let workspace = Workspace::with(&format!("name,assignment,task,depth,input,points\n{cases}"));
    fs::copy("fixtures/midgame-early.txt", workspace.path("board.txt")).expect("a board");
    submit_mistaken(&workspace, "strict-cut-off", "1", "board.txt", "min");
    submit_mistaken(&workspace, "strict-cut-off", "2", "board.txt", "ab");
    workspace.write("grade.toml", "cases = 'cases.csv'\n");
    workspace.grade_all(&["--collected"]);
    let feedback = workspace.feedback("ada");
    assert!(feedback.contains("Only your alpha-beta is affected: the same boards by minimax are right."), "{feedback}");
}
