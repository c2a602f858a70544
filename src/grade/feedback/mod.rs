//! The feedback on a student's submission: points, causes and cases, for the student (`feedback/`) and the staff
//! (`staff/`).

pub mod detail;
mod overview;
pub mod texts;

use self::{
    detail::Visibility,
    overview::{common_causes, overview_text},
    texts::{CaseOf, build_text},
};
use super::{
    configuration::Manual,
    escape::span,
    people::overrides::TOTAL,
    points::Points,
    results::{ClassResults, StudentResult},
};
use reversi_io::names::{count, list, more};

/// The person for whom a feedback is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// A student: fewer than 200 lines, with the report on one case of each kind.
    Student,
    /// A student who wants the reports on all wrong cases.
    PatientStudent,
    /// Staff: with hidden cases and the reports on all wrong cases.
    Staff,
}

/// The largest number of lines in a student's feedback.
const MOST_LINES: usize = 190;
/// The largest number of lines in the table of points, and in the section on the build.
const MOST_ROWS: usize = 30;
/// The largest number of lines on cases without a report.
const MOST_BRIEF: usize = 40;

/// The overview of a student's feedback for Gradescope. Only cases that students see at once count.
pub fn overview(results: &ClassResults, student: &StudentResult) -> String {
    let is_seen = |case: &CaseOf| !case.is_hidden() || results.feedback.hidden_visibility == Visibility::Visible;
    let cases: Vec<CaseOf> = CaseOf::all(results, student, false).filter(is_seen).collect();
    let build = student.graded.build.as_ref().map_or(String::new(), build_text);
    let changes = changes_of_points(student);
    let changes = if changes.is_empty() { changes } else { format!("Points: {changes}.\n\n") };
    let used_up = results.feedback.full_per_day.filter(|_| results.feedback.is_used_up).map_or(String::new(), |most| {
        let had = count(most.get(), "submission");
        format!("The course gives full feedback on {had} a day. Until tomorrow you see verdicts and points.\n\n")
    });
    [&used_up, &changes, &overview_text(student, &cases, &common_causes(&cases)), "\n", &build].concat()
}

/// The feedback of a student, in Markdown.
pub fn feedback(results: &ClassResults, student: &StudentResult, audience: Audience) -> String {
    let is_short = audience == Audience::Student;
    let cases: Vec<CaseOf> = CaseOf::all(results, student, audience == Audience::Staff).collect();
    let common = common_causes(&cases);
    let (name, changes) = (span(&student.shown_name()), changes_of_points(student));
    let changes = if changes.is_empty() { changes } else { format!(": {changes}") };
    let so_far = so_far(results, student);
    let mut text = format!("# {name}\n\n**{} of {so_far}{changes}\n\n", student.points);
    text += &overview_text(student, &cases, &common);
    text += &points_text(results, student, &cases, if is_short { MOST_ROWS } else { usize::MAX });
    let build = student.graded.build.as_ref();
    let build_text = build.map_or(String::new(), build_text);
    if !build_text.is_empty() {
        let section = format!("\n## The build\n\n{}\n", build_text.trim_end());
        text += &if is_short { cut(&section, MOST_ROWS) } else { section };
    }
    if student.is_missing() || build.is_some_and(|build| build.failure.is_some()) {
        return text;
    }
    let mut examples: Vec<usize> = Vec::new();
    for example in common.iter().filter_map(|cause| cause.example) {
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    let others = (0..cases.len()).filter(|place| !examples.contains(place) && !cases[*place].is_right());
    let in_full: Vec<usize> = examples.iter().copied().chain(others).collect();
    let mut brief: Vec<usize> = Vec::new();
    for (rank, &place) in in_full.iter().enumerate() {
        let case = &cases[place];
        let section = format!("\n## {}\n\n{}\n", span(case.name()), case.text_without_explanation().trim_end());
        let kept_free = (in_full.len() - rank).min(MOST_BRIEF) + 4;
        let left = MOST_LINES.saturating_sub(text.lines().count() + kept_free);
        match rank {
            _ if !is_short && case.tells_mistakes() => text += &section,
            0 if case.tells_places() => text += &cut(&section, left.max(20)),
            _ if rank < examples.len() && case.tells_places() && section.lines().count() <= left => text += &section,
            _ => brief.push(place),
        }
    }
    brief.sort_unstable();
    let (shown, hidden): (Vec<&CaseOf>, Vec<_>) =
        brief.iter().map(|place| &cases[*place]).partition(|case| !case.is_hidden() || case.tells_places());
    let mut lines = Vec::new();
    if !hidden.is_empty() {
        let names = hidden.iter().take(8).map(|case| span(case.name())).chain(more(hidden.len(), 8));
        lines.push(format!("- Hidden cases, whose boards are not shown: {}.", list(names, "and")));
    }
    let briefs = (MOST_LINES + 2).saturating_sub(text.lines().count() + lines.len()).min(MOST_BRIEF);
    lines.extend(shown.iter().take(briefs).map(|case| case.line()));
    if briefs < shown.len() {
        lines.push(format!("- {} more", shown.len() - briefs));
    }
    if !lines.is_empty() {
        let other = if brief.len() == in_full.len() { "" } else { "other " };
        text += &["\n## The ", other, "wrong cases\n\n", &lines.join("\n"), "\n"].concat();
    }
    text
}

/// The table of points, and a list of the points that staff have set.
fn points_text(results: &ClassResults, student: &StudentResult, cases: &[CaseOf], most: usize) -> String {
    let mut lines = vec!["\n| case | points | of | verdict |\n| --- | ---: | ---: | --- |".to_owned()];
    lines.extend(cases.iter().take(most).map(|case| {
        format!("| {} | {} | {} | {} |", in_table(case.name()), case.points(), case.most_points(), case.verdict())
    }));
    if let Some(others) = cases.get(most..).filter(|others| !others.is_empty()) {
        let points = others.iter().map(CaseOf::points).sum::<Points>();
        let of = others.iter().map(CaseOf::most_points).sum::<Points>();
        let right = others.iter().filter(|case| case.is_right()).count();
        lines.push(format!("| {} | {points} | {of} | {right} right |", count(others.len(), "other")));
    }
    lines.extend(results.manual.iter().map(|manual| {
        let (points, verdict) = match student.points_of(&manual.name) {
            Some(points) => (points.to_string(), ""),
            None if student.is_missing() => (Points::ZERO.to_string(), "nothing submitted "),
            None => ("to come".to_owned(), ""),
        };
        format!("| {} | {points} | {} | {verdict}|", in_table(&manual.name), manual.points)
    }));
    lines.extend(student.overrides.iter().filter(|given| given.case != TOTAL).map(|given| {
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        format!("\nPoints of {} set by staff{reason}.", span(&given.case))
    }));
    lines.join("\n") + "\n"
}

/// The maximum of the points that a student can have so far, and the columns that staff have not filled in.
fn so_far(results: &ClassResults, student: &StudentResult) -> String {
    let is_to_come = |manual: &&Manual| {
        manual.points > Points::ZERO && !student.is_missing() && student.points_of(&manual.name).is_none()
    };
    let to_come: Vec<&Manual> = results.manual.iter().filter(is_to_come).collect();
    if to_come.is_empty() {
        return format!("{} points**", results.maximum);
    }
    let maximum = results.maximum.minus(to_come.iter().map(|manual| manual.points).sum());
    let columns = to_come.iter().map(|manual| format!("{} ({} points)", span(&manual.name), manual.points));
    format!("{maximum} points so far** (to come: {})", list(columns, "and"))
}

/// The points that were subtracted or added, with the reasons.
fn changes_of_points(student: &StudentResult) -> String {
    let mut changes = Vec::new();
    if let Some(late) = student.enrolled.as_ref().and_then(|enrolled| enrolled.lateness)
        && late.seconds > 0
    {
        let (hours, minutes, percent) = (late.seconds / 3600, late.seconds / 60 % 60, late.percent);
        let late = format!("{hours} h {minutes} min late");
        changes.push(match percent {
            0 => format!("{late}, which costs nothing"),
            _ => format!("{} less ({percent} %) for {late}", student.late_penalty),
        });
    }
    changes.extend(student.overrides.iter().filter(|given| given.case == TOTAL).map(|given| {
        let word = if given.points < Points::ZERO { "less" } else { "more" };
        let points = given.points.max(Points::ZERO.minus(given.points));
        let reason = if given.reason.is_empty() { String::new() } else { format!(": {}", span(&given.reason)) };
        format!("{points} {word}{reason}")
    }));
    changes.join("; ")
}

/// A name for a Markdown table, in which `|` ends a cell.
fn in_table(name: &str) -> String {
    span(name).replace('|', r"\|")
}

/// Returns the first lines of a Markdown text, at most `most`, up to the end of a Markdown block. If lines are left
/// out, a note says so.
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
    kept + "\nThe rest is not shown.\n"
}
