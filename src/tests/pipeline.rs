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
    games::reversi::{Color, CourseNode, EndRules, Expression, Move, Pieces, Position, Rules as _, Size},
    log::{BoardSearch, EachRow, LogFormat, RecordContext, RecordForm, RecordWriter, Row},
    search::{Algorithm, NoWindow, Search},
};

use reversi_testing::by_profile;

use crate::rows::row_by_row;

fn formats() -> [LogFormat; 3] {
    let [csv, json_lines] = [RecordForm::Csv, RecordForm::JsonLines].map(LogFormat::Records);
    [LogFormat::Rows(Assignment::usual().row_format.clone()), csv, json_lines]
}

fn search(depth: u32) -> BoardSearch<'static, CourseNode, NoWindow, Pieces> {
    let root = CourseNode::new(Position::opening(Size::EIGHT), Color::Black, EndRules::default());
    Search { root, depth: Depth::new(depth), window: NoWindow, evaluation: &Pieces }.into()
}

/// Writes the log of a search through the pipeline.
fn log(format: &LogFormat, depth: u32, line_ending: LineEnding, mut sink: impl Write + Send) -> io::Result<()> {
    let opening = Position::opening(Size::EIGHT);
    let task = Task::new(opening, SearchRules::NO_PASS, Algorithm::Minimax, Expression::pieces(), Depth::new(depth));
    task.search().write_log(format, line_ending, &mut sink).map(|_| ())
}

/// The log of the same search, written without a pipeline.
fn written_directly(format: &LogFormat, depth: u32, line_ending: LineEnding) -> Vec<u8> {
    let mut bytes = Vec::new();
    match format {
        LogFormat::Rows(row_format) => bytes = row_by_row(&search(depth), row_format, line_ending).into_bytes(),
        LogFormat::Records(form) => record(&search(depth).search, *form, line_ending, &mut bytes),
    }
    bytes
}

fn record(
    search: &Search<CourseNode, NoWindow, Pieces>,
    form: RecordForm,
    line_ending: LineEnding,
    bytes: &mut Vec<u8>,
) {
    let context =
        RecordContext { side_to_move: search.root.position().side_to_move(), max: Color::Black, depth: search.depth };
    let mut writer = RecordWriter::new(form, bytes, line_ending, context);
    let mut rows = EachRow::new(|row: &Row<Move>| writer.write(row));
    search.run(&mut rows).expect("room in memory");
    writer.flush().expect("room in memory");
}

/// A depth at which a log fills all blocks of the pipeline more than once. Logs as records have longer rows, so a
/// smaller depth fills the blocks.
fn deep(format: &LogFormat) -> u32 {
    match format {
        LogFormat::Rows(_) => 8,
        LogFormat::Records(_) => 7,
    }
}

/// The number of formats with deep logs: a deep log uses the same blocks in every format.
fn deep_formats() -> usize {
    by_profile(1, usize::MAX)
}

#[test]
fn log_is_the_same_whatever_its_size() {
    for (number, format) in formats().into_iter().enumerate() {
        let most = if number < deep_formats() { deep(&format) } else { 5 };
        for (line_ending, depths) in [(LineEnding::Lf, &[0, 1, 3, most][..]), (LineEnding::Crlf, &[0, 6.min(most)])] {
            for &depth in depths {
                let mut bytes = Vec::new();
                log(&format, depth, line_ending, &mut bytes).expect("room in memory");
                // A deep log fills all blocks more than once.
                assert!(depth < deep(&format) || bytes.len() > 4 << 20, "only {} bytes", bytes.len());
                assert!(bytes == written_directly(&format, depth, line_ending), "{format:?}, depth {depth}");
            }
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
    for (number, format) in formats().into_iter().enumerate() {
        for depth in [1, deep(&format)].into_iter().take(if number < deep_formats() { 2 } else { 1 }) {
            let mut bytes = Vec::new();
            log(&format, depth, LineEnding::Lf, &mut bytes).expect("room in memory");
            let length = bytes.len();
            let log = |sink: &mut (dyn Write + Send)| log(&format, depth, LineEnding::Lf, sink);
            log(&mut Disk { room: length }).expect("room for all of it");
            for room in [length / 2, length - 1] {
                let error = log(&mut Disk { room }).expect_err("a full disk");
                assert_eq!(
                    (error.kind(), error.to_string()),
                    (full().kind(), full().to_string()),
                    "{format:?}, {room}"
                );
            }
            assert_eq!(log(&mut Forgetful).expect_err("a full disk").kind(), full().kind(), "{format:?}");
        }
    }
}

#[test]
fn a_deep_log_ends_with_its_sink() {
    // At depth 10 the threads have filled all blocks and wait for a free block when the error occurs.
    let error = log(&formats()[0], 10, LineEnding::Lf, Disk { room: 0 }).expect_err("a full disk");
    assert_eq!(error.kind(), full().kind());
}

/// Runs a job in a new folder, with a log of several blocks. Returns the exit code, standard error, and true if the
/// moves were written.
fn job(format: &str, log: &str, standard_output: impl Into<Stdio>) -> (Option<i32>, String, bool) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let board = fs::canonicalize("fixtures/opening.txt").expect("the fixture is there");
    let output = Command::new(crate::program::BUILT)
        .current_dir(folder.path())
        .args(["-t1", "-d8", "-op", "moves", "--log-format", format, "-ol", log, "-i"])
        .arg(board)
        .stdout(standard_output)
        .output()
        .expect("the program runs");
    let said = String::from_utf8(output.stderr).expect("a message");
    (output.status.code(), said, folder.path().join("moves").exists())
}

#[test]
fn a_closed_pipe_gets_no_message_and_the_moves_appear() {
    for format in ["usc2013", "csv", "jsonl"] {
        let (read, write) = io::pipe().expect("a pipe");
        drop(read);
        assert_eq!(job(format, "-", write), (Some(0), String::new(), true), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_its_name_and_the_cause() {
    for format in ["usc2013", "csv", "jsonl"] {
        let (code, said, has_moves) = job(format, "/dev/full", Stdio::null());
        assert_eq!((code, has_moves), (Some(2), false), "{format}");
        assert!(said.starts_with("reversi: cannot write /dev/full: No space left on device"), "{said}");
    }
}
