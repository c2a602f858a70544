//! Compares the program inside the page with the native one: the same command lines, the same bytes.

use std::{collections::BTreeMap, fs, path::Path};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use reversi_testing::by_profile;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::parts::{module, page};
use crate::{browser::Browser, reversi, texts};

/// Runs a command line in the page. Returns the exit code, the printed texts, and the written files as texts.
const RUN: &str = r"(async (args, files) => {
  const told = ['', '', ''], decoders = told.map(() => new TextDecoder());
  const given = files.map(([path, bytes]) => ({ path, content: new Blob([Uint8Array.from(bytes)]) }));
  const done = await page.program.run(args, given, (number, bytes) => told[number] += decoders[number].decode(bytes, { stream: true }));
  return [done.code, told[1], told[2], Object.fromEntries(done.files.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))];
})";

type Files = Vec<(String, Vec<u8>)>;

fn opened(folder: &Path) -> Option<Browser> {
    let mut browser = Browser::open(&page(&module()?, folder, &[]), 1280, 900)?;
    browser.wait_until("document.body.dataset.ready !== undefined");
    Some(browser)
}

/// Compares the results of a command line in the page and natively.
fn assert_same(browser: &mut Browser, args: &[String], files: &Files) {
    let found = browser.value(&format!("({RUN})({}, {})", json!(args), json!(files)));
    let folder = TempDir::new().expect("a folder");
    for (path, bytes) in files {
        fs::write(folder.path().join(path), bytes).expect("a file");
    }
    let output = reversi().current_dir(&folder).args(args).env("CLICOLOR_FORCE", "1").output().expect("the program");
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !files.iter().any(|(path, _)| *path == name) {
            written.insert(name, fs::read_to_string(entry.path()).expect("a text"));
        }
    }
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    let expected: Value = json!([output.status.code(), out, err, written]);
    assert!(found == expected, "{args:?}\nin the page: {found:.2000}\nnatively: {expected:.2000}");
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn random_job(random: &mut ChaCha8Rng) -> (Vec<String>, Files) {
    let mut one_of = |folder: &str| {
        let files = texts(folder);
        let path = &files[random.random_range(0..files.len())];
        (path.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(path).expect("a file"))
    };
    let (board, next) = (one_of("fixtures"), one_of("fixtures/next"));
    let (task, depth) = (random.random_range(1..=3), random.random_range(1..=3));
    let job = format!("-t {task} -d {depth} -i {}", board.0);
    match random.random_range(0..8) {
        0..3 => (words(&format!("{job} -op moves.txt -ol log.txt")), vec![board]),
        3 => (words(&format!("next --assignment {} -i {} -o output.txt", &next.0[..7], next.0)), vec![next]),
        4 => (words(&format!("explain {job} -o page.html")), vec![board]),
        5 => (words(&format!("{job} -op moves.txt -ol log.txt --log-format jsonl")), vec![board]),
        _ => {
            // One line of the log replaces another line.
            let log = fs::read_to_string("fixtures/check/wrong-log.txt").expect("a log");
            let mut lines: Vec<&str> = log.lines().collect();
            let (from, to) = (random.random_range(0..lines.len()), random.random_range(0..lines.len()));
            lines[to] = lines[from];
            let opening = fs::read("fixtures/opening.txt").expect("a board");
            let files = vec![
                ("opening.txt".to_owned(), opening),
                ("log.txt".to_owned(), (lines.join("\n") + "\n").into_bytes()),
            ];
            (words("check -t 2 -d 3 -i opening.txt -ol log.txt --html compared.html --effort 100000"), files)
        }
    }
}

#[test]
fn random_jobs_have_the_bytes_of_the_native_program() {
    let folder = TempDir::new().expect("a folder");
    let Some(mut browser) = opened(folder.path()) else { return };
    let mut random = ChaCha8Rng::seed_from_u64(46);
    for _ in 0..by_profile(20, 200) {
        let (args, files) = random_job(&mut random);
        assert_same(&mut browser, &args, &files);
    }
}

#[test]
fn damaged_files_get_the_messages_of_the_native_program() {
    let folder = TempDir::new().expect("a folder");
    let Some(mut browser) = opened(folder.path()) else { return };
    let board = ("opening.txt".to_owned(), fs::read("fixtures/opening.txt").expect("a board"));
    let right = fs::read("fixtures/check/wrong-log.txt").expect("a log");
    let text = String::from_utf8(right.clone()).expect("a text");
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: Vec<Vec<u8>> = vec![
        vec![],
        b"\n\n\n".to_vec(),
        vec![0; 3000],
        vec![0xff; 3000],
        [b"\xef\xbb\xbf".as_slice(), &right].concat(),
        [b"\xff\xfe".as_slice(), &utf_16].concat(),
        text.replace('\n', "\r").into_bytes(),
        text.replace('\n', "\r\n").into_bytes(),
        text.trim_end().as_bytes().to_vec(),
        right[..right.len() / 2].to_vec(),
        [right.clone(), right.clone()].concat(),
        text.replace(".0", ",0").into_bytes(),
        text.lines().skip(1).collect::<Vec<_>>().join("\n").into_bytes(),
        b"\x1f\x8b\x08\0damaged".to_vec(),
        b"\x28\xb5\x2f\xfddamaged".to_vec(),
        "a line ".repeat(100_000).into_bytes(),
    ];
    for bytes in files {
        for flag in ["-op", "-ol"] {
            let files = vec![board.clone(), ("file.txt".to_owned(), bytes.clone())];
            let args = words(&format!("check -t 2 -d 3 -i opening.txt {flag} file.txt --effort 1000"));
            assert_same(&mut browser, &args, &files);
        }
    }
    for (folder, args) in [
        ("fixtures/bad", "-t 2 -d 3 -i FILE -op m.txt -ol l.txt"),
        ("fixtures/next/bad", "next --assignment usc2014 -i FILE -o o.txt"),
        ("fixtures/tree/bad", "explain --tree FILE -o page.html"),
    ] {
        for path in texts(folder) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let files = vec![(name.clone(), fs::read(&path).expect("a file"))];
            assert_same(&mut browser, &words(&args.replace("FILE", &name)), &files);
        }
    }
}
