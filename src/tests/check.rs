//! `reversi check`: what counts as equal, where files differ, and what is said of files that are hardly files.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use proptest::prelude::*;
use reversi::{
    files::diagnostic,
    games::reversi::{Color, Position, Size, Square, text::Alphabet},
};
use serde_json::Value;
use tempfile::TempDir;

const BATCH: [&str; 6] = ["-t", "2", "-d", "3", "-i", "fixtures/midgame-early.txt"];
/// Where a test is not about the diagnosis, which takes nearly all the time of a check.
const NO_DIAGNOSIS: [&str; 2] = ["--effort", "0"];
const NEXT: [&str; 4] = ["--assignment", "usc2014", "-i", "fixtures/next/usc2014-alphabeta-midgame.txt"];

/// The files of the batch job, or the output of the later year's, as pinned.
fn right(name: &str) -> String {
    let pinned = match name {
        "-op" => "batch/midgame-early/t2-d3-moves",
        "-ol" => "batch/midgame-early/t2-d3-log",
        _ => "next/usc2014-alphabeta-midgame",
    };
    fs::read_to_string(format!("snapshots/{pinned}.snap.txt")).expect("pinned")
}

/// A folder for files to be checked.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn put(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    /// What the program says of a file, and its exit code.
    fn check(&self, flag: &str, text: impl AsRef<[u8]>, options: &[&str]) -> (String, Option<i32>) {
        self.check_file(flag, &self.put("file.txt", text), options)
    }

    fn check_file(&self, flag: &str, path: &Path, options: &[&str]) -> (String, Option<i32>) {
        let job: &[&str] = if flag == "-o" { &NEXT } else { &BATCH };
        let assert = crate::reversi().arg("check").args(job).arg(flag).arg(path).args(options).assert().stderr("");
        let output = assert.get_output();
        let said = String::from_utf8(output.stdout.clone()).expect("text");
        (crate::in_folder(&said, self.0.path()), output.status.code())
    }

    /// The same for programs.
    fn json(&self, flag: &str, text: impl AsRef<[u8]>, options: &[&str]) -> Value {
        let (said, code) = self.check(flag, text, &[options, &["--json"]].concat());
        let json: Value = serde_json::from_str(&said).expect("one object");
        assert_eq!(code, Some(i32::from(json["same"] == false)), "{said}");
        json
    }
}

/// A text with one line, from 1, changed.
fn with_line(text: &str, number: usize, change: impl FnOnce(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[number - 1] = change(&lines[number - 1]);
    lines.join("\n") + "\n"
}

/// The names of the habits and their rows.
fn habits(file: &Value) -> String {
    let habits = file["habits"].as_array().expect("a list").iter();
    habits
        .map(|habit| format!("{} {}", habit["name"].as_str().expect("a name"), habit["rows"]))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn what_does_not_matter_is_passed_over_and_said() {
    const EXACT: [&str; 3] = ["--exact", NO_DIAGNOSIS[0], NO_DIAGNOSIS[1]];
    let workspace = Workspace::new();
    for flag in ["-op", "-ol", "-o"] {
        let text = right(flag);
        let body = text.trim_end();
        let other_end = if text.ends_with('\n') { body.to_owned() } else { format!("{body}\n") };
        let cases = [
            (text.replace('\n', "\r\n"), "line-ends"),
            (text.replacen('\n', "\r\n", 3), "line-ends"),
            (text.replacen('\n', " \t\n", 3), "trailing-blanks"),
            (other_end, "final-line-end"),
            (format!("{body}\n\n  \n"), "empty-lines"),
            (format!("\u{feff}{text}"), "byte-order-mark"),
        ];
        for (spelled, name) in cases {
            let json = workspace.json(flag, &spelled, &[]);
            assert_eq!(json["same"], true, "{flag} {name}: {json}");
            let files = json["files"].as_array().expect("files").iter();
            let passed_over: Vec<&str> = files
                .flat_map(|file| file["passed_over"].as_array().expect("a list"))
                .map(|name| name.as_str().expect("a name"))
                .collect();
            assert!(!passed_over.is_empty() && passed_over.iter().all(|&said| said == name), "{flag}: {json}");
            assert_eq!(workspace.json(flag, &spelled, &EXACT)["same"], false, "{flag} {name}");
        }
        for options in [&[][..], &["--exact"], &["--lenient"]] {
            let json = workspace.json(flag, &text, options);
            assert_eq!((&json["same"], &json["files"][0]["passed_over"]), (&true.into(), &Value::Array(vec![])));
        }
        let crlf = workspace.json(flag, text.replace('\n', "\r\n"), &["--exact", "--line-ending", "crlf"]);
        assert_eq!(crlf["same"], true, "{flag}: {crlf}");
    }
}

#[test]
fn a_million_empty_lines_are_passed_over_and_no_more() {
    let workspace = Workspace::new();
    let body = right("-op");
    let same = |lines: usize| {
        let text = body.trim_end().to_owned() + &"\n".repeat(lines);
        workspace.json("-op", text, &["--effort", "0"])["same"].clone()
    };
    assert_eq!((same(1 << 20), same((1 << 20) + 2)), (true.into(), false.into()));
}

#[test]
fn habits_are_counted_and_what_lies_beyond_is_found() {
    let workspace = Workspace::new();
    let (log, output) = (right("-ol"), right("-o"));
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let header = log.lines().next().expect("a header");
    let with_rows = |change: &dyn Fn(&str) -> String| {
        let rows: Vec<String> = rows(&log).iter().map(|row| change(row)).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    };
    let all = rows(&log).len();
    let having = |part: &str| rows(&log).iter().filter(|row| row.contains(part)).count();
    let infinities = having("Infinity");
    let cases = [
        (with_rows(&|row| row.replace(".0", "")), format!("no-decimal {}", having(".0"))),
        (with_rows(&|row| row.replace(".0", ".00")), format!("more-decimals {}", having(".0"))),
        (with_rows(&|row| row.replace(' ', ", ")), format!("commas {all}")),
        (with_rows(&|row| row.replace(' ', "  ")), format!("blanks {all}")),
        (with_rows(&|row| row.replace(' ', "\t")), format!("tabs {all}")),
        (with_rows(&|row| row.replace("Infinity", "inf")), format!("infinity-spelt {infinities}")),
        (with_rows(&|row| row.replace("Infinity", "1.0E9")), format!("infinity-as-number {infinities}")),
        (with_rows(&str::to_uppercase), format!("letter-case {all}")),
        (with_rows(&|row| row.replace(" Inf", " +Inf")), format!("plus-sign {}", having(" Inf"))),
        (log.replace(header, "node value"), "header 1".to_owned()),
        (log.replacen(header, "", 1).trim_start().to_owned(), "header 1".to_owned()),
        (format!("My log\n{log}"), "header 1".to_owned()),
        (log.replacen(header, &format!("{header}\n{header}"), 1), "header 1".to_owned()),
        (log.replace('\n', "\r"), format!("cr-only {}", all + 1)),
    ];
    for (text, expected) in cases {
        let json = workspace.json("-ol", &text, &NO_DIAGNOSIS);
        let file = &json["files"][0];
        assert_eq!((&json["same"], habits(file), &file["beyond"]), (&false.into(), expected.clone(), &Value::Null));
        let is_lenient = !["infinity", "header", "cr-only"].iter().any(|other| expected.starts_with(other))
            || expected.starts_with("infinity-spelt");
        let lenient = workspace.json("-ol", &text, &[&["--lenient"], &NO_DIAGNOSIS[..]].concat());
        assert_eq!(lenient["same"], is_lenient, "{expected}");

        // The same with a wrong value in row 39.
        let lines: Vec<&str> = text.split_inclusive(['\n', '\r']).collect();
        let at = lines.len() - all + 38;
        let spoilt: String =
            (0..).zip(&lines).map(|(number, line)| if number == at { "e1 9 9\n" } else { line }).collect();
        let spoilt = if text.contains('\n') { spoilt } else { spoilt.replace('\n', "\r") };
        let json = workspace.json("-ol", &spoilt, &NO_DIAGNOSIS);
        assert_eq!(json["files"][0]["beyond"]["line"], at + 1, "{expected}: {json}");
    }
    let utf_16: Vec<u8> = output.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let json = workspace.json("-o", [b"\xff\xfe", &utf_16[..]].concat(), &NO_DIAGNOSIS);
    assert_eq!(habits(&json["files"][0]), "utf-16 8");
    assert_eq!(json["files"][1]["beyond"], Value::Null);
}

#[test]
fn a_number_is_an_infinity_only_where_it_is_every_one() {
    let workspace = Workspace::new();
    let log = right("-ol");
    let numbers = log.replace("Infinity", "9999");
    let other = with_line(&numbers, 5, |line| line.replace("9999", "8888"));
    let json = workspace.json("-ol", &other, &NO_DIAGNOSIS);
    assert_eq!((&json["files"][0]["first"]["line"], &json["files"][0]["beyond"]["line"]), (&2.into(), &5.into()));
    // A number that a position can be worth; the same one for both; a number beside the word.
    let beside = with_line(&log, 2, |line| line.replacen("-Infinity", "-9999", 1));
    let no_such =
        [log.replace("Infinity", "64"), log.replace("-Infinity", "9999"), log.replace("Infinity", "0"), beside];
    for text in no_such {
        let json = workspace.json("-ol", &text, &NO_DIAGNOSIS);
        assert_eq!((habits(&json["files"][0]), &json["files"][0]["beyond"]), (String::new(), &Value::Null), "{text}");
    }
}

#[test]
fn one_line_too_many_or_too_few_or_wrong_is_said() {
    let workspace = Workspace::new();
    let log = right("-ol");
    let lines: Vec<&str> = log.lines().collect();
    for at in [1, 2, 17, lines.len() - 1] {
        let (before, after) = lines.split_at(at);
        let missing = [before, &after[1..]].concat().join("\n");
        let surplus = [before, &["a1 1 1.0"], after].concat().join("\n");
        let wrong = [before, &["a1 1 1.0"], &after[1..]].concat().join("\n");
        let said = workspace.check("-ol", &wrong, &NO_DIAGNOSIS).0;
        assert!(said.contains("All other lines are right."), "{said}");
        let twice = format!("{wrong}\nb1 1 1.0");
        assert!(!workspace.check("-ol", &twice, &NO_DIAGNOSIS).0.contains("All other lines are right."), "{at}");
        for (text, fault) in [(missing, "missing"), (surplus, "surplus")] {
            let (said, _) = workspace.check("-ol", &text, &NO_DIAGNOSIS);
            let expected = format!("Except for line {}, which is {fault}, the log is right.", at + 1);
            assert!(said.contains(&expected), "{expected}\n{said}");
            let twice = with_line(&text, lines.len() - 2, |_| "x".to_owned());
            assert!(
                at > 20 || !workspace.check("-ol", twice, &NO_DIAGNOSIS).0.contains("Except for line"),
                "{fault} {at}"
            );
        }
    }
    let (said, _) = workspace.check("-ol", format!("{log}a1 1 1.0\n"), &NO_DIAGNOSIS);
    assert!(said.contains("Apart from line 131, which is surplus") || said.contains("which is surplus"), "{said}");
}

#[test]
fn board_and_log_are_judged_apart() {
    let workspace = Workspace::new();
    let output = right("-o");
    let lines: Vec<&str> = output.lines().collect();
    let (board, log) = lines.split_at(8);
    let join = |parts: &[&[&str]]| parts.concat().join("\n");
    let cases = [
        ("a wrong board", join(&[&["XXXXXXXX"], &board[1..], log])),
        ("a wrong log", join(&[board, &log[..4], &["a1,1,1"], &log[5..]])),
        ("seven rows", join(&[&board[..7], log])),
        ("nine rows", join(&[board, &["********"], log])),
        ("an empty line between", join(&[board, &[""], log])),
        ("no column names", join(&[board, &log[1..]])),
        ("other column names", join(&[board, &["NODE;DEPTH"], &log[1..]])),
        ("no log", join(&[board])),
        ("no log and empty lines", join(&[board, &["", "", ""]])),
        ("five rows", join(&[&board[..5]])),
        ("five rows and empty lines", join(&[&board[..5], &["", "", "", "", ""]])),
        ("no board", join(&[log])),
        ("nothing", String::new()),
        ("empty lines", "\n\n\n".to_owned()),
        ("the log cut", join(&[board, &log[..9]])),
        ("the log twice", join(&[board, log, log])),
    ];
    let mut said = String::new();
    for (what, text) in cases {
        let json = workspace.json("-o", &text, &NO_DIAGNOSIS);
        writeln!(said, "{what}").expect("room in memory");
        for file in json["files"].as_array().expect("files") {
            let (first, habits) = (&file["first"], habits(file));
            let place = if first.is_null() {
                "right".to_owned()
            } else {
                format!("{} {} {} {}", first["line"], first["kind"], first["expected"], first["found"])
            };
            writeln!(said, "  {}: {place} [{habits}] {}", file["role"], file["beyond"]["line"])
                .expect("room in memory");
        }
    }
    let _settings = crate::snapshots("check");
    insta::assert_snapshot!("board-and-log", said);
}

#[test]
fn greedy_is_a_board_alone() {
    let input = "fixtures/next/usc2014-greedy-black-midgame.txt";
    let board = fs::read_to_string("snapshots/next/usc2014-greedy-black-midgame.snap.txt").expect("pinned");
    let workspace = Workspace::new();
    let run = |text: &str| {
        let path = workspace.put("o.txt", text);
        let job = ["check", "--assignment", "usc2014", "-i", input, "--json", "-o"];
        let assert = crate::reversi().args(job).arg(path).assert().stderr("");
        serde_json::from_slice::<Value>(&assert.get_output().stdout).expect("one object")
    };
    let right = run(&board);
    assert_eq!((&right["same"], right["files"].as_array().map(Vec::len)), (&true.into(), Some(1)));
    let surplus = run(&format!("{board}\n\nNode,Depth,Value\n"));
    let first = &surplus["files"][0]["first"];
    assert_eq!((&first["line"], &first["kind"], &first["found"]), (&9.into(), &"extra-row".into(), &"".into()));
}

#[test]
fn a_wrong_moves_file_is_explained_with_what_the_moves_are_worth() {
    let workspace = Workspace::new();
    let moves = right("-op");
    let at = |step: usize, line: usize| 11 * (step - 1) + line;
    let block = |step: usize, rows: [&str; 8]| {
        let mut lines: Vec<&str> = moves.lines().collect();
        lines[at(step, 2)..at(step, 10)].copy_from_slice(&rows);
        lines.join("\n") + "\n"
    };
    let board: Vec<&str> = moves.lines().skip(2).take(8).collect();
    let position = Alphabet::STARS.parse(&diagnostic::lines(&board.join("\n")), Size::EIGHT, Color::Black);
    let position = position.expect("a board");
    let after = |square: Square| {
        let rows: Vec<String> = Alphabet::STARS.rows(&position.after(square)).collect();
        block(2, std::array::from_fn(|row| rows[row].as_str()))
    };
    // A disc of black alone, without what it captures.
    let with_disc = |row: usize, letters: &'static str| {
        let rows = std::array::from_fn(|index| if index == row { letters } else { board[index] });
        block(2, rows)
    };
    let mut cases = vec![
        ("another number", with_line(&moves, at(3, 1), |_| "STEP=3".to_owned())),
        ("another player", with_line(&moves, at(3, 2), |_| "WHITE".to_owned())),
        ("a pass that is none", with_line(&moves, at(3, 2), |line| format!("{line} PASS"))),
        ("no empty line", with_line(&moves, at(3, 11), |_| "-".to_owned())),
        ("the first board", with_line(&moves, at(1, 4), |_| "XXXXXXXX".to_owned())),
        ("the board as before", block(2, std::array::from_fn(|row| board[row]))),
        ("no board", with_line(&moves, at(2, 5), |_| "?".to_owned())),
        ("another square too", with_line(&moves, at(2, 3), |line| line.replacen('*', "O", 1))),
        ("a disc that captures nothing", with_disc(7, "X*******")),
        ("a disc without its captures", with_disc(4, "*XOOOX**")),
        ("an early end", moves.lines().take(at(4, 5)).collect::<Vec<_>>().join("\n")),
        ("no end", moves.replace("Game End\n", "")),
        ("more after the end", format!("{moves}STEP = 99\n")),
        ("an end that is none", with_line(&moves, at(5, 1), |_| "Game End".to_owned())),
    ];
    let legal = position.legal_moves().into_iter();
    let others: Vec<(String, String)> = legal.map(|square| (format!("plays {square}"), after(square))).collect();
    cases.extend(others.iter().map(|(what, text)| (what.as_str(), text.clone())));
    let mut said = String::new();
    for (what, text) in cases {
        // One of those that no mistake explains shows where that is said.
        let options = if what == "a disc without its captures" { &[][..] } else { &NO_DIAGNOSIS };
        writeln!(said, "---- {what}\n{}", workspace.check("-op", text, options).0).expect("room in memory");
    }
    let _settings = crate::snapshots("check");
    insta::assert_snapshot!("moves", said);
}

#[test]
fn a_move_that_looks_as_good_only_by_a_cut_off_is_called_a_tie() {
    let workspace = Workspace::new();
    let job = ["-t", "3", "-d", "2", "-i", "fixtures/midgame-early.txt"];
    let [moves, log] = ["moves.txt", "log.txt"].map(|name| workspace.put(name, ""));
    let mut write = crate::reversi();
    write.args(["mistakes", "write", "ties-to-last"]).args(job).arg("-op").arg(&moves).arg("-ol").arg(&log);
    write.assert().success();
    let said = crate::reversi().arg("check").args(job).arg("-op").arg(&moves).assert().code(1);
    let said = String::from_utf8_lossy(&said.get_output().stdout).into_owned();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let tie = "White plays f3, not e8. A cut-off ended the search of e8 with the bound 5.0, so both";
    assert!(said.contains(tie) && said.contains("ties-to-last"), "{said}");
}

#[test]
fn the_tie_goes_to_the_first_and_white_takes_the_lowest() {
    let workspace = Workspace::new();
    let job = ["-t", "2", "-d", "1", "-i", "fixtures/opening.txt"];
    let moves = workspace.put("moves.txt", "");
    crate::reversi().args(job).arg("-op").arg(&moves).args(["-ol", crate::NULL_DEVICE]).assert().success();
    let moves = fs::read_to_string(moves).expect("a moves file");
    // In the opening all four moves are the same but for symmetry. The position after d3, and what white can do there.
    let said = |step: usize, board: &Position| {
        let mut lines: Vec<String> = moves.lines().map(str::to_owned).collect();
        lines.splice(11 * (step - 1) + 2..11 * step - 1, Alphabet::STARS.rows(board));
        let path = workspace.put("wrong.txt", lines.join("\n"));
        let assert = crate::reversi().arg("check").args(job).arg("-op").arg(path).assert().code(1);
        let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let square = |name: &str| name.parse::<Square>().expect("a square");
    let opening = Position::opening(Size::EIGHT);
    let tie = "Black plays d3, not c4: both have value 3.0, and d3 comes first in the move order.";
    let text = said(2, &opening.after(square("c4")));
    assert!(text.contains(tie), "{text}");

    let second = opening.after(square("d3"));
    let worth = |played: Square| {
        let after = second.after(played);
        i64::from(after.discs(Color::Black).len()) - i64::from(after.discs(Color::White).len())
    };
    let replies: Vec<Square> = second.legal_moves().into_iter().collect();
    let lowest = replies.iter().map(|&reply| worth(reply)).min().expect("a reply");
    let best = *replies.iter().find(|&&reply| worth(reply) == lowest).expect("a reply");
    for &reply in replies.iter().filter(|&&reply| reply != best) {
        let text = said(3, &second.after(reply));
        let expected = if worth(reply) == lowest {
            format!("White plays {best}, not {reply}: both have value {lowest}.0")
        } else {
            let value = worth(reply);
            format!("{best} has value {lowest}.0, {reply} has {value}.0, and MIN takes the lowest.")
        };
        assert!(text.contains(&expected), "{expected}\n{text}");
    }
}

#[test]
fn odd_files_are_different_and_no_reason_to_stop() {
    let workspace = Workspace::new();
    let mut said = String::new();
    let log = right("-ol");
    let cases: [(&str, Vec<u8>); 6] = [
        ("nothing", Vec::new()),
        ("no text", (0..=255).collect()),
        ("control characters", with_line(&log, 7, |_| "\u{1b}[31mroot\u{7}\u{202e}\u{e4}".to_owned()).into()),
        ("a long line", with_line(&log, 7, |line| line.to_owned() + &" 5.0".repeat(5000)).into()),
        ("a long line of blanks in it", with_line(&log, 7, |line| line.replacen(' ', &" ".repeat(5000), 1)).into()),
        ("UTF-16", log.encode_utf16().flat_map(u16::to_be_bytes).collect()),
    ];
    for (what, text) in cases {
        // One shows where it is said that few mistakes were tried.
        let options = if what == "no text" { &[][..] } else { &NO_DIAGNOSIS };
        let (report, code) = workspace.check("-ol", text, options);
        assert_eq!(code, Some(1), "{what}");
        assert!(report.chars().all(|character| character == '\n' || !character.is_control()), "{report:?}");
        assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
        writeln!(said, "---- {what}\n{report}").expect("room in memory");
    }
    let _settings = crate::snapshots("check");
    insta::assert_snapshot!("odd-files", said);
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_gets_an_answer() {
    for (job, flag) in [(&BATCH[..], "-op"), (&BATCH, "-ol"), (&NEXT, "-o")] {
        crate::reversi().arg("check").args(job).args([flag, "/dev/zero"]).assert().code(1).stderr("");
    }
}

#[test]
fn compressed_files_and_standard_input_are_read_like_any_other() {
    let workspace = Workspace::new();
    let log = right("-ol");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(log.as_bytes()).expect("room in memory");
    let gzip = gzip.finish().expect("room in memory");
    let zstandard = crate::zstandard(log.as_bytes());
    for (name, bytes) in [("log.txt.gz", gzip), ("log.TXT.ZST", zstandard)] {
        let whole = workspace.put(name, &bytes);
        assert_eq!(workspace.check_file("-ol", &whole, &[]).1, Some(0), "{name}");
        let cut = workspace.put(name, &bytes[..bytes.len() - 9]);
        let (said, _) = workspace.check_file("-ol", &cut, &[]);
        assert!(said.contains("data is truncated or damaged"), "{name}: {said}");
        let half = workspace.put(name, &bytes[..bytes.len() / 2]);
        let (said, code) = workspace.check_file("-ol", &half, &[]);
        assert!(code == Some(1) && said.contains("data is truncated or damaged"), "{name}: {said}");
        let none = workspace.put(name, &log);
        assert_eq!(workspace.check_file("-ol", &none, &[]).1, Some(0), "{name}");
    }
    crate::reversi().arg("check").args(BATCH).args(["-ol", "-"]).write_stdin(log).assert().code(0).stdout("-: right\n");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let log = "snapshots/batch/midgame-early/t2-d3-log.snap.txt";
    let board = BATCH[5];
    let cases: [&[&str]; 14] = [
        &[],
        &["-t", "2", "-d", "3", "-i", board, "-ol", log, "--effort", "x"],
        &["-t", "2", "-d", "3", "-i", board, "-ol", log, "--effort", "-1"],
        &["-t", "2", "-d", "3", "-i", board],
        &["-t", "2", "-d", "3", "-i", board, "-ol", "no-such-log.txt"],
        &["-t", "2", "-d", "3", "-i", board, "-ol", "fixtures"],
        &["-t", "2", "-d", "3", "-i", "fixtures/bad/lower-case-x.txt", "-ol", log],
        &["-t", "2", "-i", board, "-ol", log],
        &["-d", "2", "-i", board, "-ol", log],
        &["-t", "2", "-d", "3", "-i", "-", "-ol", "-"],
        &["-t", "2", "-d", "3", "-i", board, "-ol", log, "--log-format", "csv"],
        &["-t", "2", "-d", "3", "-i", board, "-ol", log, "--exact", "--lenient"],
        &["--assignment", "usc2014", "-i", NEXT[3], "-ol", log],
        &["--assignment", "usc2014", "-i", NEXT[3], "-o", log, "-d", "3"],
    ];
    let _settings = crate::snapshots("check");
    insta::assert_snapshot!("refused", crate::refusals("check", cases));
}

#[test]
fn a_report_for_programs_is_one_object() {
    let workspace = Workspace::new();
    let text = with_line(&right("-ol"), 20, |line| line.replacen("-Infinity", "0.0", 1));
    let _settings = crate::snapshots("check");
    insta::assert_snapshot!("json", workspace.check("-ol", text, &["--json"]).0);
}

#[test]
fn a_check_that_cannot_be_made_is_one_object_too() {
    let board = BATCH[5];
    let cases: [&[&str]; 5] = [
        &[],
        &["-t", "2", "-d", "3", "-i", board, "-ol", "no-such-log.txt"],
        &["-t", "9", "-d", "3", "-i", board, "-ol", board],
        &["-t", "2", "-d", "3", "-i", board, "-ol", board, "--effort", "-1"],
        &["--cases", "no-such-list.csv", "fixtures"],
    ];
    for arguments in cases {
        let assert = crate::reversi().arg("check").args(arguments).arg("--json").assert().code(2);
        let output = assert.get_output();
        let json: Value = serde_json::from_slice(&output.stdout).expect("one object");
        let names: Vec<_> = json.as_object().expect("an object").keys().collect();
        assert_eq!(names, ["error"], "{arguments:?}");
        let message = json["error"].as_str().expect("a message");
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), format!("reversi: {message}"), "{arguments:?}");
    }
}

#[test]
fn both_files_are_reported_in_turn() {
    let workspace = Workspace::new();
    let (moves, log) =
        (workspace.put("moves.txt", right("-op")), workspace.put("log.txt", right("-ol").replace('\n', "\r\n")));
    let assert = crate::reversi().arg("check").args(BATCH).arg("-op").arg(&moves).arg("-ol").arg(&log).assert();
    let (moves, log) = (moves.display(), log.display());
    assert.code(0).stdout(format!("{moves}: right\n{log}: right (line ends are CR LF)\n")).stderr("");
}

/// What may happen to a line.
#[derive(Clone, Debug)]
enum Edit {
    Drop,
    Repeat,
    Replace(&'static str),
    Append(&'static str),
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, Edit)>> {
    let edit = prop_oneof![
        Just(Edit::Drop),
        Just(Edit::Repeat),
        prop::sample::select(&["", "root 1 5.0 5.0 5.0", "a1", "Node", "x\u{0}y"]).prop_map(Edit::Replace),
        prop::sample::select(&[" ", "\t ", "\r", ".", " CUT-OFF"]).prop_map(Edit::Append),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), edit), 0..3)
}

proptest! {
    #![proptest_config(crate::random(60))]

    #[test]
    fn the_first_difference_is_where_a_plain_comparison_of_lines_finds_it(edits in edits(), end in "[\n]{0,3}") {
        let right = right("-ol");
        let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
        for (index, edit) in edits {
            let at = index.index(lines.len());
            match edit {
                Edit::Drop => drop(lines.remove(at)),
                Edit::Repeat => lines.insert(at, lines[at].clone()),
                Edit::Replace(text) => text.clone_into(&mut lines[at]),
                Edit::Append(text) => lines[at].push_str(text),
            }
        }
        let found = lines.join("\n") + &end;
        let plain = |text: &str| {
            let mut lines: Vec<String> = text.split('\n').map(|line| line.trim_end().to_owned()).collect();
            lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
            lines
        };
        let (expected, given) = (plain(&right), plain(&found));
        let common = expected.iter().zip(&given).take_while(|(one, other)| one == other).count();
        let json = Workspace::new().json("-ol", &found, &["--effort", "0"]);
        let first = &json["files"][0]["first"];
        if expected == given {
            prop_assert_eq!(first, &Value::Null);
        } else {
            prop_assert_eq!(first["line"].as_u64(), Some(common as u64 + 1));
            let kind = match (expected.get(common), given.get(common)) {
                (None, _) => Some("extra-row"),
                (_, None) => Some("missing-row"),
                _ => None,
            };
            prop_assert!(kind.is_none_or(|kind| first["kind"] == kind), "{}", json);
        }
    }
}

#[test]
fn a_moves_file_in_another_spelling_is_read_on() {
    let workspace = Workspace::new();
    let moves = right("-op");
    let from_zero = (1..=60).fold(moves.clone(), |text, number| {
        text.replacen(&format!("STEP = {number}\n"), &format!("STEP = {}\n", number - 1), 1)
    });
    let cases = [
        (moves.replace("STEP = ", "Step: "), "step-spelt"),
        (moves.replace("BLACK", "Black").replace("WHITE", "O"), "player-spelt"),
        (moves.replace("\n\n", "\n"), "no-empty-lines"),
        (moves.replace('*', "."), "other-discs"),
        (moves.replace('*', "* ").replace('X', "X ").replace("O\n", "O \n"), "other-discs"),
        (from_zero, "steps-from-zero"),
    ];
    for (text, name) in cases {
        let json = workspace.json("-op", &text, &[]);
        let file = &json["files"][0];
        let names: Vec<&str> =
            file["habits"].as_array().expect("a list").iter().filter_map(|it| it["name"].as_str()).collect();
        assert_eq!((&json["same"], names, &file["beyond"]), (&false.into(), vec![name], &Value::Null), "{json}");
        assert!(matches!(file["first"]["kind"].as_str(), Some("step" | "board")), "{json}");
        assert_eq!(json["explained_by"], Value::Array(vec![]));
        assert!(workspace.check("-op", &text, &[]).0.contains("Apart from the format, the moves file is right."));
        // The same with a board on which a disc is turned: the difference of the game is found behind the spelling.
        let row =
            text.lines().position(|line| line.starts_with("STEP") || line.starts_with("Step")).expect("a step") + 2;
        let changed = with_line(&text, row + 4, |line| line.replacen('O', "X", 1));
        let json = workspace.json("-op", &changed, &[]);
        let beyond = &json["files"][0]["beyond"];
        assert_eq!((&beyond["line"], &beyond["kind"]), (&(row + 4).into(), &"board".into()), "{name}: {json}");
    }
}

#[test]
fn another_word_for_a_cut_off_is_a_spelling() {
    let workspace = Workspace::new();
    let log = right("-ol");
    let count = log.matches("CUT-OFF").count();
    for word in ["CUTOFF", "Cut Off", "pruned"] {
        let json = workspace.json("-ol", log.replace("CUT-OFF", word), &NO_DIAGNOSIS);
        let file = &json["files"][0];
        assert_eq!((habits(file), &file["beyond"]), (format!("cut-off-spelt {count}"), &Value::Null), "{json}");
        assert_eq!(file["first"]["kind"], "spelling");
        // In a row with too few fields, the word is none.
        let short = with_line(&log, 2, |_| format!("root 1 -Infinity {word}"));
        assert_eq!(workspace.json("-ol", short, &NO_DIAGNOSIS)["files"][0]["first"]["kind"], "unreadable");
    }
    let json = workspace.json("-ol", log.replace("Infinity", "∞"), &NO_DIAGNOSIS);
    assert!(habits(&json["files"][0]).starts_with("infinity-spelt"), "{json}");
}

#[test]
fn a_file_that_ends_too_early_is_right_before_that() {
    let workspace = Workspace::new();
    for flag in ["-op", "-ol"] {
        let text = right(flag);
        let lines: Vec<&str> = text.lines().collect();
        let whole = lines[..40].join("\n") + "\n";
        let within = format!("{whole}{}", &lines[40][..lines[40].len() / 2]);
        for (text, place) in [(whole, "between two lines"), (within, "within a line")] {
            let said = workspace.check(flag, &text, &NO_DIAGNOSIS).0.replace("\n  ", " ");
            assert!(said.contains(&format!("stops too early, {place}")), "{said}");
            assert!(said.contains("All 40 lines before that are right"), "{said}");
        }
    }
    // A last line that is not the beginning of the right one is a wrong line.
    let wrong = right("-ol").lines().take(40).collect::<Vec<_>>().join("\n") + "\nh8 9";
    assert!(!workspace.check("-ol", wrong, &NO_DIAGNOSIS).0.contains("stops too early"));
}

#[test]
fn files_of_another_job_are_recognised() {
    // Other jobs are tried before mistakes.
    const FEW_NODES: [&str; 2] = ["--effort", "1000000"];
    let workspace = Workspace::new();
    let pinned = |name: &str| fs::read_to_string(format!("snapshots/{name}.snap.txt")).expect("pinned");
    let of = |flag: &str, text: String| workspace.json(flag, text, &FEW_NODES)["files"].clone();
    let batch = |name: &str| pinned(&format!("batch/midgame-early/{name}"));
    for (name, expected) in [
        ("t3-d3-log", serde_json::json!({"task": 3})),
        ("t2-d2-log", serde_json::json!({"depth": 2})),
        ("t2-d4-log", serde_json::json!({"depth": 4})),
        ("t1-d2-log", serde_json::json!({"task": 1, "depth": 2})),
        ("t2-d3-moves", serde_json::json!({"exchanged": true})),
    ] {
        assert_eq!(of("-ol", batch(name))[0]["other_job"], expected, "{name}");
    }
    assert_eq!(of("-op", batch("t2-d3-log"))[0]["other_job"], serde_json::json!({"exchanged": true}));
    assert_eq!(of("-ol", right("-ol"))[0]["other_job"], Value::Null);
    assert_eq!(of("-ol", with_line(&right("-ol"), 9, |_| "a1 1 1.0".to_owned()))[0]["other_job"], Value::Null);
    let board = fs::read_to_string("fixtures/midgame-early.txt").expect("a fixture");
    let rows: Vec<&str> = board.lines().collect();
    let transposed: String =
        (0..8).map(|column| rows.iter().map(|row| &row[column..=column]).collect::<String>() + "\n").collect();
    let input = workspace.put("transposed.txt", transposed);
    let log = workspace.put("log.txt", right("-ol"));
    let assert = crate::reversi()
        .args(["check", "-t", "2", "-d", "3", "--json", "-i"])
        .arg(input)
        .arg("-ol")
        .arg(log)
        .args(FEW_NODES)
        .assert();
    let json: Value = serde_json::from_slice(&assert.get_output().stdout).expect("one object");
    assert_eq!(json["files"][0]["other_job"], serde_json::json!({"input": "transposed"}));
}

#[test]
fn several_cases_are_explained_by_the_smallest_set_that_explains_all() {
    let workspace = Workspace::new();
    let folder = workspace.0.path();
    let mut list = "name,assignment,task,depth,input\n".to_owned();
    let cases =
        [("one", "midgame-early"), ("two", "endgame-eight-empties"), ("three", "midgame-late"), ("four", "opening")];
    for (name, board) in cases {
        fs::copy(format!("fixtures/{board}.txt"), folder.join(format!("{name}.txt"))).expect("a copy");
        writeln!(list, "{name},usc2013,2,2,{name}.txt").expect("room in memory");
    }
    let list = workspace.put("cases.csv", list);
    let write = |mistakes: &str, name: &str| {
        let path = |suffix: &str| folder.join(format!("{name}{suffix}"));
        let job = ["mistakes", "write", mistakes, "-t", "2", "-d", "2", "-i"];
        let mut command = crate::reversi();
        command.args(job).arg(path(".txt")).arg("-op").arg(path("-moves.txt")).arg("-ol").arg(path("-log.txt"));
        command.assert().success();
    };
    let check = || {
        let assert = crate::reversi().args(["check", "--json", "--cases"]).arg(&list).arg(folder).assert();
        serde_json::from_slice::<Value>(&assert.get_output().stdout).expect("one object")
    };
    for (name, _) in cases {
        write("ties-to-last+root-depth-zero", name);
    }
    let json = check();
    assert_eq!((&json["of"], &json["left"]), (&4.into(), &Value::Array(vec![])));
    assert_eq!(json["explained_by"], serde_json::json!([["ties-to-last", "root-depth-zero"]]));
    // What explains most is named with the cases that are left.
    write("ties-to-last+root-depth-zero+no-row-on-entry", "three");
    write("none", "four");
    fs::remove_file(folder.join("four-log.txt")).expect("a file");
    let json = check();
    assert_eq!(json["explained_by"], serde_json::json!([["ties-to-last", "root-depth-zero"]]));
    assert_eq!((&json["of"], &json["left"]), (&4.into(), &serde_json::json!(["three", "four"])));
}

#[test]
fn the_first_file_that_a_case_lacks_is_named() {
    let folder = TempDir::new().expect("a folder");
    let list = "fixtures/cases/opening.csv";
    let assert = crate::reversi().args(["check", "--cases", list]).arg(folder.path()).assert().code(1);
    let told = crate::in_folder(&String::from_utf8_lossy(&assert.get_output().stdout), folder.path());
    let missing = |name: &str| format!("{name}: FOLDER/{name}-moves.txt is missing\n");
    assert_eq!(told, ["opening-t1", "opening-t2", "midgame-t3"].map(missing).concat());
}

/// After one missing line all rows stand one line higher. None of them is wrong, and nothing is said of them.
#[test]
fn rows_after_a_missing_line_are_not_wrong() {
    let workspace = Workspace::new();
    let right = right("-ol");
    let lines: Vec<&str> = right.lines().collect();
    for missing in [8, 30, 60] {
        let text = [&lines[..missing - 1], &lines[missing..]].concat().join("\n") + "\n";
        let (said, code) = workspace.check("-ol", text, &NO_DIAGNOSIS);
        let apart = format!("Except for line {missing}, which is missing, the log is right.\n");
        assert!(code == Some(1) && said.ends_with(&apart) && !said.contains("wrong rows"), "{said}");
    }
}

#[test]
fn of_several_cases_each_is_told_for_which_other_job_its_files_are_right() {
    let folder = TempDir::new().expect("a folder");
    let board = fs::canonicalize("fixtures/opening.txt").expect("a fixture");
    let list = folder.path().join("cases.csv");
    fs::write(&list, format!("name,assignment,task,depth,input\none,usc2013,2,2,{}\n", board.display()))
        .expect("a list");
    let path = |name: &str| folder.path().join(name);
    let mut job = crate::reversi();
    job.args(["-t", "2", "-d", "3", "-i"]).arg(&board).arg("-op").arg(path("one-moves.txt"));
    job.arg("-ol").arg(path("one-log.txt")).assert().success();
    let assert = crate::reversi().args(["check", "--cases"]).arg(&list).arg(folder.path()).assert().code(1);
    let told = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(told.contains("\n  right for `-d 3`\n"), "{told}");
}
