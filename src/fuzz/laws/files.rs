//! Properties of readers of files.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use reversi::{
    assignment::{Assignment, Job, JobInput, TaskNumber},
    cases::{Case, CaseList},
    check::{self, Checked, Equality},
    files::{input::Input, stream::TextStream},
    game::Depth,
    games::reversi::{Position, Size},
    grade::{
        configuration::{Configuration, command_line::Placeholder},
        people::{
            lateness::LateRule,
            overrides::Overrides,
            roster::{Roster, RosterMatch, RosterSettings},
        },
        points::Points,
        submissions::{
            archive,
            entries::{Entries, Entry},
        },
    },
};
use tempfile::TempDir;
use zip::{ZipWriter, write::SimpleFileOptions};

fn file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    (folder, path)
}

fn beside(path: &Path, name: &str, bytes: &[u8]) {
    fs::write(path.with_file_name(name), bytes).expect("a file");
}

const BOARD: &[u8] = include_bytes!("../../../fixtures/endgame-three-empties.txt");
const REQUEST: &[u8] = include_bytes!("../../../fixtures/next/usc2014-alphabeta-midgame.txt");

/// Lists of cases; the inputs are a board and a request.
pub fn cases(bytes: &[u8]) {
    let (_folder, path) = file("cases.csv", bytes);
    for name in ["opening.txt", "case1.txt", "board.txt"] {
        beside(&path, name, BOARD);
    }
    beside(&path, "request.txt", REQUEST);
    let Some(list) = in_order(&path, CaseList::read(&path)) else { return };
    let texts = |list: &CaseList| -> Vec<String> {
        let text = |case: &Case| {
            let job = case.job().map(|job| format!("{} {} {}", job.assignment, job.input(), job.named_depth));
            format!("{:?} {job:?}", case.name)
        };
        list.cases.iter().map(text).collect()
    };
    let written = CaseList::text_of(&list.cases, &path).expect("the folder is there");
    fs::write(&path, &written).expect("a file");
    let again = CaseList::read(&path).unwrap_or_else(|error| panic!("{error:#}\n{written}"));
    assert_eq!(texts(&again), texts(&list), "{written}");
    let longer = list.with(&[]).expect("the folder is there");
    fs::write(&path, bytes).expect("a file");
    assert!(longer.lines().count() >= list.cases.len());
}

/// Returns the value, or `None` after an error. If the error message names a place, the place must be in the file.
fn in_order<T>(path: &Path, result: anyhow::Result<T>) -> Option<T> {
    let complaint = match result {
        Ok(value) => return Some(value),
        Err(error) => format!("{error:#}"),
    };
    assert!(!complaint.is_empty());
    // The message may say that the file does not exist.
    let text = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut place = complaint.strip_prefix(&format!("{}:", path.display())).unwrap_or_default().split(':');
    let mut number = || place.next()?.parse::<usize>().ok();
    if let (Some(line), Some(column)) = (number(), number()) {
        let lines: Vec<&str> = text.split(['\n', '\r']).collect();
        assert!((1..=lines.len() + 1).contains(&line), "{complaint}");
        if text.split('\r').count() == 1 {
            let length = lines.get(line - 1).map_or(0, |line| line.chars().count());
            assert!((1..=length + 1).contains(&column), "{complaint}");
        }
    }
    None
}

pub fn grade_toml(bytes: &[u8]) {
    let (_folder, path) = file("grade.toml", bytes);
    beside(&path, "cases.csv", b"name,assignment,task,depth,input\none,usc2013,2,2,board.txt\n");
    beside(&path, "board.txt", BOARD);
    beside(&path, "overrides.csv", bytes);
    let Some(configuration) = in_order(&path, Configuration::read(&path)) else { return };
    for case in &configuration.cases.cases {
        if let Some(command) = in_order(&path, configuration.recipe.command(case)) {
            assert!(Placeholder::ALL.iter().all(|&placeholder| !command.has(placeholder)), "{command}");
        }
    }
    assert!(configuration.maximum() >= Points::ZERO);
    overrides(&configuration);
    if let Some(roster) = &configuration.roster {
        in_order(&roster.file, Roster::read(roster));
    }
}

/// Rosters and, beside a configuration, points given by hand.
pub fn rosters(bytes: &[u8]) {
    let (_folder, path) = file("roster.csv", bytes);
    let rules: Vec<LateRule> = vec!["24h:10%".parse().expect("a rule")];
    let deadline = "2013-10-15T23:59:00-07:00".parse().ok();
    for (deadline, late) in [(None, Vec::new()), (None, rules.clone()), (deadline, rules)] {
        let settings = RosterSettings { file: path.clone(), column: None, zone: None, deadline, late };
        for (missing, found) in in_order(&path, Roster::read(&settings)).unwrap_or_default().find(&[]) {
            assert!(!missing.is_empty() && matches!(found, RosterMatch::Student(_)), "{missing}");
        }
    }
    beside(&path, "cases.csv", b"name,assignment,task,depth,input\none,usc2013,2,2,board.txt\n");
    beside(&path, "board.txt", BOARD);
    beside(&path, "overrides.csv", bytes);
    beside(&path, "grade.toml", b"cases = \"cases.csv\"\nrun = \"./reversi\"\n");
    let configuration = Configuration::read(&path.with_file_name("grade.toml")).expect("a configuration");
    overrides(&configuration);
}

/// Points given by hand, beside a configuration.
fn overrides(configuration: &Configuration) {
    let columns: Vec<(&str, Points)> = configuration.columns().collect();
    in_order(&configuration.folder().join("overrides.csv"), Overrides::read(configuration.folder(), &columns));
}

/// Archives: the reader finds the same files in an archive that the writer makes.
pub fn zips(bytes: &[u8]) {
    let (_folder, path) = file("submission.zip", bytes);
    let members = match archive::read(&path) {
        Ok(entries) => members(&entries),
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut archive = ZipWriter::new(fs::File::create(&path).expect("a file"));
    for (name, contents, is_program) in &members {
        assert!(name.is_relative() && name.components().all(|part| part.as_os_str() != ".."), "{}", name.display());
        let mode = if *is_program { 0o755 } else { 0o644 };
        let Some(name) = name.to_str() else { return };
        archive.start_file(name, SimpleFileOptions::default().unix_permissions(mode)).expect("a member");
        archive.write_all(contents).expect("room");
    }
    archive.finish().expect("an archive");
    assert_eq!(self::members(&archive::read(&path).expect("an archive")), members);
}

/// The files of an archive: path, contents, and true if the file is executable.
fn members(entries: &Entries) -> Vec<(PathBuf, Vec<u8>, bool)> {
    let member = |(path, entry): (&PathBuf, &Entry)| {
        let Entry::File { file, .. } = entry else { panic!("{} is no file", path.display()) };
        let mut contents = Vec::new();
        file.reader().read_to_end(&mut contents).expect("what is stored");
        (path.clone(), contents, file.is_program)
    };
    entries.by_path.iter().map(member).collect()
}

/// Texts in any encoding, compressed or not, which the test reads whole and in pieces.
pub fn encodings(bytes: &[u8]) {
    let mut pieces = Vec::new();
    for name in ["text", "text.gz", "text.zst"] {
        let (_folder, path) = file(name, bytes);
        in_order(&path, Input::read(&path, 1 << 16));
        let mut stream = TextStream::open(&path).expect("a file");
        pieces.clear();
        // Damaged data ends the reading. A small compressed file may contain very much data.
        while pieces.len() < 1 << 22 && stream.read_into(&mut pieces).is_ok_and(|length| length > 0) {}
    }
    for (name, packed) in [("text.gz", gzip(bytes)), ("text.zst", zstandard(bytes))] {
        let (_folder, path) = file(name, &packed);
        let whole = Input::read(&path, 1 << 20).map(|input| input.text).map_err(|error| error.to_string());
        let (_folder, plain) = file(name.trim_end_matches(".gz").trim_end_matches(".zst"), bytes);
        let expected = Input::read(&plain, 1 << 20).map(|input| input.text).map_err(|error| error.to_string());
        // The reader decompresses data only once, even if the result is compressed data.
        if !bytes.starts_with(b"\x1f\x8b") && !bytes.starts_with(b"\x28\xb5\x2f\xfd") {
            assert_eq!(whole.ok(), expected.ok());
        }
        assert_eq!(streamed(&path), streamed(&plain));
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("room");
    encoder.finish().expect("room")
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn streamed(path: &Path) -> Vec<u8> {
    let mut stream = TextStream::open(path).expect("a file");
    let mut text = Vec::new();
    while stream.read_into(&mut text).expect("whole data") > 0 {}
    text
}

/// A task of the default assignment.
fn job(start: Position, number: u8, depth: Depth) -> Job {
    let number = TaskNumber::new(number).expect("a number");
    Job::numbered(&Assignment::usual(), number, start, depth).expect("a task")
}

/// Any file, compared with the expected log of a small job.
pub fn logs(bytes: &[u8]) {
    let opening = Position::opening(Size::EIGHT);
    checked(bytes, &job(opening, 2, Depth::new(3)), |job, path, equality| {
        check::batch(job, None, Some(path), equality)
    });
}

/// Any file, compared with the moves of a short game.
pub fn moves(bytes: &[u8]) {
    let board = str::from_utf8(BOARD).expect("text");
    let (_folder, path) = file("board.txt", board.as_bytes());
    let start = JobInput::read(&Assignment::usual(), &path).expect("a board").position;
    checked(bytes, &job(start, 3, Depth::new(2)), |job, path, equality| check::batch(job, Some(path), None, equality));
}

/// Checks any file: the check ends, and the report can be written. Files that are equal are also equal in a less strict
/// comparison.
fn checked(bytes: &[u8], job: &Job, check: impl Fn(&Job, &Path, Equality) -> anyhow::Result<Checked>) {
    let (_folder, path) = file("handed-in.txt", bytes);
    let mut is_same = false;
    for (equality, effort) in [(Equality::Exact, 0), (Equality::Lines, EFFORT), (Equality::Lenient, 0)] {
        let mut checked = check(job, &path, equality).expect("a file that can be read");
        assert!(checked.report.is_same() || !is_same, "{equality:?}");
        is_same = checked.report.is_same();
        if effort > 0 {
            checked.diagnose(job, effort, &|_| ());
        }
        check::write_report(&checked.report, job, check::Detail::Full, &mut Vec::new()).expect("room");
        check::write_json(&checked.report, job, &mut Vec::new()).expect("room");
    }
}

/// The effort of a diagnosis allows so few nodes that the diagnosis tries only some mistakes.
const EFFORT: u64 = 500;
