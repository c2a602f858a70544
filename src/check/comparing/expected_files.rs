//! Writes the expected files of a job, and compares them with a student's files on the way.

use std::{
    io::{self, ErrorKind, Write},
    mem,
    ops::ControlFlow,
    path::Path,
};

use anyhow::{Context as _, Result};

use crate::reasons;
use crate::{
    Checked, Difference, Equality, FileReport, Play, Report, Role, Shape, Subject, TextPrefix, Verdict,
    comparison::{Comparison, ExpectedLine},
    diagnosis::wrong_rows,
    lines::Part,
    moves_reading::MovesReading,
    student_file::StudentFile,
};
use reversi_course::assignment::Job;
use reversi_io::{
    files::{self, LineEnding, stream::ReadTextError},
    threads,
};

/// The number of kept bytes of a moves file: a hundred times the longest game.
const MOST_MOVES: usize = 1 << 20;

/// Checks the files of a batch job like [`batch`]. If each file has the content of the other one, checks it as that.
///
/// # Errors
/// Returns an error if a file cannot be read; wrong content is not an error.
pub fn batch_in_any_order(job: &Job, moves: Option<&Path>, log: Option<&Path>, equality: Equality) -> Result<Checked> {
    let checked = batch(job, moves, log, equality)?;
    // A pipe can be read only once.
    if checked.looks_swapped(job) && moves.into_iter().chain(log).all(files::is_file) {
        let mut swapped = batch(job, log, moves, equality)?;
        swapped.report.are_swapped = true;
        return Ok(swapped);
    }
    Ok(checked)
}

/// Checks the moves file and the log of a batch job, or one of them, in parallel.
///
/// # Errors
/// Returns an error if a file cannot be read; wrong content is not an error.
pub fn batch(job: &Job, moves: Option<&Path>, log: Option<&Path>, equality: Equality) -> Result<Checked> {
    let moves = moves.map(|path| {
        let (job, path) = (job.clone(), path.to_owned());
        threads::beside(move || check_moves(&job, &path, equality))
    });
    let log = log.map(|path| check_log(job, path, equality));
    let checked: Vec<_> = moves.map(|wait| wait()).into_iter().chain(log).collect::<Result<_>>()?;
    let (files, texts) = checked.into_iter().unzip();
    Ok(Checked { report: Report { files, ..Report::default() }, texts })
}

/// Checks an output: the next board and, if there is one, the log.
///
/// # Errors
/// Returns an error if the file cannot be read; wrong content is not an error.
pub fn output(job: &Job, path: &Path, equality: Equality) -> Result<Checked> {
    let (mut files, kept) = read(path, equality, TextPrefix::LIMIT, |found| {
        if job.is_logged {
            found.split(job.row_format(), job.assignment.size)?;
        }
        let mut files = vec![compare(job, Role::Board, equality, found, |ending, board| {
            board.write_all(job.next_board(ending).as_bytes())
        })?];
        if job.is_logged {
            found.second_part()?;
            files.push(compare_log(job, equality, found)?);
        }
        Ok(files)
    })?;
    let [_, log] = kept.parts();
    for file in &mut files {
        if file.role == Role::Log {
            file.find_rows(job);
            file.count_deviations(job, log);
            file.recognise_repetition(job.row_format(), log);
        } else {
            file.differences().for_each(|difference| difference.set_play(Some(Play::of_next_board(job, &kept))));
        }
    }
    Ok(Checked { report: Report { files, ..Report::default() }, texts: vec![kept] })
}

fn check_moves(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix)> {
    let mut steps = Vec::new();
    let mut game = job.task.steps();
    let ([mut report], mut kept) = read(path, equality, MOST_MOVES, |found| {
        let report = compare(job, Role::Moves, equality, found, |ending, truth| {
            game.by_ref().try_for_each(|step| {
                steps.push(step);
                truth.write_all(step.text(job, ending).as_bytes())
            })
        });
        Ok([report?])
    })?;
    // The board rows at the first difference that is more than a format deviation.
    let mut board = Vec::new();
    if !report.is_same() && kept.is_whole {
        let reading = MovesReading::of(&kept, &job.assignment);
        let all = steps.clone().into_iter().chain(game.by_ref().inspect(|step| steps.push(*step)));
        let compared = reading.compare(job, all);
        if let Some((verdict, rows)) = reading.verdict(job, &report.verdict, &compared) {
            report.verdict = verdict;
            report.deviations.extend(&reading.deviations);
            kept.reformatted = Some(reading.text());
            board = rows;
        }
        report.recognise_repetition(job.row_format(), kept.part());
        if let (Some(from), Verdict::Wrong { shape: shape @ Shape::Any, .. }) =
            (compared.wrong_step, &mut report.verdict)
        {
            *shape = Shape::StepNumbers { from };
        }
    }
    for (difference, board) in report.differences().zip([Vec::new(), board]) {
        difference.set_play(Play::of_step(difference, &board, job, &steps, &kept));
    }
    Ok((report, kept))
}

fn check_log(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix)> {
    let ([mut report], kept) =
        read(path, equality, TextPrefix::LIMIT, |found| Ok([compare_log(job, equality, found)?]))?;
    report.find_rows(job);
    report.count_deviations(job, kept.part());
    report.recognise_repetition(job.row_format(), kept.part());
    Ok((report, kept))
}

/// Reads a file as far as the comparison needs, and keeps the first `most_kept` bytes.
fn read<Parts: AsMut<[FileReport]>>(
    path: &Path,
    equality: Equality,
    most_kept: usize,
    compare: impl FnOnce(&mut StudentFile) -> Result<Parts, ReadTextError>,
) -> Result<(Parts, TextPrefix)> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut found = StudentFile::open(path, equality == Equality::Exact, most_kept).with_context(cannot_read)?;
    let mut parts = compare(&mut found).with_context(cannot_read)?;
    let (kept, unread) = found.finish();
    for report in parts.as_mut() {
        path.clone_into(&mut report.path);
        report.unread = unread;
    }
    Ok((parts, kept))
}

fn compare_log(job: &Job, equality: Equality, found: &mut StudentFile) -> Result<FileReport, ReadTextError> {
    compare(job, Role::Log, equality, found, |ending, truth| {
        job.task.search().write_log(job.row_format(), ending, truth).map(drop)
    })
}

/// Compares a student's file, or one of its parts, with the expected file that `write` produces. The expected file gets
/// the most frequent line ending of the file, so that equal lines have equal bytes.
fn compare(
    job: &Job,
    role: Role,
    equality: Equality,
    found: &mut StudentFile,
    write: impl FnOnce(LineEnding, &mut ExpectedWriter) -> io::Result<()>,
) -> Result<FileReport, ReadTextError> {
    let ending = if equality == Equality::Exact { job.line_ending } else { found.line_ending()? };
    let mut truth = ExpectedWriter {
        comparison: Comparison::new(job, role, equality, found),
        unfinished: Vec::new(),
        state: Ok(ControlFlow::Continue(())),
    };
    // An error during the comparison does not come from the comparison's writer.
    if let Err(error) = write(ending, &mut truth)
        && matches!(truth.state, Ok(ControlFlow::Continue(())))
    {
        return Err(ReadTextError::Io(error));
    }
    truth.finish()
}

/// Passes the expected file to a comparison: whole blocks while they are equal, then single lines.
struct ExpectedWriter<'a> {
    comparison: Comparison<'a>,
    /// The beginning of a line that is not complete yet.
    unfinished: Vec<u8>,
    state: Result<ControlFlow<()>, ReadTextError>,
}

impl ExpectedWriter<'_> {
    /// Compares a written text.
    fn take(&mut self, mut truth: &[u8]) -> Result<ControlFlow<()>, ReadTextError> {
        while !truth.is_empty() {
            if self.unfinished.is_empty() {
                truth = &truth[self.comparison.skip(truth)?..];
            }
            let Some(end) = truth.iter().position(|&byte| byte == b'\n') else {
                self.unfinished.extend(truth);
                break;
            };
            let (line, rest) = truth.split_at(end);
            truth = &rest[1..];
            self.unfinished.extend(line);
            let whole = mem::take(&mut self.unfinished);
            let line = match whole.strip_suffix(b"\r") {
                Some(text) => ExpectedLine { text, end: "\r\n" },
                None => ExpectedLine { text: &whole, end: "\n" },
            };
            if self.comparison.next(line)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(mut self) -> Result<FileReport, ReadTextError> {
        if self.state?.is_continue() && !self.unfinished.is_empty() {
            let _ = self.comparison.next(ExpectedLine { text: &self.unfinished, end: "" })?;
        }
        self.comparison.finish()
    }
}

/// An error means that the comparison has ended, or that the student's file cannot be read.
impl Write for ExpectedWriter<'_> {
    fn write(&mut self, truth: &[u8]) -> io::Result<usize> {
        if let Ok(ControlFlow::Continue(())) = self.state {
            self.state = self.take(truth);
        }
        match self.state {
            Ok(ControlFlow::Continue(())) => Ok(truth.len()),
            Ok(ControlFlow::Break(())) | Err(_) => Err(ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Difference {
    fn set_play(&mut self, play: Option<Play>) {
        self.subject = play.map_or(Subject::None, |play| Subject::Play(Box::new(play)));
    }
}

impl FileReport {
    /// Counts the format deviations in all kept rows of a wrong log, because the comparison ends earlier.
    fn count_deviations(&mut self, job: &Job, log: Part) {
        if !matches!(self.verdict, Verdict::Wrong { .. }) {
            return;
        }
        let deviating = self.deviations.count_in(job.row_format(), log);
        if deviating > 0 {
            let otherwise = wrong_rows(job, log).map_or(deviating, |wrong| wrong.count());
            self.is_mostly_format = deviating.saturating_sub(otherwise) > otherwise;
        }
    }

    /// Finds the search row that belongs to each difference in a log.
    fn find_rows(&mut self, job: &Job) {
        let is_row = |difference: &&mut Difference| difference.expected.is_some() && difference.expected_line > 1;
        let rows: Vec<&mut Difference> = self.differences().filter(is_row).collect();
        let numbers: Vec<u64> = rows.iter().map(|difference| difference.expected_line - 1).collect();
        for (difference, row) in rows.into_iter().zip(reasons::row_contexts(&job.task, &numbers)) {
            difference.subject = Subject::Row(Box::new(row));
        }
    }
}
