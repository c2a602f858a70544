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
            let told = [&folder, "grade.toml", "recipes.toml", "reversi grade", "tools"];
            let told = told.into_iter().find(|word| text.contains(*word));
            assert_eq!(told, None, "{}: {text}", path.display());
        }
    }
    // The feedback instead shows a command that a student can run.
    assert!(workspace.feedback("crashed").contains("\nstart ./reversi -i input.txt -op moves.txt"));
    assert!(workspace.feedback("crashed").contains("```\n\n`start` is a program of the course.\n"));
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
    assert!(feedback.contains("| `readme` |      0 |   5 | nothing submitted |"), "{feedback}");
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
    assert!(short.lines().count() < 200 && short.matches("The differences:").count() == 1, "{short}");
    let long = workspace.text("results/staff/ada.md");
    assert!(long.lines().count() > 1000 && long.matches("The differences:").count() == 60, "{long}");
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
        let reproduced = feedback.split("To reproduce this").nth(1).expect("a command");
        let pasted =
            reproduced.split("```text\n").nth(1).and_then(|rest| rest.split("\n./reversi").next()).expect("a block");
        let pasted = std::process::Command::new("sh").arg("-c").arg(pasted).current_dir(workspace.path(".")).status();
        assert!(pasted.expect("a shell").success());
        let board = windows.replace("\r\n", expected);
        assert_eq!(workspace.text("input.txt"), board, "{ends}");
    }
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

/// A program prints a file, or writes it under another name; a recipe takes the printed text as the file.
#[test]
fn text_in_another_place_is_named() {
    let workspace = Workspace::of_one_case();
    let right = workspace.right();
    let printing = right.replace("cat > log.txt", "cat");
    workspace.submit("ada", &printing);
    workspace.submit("bob", &right.replace("log.txt", "logs.txt"));
    workspace.submit("cy", &printing);
    workspace.write("class/di/Makefile", "run:\n\t@echo 'Exception: no board' >&2; exit 3\n");
    workspace.write("recipes.toml", "[cy]\nstdout = 'log.txt'\n");
    workspace.grade_all(&[]);
    for (student, place) in
        [("ada", "your program printed the expected text"), ("bob", "your file logs.txt has the expected text")]
    {
        let feedback = workspace.feedback(student);
        assert!(feedback.contains(&format!("{place}; the assignment wants it in log.txt")), "{feedback}");
        assert!(workspace.text(&format!("results/staff/{student}.md")).contains(place));
    }
    assert_eq!(workspace.verdicts()["cy"], "right");
    let feedback = workspace.feedback("cy");
    assert!(feedback.contains("The course took what your program printed as `log.txt`."), "{feedback}");
    let page = workspace.text("results/class.md");
    assert!(page.contains("- `di`: `Exception: no board`"), "{page}");
    workspace.write("recipes.toml", "[cy]\nstdout = 'logs.txt'\n");
    let refused = workspace.refusal("other");
    assert!(refused.contains("recipes.toml:1:2: stdout is \"logs.txt\", which is not a file of a case"), "{refused}");
}
