//! The truth of a job, written against a student's files as they are read.

use std::{
    io::Write as _,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use anyhow::{Context as _, Result};

use super::{
    Checked, Difference, Equality, FileReport, Kind, Play, Report, Role, Subject, TextPrefix, comparison::Comparison,
    moves_reading::MovesReading, student_file::StudentFile,
};
use crate::{
    assignment::{Job, Step},
    files::{LineEnding, stream::ReadTextError},
    log::LogFormat,
    reasons,
    threads::{self, NoThread, SpawnedOrInline},
};

/// How much is kept of a moves file: a hundred times what the longest game takes.
const MOST_MOVES: usize = 1 << 20;

/// Checks the moves file and the log of a batch job, or one of them, one beside the other.
///
/// # Errors
/// A file that cannot be read, whatever is in it.
pub fn batch(job: &Job, moves: Option<&Path>, log: Option<&Path>, equality: Equality) -> Result<Checked> {
    let checked = thread::scope(|scope| {
        let moves = moves.map(|path| threads::spawn_or_inline(scope, move || check_moves(job, path, equality)));
        let log = log.map(|path| check_log(job, path, equality));
        moves.map(SpawnedOrInline::join).into_iter().chain(log).collect::<Result<Vec<_>>>()
    })?;
    let (files, texts) = checked.into_iter().unzip();
    Ok(Checked { report: Report { files, diagnosis: None }, texts })
}

/// Checks an output of the later years: the next board and, where there is one, the log.
///
/// # Errors
/// A file that cannot be read, whatever is in it.
pub fn output(job: &Job, path: &Path, equality: Equality) -> Result<Checked> {
    let (mut files, kept) = read(path, equality, TextPrefix::LIMIT, |found| {
        if job.is_logged {
            found.split(job.spelling())?;
        }
        let mut files = vec![compare(job, Role::Board, equality, found, |ending, board| {
            // An error only says that nothing more is needed.
            let _ = board.write_all(job.next_board(ending).as_bytes());
            Ok(())
        })?];
        if job.is_logged {
            found.second_part()?;
            files.push(compare_log(job, equality, found)?);
        }
        Ok(files)
    })?;
    for file in &mut files {
        if file.role == Role::Log {
            file.find_rows(job);
        } else {
            let play = |_: &Difference| Some(Play::of_next_board(job, &kept));
            file.differences().for_each(|difference| difference.find_play(play));
        }
    }
    Ok(Checked { report: Report { files, diagnosis: None }, texts: vec![kept] })
}

fn check_moves(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix)> {
    let mut steps = Vec::new();
    let mut game = job.task.steps(Arc::new(AtomicBool::new(false)));
    let (mut files, kept) = read(path, equality, MOST_MOVES, |found| {
        let report = compare(job, Role::Moves, equality, found, |ending, comparison| {
            for step in game.by_ref() {
                steps.push(step);
                if comparison.write_all(step.text(job, ending).as_bytes()).is_err() {
                    break;
                }
            }
            Ok(())
        });
        Ok([report?])
    })?;
    let [report] = &mut files;
    let board = report.read_on(job, &kept, &mut steps, game);
    for (difference, board) in report.differences().zip([Vec::new(), board]) {
        difference.find_play(|difference| Play::of_step(difference, &board, job, &steps, &kept));
    }
    let [report] = files;
    Ok((report, kept))
}

fn check_log(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix)> {
    let ([mut report], kept) =
        read(path, equality, TextPrefix::LIMIT, |found| Ok([compare_log(job, equality, found)?]))?;
    report.find_rows(job);
    Ok((report, kept))
}

/// Reads a file, of which `most_kept` bytes are kept, as far as its comparison needs it.
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
    compare(job, Role::Log, equality, found, |ending, comparison| {
        match job.task.search().write_log(&LogFormat::Spelled(job.spelling().clone()), ending, comparison) {
            Err(error) if NoThread::explains(&error) => Err(ReadTextError::Io(error)),
            // Any other only says that nothing more is needed.
            _ => Ok(()),
        }
    })
}

/// Writes the truth against what has been found, with the line ends that most lines there have, so that they are the same
/// bytes where they are the same lines.
fn compare(
    job: &Job,
    role: Role,
    equality: Equality,
    found: &mut StudentFile,
    write_truth: impl FnOnce(LineEnding, &mut Comparison) -> Result<(), ReadTextError>,
) -> Result<FileReport, ReadTextError> {
    let ending = if equality == Equality::Exact { job.line_ending } else { found.line_ending()? };
    let mut comparison = Comparison::new(job, role, equality, found);
    write_truth(ending, &mut comparison)?;
    comparison.finish()
}

impl Difference {
    fn find_play(&mut self, play: impl FnOnce(&Self) -> Option<Play>) {
        self.subject = play(self).map_or(Subject::None, |play| Subject::Play(Box::new(play)));
    }
}

impl FileReport {
    /// The first difference, and the first beyond the variants.
    fn differences(&mut self) -> impl Iterator<Item = &mut Difference> {
        self.first.iter_mut().chain(&mut self.first_non_spelling_difference)
    }

    /// Finds the rows of the search that the differences of a log are differences of.
    fn find_rows(&mut self, job: &Job) {
        let is_row = |difference: &&mut Difference| difference.expected.is_some() && difference.expected_line > 1;
        let rows: Vec<&mut Difference> = self.differences().filter(is_row).collect();
        let numbers: Vec<u64> = rows.iter().map(|difference| difference.expected_line - 1).collect();
        for (difference, row) in rows.into_iter().zip(reasons::row_contexts(&job.task, &numbers)) {
            difference.subject = Subject::Row(Box::new(row));
        }
    }

    /// After a difference in a moves file that is spelled in another way: counts the spellings, finds the first difference
    /// of the game, and has the file as the assignment spells it. Returns the rows of the board at that difference. `game`
    /// are the steps that have not been compared.
    fn read_on(
        &mut self,
        job: &Job,
        kept: &TextPrefix,
        steps: &mut Vec<Step>,
        game: impl Iterator<Item = Step>,
    ) -> Vec<String> {
        if self.is_same() || !kept.is_whole {
            return Vec::new();
        }
        let reading = MovesReading::of(kept, &job.assignment);
        if reading.variants.is_empty() {
            return Vec::new();
        }
        let compared = steps.clone().into_iter();
        let truth = compared.chain(game.inspect(|step| steps.push(*step))).flat_map(|step| step.lines(job));
        let mut last = 0;
        let is_text = |(_, line): &(u64, String)| !line.is_empty();
        let mut truth = (1..).zip(truth).filter(is_text).inspect(|(number, _)| last = *number);
        let mut found = reading.lines.iter().enumerate();
        let (expected, next) = loop {
            match (truth.next(), found.next()) {
                (Some((_, expected)), Some((_, line))) if line.text == expected => {}
                pair => break pair,
            }
        };
        let board = match (&expected, next) {
            (Some((number, _)), Some((at, _))) => {
                let place = (number - 1) % Step::LINES;
                reading.board_after((at + 2).saturating_sub(place as usize))
            }
            _ => Vec::new(),
        };
        let kind = match (&expected, next) {
            (None, _) => Kind::ExtraRow,
            (_, None) => Kind::MissingRow,
            (Some((_, expected)), _) => Kind::of(Role::Moves, job, expected.as_bytes(), None),
        };
        let after_last = || reading.lines.last().map_or(0, |line| line.number) + 1;
        let difference = (expected.is_some() || next.is_some()).then(|| Difference {
            line: next.map_or_else(after_last, |(_, line)| line.number),
            expected_line: if expected.is_some() { last } else { last + 1 },
            kind,
            expected: expected.map(|(_, line)| line),
            found: next.map(|(_, line)| line.text.clone()),
            subject: Subject::None,
        });
        // One odd line in a file that is right otherwise is no spelling, unless the game is right through it.
        if self.single_line_error.is_some() && difference.is_some() {
            return Vec::new();
        }
        for (variant, lines) in reading.variants.iter() {
            self.variants.add_rows(variant, lines);
        }
        self.is_right_otherwise = difference.is_none();
        self.single_line_error = None;
        self.stops_early = None;
        self.first_non_spelling_difference = difference;
        self.respelled = Some(reading.text());
        board
    }
}
