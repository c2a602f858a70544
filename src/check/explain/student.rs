//! Shows a student's log beside the expected log, one line for each row.

use std::ops::ControlFlow;

use serde_json::json;

use super::Page;
use crate::{
    diagnosis::Paragraph,
    node_alignment::{RowPair, RowTree},
};
use reversi_core::games::reversi::Square;
use reversi_course::{assignment::Job, log::Line};
use reversi_io::names::count;

/// The largest number of surplus student rows on the page.
const MOST_SURPLUS: usize = 10_000;

/// The longest line on the page, in characters; longer lines are shortened.
const LONGEST: usize = 200;

/// A student's log, up to the place where reading ended.
#[derive(Clone, Debug)]
pub struct StudentLog {
    pub name: String,
    /// The lines of the file, column names included.
    pub lines: Vec<String>,
    pub are_all: bool,
    /// The paragraphs of the diagnosis; none in a frame, because the page around it has them.
    pub said: Vec<Paragraph>,
}

/// Shows a student's log beside the expected log. The logs are aligned by node, like in the diagnosis. If the page
/// shows a subtree, the log is right before the subtree. If the log is right before the subtree, the subtree's rows
/// begin at the line with their number. The page begins with the row `wrong`, or else with the first difference.
pub fn beside_student(mut page: Page, student: &StudentLog, job: &Job, wrong: Option<u64>) -> Page {
    let row_format = job.row_format();
    let numbers = page.numbers.clone();
    let is_whole = numbers.start == 1;
    let lines = student.lines.iter().map(|line| line.trim_start_matches('\u{feff}').trim_end());
    let lines = lines.skip_while(|line| row_format.is_column_names(line.as_bytes()));
    let first_line = usize::try_from(numbers.start - 1).unwrap_or(usize::MAX);
    let mut lines: Vec<(&str, Option<Line>)> =
        lines.skip(first_line).map(|line| (line, row_format.read(line.as_bytes()).ok())).collect();
    let mut expected: Vec<Line> = Vec::new();
    job.task.search().each_row(&mut |row| {
        if numbers.contains(&row.number) {
            expected.push(row_format.line(row));
        }
        if row.number + 1 < numbers.end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !is_whole {
        lines.truncate(rows_of_subtree(&lines, &expected));
    }
    let [mut of_expected, mut of_found] = [(); 2].map(|()| RowTree::new(row_format.root_depth));
    for row in &expected {
        of_expected.add(Some(row));
    }
    for (_, row) in &lines {
        of_found.add(row.as_ref());
    }
    let (mut differing, mut in_other_format, mut missing) = (Vec::new(), Vec::new(), 0_usize);
    let (mut surplus, mut surplus_rows) = (Vec::new(), 0_usize);
    let mut after = numbers.start - 1;
    for RowPair { expected: at, found } in of_expected.hashes().align(&of_found.hashes()) {
        let found = found.map(|found| &lines[found]);
        if let Some(at) = at {
            after = numbers.start + at as u64;
        }
        match (at.map(|at| &expected[at]), found) {
            (Some(row), Some((text, read))) if *text != row_format.write(row) => {
                let list = if read.as_ref() == Some(row) { &mut in_other_format } else { &mut differing };
                list.push((after, Some(shown(text))));
            }
            (Some(_), None) if student.are_all => {
                missing += 1;
                differing.push((after, None));
            }
            (None, Some((text, _))) => {
                surplus_rows += 1;
                if surplus.len() < MOST_SURPLUS {
                    surplus.push((after, shown(text)));
                }
            }
            _ => {}
        }
    }
    let verdict = verdict(&differing, &in_other_format, missing, &surplus, surplus_rows, student.are_all);
    let rows = if differing.is_empty() && surplus.is_empty() { in_other_format } else { differing };
    let aligned = rows.first().map(|row| row.0).into_iter().chain(surplus.first().map(|row| row.0)).min();
    let first = wrong.filter(|wrong| numbers.contains(wrong)).or(aligned);
    page.data["student"] = json!({
        "name": student.name,
        "verdict": format!("{}: {verdict}", page.title),
        "said": student.said,
        "first": first.map(|first| first.max(numbers.start)),
        "rows": rows,
        "surplus": surplus,
    });
    page
}

/// The number of the student's lines before the next row of the node above a subtree. If the log's depths do not fit
/// the subtree, the result is the number of expected rows of the subtree.
fn rows_of_subtree(lines: &[(&str, Option<Line>)], expected: &[Line]) -> usize {
    let depth = |row: Option<&Line>| row.and_then(Line::depth).map(|depth| depth.0);
    let own = depth(expected.first());
    let is_above = |(_, row): &(&str, Option<Line>)| depth(row.as_ref()) < own && row.is_some();
    if lines.first().is_none_or(|(_, row)| depth(row.as_ref()) != own) {
        return expected.len();
    }
    lines.iter().position(is_above).unwrap_or(lines.len())
}

/// Adds the diagnosis of another file above the search that belongs to this file. The page begins with the row `first`,
/// and the board marks the file's move.
pub fn with_diagnosis(
    mut page: Page,
    name: &str,
    verdict: &str,
    said: &[Paragraph],
    first: Option<u64>,
    played: Option<Square>,
) -> Page {
    page.data["student"] = json!({
        "name": name,
        "verdict": format!("{}: {verdict}", page.title),
        "said": said,
        "first": first,
        "rows": null,
        "surplus": [],
        "played": played.map(|square| square.to_string()),
    });
    page
}

/// A sentence on the differences between the rows of the page and the student's log.
fn verdict(
    differing: &[(u64, Option<String>)],
    in_other_format: &[(u64, Option<String>)],
    missing: usize,
    surplus: &[(u64, String)],
    surplus_rows: usize,
    are_all: bool,
) -> String {
    let rows = |number: usize, what: &str| (number > 0).then(|| format!("{} {what}", count(number, "row")));
    let extra = match surplus {
        [(after, text)] => Some(format!("1 extra row, after row {after}: {text}")),
        _ => (surplus_rows > 0).then(|| format!("{}{surplus_rows} extra rows", if are_all { "" } else { "at least " })),
    };
    let parts = [
        rows(differing.len() - missing, "different"),
        rows(missing, "missing"),
        extra,
        rows(in_other_format.len(), "in another format"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "every row here is as expected.".to_owned() } else { format!("{}.", parts.join(", ")) }
}

/// The text of a line for the page, shortened if the line is too long.
fn shown(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        None => line.to_owned(),
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
    }
}
