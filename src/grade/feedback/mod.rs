//! `feedback/NAME.md`, for the eyes of the student, and `staff/NAME.md`, for those of staff: points, what explains what is
//! wrong, and the cases.

mod overview;
pub mod texts;

use std::fmt::{self, Write as _};

use self::{
    overview::{Group, groups, write_overview},
    texts::{CaseOf, build_text},
};
use super::{
    escape::span,
    judging::points::Points,
    results::{ClassResults, StudentResult},
};
use crate::names::list;

/// Who reads a feedback, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A student: fewer than 200 lines, in which one case of each kind is told in full.
    Student,
    /// A student who wants all wrong cases in full.
    PatientStudent,
    /// Staff, who see hidden cases, and all wrong ones in full.
    Staff,
}

/// The most lines of the text for a student.
const MOST_LINES: usize = 190;
/// The most lines of the table of points, and of what the build said.
const MOST_ROWS: usize = 40;
/// The most lines on cases that are not told in full.
const MOST_BRIEF: usize = 40;

/// The feedback of a student, in Markdown.
pub fn feedback(results: &ClassResults, student: &StudentResult, reader: Reader) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write(&mut text, results, student, reader);
    text
}

/// What a student is told before all else: what is right, what explains what is wrong, and what the build said.
pub fn overview(results: &ClassResults, student: &StudentResult) -> String {
    let mut text = String::new();
    let cases: Vec<CaseOf> = CaseOf::all(results, student, false).collect();
    // Writing into a string does not fail.
    let _ = write_overview(&mut text, student, &cases, &groups(&cases));
    text + "\n" + &student.graded.build.as_ref().map_or(String::new(), build_text)
}

fn write(text: &mut String, results: &ClassResults, student: &StudentResult, reader: Reader) -> fmt::Result {
    let is_short = reader == Reader::Student;
    writeln!(text, "# {}\n", span(&student.name))?;
    writeln!(text, "**{} of {} points**\n", student.points, results.maximum)?;
    let cases: Vec<CaseOf> = CaseOf::all(results, student, reader == Reader::Staff).collect();
    let groups = groups(&cases);
    write_overview(text, student, &cases, &groups)?;
    write_points(text, results, student, &cases, if is_short { MOST_ROWS } else { usize::MAX })?;
    if let Some(build) = &student.graded.build {
        let said = build_text(build);
        if !said.is_empty() {
            let section = format!("\n## The build\n\n{}\n", said.trim_end());
            *text += &if is_short { cut(&section, MOST_ROWS) } else { section };
        }
    }
    if student.graded.build.as_ref().is_some_and(|build| build.failure.is_some()) {
        return Ok(());
    }
    let mut brief: Vec<usize> = Vec::new();
    let in_full = groups.iter().filter_map(Group::example);
    let others = (0..cases.len()).filter(|place| groups.iter().all(|group| group.example() != Some(*place)));
    let in_full: Vec<usize> = in_full.chain(others.filter(|place| !cases[*place].case.verdict.is_right())).collect();
    let examples = groups.iter().filter_map(Group::example).count();
    for (rank, &place) in in_full.iter().enumerate() {
        let case = &cases[place];
        let section = format!("\n## {}\n\n{}\n", span(&case.heading.name), case.text_without_explanation().trim_end());
        if !is_short {
            *text += &section;
            continue;
        }
        let kept_free = (in_full.len() - rank).min(MOST_BRIEF) + 4;
        let left = MOST_LINES.saturating_sub(text.lines().count() + kept_free);
        match rank {
            0 if case.is_shown => *text += &cut(&section, left.max(30)),
            _ if rank < examples && case.is_shown && section.lines().count() <= left => *text += &section,
            _ => brief.push(place),
        }
    }
    if brief.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n## The other wrong cases\n")?;
    let hidden: Vec<String> =
        brief.iter().map(|place| &cases[*place]).filter(|case| !case.is_shown).map(name).collect();
    if !hidden.is_empty() {
        let names = list(hidden.iter().take(8).cloned().chain(more(hidden.len(), 8)), "and");
        writeln!(text, "- Hidden, so that nothing of their boards is shown: {names}.")?;
    }
    brief.retain(|place| cases[*place].is_shown);
    brief.sort_unstable();
    for &place in brief.iter().take(MOST_BRIEF) {
        writeln!(text, "{}", cases[place].line())?;
    }
    if brief.len() > MOST_BRIEF {
        writeln!(text, "- {} more, which `reversi grade --verbose` tells", brief.len() - MOST_BRIEF)?;
    }
    Ok(())
}

/// The table of points, and what was given or taken away.
fn write_points(
    text: &mut String,
    results: &ClassResults,
    student: &StudentResult,
    cases: &[CaseOf],
    most: usize,
) -> fmt::Result {
    writeln!(text, "\n| case | points | of | verdict |\n| --- | ---: | ---: | --- |")?;
    for case in cases.iter().take(most) {
        let points = student.points_of(&case.heading.name).unwrap_or_default();
        let name = in_table(&case.heading.name);
        writeln!(text, "| {name} | {points} | {} | {} |", case.heading.points, case.verdict())?;
    }
    if let Some(others) = cases.get(most..).filter(|others| !others.is_empty()) {
        let points = others.iter().filter_map(|case| student.points_of(&case.heading.name)).sum::<Points>();
        let of = others.iter().map(|case| case.heading.points).sum::<Points>();
        let right = others.iter().filter(|case| case.case.verdict.is_right()).count();
        writeln!(text, "| {} others | {points} | {of} | {right} of them right |", others.len())?;
    }
    for manual in &results.manual {
        let points = student.points_of(&manual.name).map_or("to come".to_owned(), |points| points.to_string());
        writeln!(text, "| {} | {points} | {} | |", in_table(&manual.name), manual.points)?;
    }
    if let Some(late) = student.enrolled.as_ref().and_then(|enrolled| enrolled.lateness)
        && late.seconds > 0
    {
        let (hours, minutes) = (late.seconds / 3600, late.seconds / 60 % 60);
        writeln!(
            text,
            "\nHanded in {hours} h {minutes} min late: {} % less, which is {} points.",
            late.percent, student.late_penalty
        )?;
    }
    for given in &student.overrides {
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        writeln!(text, "\nPoints of {} given by a person{reason}.", span(&given.case))?;
    }
    Ok(())
}

fn name(case: &CaseOf) -> String {
    span(&case.heading.name)
}

/// `3 more`, if a list has so many items beyond the first ones.
pub(in crate::grade) fn more(all: usize, first: usize) -> Option<String> {
    (all > first).then(|| format!("{} more", all - first))
}

/// A name within a table, whose columns end at `|`.
fn in_table(name: &str) -> String {
    span(name).replace('|', r"\|")
}

/// The first lines of a text in Markdown; says so where there are more, after the end of the block in which they end.
fn cut(text: &str, most: usize) -> String {
    if text.lines().count() <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut fence: Option<&str> = None;
    for line in text.lines().take(most.saturating_sub(4)) {
        if line.starts_with("```") {
            let marks = line.trim_end_matches("text");
            fence = if fence.is_none() { Some(marks) } else { fence.filter(|open| *open != marks) };
        }
        kept += line;
        kept.push('\n');
    }
    if let Some(fence) = fence {
        kept = [&kept, fence, "\n"].concat();
    }
    kept + "\nThe rest of it is left out here; `reversi grade --verbose` writes it.\n"
}
