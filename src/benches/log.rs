//! Log speed, as ratios taken in one run, in turn: the whole job of a deep log in a memory file against raw writes of
//! the same bytes, and search with formatting against formatting alone. Prints medians.
#![allow(clippy::cast_precision_loss)] // figures for people

use std::{
    fs::{self, File},
    hint::black_box,
    io::{self, Write},
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use reversi::{
    dialect::Dialect,
    log::{LineEnding, LogFormat, LogWriter, write_behind},
    reversi::{NoPass, Pieces, Position, Size, Square},
    search::{Node, Observer, Open, Update},
    value::{Depth, Value},
    with_best_instructions,
};

const RUNS: usize = 7;

fn main() {
    memory_file();
    formatting();
}

/// Runs each of the works in turn and returns the median time of each.
fn medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..RUNS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed());
        }
    }
    times.map(|mut times| {
        times.sort();
        times[RUNS / 2]
    })
}

/// The whole job, task 1 at depth 10 from the opening, against writes of the bytes it writes.
fn memory_file() {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder");
    let (log, raw) = (folder.path().join("log.txt"), folder.path().join("raw.txt"));
    let mut job = || {
        let _ = fs::remove_file(&log);
        let arguments = ["-t1", "-d10", "-i", "fixtures/opening.txt", "-op", "/dev/null", "-ol"];
        let done = Command::new(env!("CARGO_BIN_EXE_reversi")).args(arguments).arg(&log).status();
        assert!(done.is_ok_and(|status| status.success()), "the job runs");
    };
    job();
    let length = fs::metadata(&log).expect("a log").len();
    let block = vec![b'x'; 1 << 18];
    let mut write = || {
        let _ = fs::remove_file(&raw);
        let mut file = File::create(&raw).expect("a file");
        let mut left = length;
        while left > 0 {
            let size = left.min(block.len() as u64);
            file.write_all(&block[..usize::try_from(size).expect("a block")]).expect("room");
            left -= size;
        }
    };
    let [job, write] = medians([&mut job, &mut write]);
    println!(
        "t1 d10 to a memory file, {length} bytes: job {:.3} s, raw writes {:.3} s ({:.2} GB/s), ratio {:.2}",
        job.as_secs_f64(),
        write.as_secs_f64(),
        length as f64 / write.as_secs_f64() / 1e9,
        write.as_secs_f64() / job.as_secs_f64()
    );
}

/// Search and formatting of task 1 at depth 10, to nowhere, against formatting as many rows alone.
fn formatting() {
    const ROWS: u64 = 56_062_970;
    let opening = Position::opening(Size::EIGHT);
    let (spelling, depth) = (Dialect::USC2013.spelling, Depth::new(10));
    let mut search = || {
        let format = LogFormat::Spelled(spelling);
        let outcome = with_best_instructions!(best => {
            format.search(&NoPass(opening.with(best)), depth, Open, &Pieces, LineEnding::Lf, io::sink())
        });
        black_box(outcome).expect("nowhere takes everything");
    };
    let mut format = || {
        let formatted = write_behind(io::sink(), |blocks| {
            let mut log = LogWriter::new::<Open>(spelling, LineEnding::Lf, depth, 64, blocks)?;
            format_rows(&mut log, ROWS)?;
            log.finish()
        });
        formatted.expect("nowhere takes everything");
    };
    let [search, format] = medians([&mut search, &mut format]);
    let rate = |time: Duration| ROWS as f64 / time.as_secs_f64() / 1e6;
    println!(
        "t1 d10 to nowhere, million rows a second: search {:.0}, formatting alone {:.0}, ratio {:.2}",
        rate(search),
        rate(format),
        format.as_secs_f64() / search.as_secs_f64()
    );
}

/// Writes rows of a made-up search: nodes at the last ply with eight children each.
fn format_rows(log: &mut impl Observer<Square, Open, Error = io::Error>, rows: u64) -> io::Result<()> {
    let squares: Vec<Square> = (0..64).map(Square::from_index).collect();
    for number in 0..rows / 17 {
        let square = squares[(number % 57) as usize];
        let node = Node { reached_by: Some(square), ply: Depth::new(9) };
        let mut last_ply = log.enter_last_ply(node, Value::NEGATIVE_INFINITY, Open)?;
        for (&child, value) in squares[(number % 50) as usize..][..8].iter().zip(-4..) {
            let leaf = Node { reached_by: Some(child), ply: Depth::new(10) };
            let value = Value::new(black_box(value));
            last_ply.leaf(leaf, value, Open)?;
            let update = Update { child, value, improved: true, before: Open, after: Open, cut: false };
            last_ply.update(node, update)?;
        }
    }
    Ok(())
}
