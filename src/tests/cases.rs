//! Tests sets of cases: caught mistakes, the content of lists, and generated sets.

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use reversi::{
    assignment::{Asked, AskedTask, Assignment, Job, TaskNumber},
    cases::{CaseList, ExpectedOutput, NewCase, Occurrence, TaskPoints, Wanted},
    game::Depth,
    mistakes::{Mistake, PlainMistake},
};
use reversi_testing::by_profile;
use serde_json::Value;
use tempfile::TempDir;

fn cases(arguments: &[&str]) -> (String, Option<i32>) {
    let output = crate::reversi().arg("cases").args(arguments).output().expect("it runs");
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

fn audit_json(list: &Path) -> Value {
    let (text, _) = cases(&["audit", list.to_str().expect("a name"), "--json"]);
    serde_json::from_str(&text).expect("JSON")
}

const SHORT: &str = "fixtures/cases/short.csv";
static CSV_AUDIT: LazyLock<(String, Option<i32>)> = LazyLock::new(|| cases(&["audit", SHORT, "--csv"]));

#[test]
fn audit_shows_the_cases_that_catch_each_mistake() {
    let _settings = crate::snapshots("cases");
    for (name, is_missed) in by_profile(&[("opening", true)][..], &[("opening", true), ("cases", false)]) {
        let (text, code) = cases(&["audit", &format!("fixtures/cases/{name}.csv")]);
        insta::assert_snapshot!(format!("audit-{name}"), text);
        assert_eq!(code, Some(i32::from(*is_missed)));
    }
    let (csv, code) = &*CSV_AUDIT;
    insta::assert_snapshot!("audit-csv", csv);
    assert_eq!(*code, Some(1));
}

#[test]
fn the_forms_of_an_audit_say_the_same() {
    let audit = audit_json(Path::new(SHORT));
    let (csv, _) = &*CSV_AUDIT;
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let header = table.headers().expect("a header").clone();
    assert!(audit["cases"].as_array().expect("cases").iter().eq(header.iter().skip(1)));
    for (row, mistake) in table.records().zip(audit["mistakes"].as_array().expect("mistakes")) {
        let row = row.expect("a row");
        assert_eq!(mistake["name"], row[0]);
        let caught: Vec<&str> =
            header.iter().zip(&row).filter(|(_, cell)| *cell == "1").map(|(case, _)| case).collect();
        assert_eq!(mistake["caught_by"], Value::from(caught.clone()));
        let is_missed = audit["missed"].as_array().expect("a list").contains(&row[0].into());
        assert_eq!(is_missed, caught.is_empty());
    }
}

#[test]
fn a_list_is_read_with_its_columns_in_any_order_and_semicolons() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("list.csv");
    let board = fs::canonicalize("fixtures/opening.txt").expect("a board");
    let text = format!(
        "\u{feff}Points; input ;visibility;ASSIGNMENT;depth;task;name\r\n2.5;{};Hidden;usc2013;3;2;ä b\r\n;;;;;;\r\n",
        board.display()
    );
    fs::write(&list, text).expect("a list");
    let list = CaseList::read(&list).expect("a list");
    let case = &list.cases[0];
    assert_eq!((case.name.as_str(), case.points, case.visibility.to_string().as_str()), ("ä b", 2.5, "hidden"));
    assert_eq!(list.cases.len(), 1);
}

/// Makes a set in which at least two cases catch every mistake of the assignment.
fn new_set(assignment: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("set");
    let (report, code) = cases(&["new", "--assignment", assignment, "--out", out.to_str().expect("a name")]);
    assert_eq!(code, Some(0), "{report}");
    assert_every_mistake_is_caught_twice(&out.join("cases.csv"), &Assignment::named(assignment).expect("a year"));
    folder
}

fn assert_every_mistake_is_caught_twice(list: &Path, assignment: &Assignment) {
    let audit = audit_json(list);
    let mistakes = audit["mistakes"].as_array().expect("mistakes");
    for mistake in mistakes {
        let is_open = mistake["open"] == true;
        let least = if is_open { 0 } else { 2 };
        let most = if is_open { 0 } else { usize::MAX };
        let caught_by = mistake["caught_by"].as_array().expect("cases").len();
        assert!((least..=most).contains(&caught_by), "{mistake}");
    }
    assert_eq!(mistakes.len(), Mistake::of(assignment).filter(|mistake| !mistake.is_rare()).count());
    assert_eq!([&audit["uncovered"], &audit["alike"]], [&serde_json::json!([]); 2]);
}

#[test]
fn mistake_is_not_caught_if_its_game_takes_too_long() {
    let asked = Asked { task: TaskNumber::new(1).map(AskedTask::Number), depth: Some(Depth::new(4)), weights: None };
    let job = Job::read(&Assignment::usual(), Path::new("fixtures/opening.txt"), asked).expect("a job");
    let output = ExpectedOutput::new(&job, u64::MAX).expect("any number of rows");
    // Task 1 has no weights. All searches of the game have more rows than the limit for jobs with mistakes.
    assert!(!output.catches(PlainMistake::WeightsRepeated.into()));
    assert!(output.catches(PlainMistake::DepthPlusOne.into()));
}

#[test]
fn new_set_has_ordinary_boards_and_cases_for_open_readings() {
    let assignment = Assignment::named("usc2014").expect("a built-in assignment");
    let mistakes = [PlainMistake::StrictCutOff, PlainMistake::StrictCutOffForMax].into_iter().collect();
    let wanted = Wanted { mistakes, is_whole_set: true, has_open_readings: true, ..Wanted::new(&assignment) };
    let found = wanted.find(&|_, _| ());
    let discs = |case: &NewCase| 64 - case.job.task.start.empty().len();
    assert!(found.cases.iter().any(|case| discs(case) == 4));
    assert!(found.cases.iter().any(|case| (20..=30).contains(&discs(case))));
    let (open, closed): (Vec<_>, Vec<_>) = found.cases.iter().partition(|case| !case.open_readings.is_empty());
    assert!(open.len() == 1 && open[0].covers().starts_with("open reading: full-board-is-a-leaf"), "{open:?}");
    let reading = PlainMistake::FullBoardIsALeaf.into();
    assert!(closed.iter().all(|case| !ExpectedOutput::new(&case.job, u64::MAX).expect("a short log").catches(reading)));
    // Some case of the set distinguishes the two mistakes.
    let is_different = |case: &NewCase| {
        let output = ExpectedOutput::new(&case.job, u64::MAX).expect("a short log");
        let files = |mistake: PlainMistake| output.fingerprint(mistake.into());
        files(PlainMistake::StrictCutOff) != files(PlainMistake::StrictCutOffForMax)
    };
    assert!(found.cases.iter().any(is_different));
}

/// The points that a list gives to the cases of each task.
fn shares(list: &CaseList) -> Vec<(u8, f64)> {
    let mut shares = BTreeMap::new();
    for case in &list.cases {
        *shares.entry(case.job().expect("a job").number.expect("a task").get()).or_default() += case.points;
    }
    shares.into_iter().collect()
}

#[test]
fn example_set_misses_nothing_and_shares_points_equally() {
    let list = CaseList::read(Path::new("fixtures/cases/cases.csv")).expect("a list");
    for (share, task) in shares(&list).into_iter().zip(1..=3) {
        assert_eq!(share.0, task);
        assert!((share.1 - 10.0).abs() < 1e-9, "{share:?}");
    }
    for case in &list.cases {
        let happens: Vec<&str> = Occurrence::of(case.job().expect("a job")).into_iter().map(Occurrence::name).collect();
        assert_eq!(case.covers, happens.join("; "), "{}", case.name);
    }
}

#[test]
fn the_points_of_a_task_are_divided_to_the_hundredth() {
    for (text, cases, parts) in
        [("2:25", 3, vec![8.34, 8.33, 8.33]), ("1:0.05", 2, vec![0.03, 0.02]), ("1:9", 1, vec![9.0])]
    {
        let points: TaskPoints = text.parse().expect("points");
        assert_eq!(points.divided(cases).collect::<Vec<_>>(), parts);
    }
    for text in ["", "25", "x:25", "0:25", "1:-1", "1:x", "1:1000001"] {
        assert!(text.parse::<TaskPoints>().is_err(), "{text}");
    }
}

#[test]
fn occurrences_of_a_job_are_known() {
    use Occurrence::{CutOff, OverAtStart, Pass, Tie, WipeOut};
    let happens = |board: &str, task: u8, depth: u32| {
        let asked =
            Asked { task: TaskNumber::new(task).map(AskedTask::Number), depth: Some(Depth::new(depth)), weights: None };
        let job = Job::read(&Assignment::usual(), &Path::new("fixtures").join(board), asked).expect("a job");
        Occurrence::of(&job).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(happens("full-board.txt", 1, 3), [OverAtStart]);
    assert_eq!(happens("empty-board.txt", 2, 3), [OverAtStart]);
    // All four moves of the opening have the same value.
    assert_eq!(happens("opening.txt", 1, 1), [Tie]);
    assert!(happens("opening.txt", 2, 3).contains(&CutOff) && !happens("opening.txt", 1, 3).contains(&CutOff));
    assert!(happens("pass-at-root.txt", 1, 2).contains(&Pass));
    assert!(happens("wipe-out-white-gone.txt", 1, 2).contains(&WipeOut));
    assert!(!happens("full-board.txt", 1, 2).contains(&WipeOut));
}

#[test]
fn audit_reports_left_out_situations_and_equal_cases() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("cases.csv");
    let board = fs::canonicalize("fixtures/opening.txt").expect("a board");
    let rows: String = ["one,3,2", "two,3,2", "three,3,1"]
        .map(|case| {
            let (name, rest) = case.split_once(',').expect("a name");
            format!("{name},usc2013,{rest},{}\n", board.display())
        })
        .concat();
    fs::write(&list, ["name,assignment,task,depth,input\n", &rows].concat()).expect("a list");
    let audit = audit_json(&list);
    let left_out = ["task 1", "task 2", "two cases of minimax", "game over at the start", "wipe-out"];
    assert_eq!(audit["uncovered"], serde_json::json!(left_out));
    assert_eq!(audit["alike"], serde_json::json!([["one", "two"]]));
    let (said, code) = cases(&["audit", list.to_str().expect("a name")]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains(&format!("Left out: {}\n", left_out.join(", "))) && said.contains("The same case: one, two\n"),
        "{said}"
    );
}

#[test]
#[ignore = "it takes many seconds"]
fn new_set_catches_every_mistake_twice_in_short_logs() {
    new_set("usc2017");
    let folder = new_set("usc2013");
    let out = folder.path().join("set");
    let mut rows = 0;
    for case in &CaseList::read(&out.join("cases.csv")).expect("a list").cases {
        let log = fs::read_to_string(out.join(format!("{}-log.txt", case.name))).expect("an expected file");
        rows += log.lines().count() - 1;
    }
    let cases = CaseList::read(&out.join("cases.csv")).expect("a list").cases.len();
    // The published set has six logs of 506 rows.
    assert!(6 * rows < 506 * cases, "{rows} rows in {cases} logs");
}

#[test]
fn the_same_wishes_find_the_same_cases_on_any_number_of_threads() {
    let mistakes =
        [PlainMistake::StrictCutOff, PlainMistake::WipeOutGoesOn, PlainMistake::TiesToLast].into_iter().collect();
    let wanted = Wanted { mistakes, ..Wanted::new(&Assignment::named("usc2014").expect("a year")) };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let found = pool.install(|| wanted.find(&|_, _| ()));
        found.cases.iter().map(|case| case.job.input()).collect::<Vec<_>>()
    };
    assert_eq!(on(1), on(3));
}

/// Each further case has a long log, and the cases are evenly distributed among the tasks.
#[test]
fn extra_cases_show_something_new() {
    let mistakes =
        [PlainMistake::StrictCutOff, PlainMistake::TiesToLast, PlainMistake::NoDiagonals].into_iter().collect();
    let assignment = Assignment::named("usc2014").expect("a year");
    let few = Wanted { mistakes, ..Wanted::new(&assignment) }.find(&|_, _| ());
    let many = Wanted { mistakes, count: Some(few.cases.len() + 12), ..Wanted::new(&assignment) }.find(&|_, _| ());
    assert_eq!(many.cases.len(), few.cases.len() + 12);
    let mut tasks = [0; 3];
    for case in &many.cases {
        tasks[usize::from(case.job.number.expect("a task").get()) - 1] += 1;
    }
    assert!(tasks.iter().max().expect("tasks") - tasks.iter().min().expect("tasks") <= 1, "{tasks:?}");
    let short = many.cases.iter().filter(|case| case.job.is_logged && case.rows < 10).count();
    assert!(short <= few.cases.len(), "{short} cases show next to nothing");
    let caught = |mistake| many.cases.iter().filter(|case| case.catches.contains(mistake)).count();
    for mistake in mistakes.iter() {
        assert!(caught(mistake) >= 4, "{mistake} is caught {} times", caught(mistake));
    }
}

#[test]
#[ignore = "it takes many seconds"]
fn audit_adds_cases_to_a_list_that_can_be_moved() {
    let folder = TempDir::new().expect("a folder");
    let [lists, boards] = ["lists", "boards"].map(|name| folder.path().join("set").join(name));
    for path in [&lists, &boards] {
        fs::create_dir_all(path).expect("a folder");
    }
    fs::copy("fixtures/next/usc2017-black-midgame.txt", boards.join("one.txt")).expect("an input");
    let list = lists.join("cases.csv");
    // The columns of the list keep their order, and existing rows do not change.
    let text = "input,assignment,name\n../boards/one.txt,usc2017,one";
    fs::write(&list, text).expect("a list");
    let (report, code) = cases(&["audit", list.to_str().expect("a name"), "--add", boards.to_str().expect("a name")]);
    assert_eq!(code, Some(0), "{report}");
    let now = fs::read_to_string(&list).expect("a list");
    let added = format!("{text}\n../boards/case1.txt,usc2017,case1\n");
    assert!(now.starts_with(&added), "{now}");
    let moved = folder.path().join("moved");
    fs::rename(folder.path().join("set"), &moved).expect("another name");
    let (audit, code) = cases(&["audit", moved.join("lists/cases.csv").to_str().expect("a name"), "--json"]);
    let audit: Value = serde_json::from_str(&audit).expect("JSON");
    assert_eq!((&audit["missed"], code), (&Value::Array(Vec::new()), Some(0)));
}

#[test]
fn expected_files_are_those_of_the_job() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("expected");
    let (_, code) = cases(&["expected", "fixtures/cases/opening.csv", "--out", out.to_str().expect("a name")]);
    assert_eq!(code, Some(0));
    let (moves, log) = (folder.path().join("moves.txt"), folder.path().join("log.txt"));
    let job = ["-t", "2", "-d", "3", "-i", "fixtures/opening.txt", "-op"];
    crate::reversi().args(job).arg(&moves).arg("-ol").arg(&log).assert().success();
    for (written, expected) in [(moves, "opening-t2-moves.txt"), (log, "opening-t2-log.txt")] {
        assert_eq!(fs::read(written).expect("a file"), fs::read(out.join(expected)).expect("a file"));
    }
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 6);
}

#[test]
#[ignore = "it takes many seconds"]
fn new_set_contains_its_assignment_and_needs_an_empty_folder() {
    let folder = TempDir::new().expect("a folder");
    let words = "name = \"spring\"\nlike = \"usc2017\"\n[input]\nsquares = \".xo\"\n[log]\nroot = \"start\"\nseparator = \";\"\n";
    fs::create_dir(folder.path().join("teacher")).expect("a folder");
    fs::write(folder.path().join("teacher/spring.toml"), words).expect("a file");
    // If a set exists, `cases` makes another set only with `--force`.
    let (earlier, before) = (folder.path().join("set/cases.csv"), "name,assignment,input\n");
    fs::create_dir(folder.path().join("set")).expect("a folder");
    fs::write(&earlier, before).expect("a list");
    let new = ["cases", "new", "--assignment", "teacher/spring.toml", "--out", "set"];
    let said = crate::stderr(&crate::reversi().current_dir(folder.path()).args(new).assert().code(2));
    assert!(said.contains("is not empty; expected a new folder, or --force"), "{said}");
    assert_eq!(fs::read_to_string(&earlier).expect("a list"), before);
    crate::reversi().current_dir(folder.path()).args(new).arg("--force").assert().success();
    // The set still works in another folder.
    let moved = folder.path().join("moved");
    fs::rename(folder.path().join("set"), &moved).expect("another name");
    fs::remove_dir_all(folder.path().join("teacher")).expect("a folder");
    let list = CaseList::read(&moved.join("cases.csv")).expect("a list");
    let case = &list.cases[0];
    assert_eq!(case.job().expect("a job").assignment.name, "spring");
    assert_every_mistake_is_caught_twice(&moved.join("cases.csv"), &case.job().expect("a job").assignment);
    let output = moved.join(format!("{}-output.txt", case.name));
    assert!(fs::read_to_string(&output).expect("an expected file").contains("\nstart;0;"));
    let check = ["check", "--cases", "cases.csv", "."];
    crate::reversi().current_dir(&moved).args(check).assert().success();
    fs::write(&output, fs::read_to_string(&output).expect("a file").replace(';', ",").replace("start,0,", "start,1,"))
        .expect("a file");
    let check = crate::reversi().current_dir(&moved).args(check).arg("--json").assert().code(1);
    let said: Value = serde_json::from_slice(&check.get_output().stdout).expect("JSON");
    assert_eq!(said["cases"][0]["files"][1]["first"]["kind"], "depth", "{said}");
    // A wrong depth at the root would change all rows.
    assert_eq!((&said["cases"][0]["nearest"], &said["of"]), (&Value::Null, &1.into()), "{said}");
}

#[test]
fn a_refused_set_of_cases_leaves_no_folder() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let out = folder.path().join("cases");
    crate::reversi().args(["cases", "new", "--points", "4:10", "--out"]).arg(&out).assert().code(2);
    assert!(!out.exists());
}

#[test]
fn depths_that_nobody_can_search_are_refused_at_once() {
    let folder = TempDir::new().expect("a folder");
    let [list, log] = ["cases.csv", "log.txt"].map(|name| folder.path().join(name));
    std::fs::copy("fixtures/opening.txt", folder.path().join("opening.txt")).expect("a board");
    std::fs::write(&list, "name,assignment,task,depth,input,points\none,usc2013,2,64,opening.txt,10\n")
        .expect("a list");
    std::fs::write(&log, "Node,Depth,Value\nroot,0,-Infinity\n").expect("a log");
    let [list, log] = [&list, &log].map(|path| path.to_str().expect("a path"));
    for arguments in [
        &["cases", "audit", list][..],
        &["cases", "expected", list, "--out", "out"],
        &["check", "-t1", "-d13", "-i", "fixtures/opening.txt", "-ol", log],
    ] {
        let refused = crate::reversi().args(arguments).assert().code(2).stdout("");
        let message = crate::stderr(&refused);
        assert!(message.contains("rows") && message.ends_with("; expected a smaller depth\n"), "{message}");
    }
}
