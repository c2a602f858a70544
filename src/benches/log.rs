//! The speed of deep logs: the whole job in a memory file against raw writes of the same bytes, and the count of a log
//! against the log.

use std::{
    fs::{self, File},
    io::Write,
    process::Command,
};

use reversi::{
    assignment::TaskSearch as _,
    game::Depth,
    games::reversi::{NoPass, Pieces, Position, Size, Weights},
    log::BoardSearch,
    search::{AlphaBeta, NoWindow, Search},
};

use super::{
    measure::{Unit, compare},
    program,
};

/// How deep the logs are that are not kept.
const DEPTH: u32 = 11;

pub fn run() {
    memory_file();
    dry_run();
    described();
}

/// Assignments that files describe: one that says what a built-in one says, and one with the columns in another order.
fn described() {
    let folder = program::memory_folder();
    let root = NoPass(Position::opening(Size::EIGHT));
    let search = Search { root, depth: Depth::new(DEPTH), window: AlphaBeta::FULL, evaluation: &Weights::default() };
    let rows = BoardSearch::from(search).row_count();
    let columns = "[log]\ncolumns = [\"alpha\", \"depth\", \"value\", \"beta\", \"node\"]\nheader = \"A,D,V,B,N\"\n";
    for (what, text) in [("what usc2013 says", ""), ("columns in another order", columns)] {
        let file = folder.path().join("mine.toml");
        fs::write(&file, format!("name = \"mine\"\nlike = \"usc2013\"\n{text}")).expect("room");
        let mut described = program::job_to_nowhere(3, DEPTH);
        described.arg("--assignment").arg(&file);
        let mut built_in = program::job_to_nowhere(3, DEPTH);
        let what = format!("log: task 3, depth {DEPTH}, whole process, described by a file: {what}");
        let run = |job: &mut Command| {
            program::run(job);
            rows
        };
        compare(Unit::ROWS, &what, || run(&mut described), "usc2013", || run(&mut built_in));
    }
}

fn memory_file() {
    let folder = program::memory_folder();
    let (log, raw) = (folder.path().join("log.txt"), folder.path().join("raw.txt"));
    let mut job = program::job(1, 10);
    job.args(["-op", "/dev/null", "-ol"]).arg(&log);
    let mut write_log = || {
        let _ = fs::remove_file(&log);
        program::run(&mut job);
        fs::metadata(&log).expect("a log").len()
    };
    let length = write_log();
    // One block stays in the cache, a ring of many comes from memory shared by the cores, as a log does.
    let ring = vec![b'x'; 1 << 24];
    let write_raw = |ring: &[u8]| {
        let _ = fs::remove_file(&raw);
        let mut file = File::create(&raw).expect("a file");
        let mut left = length;
        for block in ring.chunks(1 << 18).cycle() {
            let size = left.min(block.len() as u64);
            file.write_all(&block[..usize::try_from(size).expect("a block")]).expect("room");
            left -= size;
            if left == 0 {
                break;
            }
        }
        length
    };
    let what = "log: task 1, depth 10, whole process, to a memory file";
    compare(Unit::GIGABYTES, what, &mut write_log, "raw writes of the same bytes", || write_raw(&ring[..1 << 18]));
    compare(Unit::GIGABYTES, what, write_log, "raw writes from a ring of 16 MiB", || write_raw(&ring));
}

fn dry_run() {
    let root = NoPass(Position::opening(Size::EIGHT));
    let search = Search { root, depth: Depth::new(DEPTH), window: NoWindow, evaluation: &Pieces };
    let rows = BoardSearch::from(search).row_count();
    let (mut log, mut dry) = (program::job_to_nowhere(1, DEPTH), program::job_to_nowhere(1, DEPTH));
    dry.arg("--dry-run");
    let run = |job: &mut Command| {
        program::run(job);
        rows
    };
    let what = format!("log: task 1, depth {DEPTH}, whole process, `--dry-run`");
    compare(Unit::ROWS, &what, || run(&mut dry), "the log to `/dev/null`", || run(&mut log));
}
