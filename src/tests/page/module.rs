//! Compares the answers of the module, which node runs, with those of the native library, request by request.

use std::{fs, path::Path, process::Command};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use reversi::page::ask;
use reversi_testing::by_profile;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::parts::module;
use crate::{Lack, not_tested, texts};

/// A request, and the paths of its files.
struct Question {
    request: Value,
    files: Vec<String>,
}

/// Compares all answers, with the messages before them.
fn assert_same(questions: &[Question]) {
    let Some(module) = module() else { return };
    if !Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return not_tested(Lack::Tool, "the answers of the module: no node runs here");
    }
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("questions.json");
    let asked: Vec<Value> =
        questions.iter().map(|Question { request, files }| json!({ "request": request, "files": files })).collect();
    fs::write(&list, json!(asked).to_string()).expect("a file");
    let mut command = Command::new("node");
    command.args(["src/tests/page/module.mjs", "src/page/worker.js"]).args([&module, &list]);
    let output = command.output().expect("node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), questions.len());
    for (Question { request, .. }, found) in questions.iter().zip(answers.lines()) {
        let mut expected: Vec<Value> = Vec::new();
        let answer = ask(&request.to_string(), &mut |message| expected.push(parsed(message)));
        expected.push(parsed(&answer));
        let found = parsed(found);
        assert!(found == json!(expected), "{request}\nthe module: {found:.2000}\nnatively: {:.2000}", json!(expected));
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn path_of(path: &Path) -> String {
    path.to_str().expect("a path").to_owned()
}

fn question(request: Value, files: &[&str]) -> Question {
    Question { request, files: files.iter().map(|&file| file.to_owned()).collect() }
}

fn job(assignment: &str, task: u64, depth: u64, board: &str) -> Value {
    json!({ "assignment": assignment, "task": task, "depth": depth, "board": { "file": board } })
}

fn check(board: &str, role: &str, path: &str) -> Question {
    let request = json!({ "ask": "check", "job": job("usc2013", 2, 3, board), role: path, "equality": "default" });
    question(request, &[board, path])
}

fn answer(assignment: &str, arguments: &str, printed: &str) -> Value {
    json!({
        "ask": "check-answer", "assignment": assignment, "arguments": arguments, "printed": printed, "strictness": "default", "setup": null,
    })
}

const OPENING: &str = "fixtures/opening.txt";

#[test]
fn answers_to_random_jobs_are_those_of_the_library() {
    let folder = TempDir::new().expect("a folder");
    let mut random = ChaCha8Rng::seed_from_u64(46);
    let mut questions = Vec::new();
    for number in 0..by_profile(12, 120) {
        let mut one_of = |folder: &str| {
            let files = texts(folder);
            path_of(&files[random.random_range(0..files.len())])
        };
        let (board, next) = (one_of("fixtures"), one_of("fixtures/next"));
        let (task, depth) = (random.random_range(1..=3), random.random_range(1..=3));
        let of_board = job("usc2013", task, depth, &board);
        questions.push(match number % 6 {
            0 | 1 => question(json!({ "ask": "expected", "job": of_board }), &[&board]),
            2 => {
                let name = &next["fixtures/next/".len()..][..7];
                question(json!({ "ask": "expected", "job": job(name, task, depth, &next) }), &[&next])
            }
            3 => question(json!({ "ask": "watch", "job": of_board, "at": "" }), &[&board]),
            _ => {
                // One line of the log replaces another line.
                let log = fs::read_to_string("fixtures/check/wrong-log.txt").expect("a log");
                let mut lines: Vec<&str> = log.lines().collect();
                let (from, to) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
                lines[to] = lines[from];
                let path = folder.path().join(format!("log-{number}.txt"));
                fs::write(&path, lines.join("\n") + "\n").expect("a file");
                check(OPENING, "log", &path_of(&path))
            }
        });
    }
    assert_same(&questions);
}

#[test]
fn answers_about_damaged_files_are_those_of_the_library() {
    let folder = TempDir::new().expect("a folder");
    let text = fs::read_to_string("fixtures/check/wrong-log.txt").expect("a log");
    let utf_16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let files: Vec<Vec<u8>> = vec![
        vec![],
        vec![0xff; 3000],
        [0xff, 0xfe].into_iter().chain(utf_16).collect(),
        text.replace('\n', "\r").into_bytes(),
        text.as_bytes()[..text.len() / 2].to_vec(),
        text.replace(".0", ",0").into_bytes(),
        b"\x1f\x8b\x08\0damaged".to_vec(),
        "a line ".repeat(100_000).into_bytes(),
    ];
    let mut questions = Vec::new();
    for (number, bytes) in files.iter().enumerate() {
        let path = folder.path().join(format!("file-{number}.txt"));
        fs::write(&path, bytes).expect("a file");
        let path = path_of(&path);
        questions.push(question(json!({ "ask": "recognise", "files": [path], "assignment": null }), &[&path]));
        questions.push(check(OPENING, ["log", "moves"][number % 2], &path));
    }
    for (place, path) in texts("fixtures/bad").iter().chain(&texts("fixtures/next/bad")).enumerate() {
        let path = path_of(path);
        let name = ["usc2013", "usc2014"][usize::from(path.contains("next"))];
        let request = json!({ "ask": "expected", "job": job(name, 1 + place as u64 % 3, 2, &path) });
        questions.push(question(request, &[&path]));
        questions.push(question(json!({ "ask": "board", "board": { "file": path }, "assignment": name }), &[&path]));
    }
    for path in texts("fixtures/tree/bad") {
        let tree = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
        let request = json!({ "ask": "watch-tree", "tree": tree, "minimax": false, "min": false, "at": "" });
        questions.push(question(request, &[]));
    }
    assert_same(&questions);
}

#[test]
fn each_request_has_the_answer_of_the_library() {
    let log = "fixtures/check/wrong-log.txt";
    let toml = "fixtures/assignment/next-year.toml";
    assert_same(&[
        question(json!({ "ask": "assignments", "files": [] }), &[]),
        question(json!({ "ask": "assignments", "files": [toml] }), &[toml]),
        question(json!({ "ask": "recognise", "files": [OPENING, log], "assignment": null }), &[OPENING, log]),
        question(json!({ "ask": "board", "board": { "text": "f5d6zz" }, "assignment": null }), &[]),
        question(json!({ "ask": "example", "assignment": "usc2013" }), &[]),
        question(json!({ "ask": "nothing" }), &[]),
        question(answer("tiny", "400 1 0000021001200000", "0000021001200000"), &[]),
        question(answer("nxn", "count_pieces ..../.WB./.BW./....", "(2,2)"), &[]),
        question(answer("awari", "search start 3", "0 1 2"), &[]),
        check(OPENING, "log", log),
    ]);
}
