//! Recognises the lines after a right file: the same file again, or the logs of later steps.

use std::ops::ControlFlow;

use super::{FileReport, Kind, Part, Shape, Verdict};
use reversi_course::{
    assignment::{Action, Job, OutputForm},
    log::Line,
};

impl FileReport {
    /// Recognises the extra lines of a file that is right up to its expected end.
    pub(super) fn recognise_extra_lines(&mut self, job: &Job, part: Part) {
        let Verdict::Wrong { first, beyond, shape: shape @ Shape::Any } = &mut self.verdict else { return };
        let end = beyond.as_ref().unwrap_or(first);
        if end.kind != Kind::ExtraRow {
            return;
        }
        let is_text = |(_, line): &(u64, &[u8])| !line.is_empty();
        let row_format = job.row_format();
        let lines = part.lines().trimmed().filter(is_text).filter(|(_, line)| !row_format.is_column_names(line));
        let (expected, extra): (Vec<_>, Vec<_>) = lines.partition(|(number, _)| *number < end.line);
        let texts = |lines: Vec<(u64, &'_ [u8])>| lines.into_iter().map(|(_, line)| line.to_vec()).collect::<Vec<_>>();
        let (expected, extra) = (texts(expected), texts(extra));
        *shape = repeated(&expected, &extra).or_else(|| later_steps(job, &extra)).unwrap_or(Shape::Any);
    }
}

fn repeated(expected: &[Vec<u8>], extra: &[Vec<u8>]) -> Option<Shape> {
    let is_again = !expected.is_empty() && extra.chunks(expected.len()).all(|chunk| chunk == expected);
    is_again.then(|| Shape::Repeated { times: 1 + extra.len() / expected.len() })
}

/// Compares extra log rows with the logs of the game's next steps. Passes have no log.
fn later_steps(job: &Job, extra: &[Vec<u8>]) -> Option<Shape> {
    if job.assignment.output != OutputForm::Game {
        return None;
    }
    let row_format = job.row_format();
    let mut rows = extra.iter().map(|line| row_format.read(line).ok()).peekable();
    for step in job.task.steps().skip(1) {
        if !matches!(step.action, Action::Place(_)) {
            continue;
        }
        let mut is_cut = false;
        let mut is_right = true;
        job.task.from(step.position).search().each_row(&mut |row| {
            let found: Option<Option<Line>> = rows.next();
            is_cut = found.is_none();
            is_right = found.is_none_or(|found| found == Some(row_format.line(row)));
            if is_cut || !is_right { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if !is_right {
            return None;
        }
        if rows.peek().is_none() {
            return Some(Shape::LaterSteps { last: step.number, is_cut });
        }
    }
    None
}
