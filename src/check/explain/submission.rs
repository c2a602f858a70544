//! Shows a student's wrong files beside the search that they should come from.

use std::{borrow::Cow, ops::ControlFlow};

use anyhow::{Result, bail};

use super::{Page, StudentLog, beside_student, of_job, subtree_around, with_diagnosis};
use crate::{
    Checked, Detail, FileReport, Play, Role, Subject,
    diagnosis::{self, Paragraph},
    report,
};
use reversi_core::games::reversi::Move;
use reversi_course::{assignment::Job, log::Event};

/// The page of a wrong submission: the student's log beside the expected log. Unless another page has this page in a
/// frame, the heading is the verdict, and the diagnosis is above the search.
///
/// If the log is right, the page shows the last search before the wrong line of the moves file. It begins with the row
/// that decides the value of the right move. Right moves without a log have no page.
pub fn of_submission(job: &Job, checked: &Checked, is_framed: bool, most_rows: u64) -> Result<Option<Page>> {
    let said = if is_framed { Vec::new() } else { diagnosis::of_one(&checked.report, job, Detail::Full) };
    let under_verdict = |file: &FileReport, page: Page| match report::fault(file, job).filter(|_| !is_framed) {
        Some(fault) => Page { title: format!("{}: {fault}", file_name(file)), ..page },
        None => page,
    };
    let files = &checked.report.files;
    let log = files.iter().find(|file| file.role == Role::Log);
    let wrong_move = files.iter().find_map(|file| match &file.beyond().or(file.first())?.subject {
        Subject::Play(play) => Some((file, play)),
        _ => None,
    });
    match (log, wrong_move) {
        (Some(log), None) => Ok(Some(under_verdict(log, of_log(job, log, checked, said, most_rows)?))),
        (Some(log), _) if !log.is_same() => Ok(Some(under_verdict(log, of_log(job, log, checked, said, most_rows)?))),
        (_, Some((file, play))) => Ok(Some(under_verdict(file, of_move(job, file, play, &said, most_rows)?))),
        (None, None) if checked.report.is_same() => Ok(None),
        (None, None) => bail!("--html needs a log or a wrong move to show; these files have neither"),
    }
}

/// The search before a wrong board. If the search is too long, the page shows the subtree of the right move.
fn of_move(job: &Job, file: &FileReport, play: &Play, said: &[Paragraph], most_rows: u64) -> Result<Page> {
    let (before, played) = play.before.unwrap_or((job.task.start, None));
    let step = Job { task: job.task.from(before), is_logged: true, ..job.clone() };
    let at = subtree_around(&step.task, &Vec::from_iter(played), most_rows);
    let page = of_job(&step, &at, most_rows)?;
    let verdict = match play.step {
        Some(step) => format!(
            "the search of step {}, the last one before the first wrong line.",
            step.number.saturating_sub(1).max(1)
        ),
        None => "the search of the move.".to_owned(),
    };
    let decided = played.and_then(|played| row_after(&step, played)).filter(|row| page.numbers.contains(row));
    Ok(with_diagnosis(page, &file_name(file), &verdict, said, decided, play.found_square()))
}

/// The number of the row in which the root gets the value of a move.
fn row_after(job: &Job, played: Move) -> Option<u64> {
    let mut found = None;
    job.task.search().each_row(&mut |row| {
        let is_after = row.path.is_empty() && matches!(row.event, Event::Update { child, .. } if child == played);
        found = is_after.then_some(row.number);
        if is_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// The page of a log beside the expected log. If the log is too long, the page shows the subtree of the first
/// difference.
fn of_log(job: &Job, log: &FileReport, checked: &Checked, said: Vec<Paragraph>, most_rows: u64) -> Result<Page> {
    let row = match log.beyond().or(log.first()).map(|first| &first.subject) {
        Some(Subject::Row(context)) => Some(context),
        _ => None,
    };
    let child = row.and_then(|row| if let Event::Update { child, .. } = row.event { Some(child) } else { None });
    let at: Vec<Move> = row.iter().flat_map(|row| &row.path).copied().chain(child).collect();
    let at = subtree_around(&job.task, &at, most_rows);
    let page = of_job(job, &at, most_rows)?;
    // The log is the last text: it comes after the moves file.
    let kept = checked.texts.last().cloned().unwrap_or_default();
    let before = kept.log_line.map_or(0, |line| usize::try_from(line).unwrap_or(usize::MAX) - 1);
    let lines = StudentLog {
        name: file_name(log),
        lines: kept.lines().skip(before).map(Cow::into_owned).collect(),
        are_all: kept.is_whole,
        said,
    };
    Ok(beside_student(page, &lines, job, row.map(|row| row.number)))
}

fn file_name(file: &FileReport) -> String {
    file.path.file_name().unwrap_or(file.path.as_os_str()).to_string_lossy().into_owned()
}
