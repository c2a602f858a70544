//! The truth of a job, written against a student's files as they are read.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use super::{
    CheckError, Checked, Difference, Equality, FileReport, Kind, Play, Report, Role, TextPrefix, Unread,
    comparison::{Compared, Comparison, ComparisonRules, Mismatch},
    difference::Subject,
    moves_reading::{MovesLine, MovesReading},
    student_file::StudentFile,
};
use crate::{
    assignment::{Job, MovesFile, Step},
    files::{LineEnding, stream::ReadTextError},
    log::LogFormat,
    reasons,
    threads::{self, NoThread, SpawnedOrInline},
};

/// How much is kept of a moves file: a hundred times what the longest game takes.
const MOST_MOVES: usize = 1 << 20;

/// Checks the files of a batch job, one beside the other.
pub(super) fn batch(
    job: &Job,
    moves: Option<&Path>,
    log: Option<&Path>,
    equality: Equality,
) -> Result<Checked, CheckError> {
    let mut checked = thread::scope(|scope| {
        let moves = moves.map(|path| threads::spawn_or_inline(scope, move || check_moves(job, path, equality)));
        let log = log.map(|path| check_log(job, path, equality));
        let moves = moves.map(SpawnedOrInline::join);
        moves.into_iter().chain(log).collect::<Result<Vec<_>, _>>()
    })?;
    let texts = checked.iter_mut().map(|(_, kept)| std::mem::take(kept)).collect();
    let files = checked.into_iter().map(|(file, _)| file).collect();
    Ok(Checked { report: Report { files, ..Report::default() }, texts })
}

fn check_moves(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix), CheckError> {
    let mut found = open(path, equality, MOST_MOVES)?;
    let mut steps = Vec::new();
    let rules = ComparisonRules { last_line_end: true, ..ComparisonRules::new(job, Role::Moves, equality) };
    let mut game = job.task.steps(Arc::new(AtomicBool::new(false)));
    let compared = write(&mut found, rules, |ending, comparison| {
        let mut file = MovesFile::new(comparison, job, ending);
        for step in game.by_ref() {
            steps.push(step);
            if file.write(&step).is_err() {
                break;
            }
        }
        Ok(())
    });
    let mut compared = compared.map_err(|source| CheckError::Read { path: path.to_owned(), source })?;
    let (kept, unread) = found.finish();
    let respelled = compared.read_on(job, &kept, &mut steps, game);
    let report = compared.report(Role::Moves, path, job, &steps, (&kept, unread));
    let report = FileReport { respelled, ..report };
    Ok((report, kept))
}

fn check_log(job: &Job, path: &Path, equality: Equality) -> Result<(FileReport, TextPrefix), CheckError> {
    let mut found = open(path, equality, TextPrefix::LIMIT)?;
    let compared = write_log(job, &mut found, ComparisonRules::new(job, Role::Log, equality));
    let compared = compared.map_err(|source| CheckError::Read { path: path.to_owned(), source })?;
    let (kept, unread) = found.finish();
    let report = compared.report(Role::Log, path, job, &[], (&kept, unread));
    Ok((report, kept))
}

/// Checks the two parts of an output, one after the other.
pub(super) fn output(job: &Job, path: &Path, equality: Equality) -> Result<Checked, CheckError> {
    let mut found = open(path, equality, TextPrefix::LIMIT)?;
    let mut compare = || {
        if job.is_logged {
            found.split(job.spelling())?;
        }
        let rules = ComparisonRules {
            last_line_end: job.is_logged || job.spelling().last_line_end,
            is_last_part: !job.is_logged,
            ..ComparisonRules::new(job, Role::Board, equality)
        };
        let mut parts = vec![(
            Role::Board,
            write(&mut found, rules, |ending, comparison| {
                let text = job.next_board(ending);
                // An error only says that nothing more is needed.
                let _ = std::io::Write::write_all(comparison, text.as_bytes());
                Ok(())
            })?,
        )];
        if job.is_logged {
            found.second_part()?;
            let rules = ComparisonRules { is_first_part: false, ..ComparisonRules::new(job, Role::Log, equality) };
            parts.push((Role::Log, write_log(job, &mut found, rules)?));
        }
        Ok(parts)
    };
    let parts = compare().map_err(|source| CheckError::Read { path: path.to_owned(), source })?;
    let (kept, unread) = found.finish();
    let report = |(role, compared): (Role, Compared)| compared.report(role, path, job, &[], (&kept, unread));
    let files = parts.into_iter().map(report).map(|file| FileReport { is_part: job.is_logged, ..file }).collect();
    Ok(Checked { report: Report { files, ..Report::default() }, texts: vec![kept] })
}

fn open(path: &Path, equality: Equality, most: usize) -> Result<StudentFile, CheckError> {
    StudentFile::open(path, equality == Equality::Exact, most)
        .map_err(|source| CheckError::Open { path: path.to_owned(), source })
}

fn write_log(job: &Job, found: &mut StudentFile, rules: ComparisonRules) -> Result<Compared, ReadTextError> {
    write(found, rules, |ending, comparison| {
        match job.task.search().write_log(&LogFormat::Spelled(job.spelling().clone()), ending, comparison) {
            Err(error) if NoThread::explains(&error) => Err(ReadTextError::Io(error)),
            // Any other only says that nothing more is needed.
            _ => Ok(()),
        }
    })
}

/// Writes the truth against what has been found, with the line ends that most lines there have, so that they are the same
/// bytes where they are the same lines.
fn write(
    found: &mut StudentFile,
    rules: ComparisonRules,
    truth: impl FnOnce(LineEnding, &mut Comparison) -> Result<(), ReadTextError>,
) -> Result<Compared, ReadTextError> {
    let ending = if rules.equality == Equality::Exact { rules.job.line_ending } else { found.line_ending()? };
    let mut comparison = Comparison::new(rules, found);
    truth(ending, &mut comparison)?;
    comparison.finish()
}

impl<'a> ComparisonRules<'a> {
    fn new(job: &'a Job, role: Role, equality: Equality) -> Self {
        let last_line_end = job.spelling().last_line_end;
        Self { job, role, equality, last_line_end, is_first_part: true, is_last_part: true }
    }
}

impl Compared {
    /// After a difference in a moves file that is spelled in another way: counts the spellings and finds the first
    /// difference of the game. Returns the file as the assignment spells it; `None` where it is spelled rightly. `game`
    /// are the steps that have not been compared.
    fn read_on(
        &mut self,
        job: &Job,
        kept: &TextPrefix,
        steps: &mut Vec<Step>,
        mut game: impl Iterator<Item = Step>,
    ) -> Option<String> {
        self.first.as_ref().filter(|_| kept.is_whole)?;
        let reading = MovesReading::of(kept, &job.assignment);
        if reading.variants.is_empty() {
            return None;
        }
        let mut found = reading.lines.iter().enumerate();
        let mut number = 0;
        let mut index = 0;
        let difference = 'game: loop {
            let Some(step) = steps.get(index).copied().or_else(|| game.next().inspect(|step| steps.push(*step))) else {
                let line_after = |(_, line): (usize, &MovesLine)| Mismatch {
                    line: line.number,
                    expected_line: number + 1,
                    kind: Kind::ExtraRow,
                    expected: None,
                    found: Some(line.text.clone()),
                    board: Vec::new(),
                };
                break found.next().map(line_after);
            };
            index += 1;
            let mut file = MovesFile::new(Vec::new(), job, LineEnding::Lf);
            // Nothing goes wrong in memory.
            let _ = file.write(&step);
            for (place, expected) in String::from_utf8_lossy(&file.into_inner()).lines().enumerate() {
                number += 1;
                if expected.is_empty() {
                    continue;
                }
                let next = found.next();
                if next.is_some_and(|(_, line)| line.text == expected) {
                    continue;
                }
                let board = next.map_or_else(Vec::new, |(at, _)| reading.board_after((at + 2).saturating_sub(place)));
                break 'game Some(Mismatch {
                    line: next.map_or_else(
                        || reading.lines.last().map_or(0, |line| line.number) + 1,
                        |(_, line)| line.number,
                    ),
                    expected_line: number,
                    kind: next.map_or(Kind::MissingRow, |_| Kind::of(Role::Moves, job, expected.as_bytes(), None)),
                    expected: Some(expected.to_owned()),
                    found: next.map(|(_, line)| line.text.clone()),
                    board,
                });
            }
        };
        // One odd line in a file that is right otherwise is no spelling, unless the game is right through it.
        if self.single_line_error.is_some() && difference.is_some() {
            return None;
        }
        for (variant, lines) in reading.variants.iter() {
            self.variants.add_rows(variant, lines);
        }
        self.is_right_otherwise = difference.is_none();
        self.single_line_error = None;
        self.stops_early = None;
        self.first_non_spelling_difference = difference;
        Some(reading.text())
    }

    fn report(
        self,
        role: Role,
        path: &Path,
        job: &Job,
        steps: &[Step],
        (kept, unread): (&TextPrefix, Option<Unread>),
    ) -> FileReport {
        let Self {
            ignored_differences,
            variants,
            first,
            first_non_spelling_difference,
            single_line_error,
            stops_early,
            is_right_otherwise,
        } = self;
        let is_row =
            |mismatch: &Mismatch| role == Role::Log && mismatch.expected.is_some() && mismatch.expected_line > 1;
        let rows = first.iter().chain(&first_non_spelling_difference).filter(|mismatch| is_row(mismatch));
        let numbers: Vec<u64> = rows.map(|mismatch| mismatch.expected_line - 1).collect();
        let mut row_contexts = reasons::row_contexts(&job.task, &numbers).into_iter();
        let mut difference = |mismatch: Mismatch| {
            let subject = match role {
                Role::Log if is_row(&mismatch) => row_contexts.next().map(|context| Subject::Row(Box::new(context))),
                Role::Log => None,
                Role::Moves => Play::of_step(&mismatch, job, steps, kept).map(|play| Subject::Play(Box::new(play))),
                Role::Board => Some(Subject::Play(Box::new(Play::of_next_board(job, kept)))),
            };
            let Mismatch { line, kind, expected, found, .. } = mismatch;
            Difference { line, kind, expected, found, subject: subject.unwrap_or(Subject::None) }
        };
        FileReport {
            role,
            path: path.to_owned(),
            is_part: false,
            ignored_differences,
            variants,
            first: first.map(&mut difference),
            first_non_spelling_difference: first_non_spelling_difference.map(&mut difference),
            is_right_otherwise,
            single_line_error,
            stops_early,
            respelled: None,
            unread,
        }
    }
}
