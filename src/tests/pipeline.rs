//! Tests logs that are larger than the pipeline's blocks, and sinks that fail.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    process::{Command, Stdio},
};

use reversi::{
    assignment::{Assignment, SearchRules, Task},
    files::LineEnding,
    game::Depth,
    games::reversi::{Color, CourseNode, EndRules, Expression, Pieces, Position, Size},
    search::{Algorithm, NoWindow, Search},
};

use crate::rows::row_by_row;

/// A depth at which a log fills all blocks of the pipeline more than once.
const DEEP: u32 = 8;

/// Writes the log of a search through the pipeline.
fn log(depth: u32, line_ending: LineEnding, mut sink: impl Write + Send) -> io::Result<()> {
    let opening = Position::opening(Size::EIGHT);
    let task = Task::new(opening, SearchRules::NO_PASS, Algorithm::Minimax, Expression::pieces(), Depth::new(depth));
    task.search().write_log(&Assignment::usual().row_format, line_ending, &mut sink).map(|_| ())
}

/// The log of the same search, written without a pipeline.
fn written_directly(depth: u32, line_ending: LineEnding) -> Vec<u8> {
    let root = CourseNode::new(Position::opening(Size::EIGHT), Color::Black, EndRules::default());
    let search = Search { root, depth: Depth::new(depth), window: NoWindow, evaluation: &Pieces };
    row_by_row(&search.into(), &Assignment::usual().row_format, line_ending).into_bytes()
}

#[test]
fn log_is_the_same_whatever_its_size() {
    for (line_ending, depths) in [(LineEnding::Lf, &[0, 1, 3, DEEP][..]), (LineEnding::Crlf, &[0, 6])] {
        for &depth in depths {
            let mut bytes = Vec::new();
            log(depth, line_ending, &mut bytes).expect("room in memory");
            // A deep log fills all blocks more than once.
            assert!(depth < DEEP || bytes.len() > 4 << 20, "only {} bytes", bytes.len());
            assert!(bytes == written_directly(depth, line_ending), "depth {depth}");
        }
    }
}

/// A sink with room for `room` bytes.
struct Disk {
    room: usize,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.room = self.room.checked_sub(bytes.len()).ok_or_else(full)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn full() -> io::Error {
    io::Error::new(ErrorKind::StorageFull, "the disk is full")
}

/// A sink that discards everything.
struct Forgetful;

impl Write for Forgetful {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(full())
    }
}

#[test]
fn error_of_a_sink_comes_through_wherever_it_comes() {
    for depth in [1, DEEP] {
        let mut bytes = Vec::new();
        log(depth, LineEnding::Lf, &mut bytes).expect("room in memory");
        let length = bytes.len();
        log(depth, LineEnding::Lf, &mut Disk { room: length }).expect("room for all of it");
        for room in [length / 2, length - 1] {
            let error = log(depth, LineEnding::Lf, &mut Disk { room }).expect_err("a full disk");
            assert_eq!((error.kind(), error.to_string()), (full().kind(), full().to_string()), "{room}");
        }
        assert_eq!(log(depth, LineEnding::Lf, &mut Forgetful).expect_err("a full disk").kind(), full().kind());
    }
}

#[test]
fn a_deep_log_ends_with_its_sink() {
    // At depth 10 the threads have filled all blocks and wait for a free block when the error occurs.
    let error = log(10, LineEnding::Lf, Disk { room: 0 }).expect_err("a full disk");
    assert_eq!(error.kind(), full().kind());
}

/// Runs a job in a new folder, with a log of several blocks. Returns the exit code, standard error, and true if the
/// moves were written.
fn job(log: &str, standard_output: impl Into<Stdio>) -> (Option<i32>, String, bool) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let output = Command::new(crate::program::BUILT)
        .current_dir(folder.path())
        .args(["-t1", "-d8", "-op", "moves", "-ol", log, "-i"])
        .arg(board)
        .stdout(standard_output)
        .output()
        .expect("the program runs");
    let said = String::from_utf8(output.stderr).expect("a message");
    (output.status.code(), said, folder.path().join("moves").exists())
}

#[test]
fn a_closed_pipe_gets_no_message_and_the_moves_appear() {
    let (read, write) = io::pipe().expect("a pipe");
    drop(read);
    assert_eq!(job("-", write), (Some(0), String::new(), true));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_its_name_and_the_cause() {
    let (code, said, has_moves) = job("/dev/full", Stdio::null());
    assert_eq!((code, has_moves), (Some(2), false));
    assert!(said.starts_with("reversi: cannot write /dev/full: No space left on device"), "{said}");
}
