//! The speed of deep logs: the whole job in a memory file against raw writes of the same bytes, search with formatting
//! against formatting alone, and the count of a log against the log.

use std::{
    cell::RefCell,
    fs::{self, File},
    hint::black_box,
    io::{self, Write},
    path::Path,
    process::Command,
};

use reversi::{
    assignment::Assignment,
    files::LineEnding,
    game::{Depth, Value},
    games::reversi::{NoPass, Pieces, Position, Size, Square},
    log::{BlockPool, LogFormat, LogWriter, LoggedSearch as _, RowTemplates},
    search::{NoWindow, Node, Observer, Search, Update},
    with_best_instructions,
};

use super::{
    measure::{Unit, compare},
    program,
};

/// How deep the logs are that need no room.
const DEPTH: u32 = 11;

pub fn run() {
    let rows = rows();
    memory_file();
    formatting(rows);
    dry_run(rows);
}

/// The rows of the log of task 1 from the opening.
fn rows() -> u64 {
    let root = NoPass(Position::opening(Size::EIGHT));
    let search = Search { root, depth: Depth::new(DEPTH), window: NoWindow, evaluation: &Pieces };
    let size = search.log_size(&LogFormat::Spelled(Assignment::usual().spelling.clone()), LineEnding::Lf, u64::MAX);
    size.expect("threads").expect("no limit").rows
}

fn memory_file() {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder");
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

fn formatting(rows: u64) {
    let opening = Position::opening(Size::EIGHT);
    let (assignment, depth) = (Assignment::usual(), Depth::new(DEPTH));
    let spelling = &assignment.spelling;
    let search = || {
        let format = LogFormat::Spelled(spelling.clone());
        let outcome = with_best_instructions!(best => {
            let search = Search { root: NoPass(opening.with(best)), depth, window: NoWindow, evaluation: &Pieces };
            search.write_log(&format, LineEnding::Lf, &mut io::sink())
        });
        black_box(outcome).expect("nowhere takes everything");
        rows
    };
    let format = || {
        let (mut sink, fields) =
            (io::sink(), RowTemplates::new(spelling, LineEnding::Lf, depth, 64).expect("short texts").for_many());
        let sink = RefCell::new(&mut sink);
        let formatted = LogWriter::new(&fields, BlockPool::written_to(&sink)).and_then(|mut log| {
            format_rows(&mut log, depth, rows)?;
            Observer::<Square, NoWindow>::finish(&mut log)
        });
        formatted.expect("nowhere takes everything");
        rows
    };
    let what = format!("log: task 1, depth {DEPTH}, search and formatting, to nowhere");
    compare(Unit::ROWS, &what, search, "formatting as many rows", format);
}

/// Writes rows of a made-up search: nodes above the last ply with eight children each, and values such that a row takes
/// ten and a half bytes, as in the log.
fn format_rows(
    log: &mut impl Observer<Square, NoWindow, Error = io::Error>,
    depth: Depth,
    rows: u64,
) -> io::Result<()> {
    let squares: Vec<Square> = Square::all().collect();
    let above = Depth::new(depth.plies() - 1);
    for number in 0..rows / 17 {
        let square = squares[(number % 57) as usize];
        let node = Node { reached_by: Some(square), ply: above };
        let mut last_ply = log.enter_last_ply(node, Value::NEGATIVE_INFINITY, NoWindow)?;
        for (&child, value) in squares[(number % 50) as usize..][..8].iter().zip(-1..) {
            let leaf = Node { reached_by: Some(child), ply: depth };
            let value = Value::new(black_box(value));
            last_ply.leaf(leaf, value, NoWindow)?;
            let update = Update {
                child,
                child_value: value,
                value,
                improved: true,
                before: NoWindow,
                after: NoWindow,
                cut: false,
            };
            last_ply.update(node, update)?;
        }
    }
    Ok(())
}

fn dry_run(rows: u64) {
    let (mut log, mut dry) = (program::job_to_nowhere(1, DEPTH), program::job_to_nowhere(1, DEPTH));
    dry.arg("--dry-run");
    let run = |job: &mut Command| {
        program::run(job);
        rows
    };
    let what = format!("log: task 1, depth {DEPTH}, whole process, `--dry-run`");
    compare(Unit::ROWS, &what, || run(&mut dry), "the log to `/dev/null`", || run(&mut log));
}
